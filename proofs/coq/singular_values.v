(* Singular values by dimensions of subspaces (Courant, Fischer), over any real closed field.
   The k-th largest singular value of M is at least v when vectors of a k-dimensional space are
   stretched by v or more; at most v when those of a space of codimension k - 1 are stretched by
   no more. An SVD, where there is one, has values that obey both; see svd_between. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section SingularValues.
Variable R : rcfType.

(* Spaces are row spaces, as in MathComp; k counts from 1. *)
Definition sv_at_least m n (M : 'M[R]_(m, n)) (k : nat) (v : R) : Prop :=
  exists2 V : 'M[R]_n, (k <= \rank V)%N &
    forall x : 'cV_n, (x^T <= V)%MS -> v * norm x <= norm (M *m x).

Definition sv_at_most m n (M : 'M[R]_(m, n)) (k : nat) (v : R) : Prop :=
  exists2 W : 'M[R]_n, (n < \rank W + k)%N &
    forall x : 'cV_n, (x^T <= W)%MS -> norm (M *m x) <= v * norm x.

(* Both bounds of the same value are in order: the two spaces meet. *)
Theorem sv_order m n (M : 'M_(m, n)) k a b : sv_at_least M k a -> sv_at_most M k b -> a <= b.
Proof.
move=> [V kV Va] [W nW Wb].
have VW : (0 < \rank (V :&: W)%MS)%N.
  have := mxrank_sum_cap V W; have := rank_leq_col (V + W)%MS => sum_le sum_eq.
  rewrite -(ltn_add2l (\rank (V + W)%MS)) addn0 sum_eq.
  apply: leq_ltn_trans sum_le _; apply: leq_trans nW _.
  by rewrite addnC leq_add2r.
have nz : nz_row (V :&: W)%MS != 0 by rewrite nz_row_eq0 -mxrank_eq0 -lt0n.
have := nz_row_sub (V :&: W)%MS; rewrite sub_capmx; set x := nz_row _ in nz * => /andP[xV xW].
have xpos : 0 < norm x^T by rewrite norm_tr norm_gt0.
rewrite -(ler_pmul2r xpos).
by apply: le_trans (Va _ _) (Wb _ _); rewrite trmxK.
Qed.

Lemma sv_at_least_weaken m n (M : 'M_(m, n)) k k' v v' :
  (k' <= k)%N -> v' <= v -> sv_at_least M k v -> sv_at_least M k' v'.
Proof.
move=> kk vv [V kV Vv]; exists V => [|x /Vv xv]; first exact: leq_trans kV.
by apply: le_trans xv; apply: ler_wpmul2r.
Qed.

Lemma sv_at_most_weaken m n (M : 'M_(m, n)) k k' v v' :
  (k <= k')%N -> v <= v' -> sv_at_most M k v -> sv_at_most M k' v'.
Proof.
move=> kk vv [W nW Wv]; exists W => [|x /Wv xv].
  by apply: leq_trans nW _; rewrite leq_add2l.
by apply: le_trans xv _; apply: ler_wpmul2r.
Qed.

(* Every value is at least 0. *)
Lemma sv_at_least0 m n (M : 'M_(m, n)) k : (k <= n)%N -> sv_at_least M k 0.
Proof. by move=> kn; exists 1%:M => [|x _]; rewrite ?mxrank1 ?mul0r. Qed.

(* (W), Weyl: a perturbation moves no value by more than its norm. *)
Theorem weyl_at_most m n (M E : 'M_(m, n)) k v e :
  norm_at_most E e -> sv_at_most M k v -> sv_at_most (M + E) k (v + e).
Proof.
move=> Ee [W nW Wv]; exists W => // x /Wv xv; rewrite mulmxDl mulrDl.
exact: le_trans (normD _ _) (ler_add xv (Ee x)).
Qed.

Theorem weyl_at_least m n (M E : 'M_(m, n)) k v e :
  norm_at_most E e -> sv_at_least M k v -> sv_at_least (M + E) k (v - e).
Proof.
move=> Ee [V kV Vv]; exists V => // x /Vv xv; rewrite mulmxDl mulrBl.
exact: le_trans (ler_sub xv (Ee x)) (norm_triangle_lower _ _).
Qed.

(* (M): factors on the left. *)
Theorem mul_left_at_most m n p (B : 'M_(m, n)) (A : 'M_(n, p)) k a b :
  0 <= b -> norm_at_most B b -> sv_at_most A k a -> sv_at_most (B *m A) k (b * a).
Proof.
move=> b0 Bb [W nW Wa]; exists W => // x /Wa xa; rewrite -mulmxA -mulrA.
by apply: le_trans (Bb _) _; apply: ler_wpmul2l.
Qed.

Theorem mul_left_at_least m n p (B : 'M_(m, n)) (A : 'M_(n, p)) k a b :
  0 <= b -> norm_at_least B b -> sv_at_least A k a -> sv_at_least (B *m A) k (b * a).
Proof.
move=> b0 Bb [V kV Va]; exists V => // x /Va xa; rewrite -mulmxA -mulrA.
by apply: le_trans (Bb _); apply: ler_wpmul2l.
Qed.

(* (M): factors on the right. *)
Theorem mul_right_at_most m n p (A : 'M_(m, n)) (B : 'M_(n, p)) k a b :
  0 <= a -> norm_at_most B b -> sv_at_most A k a -> sv_at_most (A *m B) k (a * b).
Proof.
move=> a0 Bb [W nW Wa].
pose K := B^T *m cokermx W; exists (kermx K).
  rewrite mxrank_ker.
  have rK : (\rank K <= n - \rank W)%N.
    by rewrite -mxrank_coker; apply: mxrankM_maxr.
  have Wn := rank_leq_col W; have Kp := rank_leq_row K.
  have kW : (\rank K < k)%N.
    by apply: leq_ltn_trans rK _; rewrite ltn_subLR.
  by rewrite -{1}(subnK Kp) ltn_add2l.
move=> x /sub_kermxP; rewrite /K mulmxA -trmx_mul => Bx; rewrite -mulmxA -mulrA.
have BxW : ((B *m x)^T <= W)%MS by rewrite submxE Bx.
by apply: le_trans (Wa _ BxW) _; apply: ler_wpmul2l => //; apply: (Bb x).
Qed.

Theorem mul_right_at_least m n p (A : 'M_(m, n)) (B : 'M_(p, n)) k a b :
  0 <= a -> 0 < b -> norm_at_least B b -> sv_at_least A k a -> sv_at_least (A *m B^T) k (a * b).
Proof.
move=> a0 b0 Bb [V kV Va]; have [C BC Cb] := norm_at_least_right_inverse b0 Bb.
exists <<V *m C^T>>%MS.
  rewrite genmxE mxrankMfree //; apply/row_freeP; exists B.
  by apply: trmx_inj; rewrite trmx_mul trmxK BC trmx1.
move=> x; rewrite genmxE => /submxP[y xy].
have -> : x = C *m (y *m V)^T by apply: trmx_inj; rewrite xy trmx_mul trmxK mulmxA.
have yV : ((y *m V)^T^T <= V)%MS by rewrite trmxK submxMl.
rewrite -mulmxA (mulmxA B^T) BC mul1mx; apply: le_trans (Va _ yV).
rewrite -mulrA; apply: ler_wpmul2l => //; rewrite -ler_pdivl_mull //; exact: Cb.
Qed.

(* A matrix E of rank r moves a value by at most r places. *)
Theorem rank_at_least m n (M E : 'M_(m, n)) k v :
  sv_at_least (M + E) (k + \rank E) v -> sv_at_least M k v.
Proof.
move=> [V kV Vv]; exists (V :&: kermx E^T)%MS.
  have := mxrank_sum_cap V (kermx E^T); have := rank_leq_col (V + kermx E^T)%MS => sum_le sum_eq.
  rewrite -(leq_add2r (\rank E)); apply: leq_trans kV _.
  rewrite -(leq_add2r (\rank (kermx E^T))) -sum_eq mxrank_ker mxrank_tr.
  by rewrite addnC -addnA leq_add2l subnKC // rank_leq_col.
move=> x; rewrite sub_capmx => /andP[/Vv xv /sub_kermxP xE].
suff Ex : E *m x = 0 by move: xv; rewrite mulmxDl Ex addr0.
by apply: trmx_inj; rewrite trmx_mul xE trmx0.
Qed.

Theorem rank_at_most m n (M E : 'M_(m, n)) k v :
  sv_at_most M k v -> sv_at_most (M + E) (k + \rank E) v.
Proof.
move=> [W nW Wv]; exists (W :&: kermx E^T)%MS.
  have := mxrank_sum_cap W (kermx E^T); have := rank_leq_col (W + kermx E^T)%MS => sum_le sum_eq.
  apply: leq_trans nW _; rewrite addnA addnAC leq_add2r.
  rewrite -(leq_add2r (\rank (kermx E^T))) -sum_eq mxrank_ker mxrank_tr.
  by rewrite addnC -addnA leq_add2l subnKC // rank_leq_col.
move=> x; rewrite sub_capmx => /andP[/Wv xv /sub_kermxP xE].
suff Ex : E *m x = 0 by rewrite mulmxDl Ex addr0.
by apply: trmx_inj; rewrite trmx_mul xE trmx0.
Qed.

(* A thin singular value decomposition: orthonormal columns, values in descending order. *)
Definition diagonal q (s : 'I_q -> R) : 'M[R]_q := diag_mx (\row_i s i).

Definition svd m n q (M : 'M[R]_(m, n)) (P : 'M_(m, q)) (s : 'I_q -> R) (Q : 'M_(n, q)) : Prop :=
  [/\ P^T *m P = 1%:M, Q^T *m Q = 1%:M, forall i, 0 <= s i,
      forall i j : 'I_q, (i <= j)%N -> s j <= s i & M = P *m diagonal s *m Q^T].

Lemma sqnorm_diagonal q (s : 'I_q -> R) (z : 'cV_q) :
  sqnorm (diagonal s *m z) = \sum_i s i ^+ 2 * z i 0 ^+ 2.
Proof.
rewrite /sqnorm /inner; apply: eq_bigr => i _; rewrite big_ord1 -expr2.
by rewrite /diagonal mul_diag_mx !mxE exprMn.
Qed.

Lemma sqnorm_cV q (z : 'cV[R]_q) : sqnorm z = \sum_i z i 0 ^+ 2.
Proof. by apply: eq_bigr => i _; rewrite big_ord1 -expr2. Qed.

Lemma diagonal_at_least q (s : 'I_q -> R) (i : 'I_q) :
  (forall j, 0 <= s j) -> (forall j k : 'I_q, (j <= k)%N -> s k <= s j) ->
  sv_at_least (diagonal s) i.+1 (s i).
Proof.
move=> s0 sorted; exists (pid_mx i.+1); first by rewrite rank_pid_mx.
move=> x /submxP[y xy].
have x0 (j : 'I_q) : (i < j)%N -> x j 0 = 0.
  move=> ij; have := congr1 (fun u : 'rV_q => u 0 j) xy; rewrite !mxE => ->.
  rewrite big1 // => k _; rewrite mxE; case: eqP => [->|_]; last by rewrite mulr0.
  by rewrite ltnNge ij mulr0.
rewrite norm_ge_sqr // sqnorm_diagonal sqnorm_cV mulr_sumr; apply: ler_sum => j _.
case: (leqP j i) => [ji | /x0->]; last by rewrite expr0n !mulr0.
rewrite ler_wpmul2r ?sqr_ge0 // ler_pexpn2r ?nnegrE //; exact: sorted.
Qed.

Lemma diagonal_at_most q (s : 'I_q -> R) (i : 'I_q) :
  (forall j, 0 <= s j) -> (forall j k : 'I_q, (j <= k)%N -> s k <= s j) ->
  sv_at_most (diagonal s) i.+1 (s i).
Proof.
move=> s0 sorted; exists (copid_mx i).
  by rewrite rank_copid_mx ?(ltnW (ltn_ord i)) // addnS ltnS subnK // ltnW.
move=> x /submxP[y xy].
have x0 (j : 'I_q) : (j < i)%N -> x j 0 = 0.
  move=> ji; have := congr1 (fun u : 'rV_q => u 0 j) xy; rewrite !mxE => ->.
  rewrite big1 // => k _; rewrite !mxE; case: (eqVneq k j) => [->|kj].
    by rewrite eqxx ji subrr mulr0.
  by rewrite -val_eqE /= in kj; rewrite (negPf kj) subrr mulr0.
rewrite norm_le_sqr // sqnorm_diagonal sqnorm_cV mulr_sumr; apply: ler_sum => j _.
case: (leqP i j) => [ij | /x0->]; last by rewrite expr0n !mulr0.
rewrite ler_wpmul2r ?sqr_ge0 // ler_pexpn2r ?nnegrE //; exact: sorted.
Qed.

Lemma isometry_at_most m n (Q : 'M[R]_(m, n)) : Q^T *m Q = 1%:M -> norm_at_most Q 1.
Proof. by move=> QQ x; rewrite mul1r norm_isometry. Qed.

Lemma isometry_at_least m n (Q : 'M[R]_(m, n)) : Q^T *m Q = 1%:M -> norm_at_least Q 1.
Proof. by move=> QQ x; rewrite mul1r norm_isometry. Qed.

(* The i-th value of an SVD is the i-th singular value. *)
Theorem svd_at_least m n q (M : 'M_(m, n)) (P : 'M_(m, q)) s (Q : 'M_(n, q)) (i : 'I_q) :
  svd M P s Q -> sv_at_least M i.+1 (s i).
Proof.
case=> PP QQ s0 sorted ->; rewrite -[s i]mulr1.
apply: (mul_right_at_least (s0 i) ltr01 (isometry_at_least QQ)).
by rewrite -[s i]mul1r; apply: (mul_left_at_least ler01 (isometry_at_least PP)); apply: diagonal_at_least.
Qed.

Theorem svd_at_most m n q (M : 'M_(m, n)) (P : 'M_(m, q)) s (Q : 'M_(n, q)) (i : 'I_q) :
  svd M P s Q -> sv_at_most M i.+1 (s i).
Proof.
case=> PP QQ s0 sorted ->; rewrite -[s i]mulr1.
apply: (mul_right_at_most (s0 i) (norm_at_most_tr ler01 (isometry_at_most QQ))).
by rewrite -[s i]mul1r; apply: (mul_left_at_most ler01 (isometry_at_most PP)); apply: diagonal_at_most.
Qed.

(* Whatever SVD M has, its i-th value lies between bounds of the i-th singular value. *)
Theorem svd_between m n q (M : 'M_(m, n)) (P : 'M_(m, q)) s (Q : 'M_(n, q)) (i : 'I_q) a b :
  svd M P s Q -> sv_at_least M i.+1 a -> sv_at_most M i.+1 b -> a <= s i <= b.
Proof.
move=> M_svd Ma Mb; rewrite (sv_order Ma (svd_at_most i M_svd)).
by rewrite (sv_order (svd_at_least i M_svd) Mb).
Qed.

(* Two SVDs of one matrix have the same values. *)
Corollary svd_unique m n q (M : 'M_(m, n)) (P P' : 'M_(m, q)) s s' (Q Q' : 'M_(n, q)) i :
  svd M P s Q -> svd M P' s' Q' -> s i = s' i.
Proof.
move=> S S'; apply/eqP; rewrite eq_le.
by rewrite (sv_order (svd_at_least i S) (svd_at_most i S')) (sv_order (svd_at_least i S') (svd_at_most i S)).
Qed.

End SingularValues.
