(* T6 (a), (b): any approximate SVD encloses every singular value. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Enclosure.
Variable R : rcfType.
Variables (m n q : nat) (C : 'M[R]_(m, n)).
Variables (U : 'M[R]_(m, q)) (s : 'I_q -> R) (V : 'M[R]_(n, q)) (e f g : R).
Hypothesis s_ge0 : forall i, 0 <= s i.
Hypothesis s_sorted : forall i j : 'I_q, (i <= j)%N -> s j <= s i.
Hypotheses (f_ge0 : 0 <= f) (g_ge0 : 0 <= g).
Hypothesis residual : norm_at_most (U *m diagonal s *m V^T - C) e.
Hypothesis V_defect : norm_at_most (V^T *m V - 1%:M) f.
Hypothesis U_defect : norm_at_most (U^T *m U - 1%:M) g.

Let residual' : norm_at_most (C - U *m diagonal s *m V^T) e.
Proof. by rewrite -opprB; apply: norm_at_most_opp. Qed.

(* T6 (a), upper: sigma_i(C) <= s_i sqrt((1 + f)(1 + g)) + e. *)
Theorem enclosure_at_most (i : 'I_q) :
  sv_at_most C i.+1 (s i * Num.sqrt ((1 + f) * (1 + g)) + e).
Proof.
rewrite -[X in sv_at_most X](subrK (U *m diagonal s *m V^T)) addrC.
apply: weyl_at_most residual' _.
rewrite sqrtrM ?addr_ge0 ?ler01 // mulrA mulrAC (mulrC (s i)).
have Vf := norm_at_most_tr (sqrtr_ge0 _) (near_isometry_at_most f_ge0 V_defect).
apply: mul_right_at_most Vf _; first by rewrite mulr_ge0 ?sqrtr_ge0.
apply: mul_left_at_most (near_isometry_at_most g_ge0 U_defect) _; first exact: sqrtr_ge0.
exact: diagonal_at_most.
Qed.

(* T6 (a), lower: sigma_i(C) >= s_i sqrt((1 - f)(1 - g)) - e. *)
Theorem enclosure_at_least (i : 'I_q) :
  f < 1 -> g < 1 -> sv_at_least C i.+1 (s i * Num.sqrt ((1 - f) * (1 - g)) - e).
Proof.
move=> f1 g1; rewrite -[X in sv_at_least X](subrK (U *m diagonal s *m V^T)) addrC.
apply: weyl_at_least residual' _.
have Vf := near_isometry_at_least (ltW f1) V_defect.
have Ug := near_isometry_at_least (ltW g1) U_defect.
rewrite sqrtrM ?subr_ge0 ?ltW // mulrA mulrAC (mulrC (s i)).
apply: mul_right_at_least Vf _; rewrite ?sqrtr_gt0 ?subr_gt0 // ?mulr_ge0 ?sqrtr_ge0 //.
apply: mul_left_at_least Ug _; first exact: sqrtr_ge0.
exact: diagonal_at_least.
Qed.

(* T6 (a): whatever SVD C has, its i-th value is enclosed. *)
Theorem enclosure (P : 'M_(m, q)) (sigma : 'I_q -> R) (Q : 'M_(n, q)) (i : 'I_q) :
  f < 1 -> g < 1 -> svd C P sigma Q ->
  s i * Num.sqrt ((1 - f) * (1 - g)) - e <= sigma i <= s i * Num.sqrt ((1 + f) * (1 + g)) + e.
Proof.
move=> f1 g1 C_svd.
exact: svd_between C_svd (enclosure_at_least i f1 g1) (enclosure_at_most i).
Qed.

(* T6 (a), the values beyond the q-th are at most e. *)
Theorem enclosure_beyond : sv_at_most C q.+1 e.
Proof.
exists (kermx V) => [|x /sub_kermxP xV].
  by rewrite mxrank_ker addnS ltnS -leq_subLR subKn ?rank_leq_row ?rank_leq_col.
have Vx : V^T *m x = 0 by apply: trmx_inj; rewrite trmx_mul trmxK xV trmx0.
by have := residual' x; rewrite mulmxBl -mulmxA Vx mulmx0 subr0.
Qed.

End Enclosure.

(* T6 (b): a matrix within eps of C has the same enclosures with e + eps in place of e. *)
Theorem enclosure_distance (R : rcfType) m n (C C' : 'M[R]_(m, n)) (M : 'M_(m, n)) e eps :
  norm_at_most (M - C) e -> norm_at_most (C' - C) eps -> norm_at_most (M - C') (e + eps).
Proof.
move=> MC CC; have -> : M - C' = M - C + - (C' - C) by rewrite opprB addrA subrK.
by apply: norm_at_most_add MC (norm_at_most_opp CC).
Qed.
