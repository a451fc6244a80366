(* The Kronecker product in row-major order (proofs/README.md, Conventions). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Place (i, c) of the product is mxvec_index i c, row-major: row i first. *)
Definition row_of m n (k : 'I_(m * n)) : 'I_m := (enum_val (cast_ord (esym (mxvec_cast m n)) k)).1.
Definition col_of m n (k : 'I_(m * n)) : 'I_n := (enum_val (cast_ord (esym (mxvec_cast m n)) k)).2.

Lemma row_of_index m n (i : 'I_m) (j : 'I_n) : row_of (mxvec_index i j) = i.
Proof. by rewrite /row_of cast_ordK enum_rankK. Qed.

Lemma col_of_index m n (i : 'I_m) (j : 'I_n) : col_of (mxvec_index i j) = j.
Proof. by rewrite /col_of cast_ordK enum_rankK. Qed.

Lemma index_inj m n (i i' : 'I_m) (j j' : 'I_n) :
  (mxvec_index i j == mxvec_index i' j') = (i == i') && (j == j').
Proof.
apply/eqP/andP => [E | [/eqP-> /eqP->] //]; split; apply/eqP.
  by rewrite -(row_of_index i j) E row_of_index.
by rewrite -(col_of_index i j) E col_of_index.
Qed.

Section Kronecker.
Variable R : comRingType.

Definition kronecker m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : 'M[R]_(m * p, n * q) :=
  \matrix_(k, l) (A (row_of k) (row_of l) * B (col_of k) (col_of l)).

Lemma kroneckerE m n p q (A : 'M[R]_(m, n)) (B : 'M_(p, q)) i j k l :
  kronecker A B (mxvec_index i k) (mxvec_index j l) = A i j * B k l.
Proof. by rewrite mxE !row_of_index !col_of_index. Qed.

(* A sum over the places of a product is a double sum. *)
Lemma sum_index m n (F : 'I_(m * n) -> R) : \sum_k F k = \sum_i \sum_j F (mxvec_index i j).
Proof. by rewrite pair_bigA (reindex _ (curry_mxvec_bij m n)) /=; apply: eq_bigr => -[]. Qed.

Lemma matrix_indexP m n p q (A B : 'M[R]_(m * p, n * q)) :
  (forall i k j l, A (mxvec_index i k) (mxvec_index j l) = B (mxvec_index i k) (mxvec_index j l)) ->
  A = B.
Proof. by move=> AB; apply/matrixP; case/mxvec_indexP=> i k; case/mxvec_indexP=> j l. Qed.

(* (A (x) B)(C (x) D) = AC (x) BD. *)
Lemma kronecker_mul m n r p q s (A : 'M[R]_(m, n)) (B : 'M_(p, q)) (C : 'M_(n, r)) (D : 'M_(q, s)) :
  kronecker A B *m kronecker C D = kronecker (A *m C) (B *m D).
Proof.
apply: matrix_indexP => i k j l; rewrite kroneckerE !mxE sum_index big_distrl; apply: eq_bigr => a _.
by rewrite big_distrr; apply: eq_bigr => b _; rewrite !kroneckerE mulrACA.
Qed.

Lemma kronecker_tr m n p q (A : 'M[R]_(m, n)) (B : 'M_(p, q)) :
  (kronecker A B)^T = kronecker A^T B^T.
Proof. by apply/matrixP=> k l; rewrite !mxE. Qed.

Lemma kronecker1 m n : kronecker (1%:M : 'M[R]_m) (1%:M : 'M_n) = 1%:M.
Proof.
apply: matrix_indexP => i k j l; rewrite kroneckerE !mxE index_inj.
by case: (i == j); case: (k == l); rewrite ?(mul0r, mulr0, mul1r).
Qed.

Lemma kroneckerDl m n p q (A A' : 'M[R]_(m, n)) (B : 'M_(p, q)) :
  kronecker (A + A') B = kronecker A B + kronecker A' B.
Proof. by apply/matrixP=> k l; rewrite !mxE mulrDl. Qed.

Lemma kroneckerZl m n p q a (A : 'M[R]_(m, n)) (B : 'M_(p, q)) :
  kronecker (a *: A) B = a *: kronecker A B.
Proof. by apply/matrixP=> k l; rewrite !mxE mulrA. Qed.

Lemma kroneckerBl m n p q (A A' : 'M[R]_(m, n)) (B : 'M_(p, q)) :
  kronecker (A - A') B = kronecker A B - kronecker A' B.
Proof. by rewrite kroneckerDl -[- A']scaleN1r kroneckerZl scaleN1r. Qed.

(* Row-major vec as a column. *)
Definition vec m n (Z : 'M[R]_(m, n)) : 'cV[R]_(m * n) := (mxvec Z)^T.

Lemma vecE m n (Z : 'M[R]_(m, n)) i j k : vec Z (mxvec_index i j) k = Z i j.
Proof. by rewrite ord1 mxE mxvecE. Qed.

(* vec(M Z N) = (M (x) N') vec Z. *)
Lemma vec_mul m n p q (M : 'M[R]_(m, n)) (Z : 'M_(n, p)) (N : 'M_(p, q)) :
  vec (M *m Z *m N) = kronecker M N^T *m vec Z.
Proof.
apply/matrixP; case/mxvec_indexP=> i j k; rewrite vecE !mxE sum_index.
rewrite exchange_big; apply: eq_bigr => b _.
rewrite !mxE big_distrl; apply: eq_bigr => a _.
by rewrite kroneckerE vecE mxE mulrAC.
Qed.

(* Inner products of vectors are traces of products. *)
Lemma vec_gram m n (Y Z : 'M[R]_(m, n)) : (vec Y)^T *m vec Z = (\tr (Y^T *m Z))%:M.
Proof.
apply/matrixP => i j; rewrite !ord1 !mxE sum_index exchange_big mulr1n; apply: eq_bigr => c _.
by rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE !mxvecE.
Qed.

(* A product of orthogonal matrices is orthogonal. *)
Lemma kronecker_orthogonal m n p q (A : 'M[R]_(m, n)) (B : 'M_(p, q)) :
  A^T *m A = 1%:M -> B^T *m B = 1%:M -> (kronecker A B)^T *m kronecker A B = 1%:M.
Proof. by move=> AA BB; rewrite kronecker_tr kronecker_mul AA BB kronecker1. Qed.

(* Eigenvectors multiply: Ax = ax and By = by give (A (x) B)(x (x) y) = ab (x (x) y). *)
Lemma kronecker_eigen m n (A : 'M[R]_m) (B : 'M_n) (x : 'cV_m) (y : 'cV_n) a b :
  A *m x = a *: x -> B *m y = b *: y ->
  kronecker A B *m kronecker x y = (a * b) *: kronecker x y.
Proof.
move=> Ax By; rewrite kronecker_mul Ax By kroneckerZl -scalerA; congr (_ *: _).
by apply/matrixP=> k l; rewrite !mxE mulrCA.
Qed.

End Kronecker.

Lemma sqnorm_vec (R : realDomainType) m n (Z : 'M[R]_(m, n)) : sqnorm (vec Z) = sqnorm Z.
Proof.
rewrite /sqnorm /inner sum_index; apply: eq_bigr => i _; apply: eq_bigr => j _.
by rewrite big_ord1 vecE.
Qed.
