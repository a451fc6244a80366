(* T8, orthogonal mixers: H'DH[Z] is skew, so the feedback has rank at most n(n - 1)/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import rank_bounds.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section RankOrthogonal.
Variable F : fieldType.
Hypothesis two : 2%:R != 0 :> F.

Lemma rank_sum (I : Type) (r : seq I) (Q : pred I) m n (A : I -> 'M[F]_(m, n)) :
  (\rank (\sum_(i <- r | Q i) A i)%R <= \sum_(i <- r | Q i) \rank (A i))%N.
Proof.
elim/big_rec2: _ => [|i k M _ IH]; first by rewrite mxrank0.
exact: leq_trans (mxrank_add _ _) (leq_add (leqnn _) IH).
Qed.

Definition skew n (S : 'M[F]_n) : Prop := S^T = - S.

(* The entries above the diagonal, and how many there are. *)
Definition above n : 'rV[F]_(n * n) := mxvec (\matrix_(i, j) (i < j)%N%:R).

Lemma aboveE n (i j : 'I_n) : above n 0 (mxvec_index i j) = (i < j)%N%:R.
Proof. by rewrite mxvecE mxE. Qed.

Lemma rank_above n : (\rank (diag_mx (above n)) <= 'C(n, 2))%N.
Proof.
rewrite diag_mx_sum_delta; apply: leq_trans (rank_sum _ _ _) _.
rewrite (reindex _ (curry_mxvec_bij n n)) /=.
rewrite (@leq_trans (\sum_(i < n) \sum_(j < n) (i < j)%N)) //.
  rewrite pair_bigA /=; apply: leq_sum => -[i j] _ /=; rewrite aboveE.
  by case: (i < j)%N; rewrite ?scale1r ?scale0r ?mxrank_delta ?mxrank0.
rewrite -triangular_sum big_mkord exchange_big leq_sum // => j _.
rewrite (eq_bigr (fun i : 'I_n => if (i < j)%N then 1%N else 0%N)) => [|i _]; last by case: ltnP.
by rewrite -big_mkcond -(big_ord_widen n (fun=> 1%N) (ltnW (ltn_ord j))) sum1_card card_ord.
Qed.

(* A linear map into the skew n x n matrices has rank at most n(n - 1)/2. *)
Theorem rank_skew m n (S : 'M[F]_(m, n * n)) :
  (forall z, skew (vec_mx (z *m S))) -> (\rank S <= 'C(n, 2))%N.
Proof.
move=> S_skew; apply: leq_trans (rank_above n).
have -> : S = S *m (diag_mx (above n) *m (1%:M - lin_mx trmx)).
  apply/row_matrixP => k; rewrite !rowE mulmxA; set s := _ *m S.
  have sE i j : s 0 (mxvec_index i j) = vec_mx s i j by rewrite [RHS]mxE.
  have anti i j : vec_mx s j i = - vec_mx s i j.
    by have := congr1 (fun M : 'M_n => M i j) (S_skew (delta_mx 0 k)); rewrite [LHS]mxE [RHS]mxE.
  clearbody s; rewrite mulmxA mulmxBr mulmx1 mul_rV_lin /=; apply/rowP; case/mxvec_indexP=> i j.
  rewrite mul_mx_diag !mxE !mxvecE !mxE !sE !aboveE.
  case: (ltngtP i j) => [ij|ji|ij].
  - by rewrite mulr1 mulr0 subr0.
  - by rewrite mulr0 mulr1 sub0r -anti.
  have -> : i = j by apply: val_inj.
  have /eqP := anti j j; rewrite -addr_eq0 -mulr2n -mulr_natl mulf_eq0 (negPf two) /= => /eqP->.
  by rewrite !mul0r subr0.
exact: leq_trans (mxrankM_maxr _ _) (mxrankM_maxl _ _).
Qed.

(* T8: DH[Z] = H S(Z) with S(Z) skew gives feedback of rank at most n(n - 1)/2. *)
Theorem rank_feedback_orthogonal n d (D : 'M[F]_(n * d, n * n)) (X : 'M_(n, d)) (H : 'M_n) :
  H \in unitmx -> (forall Z, skew (invmx H *m derivative D Z)) ->
  (\rank (feedback D X) <= 'C(n, 2))%N.
Proof.
move=> Hu DH_skew; apply: leq_trans (mxrankM_maxl _ _) _.
have DE : D = D *m lin_mx (mulmx (invmx H)) *m lin_mx (mulmx H).
  apply/row_matrixP => k; rewrite !rowE !mulmxA !mul_rV_lin /= mxvecK mulKVmx //.
  by rewrite vec_mxK.
rewrite DE; apply: leq_trans (mxrankM_maxl _ _) _; apply: rank_skew => z.
rewrite mulmxA mul_rV_lin /= mxvecK; have := DH_skew (vec_mx z).
by rewrite /derivative vec_mxK.
Qed.

End RankOrthogonal.
