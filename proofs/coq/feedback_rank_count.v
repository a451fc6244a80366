(* T8 (c): a lower bound of the rank of the feedback, by counting singular values. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker operator_bound singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Count.
Variable R : rcfType.

(* Columns of a vector of the space of A (x) I_d lie in the space of A. *)
Lemma kronecker_space r n d (A : 'M[R]_(r, n)) (x : 'cV_(n * d)) :
  (x^T <= kronecker A (1%:M : 'M_d))%MS ->
  exists2 Z : 'M_(n, d), x = vec Z & forall j, ((col j Z)^T <= A)%MS.
Proof.
case/submxP=> y xy; exists (A^T *m vec_mx y) => [|j].
  rewrite -[A^T *m _]mulmx1 vec_mul /vec vec_mxK trmx1; apply: trmx_inj.
  by rewrite xy trmx_mul trmxK kronecker_tr trmxK trmx1.
by rewrite colE -mulmxA -colE trmx_mul trmxK submxMl.
Qed.

Lemma kronecker_rank r n d (A : 'M[R]_(r, n)) :
  row_free A -> \rank (kronecker A (1%:M : 'M_d)) = (r * d)%N.
Proof.
case/row_freeP=> B AB; apply/eqP; rewrite -[_ == _]/(row_free _); apply/row_freeP.
by exists (kronecker B 1%:M); rewrite kronecker_mul AB mul1mx kronecker1.
Qed.

Lemma kronecker_apply n d (H : 'M[R]_n) (Z : 'M_(n, d)) :
  kronecker H (1%:M : 'M_d) *m vec Z = vec (H *m Z).
Proof. by rewrite -[H *m Z]mulmx1 vec_mul trmx1. Qed.

(* Each singular value of H is one of H (x) I_d, d times. *)
Theorem kronecker_sv_at_least n d (H : 'M[R]_n) k v :
  0 <= v -> sv_at_least H k v -> sv_at_least (kronecker H (1%:M : 'M_d)) (k * d) v.
Proof.
move=> v0 [V kV Vv]; exists <<kronecker (row_base V) 1%:M>>%MS.
  by rewrite genmxE kronecker_rank ?row_base_free // leq_mul2r kV orbT.
move=> x; rewrite genmxE => /kronecker_space[Z -> ZV].
rewrite kronecker_apply norm_ge_sqr // !sqnorm_vec [sqnorm Z]sqnorm_col sqnorm_col mulr_sumr.
apply: ler_sum => j _; rewrite -norm_ge_sqr // [col j (H *m Z)]colE -mulmxA -colE; apply: Vv.
by rewrite -(eq_row_base V) ZV.
Qed.

Theorem kronecker_sv_at_most n d (H : 'M[R]_n) k v :
  0 <= v -> (0 < d)%N -> sv_at_most H k.+1 v ->
  sv_at_most (kronecker H (1%:M : 'M_d)) (k * d).+1 v.
Proof.
move=> v0 d0 [W nW Wv]; exists <<kronecker (row_base W) 1%:M>>%MS.
  rewrite genmxE kronecker_rank ?row_base_free // addnS ltnS -mulnDl leq_mul2r.
  by move: nW; rewrite addnS ltnS => ->; rewrite orbT.
move=> x; rewrite genmxE => /kronecker_space[Z -> ZW].
rewrite kronecker_apply norm_le_sqr // !sqnorm_vec [sqnorm Z]sqnorm_col sqnorm_col mulr_sumr.
apply: ler_sum => j _; rewrite -norm_le_sqr // [col j (H *m Z)]colE -mulmxA -colE; apply: Wv.
by rewrite -(eq_row_base W) ZW.
Qed.

Section Feedback.
Variables (n d : nat) (H : 'M[R]_n) (J : 'M[R]_(n * d)).
Let E := J - kronecker H (1%:M : 'M_d).

(* If p singular values of J are at least w > v >= sigma_(k+1)(H), then p <= kd + rank E. *)
Theorem count_above k p v w :
  0 <= v -> v < w -> sv_at_most H k.+1 v -> sv_at_least J p w -> (p <= k * d + \rank E)%N.
Proof.
move=> v0 vw Hv Jw; rewrite leqNgt; apply/negP => many.
have d0 : (0 < d)%N.
  case: Jw => V pV _; have := leq_trans many (leq_trans pV (rank_leq_row V)).
  by move/(leq_ltn_trans (leq0n _)); rewrite muln_gt0 => /andP[].
have Jw' : sv_at_least (kronecker H 1%:M + E) ((k * d).+1 + \rank E) w.
  by rewrite /E addrC subrK; apply: sv_at_least_weaken (lexx w) Jw; rewrite addSn.
have := sv_order (rank_at_least Jw') (kronecker_sv_at_most v0 d0 Hv).
by rewrite leNgt vw.
Qed.

(* If all but i - 1 singular values of J are at most w < v <= sigma_k(H), then kd < i + rank E: *)
(* the p = nd - i + 1 values below v give rank E >= p - (n - k)d.                               *)
Theorem count_below k i v w :
  0 <= v -> w < v -> sv_at_least H k v -> sv_at_most J i w -> (k * d < i + \rank E)%N.
Proof.
move=> v0 wv Hv Jw; rewrite ltnNge; apply/negP => many.
have rE : \rank (- E) = \rank E by rewrite mxrank_opp.
have Hw : sv_at_most (J + - E) (i + \rank (- E)) w by apply: rank_at_most.
have JE : J + - E = kronecker H 1%:M by rewrite /E opprB addrC subrK.
rewrite JE rE in Hw.
have := sv_order (kronecker_sv_at_least d v0 Hv) (sv_at_most_weaken many (lexx w) Hw).
by rewrite leNgt wv.
Qed.

Corollary count_below_places k p v w :
  0 <= v -> w < v -> (k <= n)%N -> (p <= n * d)%N ->
  sv_at_least H k v -> sv_at_most J (n * d - p).+1 w -> (p <= (n - k) * d + \rank E)%N.
Proof.
move=> v0 wv kn pn Hv Jw; have := count_below v0 wv Hv Jw.
rewrite addSn ltnS mulnBl => le; have kd : (k * d <= n * d)%N by rewrite leq_mul2r kn orbT.
rewrite -(leq_add2l (k * d)) addnA subnKC //.
by move: le; rewrite -(leq_add2r p) addnAC subnK.
Qed.

End Feedback.
End Count.
