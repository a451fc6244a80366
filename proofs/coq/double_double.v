(* T22 (a), (b): one product added in double-double arithmetic, and many. *)
From Coq Require Import Reals List Lra.
Import ListNotations.
Local Open Scope R_scope.

Section DoubleDouble.
(* Unit roundoff and least positive number. *)
Variables (u eta : R).
Hypotheses (u_pos : 0 <= u) (u_small : u <= 1 / 1000) (eta_pos : 0 <= eta).

(* x is a rounded sum z, or a rounded product, which may underflow. *)
Definition rounded_sum (x z : R) : Prop := Rabs (x - z) <= u * Rabs z.
Definition rounded_product (x z : R) : Prop := Rabs (x - z) <= u * Rabs z + eta / 2.

Lemma size_from (x z c d : R) : Rabs (x - z) <= c -> Rabs z <= d -> Rabs x <= c + d.
Proof.
intros H1 H2; replace x with ((x - z) + z) by ring.
eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

Lemma size_sum (x y c d : R) : Rabs x <= c -> Rabs y <= d -> Rabs (x + y) <= c + d.
Proof. intros H1 H2; eapply Rle_trans; [apply Rabs_triang | lra]. Qed.

Lemma size_product (x y c : R) : Rabs y <= u * c -> Rabs (x * y) <= u * (Rabs x * c).
Proof.
intros H; rewrite Rabs_mult; replace (u * (Rabs x * c)) with (Rabs x * (u * c)) by ring.
apply Rmult_le_compat_l; [apply Rabs_pos | exact H].
Qed.

Lemma times_u (x c : R) : x <= c -> u * x <= u * c.
Proof. intros H; apply Rmult_le_compat_l; [exact u_pos | exact H]. Qed.

(* u x is small beside x. *)
Lemma u_times (x : R) : 0 <= x -> 0 <= u * x <= x / 1000.
Proof.
intros H; split; [apply Rmult_le_pos; lra |].
replace (x / 1000) with (1 / 1000 * x) by field; apply Rmult_le_compat_r; lra.
Qed.

(* The leading part is not much larger than the number. *)
Lemma leading (x1 x2 : R) : Rabs x2 <= u * Rabs x1 -> Rabs x1 - u * Rabs x1 <= Rabs (x1 + x2).
Proof.
intros H; pose proof (Rabs_triang_inv x1 (- x2)) as T; rewrite Rabs_Ropp in T.
replace (x1 - - x2) with (x1 + x2) in T by ring; lra.
Qed.

Theorem add_product_error a1 a2 b1 b2 s1 s2 p e0 q1 q2 q e l r x y :
  Rabs a2 <= u * Rabs a1 -> Rabs b2 <= u * Rabs b1 -> Rabs s2 <= u * Rabs s1 ->
  rounded_product p (a1 * b1) -> Rabs (p + e0 - a1 * b1) <= 2 * eta ->
  rounded_product q1 (a1 * b2) -> rounded_product q2 (a2 * b1) -> rounded_sum q (q1 + q2) ->
  rounded_sum e (e0 + q) -> l + r = s1 + p -> Rabs r <= u * Rabs (s1 + p) ->
  rounded_sum x (s2 + e) -> rounded_sum y (r + x) ->
  Rabs (l + y - ((s1 + s2) + (a1 + a2) * (b1 + b2))) <=
    16 * (u * u) * (Rabs (s1 + s2) + Rabs ((a1 + a2) * (b1 + b2))) + 4 * eta.
Proof.
unfold rounded_sum, rounded_product.
intros Ha Hb Hs Hp Hd Hq1 Hq2 Hq He Hl Hr Hx Hy.
set (P := Rabs (a1 * b1)) in *; set (S := Rabs s1) in *.
assert (P0 : 0 <= P) by apply Rabs_pos; assert (S0 : 0 <= S) by apply Rabs_pos.
pose proof (u_times P P0) as P1; pose proof (u_times (u * P) (proj1 P1)) as P2.
pose proof (u_times (u * (u * P)) (proj1 P2)) as P3.
pose proof (u_times S S0) as S1; pose proof (u_times (u * S) (proj1 S1)) as S2.
pose proof (u_times (u * (u * S)) (proj1 S2)) as S3.
pose proof (u_times eta eta_pos) as E1; pose proof (u_times (u * eta) (proj1 E1)) as E2.
assert (D1 : Rabs (a1 * b2) <= u * P).
{ unfold P; rewrite (Rabs_mult a1 b1); apply size_product; exact Hb. }
assert (D2 : Rabs (a2 * b1) <= u * P).
{ unfold P; rewrite (Rmult_comm a2), (Rmult_comm a1), (Rabs_mult b1 a1); apply size_product; exact Ha. }
assert (D3 : Rabs (a2 * b2) <= u * (u * P)).
{ replace (u * (u * P)) with (u * (Rabs b1 * (u * Rabs a1))) by (unfold P; rewrite Rabs_mult; ring).
  rewrite Rabs_mult; replace (u * (Rabs b1 * (u * Rabs a1))) with ((u * Rabs a1) * (u * Rabs b1)) by ring.
  apply Rmult_le_compat; try apply Rabs_pos; assumption. }
pose proof (times_u _ _ D1) as T1; pose proof (times_u _ _ D2) as T2.
assert (Q1 : Rabs q1 <= 1.002 * (u * P) + eta / 2).
{ eapply Rle_trans; [apply (size_from _ _ _ _ Hq1 D1) | lra]. }
assert (Q2 : Rabs q2 <= 1.002 * (u * P) + eta / 2).
{ eapply Rle_trans; [apply (size_from _ _ _ _ Hq2 D2) | lra]. }
pose proof (size_sum _ _ _ _ Q1 Q2) as Q12; pose proof (times_u _ _ Q12) as T3.
assert (Q : Rabs q <= 2.01 * (u * P) + 1.01 * eta).
{ eapply Rle_trans; [apply (size_from _ _ _ _ Hq Q12) | lra]. }
assert (E0 : Rabs e0 <= u * P + 2.5 * eta).
{ replace e0 with ((p + e0 - a1 * b1) + - (p - a1 * b1)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_Ropp; lra. }
pose proof (size_sum _ _ _ _ E0 Q) as EQ; pose proof (times_u _ _ EQ) as T4.
assert (E : Rabs e <= 3.02 * (u * P) + 3.6 * eta).
{ eapply Rle_trans; [apply (size_from _ _ _ _ He EQ) | lra]. }
assert (SP : Rabs (s1 + p) <= S + (1.002 * P + eta / 2)).
{ apply size_sum; [apply Rle_refl |]; eapply Rle_trans; [apply (size_from _ _ _ _ Hp (Rle_refl _)) |]; fold P; lra. }
pose proof (times_u _ _ SP) as T5.
pose proof (size_sum _ _ _ _ Hs E) as SE; pose proof (times_u _ _ SE) as T6.
assert (X : Rabs x <= 1.002 * (u * S) + 3.03 * (u * P) + 3.7 * eta).
{ eapply Rle_trans; [apply (size_from _ _ _ _ Hx SE) | lra]. }
assert (R : Rabs r <= u * S + 1.002 * (u * P) + 0.001 * eta) by lra.
pose proof (size_sum _ _ _ _ R X) as RX; pose proof (times_u _ _ RX) as T7.
replace (l + y - ((s1 + s2) + (a1 + a2) * (b1 + b2))) with
  ((y - (r + x)) + ((x - (s2 + e)) + ((e - (e0 + q)) + ((q - (q1 + q2)) + ((q1 - a1 * b2) + ((q2 - a2 * b1) +
   ((p + e0 - a1 * b1) + - (a2 * b2)))))))) by (replace l with (s1 + p - r) by lra; ring).
rewrite <- Rabs_Ropp in D3.
eapply Rle_trans; [apply (size_sum _ _ _ _ Hy (size_sum _ _ _ _ Hx (size_sum _ _ _ _ He (size_sum _ _ _ _ Hq
  (size_sum _ _ _ _ Hq1 (size_sum _ _ _ _ Hq2 (size_sum _ _ _ _ Hd D3))))))) |].
pose proof (leading _ _ Hs) as LS; pose proof (leading _ _ Ha) as LA; pose proof (leading _ _ Hb) as LB.
assert (AB : 0.998 * P <= Rabs ((a1 + a2) * (b1 + b2))).
{ rewrite Rabs_mult; unfold P; rewrite Rabs_mult.
  pose proof (Rabs_pos a1) as A0; pose proof (Rabs_pos b1) as B0.
  pose proof (u_times _ A0); pose proof (u_times _ B0).
  eapply Rle_trans; [| apply (Rmult_le_compat (0.999 * Rabs a1) _ (0.999 * Rabs b1)); lra].
  pose proof (Rmult_le_pos _ _ A0 B0); nra. }
assert (SS : 0.999 * S <= Rabs (s1 + s2)) by (fold S in LS; lra).
pose proof (Rplus_le_compat _ _ _ _ SS AB) as Both.
pose proof (times_u _ _ (times_u _ _ Both)) as Last.
lra.
Qed.

(* k products added to s one after the other, each with a relative error of c and an absolute one of w. *)
Variables (c w : R).
Hypotheses (c_pos : 0 <= c) (w_pos : 0 <= w).

Inductive combines : list R -> R -> Prop :=
| nothing : combines [] 0
| one_more l s p s' : combines l s -> Rabs (s' - (s + p)) <= c * (Rabs s + Rabs p) + w -> combines (p :: l) s'.

Fixpoint sum (l : list R) : R := match l with [] => 0 | p :: l' => p + sum l' end.
Fixpoint size (l : list R) : R := match l with [] => 0 | p :: l' => Rabs p + size l' end.

Lemma sum_at_most_size l : Rabs (sum l) <= size l.
Proof.
induction l as [| p l IH]; simpl; [rewrite Rabs_R0; lra |].
eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

Lemma power_at_least_one n : 1 <= (1 + c) ^ n.
Proof. apply pow_R1_Rle; lra. Qed.

Theorem combination_error l s :
  combines l s ->
  Rabs (s - sum l) <= ((1 + c) ^ length l - 1) * size l + INR (length l) * w * (1 + c) ^ length l.
Proof.
intros H; induction H as [| l s p s' _ IH Hs].
{ simpl; rewrite Rminus_0_r, Rabs_R0; lra. }
change (sum (p :: l)) with (p + sum l); change (size (p :: l)) with (Rabs p + size l).
change (length (p :: l)) with (S (length l)); rewrite S_INR.
set (n := length l) in *; set (E := (1 + c) ^ n) in *; change ((1 + c) ^ S n) with ((1 + c) * E).
pose proof (power_at_least_one n) as E1; fold E in E1.
pose proof (sum_at_most_size l) as L; pose proof (Rabs_pos p) as P0.
assert (S0 : Rabs s <= size l + Rabs (s - sum l)).
{ replace s with (sum l + (s - sum l)) at 1 by ring; eapply Rle_trans; [apply Rabs_triang | lra]. }
assert (N0 : 0 <= INR n) by apply pos_INR.
assert (Z0 : 0 <= size l) by (pose proof (Rabs_pos (sum l)); lra).
replace (s' - (p + sum l)) with ((s' - (s + p)) + (s - sum l)) by ring.
eapply Rle_trans; [apply Rabs_triang |].
assert (A : c * Rabs s <= c * (size l + Rabs (s - sum l))) by (apply Rmult_le_compat_l; assumption).
assert (B : (1 + c) * Rabs (s - sum l) <= (1 + c) * ((E - 1) * size l + INR n * w * E)).
{ apply Rmult_le_compat_l; [lra | exact IH]. }
assert (C : w * 1 <= w * ((1 + c) * E)).
{ apply Rmult_le_compat_l; [assumption |]; replace 1 with (1 * 1) by ring; apply Rmult_le_compat; lra. }
assert (D : 0 <= ((1 + c) * E - 1 - c) * Rabs p) by
  (replace ((1 + c) * E - 1 - c) with ((1 + c) * (E - 1)) by ring; apply Rmult_le_pos;
   [apply Rmult_le_pos; lra | exact P0]).
lra.
Qed.

End DoubleDouble.
