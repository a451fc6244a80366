(* T11: the Cayley mixer at its fixed state has the Jacobian I + K b b'. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker rank_one_update.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CayleyChain.
Variables (R : rcfType) (n d : nat) (u1 u2 : 'cV[R]_n) (v : 'cV[R]_d) (K : R).
Hypotheses (u11 : u1^T *m u1 = 1%:M) (u22 : u2^T *m u2 = 1%:M) (u12 : u1^T *m u2 = 0).
Hypothesis vv : v^T *m v = 1%:M.

(* Rotation of (u1, u2) by the Cayley angle of a; everything orthogonal to both is fixed. *)
Definition plane : 'M[R]_n := u1 *m u1^T + u2 *m u2^T.
Definition quarter_turn : 'M[R]_n := u2 *m u1^T - u1 *m u2^T.
Definition cosine (a : R) : R := (1 - a ^+ 2) / (1 + a ^+ 2).
Definition sine (a : R) : R := 2%:R * a / (1 + a ^+ 2).
Definition rotation (a : R) : 'M[R]_n :=
  1%:M + (cosine a - 1) *: plane + sine a *: quarter_turn.

(* The mixer: a(X) = (K/2) u2'Xv / |X|. *)
Definition component (X : 'M[R]_(n, d)) : R := (u2^T *m X *m v) 0 0.
Definition angle (X : 'M[R]_(n, d)) : R := K / 2%:R * component X / norm X.
Definition mixed (X : 'M[R]_(n, d)) : 'M[R]_(n, d) := rotation (angle X) *m X.

Definition state : 'M[R]_(n, d) := u1 *m v^T.
Definition direction : 'M[R]_(n, d) := u2 *m v^T.
Definition linear_part (Z : 'M[R]_(n, d)) : 'M[R]_(n, d) := Z + (K * component Z) *: direction.

Let u21 : u2^T *m u1 = 0. Proof. by apply: trmx_inj; rewrite trmx_mul trmxK u12 trmx0. Qed.

Lemma component_trace X : component X = \tr (direction^T *m X).
Proof.
by rewrite /component /direction trmx_mul trmxK -[in RHS]mulmxA mxtrace_mulC trace_mx11.
Qed.

(* Linear part as a matrix: vec(J[Z]) = (I + K b b') vec Z with b = vec(u2 v'). *)
Theorem linear_part_matrix Z : vec (linear_part Z) = update (vec direction) K *m vec Z.
Proof.
rewrite /update mulmxDl mul1mx -scalemxAl -mulmxA vec_gram -component_trace mul_mx_scalar scalerA.
apply/matrixP; case/mxvec_indexP=> i j k; rewrite [RHS]mxE [X in _ + X]mxE !vecE [LHS]mxE.
by congr (_ + _); rewrite mxE.
Qed.

Theorem direction_unit : (vec direction)^T *m vec direction = 1%:M.
Proof.
rewrite vec_gram /direction trmx_mul trmxK mulmxA -(mulmxA v) u22 mulmx1 mxtrace_mulC vv.
by rewrite mxtrace1.
Qed.

(* The state is fixed, and H = I there. *)
Theorem state_fixed : rotation (angle state) = 1%:M /\ mixed state = state.
Proof.
have a0 : angle state = 0.
  by rewrite /angle /component /state mulmxA u21 mul0mx mul0mx mxE mulr0 mul0r.
have rot : rotation (angle state) = 1%:M.
  rewrite a0 /rotation /cosine /sine expr0n subr0 addr0 divr1 subrr scale0r mulr0 mul0r scale0r.
  by rewrite !addr0.
by rewrite /mixed rot mul1mx.
Qed.

(* Scalar bounds of the Cayley parametrisation. *)
Lemma cosine_defect a : `|cosine a - 1| <= 2%:R * a ^+ 2.
Proof.
have den : 0 < 1 + a ^+ 2 by rewrite ltr_spaddl ?ltr01 ?sqr_ge0.
have -> : cosine a - 1 = - (2%:R * a ^+ 2 / (1 + a ^+ 2)).
  apply: (mulIf (lt0r_neq0 den)); rewrite mulrBl mulNr !divfK ?lt0r_neq0 // mul1r.
  by rewrite opprD addrACA subrr add0r -opprD -mulr2n mulr_natl.
rewrite normrN normrM normfV (gtr0_norm den) normrM (ger0_norm (ler0n _ _)).
rewrite (ger0_norm (sqr_ge0 _)) ler_pdivr_mulr //.
apply: ler_pemulr; last by rewrite ler_addl sqr_ge0.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

Lemma sine_bound a : `|sine a| <= 2%:R * `|a|.
Proof.
have den : 0 < 1 + a ^+ 2 by rewrite ltr_spaddl ?ltr01 ?sqr_ge0.
rewrite /sine normrM normfV (gtr0_norm den) normrM (ger0_norm (ler0n _ _)) ler_pdivr_mulr //.
apply: ler_pemulr; last by rewrite ler_addl sqr_ge0.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

Lemma sine_defect a : `|sine a - 2%:R * a| <= a ^+ 2.
Proof.
have den : 0 < 1 + a ^+ 2 by rewrite ltr_spaddl ?ltr01 ?sqr_ge0.
have -> : sine a - 2%:R * a = - (2%:R * a * a ^+ 2 / (1 + a ^+ 2)).
  apply: (mulIf (lt0r_neq0 den)); rewrite mulrBl mulNr !divfK ?lt0r_neq0 //.
  by rewrite mulrDr mulr1 opprD addrA subrr add0r.
rewrite normrN normrM normfV (gtr0_norm den) ler_pdivr_mulr // normrM.
rewrite (ger0_norm (sqr_ge0 a)) mulrC ler_wpmul2l ?sqr_ge0 //.
rewrite normrM (ger0_norm (ler0n _ _)) -subr_ge0 -(real_normK (num_real a)).
have -> : 1 + `|a| ^+ 2 - 2%:R * `|a| = (`|a| - 1) ^+ 2.
  by rewrite sqrrB mulr1 expr1n mulr_natl [RHS]addrAC (addrC 1).
exact: sqr_ge0.
Qed.

(* Norms of the matrices involved. *)
Lemma outer_norm (u w : 'cV[R]_n) (Y : 'M[R]_(n, d)) :
  u^T *m u = 1%:M -> w^T *m w = 1%:M -> norm (u *m w^T *m Y) <= norm Y.
Proof.
move=> uu ww; rewrite -mulmxA (norm_isometry _ uu) -[leRHS]mul1r norm_le_sqr ?ler01 // expr1n mul1r.
have sp : Y = w *m (w^T *m Y) + (Y - w *m (w^T *m Y)) by rewrite addrC subrK.
rewrite {2}sp sqnormD_orth; first by rewrite (sqnorm_isometry _ ww) ler_addl sqnorm_ge0.
by rewrite inner_mull mulmxBr !mulmxA ww mul1mx subrr inner_trace mulmx0 linear0.
Qed.

Lemma plane_norm (Y : 'M_(n, d)) : norm (plane *m Y) <= 2%:R * norm Y.
Proof.
rewrite /plane mulmxDl mulr_natl mulr2n.
by apply: le_trans (normD _ _) (ler_add _ _); apply: outer_norm.
Qed.

Lemma quarter_turn_norm (Y : 'M_(n, d)) : norm (quarter_turn *m Y) <= 2%:R * norm Y.
Proof.
rewrite /quarter_turn mulmxBl mulr_natl mulr2n.
by apply: le_trans (normB _ _) (ler_add _ _); apply: outer_norm.
Qed.

Lemma quarter_turn_state : quarter_turn *m state = direction.
Proof.
rewrite /quarter_turn /state /direction mulmxBl !mulmxA -(mulmxA u2) u11 mulmx1.
by rewrite -(mulmxA u1) u21 mulmx0 mul0mx subr0.
Qed.

Lemma direction_norm : norm direction = 1.
Proof. by rewrite /direction (norm_isometry _ u22) norm_tr -[v]mulmx1 (norm_isometry _ vv)
                  /norm sqnorm_trace trmx1 mulmx1 mxtrace1 sqrtr1. Qed.

Lemma state_norm : norm state = 1.
Proof. by rewrite /state (norm_isometry _ u11) norm_tr -[v]mulmx1 (norm_isometry _ vv)
                  /norm sqnorm_trace trmx1 mulmx1 mxtrace1 sqrtr1. Qed.

Lemma component_bound Z : `|component Z| <= norm Z.
Proof.
rewrite component_trace -inner_trace; apply: le_trans (cauchy_schwarz _ _) _.
by rewrite direction_norm mul1r.
Qed.

Lemma component_state Z : component (state + Z) = component Z.
Proof.
rewrite /component mulmxDr mulmxDl mxE [X in X + _](_ : _ = 0) ?add0r //.
by rewrite /state mulmxA u21 mul0mx mul0mx mxE.
Qed.

(* The norm near the state. *)
Lemma norm_near_state Z : norm Z <= 2%:R^-1 ->
  let N := norm (state + Z) in
  [/\ 0 < N, N^-1 <= 2%:R, 2%:R * N <= 3%:R & `|N^-1 - 1| <= 2%:R * norm Z].
Proof.
move=> small N.
have low : 1 - norm Z <= N by rewrite -state_norm norm_triangle_lower.
have high : N <= 1 + norm Z by rewrite -state_norm normD.
have half : 2%:R^-1 <= N.
  have halves : 2%:R^-1 + 2%:R^-1 = 1 :> R by rewrite -mulr2n -[LHS]mulr_natl mulfV ?pnatr_eq0.
  by apply: le_trans low; rewrite ler_subr_addr -[leRHS]halves ler_add2l.
have half0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have N0 : 0 < N by apply: lt_le_trans half.
have inv2 : N^-1 <= 2%:R by rewrite -[leRHS]invrK lef_pinv ?posrE.
split=> //.
  apply: le_trans (_ : 2%:R * (1 + 2%:R^-1) <= _).
    by rewrite ler_wpmul2l ?ler0n // (le_trans high) // ler_add2l.
  by rewrite mulrDr mulr1 divff ?pnatr_eq0 // -(natrD _ 2 1).
have -> : N^-1 - 1 = N^-1 * (1 - N) by rewrite mulrBr mulr1 mulVf ?lt0r_neq0.
rewrite normrM (gtr0_norm (_ : 0 < N^-1)) ?invr_gt0 //.
apply: ler_pmul => //; first by rewrite invr_ge0 ltW.
by rewrite ler_norml ler_oppl opprB ler_subl_addl high /= ler_subl_addl -ler_subl_addr.
Qed.

(* T11: J = I + K b b' is the Frechet derivative at the state, with this remainder. *)
Theorem cayley_derivative Z : norm Z <= 2%:R^-1 ->
  norm (mixed (state + Z) - mixed state - linear_part Z)
    <= (7%:R * K ^+ 2 + 6%:R * `|K|) * norm Z ^+ 2.
Proof.
move=> small; have [_ ->] := state_fixed; have := norm_near_state small.
set a := angle (state + Z); set w := component Z; set z := norm Z; set N := norm (state + Z).
case=> N0 inv2 N3 inv1.
pose c := cosine a - 1.
have rem : mixed (state + Z) - state - linear_part Z =
    c *: (plane *m (state + Z)) + (sine a *: (quarter_turn *m Z) + (sine a - K * w) *: direction).
  rewrite /mixed -/a /rotation -/c /linear_part -/w.
  move: plane quarter_turn quarter_turn_state => A B BE.
  rewrite !mulmxDl mul1mx -!scalemxAl (mulmxDr B) BE scalerDr.
  rewrite -(addrA (state + Z)) -addrA -opprD (addrA state Z) opprD addrACA subrr add0r -addrA; congr (_ + _).
  by rewrite (addrC (sine a *: direction)) -addrA scalerBl.
have z0 : 0 <= z by apply: norm_ge0.
have wz : `|w| <= z by apply: component_bound.
have aE : 2%:R * a = K * w * N^-1.
  by rewrite /a /angle component_state -/w -/N !mulrA (mulrC 2%:R) mulfK ?pnatr_eq0.
clearbody a; have a_le : `|a| <= `|K| * z.
  rewrite -(ler_pmul2l (ltr0n R 2)) -{1}(ger0_norm (ler0n R 2)) -normrM aE !normrM.
  rewrite (gtr0_norm (_ : 0 < N^-1)) ?invr_gt0 // mulrC.
  by apply: ler_pmul; rewrite ?mulr_ge0 // ?ler_wpmul2l // invr_ge0 ltW.
have a2_le : a ^+ 2 <= K ^+ 2 * z ^+ 2.
  by rewrite -(real_normK (num_real a)) -(real_normK (num_real K)) -exprMn ler_pexpn2r ?nnegrE ?mulr_ge0.
rewrite rem; apply: le_trans (normD _ _) _.
have first_term : norm (c *: (plane *m (state + Z))) <= 6%:R * K ^+ 2 * z ^+ 2.
  rewrite normZ -mulrA; apply: le_trans (_ : 2%:R * a ^+ 2 * (2%:R * N) <= _).
    by apply: ler_pmul; rewrite ?normr_ge0 // ?cosine_defect ?plane_norm.
  apply: le_trans (_ : 2%:R * (K ^+ 2 * z ^+ 2) * 3%:R <= _).
    have two0 : 0 <= 2%:R :> R by rewrite ler0n.
    apply: ler_pmul => //; first by rewrite mulr_ge0 ?sqr_ge0.
      exact: mulr_ge0 two0 (ltW N0).
    exact: ler_wpmul2l.
  by rewrite mulrAC -natrM.
have second_term : norm (sine a *: (quarter_turn *m Z)) <= 4%:R * `|K| * z ^+ 2.
  rewrite normZ; apply: le_trans (_ : 2%:R * (`|K| * z) * (2%:R * z) <= _).
    apply: ler_pmul; rewrite ?normr_ge0 // ?quarter_turn_norm //.
    by apply: le_trans (sine_bound _) _; rewrite ler_wpmul2l ?ler0n.
  by rewrite mulrACA -natrM -!mulrA -expr2 mulrA.
have third_term : norm ((sine a - K * w) *: direction) <= K ^+ 2 * z ^+ 2 + 2%:R * `|K| * z ^+ 2.
  rewrite normZ direction_norm mulr1.
  have -> : sine a - K * w = (sine a - 2%:R * a) + (2%:R * a - K * w) by rewrite addrA subrK.
  apply: le_trans (ler_norm_add _ _) (ler_add _ _).
    by apply: le_trans (sine_defect _) _.
  rewrite aE -{2}[K * w]mulr1 -mulrBr !normrM.
  apply: le_trans (_ : `|K| * z * (2%:R * z) <= _).
    by apply: ler_pmul => //; [rewrite mulr_ge0 | apply: ler_wpmul2l].
  by rewrite mulrACA (mulrC `|K|) -expr2.
apply: le_trans (ler_add first_term (normD _ _)) _.
apply: le_trans (ler_add (lexx _) (ler_add second_term third_term)) _.
have -> : (7%:R * K ^+ 2 + 6%:R * `|K|) * z ^+ 2 =
    6%:R * K ^+ 2 * z ^+ 2 + (4%:R * `|K| * z ^+ 2 + (K ^+ 2 * z ^+ 2 + 2%:R * `|K| * z ^+ 2)).
  have seven : 7%:R = 6%:R + 1 :> R by rewrite -(natrD _ 6 1).
  have six : 6%:R * `|K| = 4%:R * `|K| + 2%:R * `|K| by rewrite -mulrDl -natrD.
  rewrite seven six (mulrDl _ _ (K ^+ 2)) mul1r.
  move: (6%:R * K ^+ 2) (4%:R * `|K|) (2%:R * `|K|) => A B C.
  by rewrite !mulrDl -!addrA; congr (_ + _); rewrite addrCA.
exact: lexx.
Qed.

End CayleyChain.
