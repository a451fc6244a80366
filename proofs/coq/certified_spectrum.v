(* T3 (d): from enclosures for the rotated matrix J'' to enclosures of all singular values of J. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker operator_bound singular_values approximate_orthogonality
  order_statistics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma nth_values (R : ringType) N (v : 'I_N -> R) (i : 'I_N) : nth 0 (codom v) i = v i.
Proof. by rewrite (nth_map i) ?size_enum_ord // nth_ord_enum. Qed.

Section Certificate.
Variables (R : rcfType) (n d m : nat).
Variables (H P Q : 'M[R]_n) (s : 'rV[R]_n) (A : 'M[R]_(n * d, m)) (B : 'M[R]_(m, n * d)).
Variables (alpha beta nu : R).
Hypotheses (alpha_ge0 : 0 <= alpha) (alpha_lt1 : alpha < 1).
Hypotheses (beta_ge0 : 0 <= beta) (beta_lt1 : beta < 1).
Hypothesis P_defect : norm_at_most (P^T *m P - 1%:M) alpha.
Hypothesis Q_defect : norm_at_most (Q^T *m Q - 1%:M) beta.
Hypothesis diagonal_defect : norm (P^T *m H *m Q - diag_mx s) <= nu.

Let J := kronecker H 1%:M + A *m B.
Let Pd := kronecker P (1%:M : 'M[R]_d).
Let Qd := kronecker Q (1%:M : 'M[R]_d).
(* J'' of T3 (b). *)
Let J2 := kronecker (diag_mx s) 1%:M + Pd^T *m (A *m B) *m Qd.
Let kappa_plus := Num.sqrt ((1 + alpha) * (1 + beta)).
Let kappa_minus := Num.sqrt ((1 - alpha) * (1 - beta)).

Let nu_ge0 : 0 <= nu. Proof. exact: le_trans (norm_ge0 _) diagonal_defect. Qed.

Let Pd_defect : norm_at_most (Pd^T *m Pd - 1%:M) alpha.
Proof. exact: kronecker_defect. Qed.

Let Qd_defect : norm_at_most (Qd^T *m Qd - 1%:M) beta.
Proof. exact: kronecker_defect. Qed.

Lemma rotated : norm_at_most (Pd^T *m J *m Qd - J2) nu.
Proof.
have -> : Pd^T *m J *m Qd - J2 = kronecker (P^T *m H *m Q - diag_mx s) 1%:M.
  rewrite /J mulmxDr mulmxDl opprD addrACA subrr addr0 kroneckerBl; congr (_ - _).
  by rewrite /Pd /Qd kronecker_tr trmx1 !kronecker_mul !mulmx1.
by apply: kronecker_at_most => //; apply: norm_at_most_weaken diagonal_defect (frobenius _).
Qed.

Let kappa_plus_gt0 : 0 < kappa_plus.
Proof. by rewrite sqrtr_gt0 mulr_gt0 // ltr_spaddl ?ltr01. Qed.

Let kappa_minus_gt0 : 0 < kappa_minus.
Proof. by rewrite sqrtr_gt0 mulr_gt0 // subr_gt0. Qed.

Lemma carried_at_least k v : (k <= n * d)%N ->
  sv_at_least J2 k v -> sv_at_least J k ((v - nu) / kappa_plus).
Proof.
move=> kN J2v; case: (leP 0 (v - nu)) => [pos | neg].
  apply: (orthogonality_at_least alpha_ge0 alpha_lt1 beta_ge0 beta_lt1
    Pd_defect Qd_defect pos).
  by rewrite -[X in sv_at_least X](subrK J2) addrC; apply: weyl_at_least rotated J2v.
apply: sv_at_least_weaken (leqnn k) _ (sv_at_least0 J kN).
by rewrite pmulr_lle0 ?invr_gt0 // ltW.
Qed.

Lemma carried_at_most k v : 0 <= v ->
  sv_at_most J2 k v -> sv_at_most J k ((v + nu) / kappa_minus).
Proof.
move=> v0 J2v.
apply: (orthogonality_at_most alpha_lt1 beta_lt1 Pd_defect Qd_defect).
  exact: addr_ge0.
by rewrite -[X in sv_at_most X](subrK J2) addrC; apply: weyl_at_most rotated J2v.
Qed.

(* If values, in any order, are the singular values of J'', and lo, hi enclose them one by one, *)
(* then the sorted, widened ends enclose the singular values of J.                              *)
Theorem certified_spectrum (PJ QJ P2 Q2 : 'M_(n * d)) sigma v (values lo hi : seq R) :
  svd J PJ sigma QJ -> svd J2 P2 v Q2 -> perm_eq (codom v) values ->
  size lo = size values -> size hi = size values ->
  (forall k, (k < size values)%N -> nth 0 lo k <= nth 0 values k <= nth 0 hi k) ->
  forall i : 'I_(n * d),
  nth 0 (descending [seq (x - nu) / kappa_plus | x <- lo]) i <= sigma i
    <= nth 0 (descending [seq (x + nu) / kappa_minus | x <- hi]) i.
Proof.
move=> SJ S2 perm size_lo size_hi enclosed i.
have sizes : size values = (n * d)%N by rewrite -(perm_size perm) size_codom card_ord.
have ordered : descending values = codom v.
  apply: descending_unique perm; case: S2 => _ _ _ v_sorted _.
  apply/(sortedP 0) => j; rewrite size_codom card_ord => jN.
  have := v_sorted (Ordinal (ltnW jN)) (Ordinal jN) (leqnSn j).
  by rewrite -!nth_values.
have iN : (i < size values)%N by rewrite sizes.
have := merging size_lo size_hi enclosed iN; rewrite ordered.
rewrite nth_values.
case/andP=> lo_v v_hi; rewrite !descending_map.
- rewrite (nth_map 0) ?size_descending ?size_lo // (nth_map 0) ?size_descending ?size_hi //.
  apply/andP; split.
    apply: le_trans (sv_order (carried_at_least _ (svd_at_least i S2)) (svd_at_most i SJ)) => //.
    by rewrite ler_pmul2r ?invr_gt0 // ler_add2r.
  apply: le_trans (sv_order (svd_at_least i SJ) (carried_at_most _ (svd_at_most i S2))) _.
    by case: S2.
  by rewrite ler_pmul2r ?invr_gt0 // ler_add2r.
- by move=> x y xy; rewrite ler_pmul2r ?invr_gt0 // ler_add2r.
by move=> x y xy; rewrite ler_pmul2r ?invr_gt0 // ler_add2r.
Qed.

(* The tails: (s_k - nu)/kappa_+ <= sigma_k(H) <= (s_k + nu)/kappa_-, s sorted and at least 0. *)
Theorem certified_tail (PH QH : 'M_n) sigma :
  svd H PH sigma QH -> (forall i, 0 <= s 0 i) -> (forall i j : 'I_n, (i <= j)%N -> s 0 j <= s 0 i) ->
  forall k, (s 0 k - nu) / kappa_plus <= sigma k <= (s 0 k + nu) / kappa_minus.
Proof.
move=> SH s0 s_sorted k; have sE : diag_mx s = diagonal (s 0).
  by congr diag_mx; apply/rowP => i; rewrite mxE.
have near : norm_at_most (P^T *m H *m Q - diagonal (s 0)) nu.
  by rewrite -sE; apply: norm_at_most_weaken diagonal_defect (frobenius _).
have split : P^T *m H *m Q = diagonal (s 0) + (P^T *m H *m Q - diagonal (s 0)).
  by rewrite addrC subrK.
apply/andP; split.
  case: (leP 0 (s 0 k - nu)) => [pos | neg]; last first.
    by case: SH => _ _ sigma0 _ _; apply: le_trans (sigma0 k); rewrite pmulr_lle0 ?invr_gt0 // ltW.
  apply: sv_order (svd_at_most k SH).
  apply: (orthogonality_at_least alpha_ge0 alpha_lt1 beta_ge0 beta_lt1 P_defect Q_defect pos).
  by rewrite split; apply: weyl_at_least near _; apply: diagonal_at_least.
apply: (sv_order (svd_at_least k SH)).
apply: (orthogonality_at_most alpha_lt1 beta_lt1 P_defect Q_defect); first exact: addr_ge0.
by rewrite split; apply: weyl_at_most near _; apply: diagonal_at_most.
Qed.

End Certificate.
