(* T8: rank bounds of the feedback, with invariants of the mixer.
   D is the derivative of H at X in row-major coordinates: DH[Z] = vec_mx (mxvec Z *m D).
   The feedback is E[Z] = DH[Z] X. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section RankBounds.
Variable F : fieldType.

(* The map M -> A M B has at most rank(A) rank(B) independent values. *)
Lemma rank_two_sided m n p q (A : 'M[F]_(m, n)) (B : 'M_(p, q)) :
  (\rank (lin_mx (mulmxr B \o mulmx A)) <= \rank A * \rank B)%N.
Proof.
have -> : lin_mx (mulmxr B \o mulmx A) =
    lin_mx (mulmxr (col_base B) \o mulmx (row_base A)) *m
    lin_mx (mulmxr (row_base B) \o mulmx (col_base A)).
  apply/row_matrixP => i; rewrite row_mul !rowE.
  rewrite !mul_rV_lin /= mxvecK; congr (mxvec _).
  by rewrite -{1}(mulmx_base A) -{1}(mulmx_base B) !mulmxA.
exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

Section Feedback.
Variables (n d : nat) (D : 'M[F]_(n * d, n * n)) (X : 'M[F]_(n, d)).

Definition derivative (Z : 'M[F]_(n, d)) : 'M[F]_n := vec_mx (mxvec Z *m D).
Definition feedback : 'M[F]_(n * d, n * d) := D *m lin_mx (mulmxr X).

Lemma feedbackE Z : vec_mx (mxvec Z *m feedback) = derivative Z *m X.
Proof. by rewrite /feedback /derivative mulmxA mul_rV_lin mxvecK. Qed.

(* If all values of DH are of the form A M B, the rank is at most rank(A) rank(B X). *)
Lemma rank_feedback_factors p q (A : 'M_(n, p)) (B : 'M_(q, n)) (D' : 'M_(n * d, p * q)) :
  D = D' *m lin_mx (mulmxr B \o mulmx A) -> (\rank feedback <= \rank A * \rank (B *m X))%N.
Proof.
move=> DE; have -> : feedback = D' *m lin_mx (mulmxr (B *m X) \o mulmx A).
  rewrite /feedback DE -mulmxA; congr (_ *m _); apply/row_matrixP => i; rewrite row_mul !rowE.
  by rewrite !mul_rV_lin /= mxvecK !mulmxA.
exact: leq_trans (mxrankM_maxr _ _) (rank_two_sided _ _).
Qed.

(* T8 (a): without invariants the rank is at most n rank(X). *)
Theorem rank_feedback : (\rank feedback <= n * \rank X)%N.
Proof.
have := @rank_feedback_factors n n 1%:M 1%:M D; rewrite mul1mx mxrank1; apply.
rewrite -[LHS]mulmx1; congr (_ *m _); apply/row_matrixP => i; rewrite !rowE mulmx1.
by rewrite mul_rV_lin /= mul1mx mulmx1 vec_mxK.
Qed.

(* The projection along the mean: I - 11'/n. *)
Definition centre : 'M[F]_n := 1%:M - n%:R^-1 *: (const_mx 1 : 'M_n).

Hypothesis n_neq0 : n%:R != 0 :> F.

Lemma centre_ones : centre *m (const_mx 1 : 'cV_n) = 0.
Proof.
rewrite mulmxBl mul1mx -scalemxAl; apply/eqP; rewrite subr_eq0; apply/eqP/matrixP => i j.
rewrite !mxE (eq_bigr (fun=> 1)) => [|k _]; last by rewrite !mxE mulr1.
by rewrite sumr_const card_ord mulVf.
Qed.

Lemma rank_centre : (\rank centre <= n.-1)%N.
Proof.
have n0 : (0 < n)%N by rewrite lt0n; apply: contraNneq n_neq0 => ->.
rewrite -ltnS prednK // ltnNge; apply/negP => full.
have cu : row_free centre by rewrite -row_leq_rank.
have cu' : centre \in unitmx by rewrite -row_free_unit.
have := congr1 (mulmx (invmx centre)) centre_ones; rewrite mulKmx // mulmx0.
move/matrixP/(_ (Ordinal n0) 0); rewrite !mxE => /eqP.
by rewrite oner_eq0.
Qed.

(* Column sums of DH vanish: 1' DH[Z] = 0. Row sums vanish: DH[Z] 1 = 0. *)
Definition columns_conserved : Prop := forall Z, (const_mx 1 : 'rV[F]_n) *m derivative Z = 0.
Definition rows_conserved : Prop := forall Z, derivative Z *m (const_mx 1 : 'cV_n) = 0.

Lemma ones_ones : const_mx 1 = (const_mx 1 : 'cV[F]_n) *m (const_mx 1 : 'rV_n).
Proof. by apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE mulr1. Qed.

Lemma centre_left : columns_conserved -> forall Z, centre *m derivative Z = derivative Z.
Proof.
by move=> cons Z; rewrite mulmxBl mul1mx -scalemxAl ones_ones -mulmxA cons mulmx0 scaler0 subr0.
Qed.

Lemma centre_right : rows_conserved -> forall Z, derivative Z *m centre = derivative Z.
Proof.
by move=> cons Z; rewrite mulmxBr mulmx1 -scalemxAr ones_ones mulmxA cons mul0mx scaler0 subr0.
Qed.

(* T8, columns exact: rank at most (n - 1) rank(X). *)
Theorem rank_feedback_columns : columns_conserved -> (\rank feedback <= n.-1 * \rank X)%N.
Proof.
move=> cons; apply: leq_trans (leq_mul rank_centre (leqnn _)).
have := @rank_feedback_factors n n centre 1%:M D; rewrite mul1mx; apply.
apply/row_matrixP => i; rewrite !rowE mulmxA mul_rV_lin /= mulmx1.
by have := centre_left cons (vec_mx (delta_mx 0 i)); rewrite /derivative vec_mxK => ->; rewrite vec_mxK.
Qed.

(* T8, rows exact: rank at most n rank(QX), Q = centre. *)
Theorem rank_feedback_rows : rows_conserved -> (\rank feedback <= n * \rank (centre *m X))%N.
Proof.
move=> cons; have := @rank_feedback_factors n n 1%:M centre D; rewrite mxrank1; apply.
apply/row_matrixP => i; rewrite !rowE mulmxA mul_rV_lin /= mul1mx.
by have := centre_right cons (vec_mx (delta_mx 0 i)); rewrite /derivative vec_mxK => ->; rewrite vec_mxK.
Qed.

(* T8, both exact: E[Z] = DH[Z] Q X and the rank is at most (n - 1) rank(QX) <= (n - 1)^2. *)
Theorem feedback_centred : rows_conserved ->
  forall Z, vec_mx (mxvec Z *m feedback) = derivative Z *m (centre *m X).
Proof. by move=> cons Z; rewrite feedbackE mulmxA centre_right. Qed.

Theorem rank_feedback_both : columns_conserved -> rows_conserved ->
  (\rank feedback <= n.-1 * \rank (centre *m X))%N.
Proof.
move=> ccons rcons; apply: leq_trans (leq_mul rank_centre (leqnn _)).
apply: (@rank_feedback_factors n n centre centre D).
apply/row_matrixP => i; rewrite !rowE mulmxA mul_rV_lin /=.
have := centre_left ccons (vec_mx (delta_mx 0 i)).
have := centre_right rcons (vec_mx (delta_mx 0 i)); rewrite /derivative vec_mxK => E1 E2.
by rewrite E2 E1 vec_mxK.
Qed.

Corollary rank_feedback_marginals : columns_conserved -> rows_conserved ->
  (\rank feedback <= n.-1 ^ 2)%N.
Proof.
move=> ccons rcons; apply: leq_trans (rank_feedback_both ccons rcons) _.
rewrite expnS expn1; apply: leq_mul => //.
exact: leq_trans (mxrankM_maxl _ _) rank_centre.
Qed.

End Feedback.

(* T8 (b): if the first step P has vanishing row sums, as the derivative of a row softmax does, *)
(* every derivative composed with it has rank at most n(n - 1).                                  *)
Theorem rank_row_softmax n d r (P : 'M[F]_(n * d, n * n)) (Phi : 'M_(n * n, r)) :
  n%:R != 0 :> F -> rows_conserved P -> (\rank (P *m Phi) <= n * n.-1)%N.
Proof.
move=> n0 cons; apply: leq_trans (mxrankM_maxl _ _) _.
apply: leq_trans (leq_mul (leqnn n) (rank_centre n0)).
have rank_map := rank_two_sided (1%:M : 'M_n) (centre n).
rewrite mxrank1 in rank_map; apply: leq_trans rank_map.
have -> : P = P *m lin_mx (mulmxr (centre n) \o mulmx 1%:M).
  apply/row_matrixP => i; rewrite !rowE mulmxA mul_rV_lin /= mul1mx.
  by have := centre_right cons (vec_mx (delta_mx 0 i)); rewrite /derivative vec_mxK => ->; rewrite vec_mxK.
exact: mxrankM_maxr.
Qed.

(* T8, products: rank(prod (D_l + E_l) - prod D_l) <= sum rank E_l. *)
Theorem rank_product_difference n (DE : seq ('M[F]_n * 'M[F]_n)) :
  (\rank (foldr (fun de M => (de.1 + de.2) *m M) 1%:M DE - foldr (fun de M => de.1 *m M) 1%:M DE)%R
   <= \sum_(de <- DE) \rank de.2)%N.
Proof.
elim: DE => [|[D E] DE IH] /=; first by rewrite subrr mxrank0.
rewrite big_cons /=; set M' := foldr _ _ _ in IH *; set M := foldr _ _ _ in IH *.
have -> : (D + E) *m M' - D *m M = E *m M' + D *m (M' - M).
  by rewrite mulmxDl mulmxBr addrA (addrC (E *m M')).
apply: leq_trans (mxrank_add _ _) (leq_add (mxrankM_maxl _ _) _).
exact: leq_trans (mxrankM_maxr _ _) IH.
Qed.

End RankBounds.
