(* Bounds of operator norms, from above and below, stated with vector norms. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OperatorBound.
Variable R : rcfType.

(* The spectral norm of M is at most c. *)
Definition norm_at_most m n (M : 'M[R]_(m, n)) (c : R) : Prop :=
  forall x : 'cV_n, norm (M *m x) <= c * norm x.

(* M does not shrink any vector below c times its norm. *)
Definition norm_at_least m n (M : 'M[R]_(m, n)) (c : R) : Prop :=
  forall x : 'cV_n, c * norm x <= norm (M *m x).

(* The Frobenius norm bounds the spectral norm. *)
Lemma frobenius m n (M : 'M_(m, n)) : norm_at_most M (norm M).
Proof.
move=> x; rewrite norm_le_sqr // sqr_norm.
rewrite {1}/sqnorm /inner /sqnorm {1}/inner mulr_suml; apply: ler_sum => i _.
rewrite big_ord1 -expr2 mxE.
have -> : \sum_j M i j * x j 0 = inner (row i M) x^T.
  by rewrite /inner big_ord1; apply: eq_bigr => j _; rewrite !mxE.
apply: le_trans (cauchy_schwarz_sq _ _) _; rewrite sqnorm_tr /sqnorm {1}/inner big_ord1.
by under eq_bigr => j do rewrite !mxE.
Qed.

Lemma norm_at_most_mul m n p (A : 'M_(m, n)) (B : 'M_(n, p)) a b :
  0 <= a -> norm_at_most A a -> norm_at_most B b -> norm_at_most (A *m B) (a * b).
Proof.
move=> a0 Aa Bb x; rewrite -mulmxA -mulrA.
exact: le_trans (Aa _) (ler_wpmul2l a0 (Bb x)).
Qed.

Lemma norm_at_most_add m n (A B : 'M_(m, n)) a b :
  norm_at_most A a -> norm_at_most B b -> norm_at_most (A + B) (a + b).
Proof.
move=> Aa Bb x; rewrite mulmxDl mulrDl.
exact: le_trans (normD _ _) (ler_add (Aa x) (Bb x)).
Qed.

Lemma norm_at_most_opp m n (A : 'M_(m, n)) a : norm_at_most A a -> norm_at_most (- A) a.
Proof. by move=> Aa x; rewrite mulNmx normN. Qed.

Lemma norm_at_most_weaken m n (A : 'M_(m, n)) a b :
  a <= b -> norm_at_most A a -> norm_at_most A b.
Proof. by move=> ab Aa x; apply: le_trans (Aa x) _; rewrite ler_wpmul2r. Qed.

(* A matrix and its transpose have the same norm. *)
Lemma norm_at_most_tr m n (A : 'M_(m, n)) a : 0 <= a -> norm_at_most A a -> norm_at_most A^T a.
Proof.
move=> a0 Aa y; have [-> | z0] := eqVneq (A^T *m y) 0; first by rewrite norm0 mulr_ge0.
rewrite -norm_gt0 in z0; rewrite -(ler_pmul2r z0) -expr2 sqr_norm.
rewrite {1}/sqnorm inner_mull trmxK.
apply: le_trans (ler_norm _) _; apply: le_trans (cauchy_schwarz _ _) _.
by rewrite -mulrA mulrCA; apply: ler_wpmul2l (Aa _).
Qed.

(* A matrix that shrinks no vector to 0 has independent columns. *)
Lemma norm_at_least_inj m n (B : 'M_(m, n)) b (x : 'cV_n) :
  0 < b -> norm_at_least B b -> B *m x = 0 -> x = 0.
Proof.
move=> b0 Bb Bx0; apply/eqP; rewrite -norm_eq0 -(mulrI_eq0 _ (mulfI (lt0r_neq0 b0))).
by rewrite eq_le mulr_ge0 ?(ltW b0) // andbT -(norm0 R m 1) -Bx0 Bb.
Qed.

Lemma norm_at_least_free m n (B : 'M_(m, n)) b : 0 < b -> norm_at_least B b -> row_free B^T.
Proof.
move=> b0 Bb; apply: inj_row_free => v vB; apply: trmx_inj; rewrite trmx0.
by apply: (norm_at_least_inj b0 Bb); apply: trmx_inj; rewrite trmx_mul trmxK vB trmx0.
Qed.

Lemma norm_at_least_unit n (B : 'M_n) b : 0 < b -> norm_at_least B b -> B \in unitmx.
Proof. by move=> b0 Bb; rewrite -unitmx_tr -row_free_unit (norm_at_least_free b0 Bb). Qed.

(* A right inverse of B' whose norm is at most 1/b, if B shrinks no vector below b. *)
Lemma norm_at_least_right_inverse m n (B : 'M_(m, n)) b :
  0 < b -> norm_at_least B b ->
  exists2 C : 'M_(m, n), B^T *m C = 1%:M & norm_at_most C b^-1.
Proof.
move=> b0 Bb; have gram_unit : B^T *m B \in unitmx.
  rewrite -row_free_unit; apply: inj_row_free => v vG; apply: trmx_inj; rewrite trmx0.
  apply: (norm_at_least_inj b0 Bb); apply/eqP; rewrite -sqnorm_eq0 /sqnorm inner_mull.
  have -> : B^T *m (B *m v^T) = (v *m (B^T *m B))^T by rewrite !trmx_mul !trmxK mulmxA.
  by rewrite vG trmx0 inner_trace mulmx0 linear0.
exists (B *m invmx (B^T *m B)); first by rewrite mulmxA mulmxV.
move=> y; rewrite -mulmxA; set z := invmx _ *m y.
have [-> | Bz0] := eqVneq (B *m z) 0; first by rewrite norm0 mulr_ge0 // invr_ge0 ltW.
rewrite -norm_gt0 in Bz0; rewrite -(ler_pmul2r Bz0) -expr2 sqr_norm {1}/sqnorm inner_mull.
rewrite mulmxA /z mulKVmx // -/z; apply: le_trans (ler_norm _) _.
apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrAC.
by apply: ler_wpmul2r => //; rewrite ler_pdivl_mull //; apply: (Bb z).
Qed.

(* A square matrix and its transpose have the same least singular value. *)
Lemma norm_at_least_tr n (B : 'M_n) b : 0 < b -> norm_at_least B b -> norm_at_least B^T b.
Proof.
move=> b0 Bb y; have [C BC Cb] := norm_at_least_right_inverse b0 Bb.
have CB : C *m B^T = 1%:M by apply: mulmx1C.
have := Cb (B^T *m y); rewrite mulmxA CB mul1mx.
by rewrite -ler_pdivr_mull ?invr_gt0 // invrK.
Qed.

(* T5 (a), T6: |P'P - I| <= a gives |Px|^2 between (1 - a)|x|^2 and (1 + a)|x|^2. *)
Lemma gram_defect m n (P : 'M_(m, n)) a (x : 'cV_n) :
  norm_at_most (P^T *m P - 1%:M) a -> `|sqnorm (P *m x) - sqnorm x| <= a * sqnorm x.
Proof.
move=> Pa; have -> : sqnorm (P *m x) - sqnorm x = inner x ((P^T *m P - 1%:M) *m x).
  rewrite mulmxBl mul1mx innerDr -[- x]scaleN1r innerZr mulN1r; congr (_ - _).
  by rewrite -mulmxA -inner_mull.
apply: le_trans (cauchy_schwarz _ _) _.
by rewrite -sqr_norm mulrC expr2 mulrA ler_wpmul2r.
Qed.

Lemma near_isometry_at_most m n (P : 'M_(m, n)) a :
  0 <= a -> norm_at_most (P^T *m P - 1%:M) a -> norm_at_most P (Num.sqrt (1 + a)).
Proof.
move=> a0 Pa x; rewrite norm_le_sqr ?sqrtr_ge0 // sqr_sqrtr ?addr_ge0 ?ler01 //.
have := gram_defect x Pa; rewrite ler_norml => /andP[_].
by rewrite ler_subl_addr mulrDl mul1r addrC.
Qed.

Lemma near_isometry_at_least m n (P : 'M_(m, n)) a :
  a <= 1 -> norm_at_most (P^T *m P - 1%:M) a -> norm_at_least P (Num.sqrt (1 - a)).
Proof.
move=> a1 Pa x; rewrite norm_ge_sqr ?sqrtr_ge0 // sqr_sqrtr ?subr_ge0 //.
have := gram_defect x Pa; rewrite ler_norml => /andP[+ _].
by rewrite ler_subr_addr mulrBl mul1r addrC.
Qed.

End OperatorBound.
