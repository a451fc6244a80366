(* T5 (a), (b): square factors that are orthogonal up to a defect. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker operator_bound singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ApproximateOrthogonality.
Variable R : rcfType.

Lemma inverse_at_most n (B : 'M[R]_n) b : 0 < b -> norm_at_least B b -> norm_at_most (invmx B) b^-1.
Proof.
move=> b0 Bb x; have Bu := norm_at_least_unit b0 Bb.
by have := Bb (invmx B *m x); rewrite mulKVmx // -ler_pdivl_mull.
Qed.

Lemma inverse_at_least n (B : 'M[R]_n) b :
  0 < b -> B \in unitmx -> norm_at_most B b -> norm_at_least (invmx B) b^-1.
Proof.
move=> b0 Bu Bb x; have := Bb (invmx B *m x).
by rewrite mulKVmx // ler_pdivr_mull.
Qed.

(* T5 (a): P is invertible if |P'P - I| <= alpha < 1. *)
Theorem defect_unit n (P : 'M[R]_n) alpha :
  alpha < 1 -> norm_at_most (P^T *m P - 1%:M) alpha -> P \in unitmx.
Proof.
move=> a1 Pa; apply: norm_at_least_unit (near_isometry_at_least (ltW a1) Pa).
by rewrite sqrtr_gt0 subr_gt0.
Qed.

Section Factors.
Variables (m n : nat) (P : 'M[R]_m) (Q : 'M[R]_n) (M : 'M[R]_(m, n)) (alpha beta : R).
Hypotheses (alpha_ge0 : 0 <= alpha) (alpha_lt1 : alpha < 1).
Hypotheses (beta_ge0 : 0 <= beta) (beta_lt1 : beta < 1).
Hypothesis P_defect : norm_at_most (P^T *m P - 1%:M) alpha.
Hypothesis Q_defect : norm_at_most (Q^T *m Q - 1%:M) beta.

Let Pu : P \in unitmx. Proof. exact: defect_unit alpha_lt1 P_defect. Qed.
Let Qu : Q \in unitmx. Proof. exact: defect_unit beta_lt1 Q_defect. Qed.
Let M_eq : M = invmx P^T *m (P^T *m M *m Q) *m invmx Q.
Proof. by rewrite -!mulmxA mulmxV // mulmx1 mulKmx // unitmx_tr. Qed.

(* T5 (a), upper: sigma_k(M) <= sigma_k(P'MQ) / sqrt((1 - alpha)(1 - beta)). *)
Theorem orthogonality_at_most k b :
  0 <= b -> sv_at_most (P^T *m M *m Q) k b ->
  sv_at_most M k (b / Num.sqrt ((1 - alpha) * (1 - beta))).
Proof.
move=> b0 Gb; have a0 : 0 < Num.sqrt (1 - alpha) by rewrite sqrtr_gt0 subr_gt0.
have c0 : 0 < Num.sqrt (1 - beta) by rewrite sqrtr_gt0 subr_gt0.
have Pinv := inverse_at_most a0 (norm_at_least_tr a0 (near_isometry_at_least (ltW alpha_lt1) P_defect)).
have Qinv := inverse_at_most c0 (near_isometry_at_least (ltW beta_lt1) Q_defect).
rewrite M_eq sqrtrM ?subr_ge0 ?ltW // invfM mulrA.
apply: mul_right_at_most Qinv _; first by rewrite mulr_ge0 // invr_ge0 ltW.
by rewrite mulrC; apply: mul_left_at_most Pinv Gb; rewrite invr_ge0 ltW.
Qed.

(* T5 (a), lower: sigma_k(M) >= sigma_k(P'MQ) / sqrt((1 + alpha)(1 + beta)). *)
Theorem orthogonality_at_least k a :
  0 <= a -> sv_at_least (P^T *m M *m Q) k a ->
  sv_at_least M k (a / Num.sqrt ((1 + alpha) * (1 + beta))).
Proof.
move=> a0 Ga; have p0 : 0 < Num.sqrt (1 + alpha) by rewrite sqrtr_gt0 ltr_spaddl ?ltr01.
have q0 : 0 < Num.sqrt (1 + beta) by rewrite sqrtr_gt0 ltr_spaddl ?ltr01.
have Ptu : P^T \in unitmx by rewrite unitmx_tr.
have Qtu : Q^T \in unitmx by rewrite unitmx_tr.
have Pinv := inverse_at_least p0 Ptu
  (norm_at_most_tr (ltW p0) (near_isometry_at_most alpha_ge0 P_defect)).
have Qinv := inverse_at_least q0 Qtu
  (norm_at_most_tr (ltW q0) (near_isometry_at_most beta_ge0 Q_defect)).
rewrite M_eq sqrtrM ?addr_ge0 ?ler01 // invfM mulrA.
have -> : invmx Q = (invmx Q^T)^T by rewrite trmx_inv trmxK.
apply: mul_right_at_least Qinv _; rewrite ?invr_gt0 //; first by rewrite mulr_ge0 // invr_ge0 ltW.
by rewrite mulrC; apply: mul_left_at_least Pinv Ga; rewrite invr_ge0 ltW.
Qed.

End Factors.

(* T5 (b): a factor I_d changes no bound and no defect. *)
Theorem kronecker_at_most m n d (N : 'M[R]_(m, n)) c :
  0 <= c -> norm_at_most N c -> norm_at_most (kronecker N (1%:M : 'M_d)) c.
Proof.
move=> c0 Nc x; have -> : x = vec (vec_mx x^T) by rewrite /vec vec_mxK trmxK.
set Z := vec_mx _; rewrite norm_le_sqr // -[kronecker _ _ *m _](_ : vec (N *m Z *m 1%:M) = _).
  rewrite mulmx1 !sqnorm_vec !(sqnorm_col Z) !sqnorm_col mulr_sumr; apply: ler_sum => j _.
  by rewrite -norm_le_sqr // colE -mulmxA -colE; apply: Nc.
by rewrite vec_mul trmx1.
Qed.

Theorem kronecker_defect n d (P : 'M[R]_n) alpha :
  0 <= alpha -> norm_at_most (P^T *m P - 1%:M) alpha ->
  let Pd := kronecker P (1%:M : 'M_d) in norm_at_most (Pd^T *m Pd - 1%:M) alpha.
Proof.
move=> a0 Pa Pd.
suff -> : Pd^T *m Pd - 1%:M = kronecker (P^T *m P - 1%:M) (1%:M : 'M_d) by apply: kronecker_at_most.
by rewrite /Pd kronecker_tr kronecker_mul trmx1 mul1mx kroneckerBl kronecker1.
Qed.

End ApproximateOrthogonality.
