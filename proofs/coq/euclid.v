(* Euclidean and Frobenius norms over any real closed field, without spectral theory. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Squares.
Variable R : realDomainType.

(* The inner product of two matrices, entry by entry. *)
Definition inner m n (A B : 'M[R]_(m, n)) : R := \sum_i \sum_j A i j * B i j.

(* The square of the Frobenius norm; of the Euclidean norm, for a column. *)
Definition sqnorm m n (A : 'M[R]_(m, n)) : R := inner A A.

Lemma inner_trace m n (A B : 'M[R]_(m, n)) : inner A B = \tr (A^T *m B).
Proof.
rewrite /inner exchange_big; apply: eq_bigr => j _.
by rewrite !mxE; apply: eq_bigr => i _; rewrite !mxE.
Qed.

Lemma innerC m n (A B : 'M[R]_(m, n)) : inner A B = inner B A.
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulrC. Qed.

Lemma innerDl m n (A B C : 'M[R]_(m, n)) : inner (A + B) C = inner A C + inner B C.
Proof. by rewrite !inner_trace linearD mulmxDl linearD. Qed.

Lemma innerDr m n (A B C : 'M[R]_(m, n)) : inner C (A + B) = inner C A + inner C B.
Proof. by rewrite ![inner C _]innerC innerDl. Qed.

Lemma innerZl m n a (A B : 'M[R]_(m, n)) : inner (a *: A) B = a * inner A B.
Proof. by rewrite !inner_trace linearZ -scalemxAl linearZ. Qed.

Lemma innerZr m n a (A B : 'M[R]_(m, n)) : inner A (a *: B) = a * inner A B.
Proof. by rewrite ![inner A _]innerC innerZl. Qed.

(* <MA, B> = <A, M'B> with M' the transpose. *)
Lemma inner_mull m n p (M : 'M[R]_(m, n)) (A : 'M_(n, p)) (B : 'M_(m, p)) :
  inner (M *m A) B = inner A (M^T *m B).
Proof. by rewrite !inner_trace trmx_mul mulmxA. Qed.

Lemma sqnorm_trace m n (A : 'M[R]_(m, n)) : sqnorm A = \tr (A^T *m A).
Proof. exact: inner_trace. Qed.

Lemma sqnorm_tr m n (A : 'M[R]_(m, n)) : sqnorm A^T = sqnorm A.
Proof. by rewrite !sqnorm_trace trmxK mxtrace_mulC. Qed.

Lemma sqnorm_ge0 m n (A : 'M[R]_(m, n)) : 0 <= sqnorm A.
Proof. by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0. Qed.

Lemma sqnorm_eq0 m n (A : 'M[R]_(m, n)) : (sqnorm A == 0) = (A == 0).
Proof.
apply/eqP/eqP => [A0 | ->]; last by rewrite /sqnorm inner_trace mulmx0 linear0.
have row0 i : \sum_j A i j * A i j = 0.
  move/eqP: A0; rewrite psumr_eq0 => [/allP/(_ i (mem_index_enum _))/implyP/(_ isT)/eqP // | k _].
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
apply/matrixP => i j; rewrite mxE; move/eqP: (row0 i).
rewrite psumr_eq0 => [/allP/(_ j (mem_index_enum _))/implyP/(_ isT) | k _].
  by rewrite -expr2 sqrf_eq0 => /eqP.
by rewrite -expr2 sqr_ge0.
Qed.

Lemma sqnorm0 m n : sqnorm (0 : 'M[R]_(m, n)) = 0.
Proof. by apply/eqP; rewrite sqnorm_eq0. Qed.

Lemma sqnormD m n (A B : 'M[R]_(m, n)) : sqnorm (A + B) = sqnorm A + 2%:R * inner A B + sqnorm B.
Proof.
rewrite /sqnorm innerDl !innerDr (innerC B A) mulr_natl mulr2n.
by rewrite !addrA.
Qed.

Lemma sqnormZ m n a (A : 'M[R]_(m, n)) : sqnorm (a *: A) = a ^+ 2 * sqnorm A.
Proof. by rewrite /sqnorm innerZl innerZr mulrA. Qed.

(* Pythagoras. *)
Lemma sqnormD_orth m n (A B : 'M[R]_(m, n)) : inner A B = 0 -> sqnorm (A + B) = sqnorm A + sqnorm B.
Proof. by move=> AB; rewrite sqnormD AB mulr0 addr0. Qed.

(* Orthonormal columns keep the norm. *)
Lemma sqnorm_isometry m n p (Q : 'M[R]_(m, n)) (A : 'M_(n, p)) :
  Q^T *m Q = 1%:M -> sqnorm (Q *m A) = sqnorm A.
Proof. by move=> QQ; rewrite /sqnorm inner_mull mulmxA QQ mul1mx. Qed.

(* The norm of a matrix, column by column. *)
Lemma sqnorm_col m n (A : 'M[R]_(m, n)) : sqnorm A = \sum_j sqnorm (col j A).
Proof.
rewrite /sqnorm /inner exchange_big; apply: eq_bigr => j _.
by apply: eq_bigr => i _; rewrite big_ord1 mxE.
Qed.

(* Cauchy and Schwarz. *)
Lemma cauchy_schwarz_sq m n (A B : 'M[R]_(m, n)) : inner A B ^+ 2 <= sqnorm A * sqnorm B.
Proof.
have [B0|B0] := eqVneq B 0.
  rewrite B0 /sqnorm !inner_trace !(mulmx0, linear0) expr0n mulr0 //.
have Bgt : 0 < sqnorm B by rewrite lt_neqAle sqnorm_ge0 andbT eq_sym sqnorm_eq0.
have := sqnorm_ge0 (sqnorm B *: A - inner A B *: B).
rewrite -scaleNr sqnormD !sqnormZ innerZl innerZr -[sqnorm B ^+ 2]/(sqnorm B * sqnorm B) sqrrN.
set a := sqnorm A; set b := sqnorm B; set c := inner A B => H.
rewrite -subr_ge0 -(pmulr_rge0 _ Bgt) -/b.
suff -> : b * (a * b - c ^+ 2) = b * b * a + 2%:R * (b * (- c * c)) + c ^+ 2 * b by [].
rewrite mulNr mulrN mulrN mulr_natl mulr2n opprD mulrBr -expr2 (mulrC (c ^+ 2)).
by rewrite -!addrA addNr addr0 !mulrA (mulrAC b a b).
Qed.

End Squares.

Section Norms.
Variable R : rcfType.

Definition norm m n (A : 'M[R]_(m, n)) : R := Num.sqrt (sqnorm A).

Lemma norm_ge0 m n (A : 'M[R]_(m, n)) : 0 <= norm A.
Proof. exact: sqrtr_ge0. Qed.
Hint Resolve norm_ge0 : core.

Lemma sqr_norm m n (A : 'M[R]_(m, n)) : norm A ^+ 2 = sqnorm A.
Proof. by rewrite sqr_sqrtr ?sqnorm_ge0. Qed.

Lemma norm_eq0 m n (A : 'M[R]_(m, n)) : (norm A == 0) = (A == 0).
Proof. by rewrite -sqnorm_eq0 -sqr_norm sqrf_eq0. Qed.

Lemma norm_gt0 m n (A : 'M[R]_(m, n)) : (0 < norm A) = (A != 0).
Proof. by rewrite lt_neqAle norm_ge0 andbT eq_sym norm_eq0. Qed.

Lemma norm0 m n : norm (0 : 'M[R]_(m, n)) = 0.
Proof. by apply/eqP; rewrite norm_eq0. Qed.

Lemma norm_tr m n (A : 'M[R]_(m, n)) : norm A^T = norm A.
Proof. by rewrite /norm sqnorm_tr. Qed.

Lemma normZ m n a (A : 'M[R]_(m, n)) : norm (a *: A) = `|a| * norm A.
Proof. by rewrite /norm sqnormZ sqrtrM ?sqr_ge0 // sqrtr_sqr. Qed.

Lemma normN m n (A : 'M[R]_(m, n)) : norm (- A) = norm A.
Proof. by rewrite -scaleN1r normZ normrN1 mul1r. Qed.

Lemma norm_isometry m n p (Q : 'M[R]_(m, n)) (A : 'M_(n, p)) :
  Q^T *m Q = 1%:M -> norm (Q *m A) = norm A.
Proof. by move=> QQ; rewrite /norm sqnorm_isometry. Qed.

(* Squares compare norms. *)
Lemma norm_le_sqr m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) c :
  0 <= c -> (norm A <= c * norm B) = (sqnorm A <= c ^+ 2 * sqnorm B).
Proof.
move=> c0; rewrite -!sqr_norm -exprMn ler_pexpn2r // nnegrE ?mulr_ge0 //.
Qed.

Lemma norm_ge_sqr m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) c :
  0 <= c -> (c * norm B <= norm A) = (c ^+ 2 * sqnorm B <= sqnorm A).
Proof.
move=> c0; rewrite -!sqr_norm -exprMn ler_pexpn2r // nnegrE ?mulr_ge0 //.
Qed.

(* Cauchy and Schwarz. *)
Lemma cauchy_schwarz m n (A B : 'M[R]_(m, n)) : `|inner A B| <= norm A * norm B.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?mulr_ge0 //.
by rewrite real_normK ?num_real // exprMn !sqr_norm cauchy_schwarz_sq.
Qed.

(* The triangle inequality. *)
Lemma normD m n (A B : 'M[R]_(m, n)) : norm (A + B) <= norm A + norm B.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?addr_ge0 //.
rewrite sqr_norm sqnormD sqrrD !sqr_norm ler_add2r ler_add2l mulr_natl ler_pmuln2r //.
exact: le_trans (ler_norm _) (cauchy_schwarz _ _).
Qed.

Lemma normB m n (A B : 'M[R]_(m, n)) : norm (A - B) <= norm A + norm B.
Proof. by rewrite -(normN B) normD. Qed.

Lemma norm_triangle_lower m n (A B : 'M[R]_(m, n)) : norm A - norm B <= norm (A + B).
Proof. by rewrite ler_subl_addr -{1}(addrK B A) normB. Qed.

End Norms.
#[global] Hint Extern 0 (is_true (0 <= norm _)) => solve [apply: norm_ge0] : core.
