(* T23: vectors with small residuals are near to singular vectors whose values are apart from the others. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section SingularVectorAngle.
Variable R : rcfType.

Lemma parallelogram (x y : R) : (x + y) ^+ 2 + (x - y) ^+ 2 = (x ^+ 2 + y ^+ 2) *+ 2.
Proof. by rewrite sqrrD sqrrB addrACA (addrACA (x ^+ 2)) subrr addr0 -!mulr2n -mulrnDl. Qed.

(* One coordinate: the value a of u, b of v, at a singular value s. *)
Lemma coordinate (a b s t d : R) : 0 <= s -> 0 <= t -> 0 <= d -> d <= `|s - t| ->
  d ^+ 2 * (a ^+ 2 + b ^+ 2) <= (s * b - t * a) ^+ 2 + (s * a - t * b) ^+ 2.
Proof.
move=> s0 t0 d0 gap.
have square c : d <= `|c| -> d ^+ 2 <= c ^+ 2.
  by move=> dc; rewrite -(real_normK (num_real c)) ler_pexpn2r ?nnegrE.
have sum : d <= `|s + t|.
  apply: le_trans gap _; rewrite (ger0_norm (addr_ge0 s0 t0)) ler_norml; apply/andP; split.
    by rewrite opprD ler_add2r (le_trans _ s0) // oppr_le0.
  by rewrite ler_add2l (le_trans _ t0) // oppr_le0.
rewrite -(ler_pmuln2r (ltn0Sn 1)) -mulrnAr -!parallelogram mulrDr.
have -> : s * b - t * a + (s * a - t * b) = (s - t) * (a + b).
  by rewrite addrACA -opprD -!mulrDr (addrC b) mulrBl.
have -> : s * b - t * a - (s * a - t * b) = - ((s + t) * (a - b)).
  by rewrite opprB addrACA -opprD -!mulrDl (addrC t) mulrBr opprB.
by rewrite sqrrN !exprMn ler_add // ler_wpmul2r ?sqr_ge0 ?square.
Qed.

(* A residual along the columns of P and across them. *)
Lemma residual_split m q (P : 'M[R]_(m, q)) (w : 'cV_q) (u : 'cV_m) t : P^T *m P = 1%:M ->
  sqnorm (P *m w - t *: u) = sqnorm (w - t *: (P^T *m u)) + t ^+ 2 * sqnorm (u - P *m (P^T *m u)).
Proof.
move=> PP; set r := u - P *m (P^T *m u).
have -> : P *m w - t *: u = P *m (w - t *: (P^T *m u)) + (- t) *: r.
  by rewrite /r mulmxBr -scalemxAr scaleNr scalerBr opprB addrA subrK.
rewrite sqnormD_orth ?sqnormZ ?sqrrN ?sqnorm_isometry //.
rewrite inner_mull -scalemxAr mulmxBr !mulmxA PP mul1mx subrr scaler0.
by rewrite inner_trace mulmx0 linear0.
Qed.

(* What u and v have outside the spaces of the values in K, times the gap. *)
Theorem singular_vector_angle m n q (M : 'M[R]_(m, n)) (P : 'M_(m, q)) s (Q : 'M_(n, q)) (K : {set 'I_q})
    (u : 'cV_m) (v : 'cV_n) (t d : R) :
  svd M P s Q -> 0 <= t -> 0 <= d -> (forall i, i \notin K -> d <= `|s i - t|) ->
  d <= t \/ P *m P^T = 1%:M /\ Q *m Q^T = 1%:M ->
  d ^+ 2 * (\sum_(i | i \notin K) ((P^T *m u) i 0 ^+ 2 + (Q^T *m v) i 0 ^+ 2)
            + (sqnorm (u - P *m (P^T *m u)) + sqnorm (v - Q *m (Q^T *m v))))
  <= sqnorm (M *m v - t *: u) + sqnorm (M^T *m u - t *: v).
Proof.
move=> [PP QQ s0 _ ->] t0 d0 gap beyond.
have -> : (P *m diagonal s *m Q^T)^T = Q *m diagonal s *m P^T.
  by rewrite !trmx_mul trmxK tr_diag_mx mulmxA.
rewrite -!mulmxA (residual_split _ u t PP) (residual_split _ v t QQ).
set a := P^T *m u; set b := Q^T *m v; set U := sqnorm (u - _); set V := sqnorm (v - _).
have U0 : 0 <= U by exact: sqnorm_ge0.
have V0 : 0 <= V by exact: sqnorm_ge0.
have tail : d ^+ 2 * (U + V) <= t ^+ 2 * U + t ^+ 2 * V.
  rewrite -mulrDr; case: beyond => [dt | [PP' QQ']].
    by rewrite ler_wpmul2r ?addr_ge0 // ler_pexpn2r ?nnegrE.
  by rewrite /U /V !mulmxA PP' QQ' !mul1mx !subrr !sqnorm0 addr0 !mulr0.
rewrite mulrDr addrACA ler_add // !sqnorm_cV -big_split /= mulr_sumr.
rewrite [leRHS](bigID (mem K)) /= -[leLHS]add0r ler_add //.
  by apply: sumr_ge0 => i _; rewrite addr_ge0 ?sqr_ge0.
apply: ler_sum => i iK; rewrite /diagonal !mul_diag_mx !mxE.
exact: coordinate (gap i iK).
Qed.

End SingularVectorAngle.
