(* T7 (a): the rounding error of a dot product, in any order, products rounded or fused. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Flocq Require Import Core Relative Plus_error.
Import ListNotations.
Local Open Scope R_scope.

Section DotProduct.
(* Precision p, least positive number eta = 2^emin, no overflow. Ties in any way. *)
Variables (emin prec : Z).
Context {prec_pos : Prec_gt_0 prec}.

Definition number (x : R) : Prop := generic_format radix2 (FLT_exp emin prec) x.
Definition rounded (choice : Z -> bool) (x : R) : R := round radix2 (FLT_exp emin prec) (Znearest choice) x.
Definition u : R := u_ro radix2 prec.
Definition eta : R := bpow radix2 emin.

(* The exact sum of products, and the sum of their absolute values. *)
Fixpoint exact (l : list (R * R)) : R :=
  match l with [] => 0 | (x, y) :: l' => x * y + exact l' end.
Fixpoint size (l : list (R * R)) : R :=
  match l with [] => 0 | (x, y) :: l' => Rabs (x * y) + size l' end.

(* computes l r: some order and grouping of the products l gives the result r. *)
Inductive computes : list (R * R) -> R -> Prop :=
| zero : computes [] 0
| product choice x y : number x -> number y -> computes [(x, y)] (rounded choice (x * y))
| addition choice l1 l2 r1 r2 :
    computes l1 r1 -> computes l2 r2 -> computes (l1 ++ l2) (rounded choice (r1 + r2))
| fused choice l1 l2 r x y :
    number x -> number y -> computes (l1 ++ l2) r ->
    computes (l1 ++ (x, y) :: l2) (rounded choice (x * y + r)).

Lemma exact_app l1 l2 : exact (l1 ++ l2) = exact l1 + exact l2.
Proof. induction l1 as [|[x y] l1 IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma size_app l1 l2 : size (l1 ++ l2) = size l1 + size l2.
Proof. induction l1 as [|[x y] l1 IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma size_pos l : 0 <= size l.
Proof.
induction l as [|[x y] l IH]; simpl; [lra | pose proof (Rabs_pos (x * y)); lra].
Qed.

Lemma exact_le_size l : Rabs (exact l) <= size l.
Proof.
induction l as [|[x y] l IH]; simpl; [rewrite Rabs_R0; lra |].
eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

Lemma u_pos : 0 <= u.
Proof. apply u_ro_pos. Qed.

Lemma eta_pos : 0 <= eta.
Proof. apply bpow_ge_0. Qed.

(* (F1) *)
Lemma rounding_error choice z : Rabs (rounded choice z - z) <= u * Rabs z + eta / 2.
Proof.
destruct (error_N_FLT radix2 emin prec prec_pos choice z) as (d & e & Hd & He & _ & H).
unfold rounded; rewrite H; replace (z * (1 + d) + e - z) with (z * d + e) by ring.
eapply Rle_trans; [apply Rabs_triang |]; rewrite Rabs_mult, (Rmult_comm (Rabs z)).
apply Rplus_le_compat; [| unfold eta; lra].
now apply Rmult_le_compat_r; [apply Rabs_pos |].
Qed.

(* (F2) *)
Lemma addition_error choice x y :
  number x -> number y -> Rabs (rounded choice (x + y) - (x + y)) <= u * Rabs (x + y).
Proof.
intros Fx Fy; destruct (FLT_plus_error_N_ex radix2 emin prec choice x y Fx Fy) as (d & Hd & H).
unfold rounded; rewrite H; replace ((x + y) * (1 + d) - (x + y)) with (d * (x + y)) by ring.
rewrite Rabs_mult; apply Rmult_le_compat_r; [apply Rabs_pos |].
eapply Rle_trans; [exact Hd | apply u_rod1pu_ro_le_u_ro].
Qed.

Lemma computed_number l r : computes l r -> number r.
Proof.
intros H; induction H; [apply generic_format_0 | ..]; apply generic_format_round; auto with typeclass_instances.
Qed.

Lemma computed_nothing l r : computes l r -> l = [] -> r = 0.
Proof.
intros H; induction H; intros E; [easy | easy | |].
- apply app_eq_nil in E; destruct E as [E1 E2]; rewrite (IHcomputes1 E1), (IHcomputes2 E2), Rplus_0_r.
  apply round_0; auto with typeclass_instances.
- now apply app_eq_nil in E.
Qed.

(* Adding an exact zero is exact. *)
Lemma rounded_number choice x : number x -> rounded choice x = x.
Proof. intros; apply round_generic; auto with typeclass_instances. Qed.

Definition growth (n : nat) : R := (1 + u) ^ n.

Lemma growth_ge1 n : 1 <= growth n.
Proof. apply pow_R1_Rle; pose proof u_pos; lra. Qed.

Lemma growth_S n : growth (S n) = growth n + u * growth n.
Proof. unfold growth; simpl; ring. Qed.

Lemma growth_le m n : (m <= n)%nat -> growth m <= growth n.
Proof. intros; apply Rle_pow; [pose proof u_pos; lra | easy]. Qed.

(* A step: an operation on values with errors. *)
Lemma step e z r s g h t :
  Rabs (z - e) <= (g - 1) * s + h -> Rabs e <= s ->
  Rabs (r - z) <= u * Rabs z + t -> Rabs (r - e) <= (g + u * g - 1) * s + (1 + u) * h + t.
Proof.
intros Hz He Hr; pose proof u_pos as u0.
replace (r - e) with ((r - z) + (z - e)) by ring.
eapply Rle_trans; [apply Rabs_triang |].
assert (Hz' : Rabs z <= Rabs (z - e) + Rabs e).
{ replace z with ((z - e) + e) at 1 by ring; apply Rabs_triang. }
apply (Rmult_le_compat_l u) in Hz'; [| easy].
apply (Rmult_le_compat_l u) in He; [| easy].
apply (Rmult_le_compat_l (1 + u)) in Hz; [| lra].
lra.
Qed.

(* The invariant: n products, n >= 1. *)
Definition bounded (l : list (R * R)) (r : R) : Prop :=
  Rabs (r - exact l) <= (growth (length l) - 1) * size l + INR (length l) * (eta / 2) * growth (Nat.pred (length l)).

Lemma error_bounded l r : computes l r -> l <> [] -> bounded l r.
Proof.
pose proof u_pos as u0; pose proof eta_pos as e0.
intros H; induction H as [| choice x y Fx Fy | choice l1 l2 r1 r2 H1 IH1 H2 IH2 | choice l1 l2 r x y Fx Fy H IH].
- easy.
- intros _; unfold bounded; simpl; rewrite !Rplus_0_r, growth_S; unfold growth; simpl.
  pose proof (rounding_error choice (x * y)); lra.
- destruct l1 as [|p1 l1].
  { intros nonempty; rewrite (computed_nothing _ _ H1 eq_refl), Rplus_0_l, rounded_number
      by exact (computed_number _ _ H2).
    now apply IH2. }
  destruct l2 as [|p2 l2].
  { intros _; rewrite (computed_nothing _ _ H2 eq_refl), Rplus_0_r, rounded_number, app_nil_r
      by exact (computed_number _ _ H1).
    now apply IH1. }
  intros _; specialize (IH1 ltac:(discriminate)); specialize (IH2 ltac:(discriminate)).
  pose proof (addition_error choice r1 r2 (computed_number _ _ H1) (computed_number _ _ H2)) as Hr.
  revert IH1 IH2 Hr; generalize (rounded choice (r1 + r2)); intros r.
  set (l := p1 :: l1); set (l' := p2 :: l2); unfold bounded.
  rewrite exact_app, size_app, app_length, plus_INR.
  assert (n1 : length l = S (Nat.pred (length l))) by (simpl; lia).
  assert (n2 : length l' = S (Nat.pred (length l'))) by (simpl; lia).
  revert n1 n2; generalize (length l) (length l'); intros n n' n1 n2 IH1 IH2 Hr.
  set (m := Nat.pred (n + n')).
  assert (nm : (n + n' = S m)%nat) by (unfold m; lia).
  rewrite nm, growth_S.
  pose proof (size_pos l) as s1; pose proof (size_pos l') as s2.
  assert (G1 : growth n <= growth m) by (apply growth_le; lia).
  assert (G2 : growth n' <= growth m) by (apply growth_le; lia).
  assert (K1 : growth (Nat.pred n) <= growth (Nat.pred m)) by (apply growth_le; lia).
  assert (K2 : growth (Nat.pred n') <= growth (Nat.pred m)) by (apply growth_le; lia).
  pose proof (pos_INR n) as p; pose proof (pos_INR n') as p'.
  assert (mm : growth m = (1 + u) * growth (Nat.pred m)).
  { replace m with (S (Nat.pred m)) at 1 by lia; rewrite growth_S; ring. }
  replace ((INR n + INR n') * (eta / 2) * growth m)
    with ((1 + u) * ((INR n + INR n') * (eta / 2) * growth (Nat.pred m))) by (rewrite mm; ring).
  match goal with |- _ <= ?bound => rewrite <- (Rplus_0_r bound) end.
  apply (step (exact l + exact l') (r1 + r2)); [| | rewrite Rplus_0_r; exact Hr].
  + replace (r1 + r2 - (exact l + exact l')) with ((r1 - exact l) + (r2 - exact l')) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat; [exact IH1 | exact IH2] |].
    assert (A1 : (growth n - 1) * size l <= (growth m - 1) * size l) by (apply Rmult_le_compat_r; lra).
    assert (A2 : (growth n' - 1) * size l' <= (growth m - 1) * size l') by (apply Rmult_le_compat_r; lra).
    assert (B1 : INR n * (eta / 2) * growth (Nat.pred n) <= INR n * (eta / 2) * growth (Nat.pred m)).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | easy]. }
    assert (B2 : INR n' * (eta / 2) * growth (Nat.pred n') <= INR n' * (eta / 2) * growth (Nat.pred m)).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | easy]. }
    lra.
  + eapply Rle_trans; [apply Rabs_triang |].
    pose proof (exact_le_size l); pose proof (exact_le_size l'); lra.
- intros _; unfold bounded; rewrite exact_app, size_app, app_length; simpl.
  replace (exact l1 + (x * y + exact l2)) with (x * y + exact (l1 ++ l2)) by (rewrite exact_app; ring).
  replace (size l1 + (Rabs (x * y) + size l2)) with (Rabs (x * y) + size (l1 ++ l2)) by (rewrite size_app; ring).
  rewrite Nat.add_succ_r; change (Nat.pred (S (length l1 + length l2))) with (length l1 + length l2)%nat.
  rewrite <- app_length, S_INR, growth_S.
  pose proof (rounding_error choice (x * y + r)) as Hr.
  pose proof (size_pos (l1 ++ l2)) as s0; pose proof (Rabs_pos (x * y)) as p0.
  pose proof (exact_le_size (l1 ++ l2)) as es.
  assert (IH' : l1 ++ l2 = [] /\ r = 0 \/ l1 ++ l2 <> [] /\ bounded (l1 ++ l2) r).
  { destruct (l1 ++ l2) eqn:E; [left; split; [easy | now apply (computed_nothing _ _ H)] | right].
    split; [discriminate | apply IH; discriminate]. }
  revert IH' Hr s0 es; generalize (rounded choice (x * y + r)); intros q; clear IH H.
  generalize (l1 ++ l2); intros l IH Hr s0 es; destruct IH as [[-> ->] | [nonempty IH]].
  { simpl in *; rewrite Rplus_0_r in *; unfold growth; simpl; lra. }
  assert (n1 : length l = S (Nat.pred (length l))) by (destruct l; [easy | simpl; lia]).
  unfold bounded in IH; revert n1 IH; generalize (length l); intros n n1 IH.
  assert (nn : growth n = (1 + u) * growth (Nat.pred n)) by (rewrite n1 at 1; rewrite growth_S; ring).
  pose proof (growth_ge1 n) as g1; pose proof (growth_ge1 (Nat.pred n)) as g1'.
  apply Rle_trans with ((growth n + u * growth n - 1) * (Rabs (x * y) + size l)
    + (1 + u) * (INR n * (eta / 2) * growth (Nat.pred n)) + eta / 2).
  + apply (step (x * y + exact l) (x * y + r)); [| | exact Hr].
    * replace (x * y + r - (x * y + exact l)) with (r - exact l) by ring.
      assert (0 <= (growth n - 1) * Rabs (x * y)) by (apply Rmult_le_pos; lra); lra.
    * eapply Rle_trans; [apply Rabs_triang | lra].
  + replace ((1 + u) * (INR n * (eta / 2) * growth (Nat.pred n))) with (INR n * (eta / 2) * growth n)
      by (rewrite nn; ring).
    assert (eta / 2 * 1 <= eta / 2 * growth n) by (apply Rmult_le_compat_l; lra); lra.
Qed.

(* (1 + u)^n <= 1 / (1 - nu). *)
Lemma growth_bound n : growth n * (1 - INR n * u) <= 1.
Proof.
pose proof u_pos as u0; induction n as [|n IH]; [unfold growth; simpl; lra |].
rewrite S_INR; unfold growth in *; simpl.
assert (p : 0 <= (1 + u) ^ n) by (apply pow_le; lra); pose proof (pos_INR n) as n0.
assert (0 <= (1 + u) ^ n * ((INR n + 1) * (u * u))).
{ apply Rmult_le_pos; [easy |]; apply Rmult_le_pos; [lra |]; now apply Rmult_le_pos. }
lra.
Qed.

(* T7 (a). *)
Theorem dot_product_error l r :
  computes l r -> let n := INR (length l) in n * u <= 1 / 2 ->
  Rabs (r - exact l) <= n * u / (1 - n * u) * size l + n * eta.
Proof.
intros H n small; pose proof u_pos as u0; pose proof eta_pos as e0.
pose proof (pos_INR (length l)) as n0; fold n in n0.
assert (nu0 : 0 <= n * u) by (apply Rmult_le_pos; lra).
destruct l as [|p l].
{ rewrite (computed_nothing _ _ H eq_refl); unfold n; simpl.
  rewrite Rminus_0_r, Rabs_R0; lra. }
pose proof (error_bounded _ _ H ltac:(discriminate)) as B; unfold bounded in B; fold n in B.
pose proof (growth_bound (length (p :: l))) as g; fold n in g.
pose proof (size_pos (p :: l)) as s0.
assert (gamma : growth (length (p :: l)) <= / (1 - n * u)).
{ apply (Rmult_le_reg_r (1 - n * u)); [lra |]; rewrite Rinv_l by lra; exact g. }
assert (two : / (1 - n * u) <= 2).
{ apply (Rmult_le_reg_r (1 - n * u)); [lra |]; rewrite Rinv_l by lra; lra. }
assert (below : growth (Nat.pred (length (p :: l))) <= 2).
{ apply Rle_trans with (growth (length (p :: l))); [apply growth_le; simpl; lia | lra]. }
eapply Rle_trans; [exact B |]; apply Rplus_le_compat.
- apply Rmult_le_compat_r; [easy |].
  replace (n * u / (1 - n * u)) with (/ (1 - n * u) - 1) by (field; lra); lra.
- replace (n * eta) with (n * (eta / 2) * 2) by field.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | easy].
Qed.

(* T7 (d): the error of a sum or difference, relative to its result. *)
Theorem difference_error choice x y :
  number x -> number y ->
  Rabs (rounded choice (x - y) - (x - y)) <= u * Rabs (rounded choice (x - y)).
Proof.
intros Fx Fy; destruct (FLT_plus_error_N_round_ex radix2 emin prec choice x (- y) Fx) as (d & Hd & H).
{ now apply generic_format_opp. }
fold (Rminus x y) in H; fold (rounded choice (x - y)) in H; rewrite H at 2.
replace (rounded choice (x - y) - rounded choice (x - y) * (1 + d))
  with (- (d * rounded choice (x - y))) by ring.
rewrite Rabs_Ropp, Rabs_mult; apply Rmult_le_compat_r; [apply Rabs_pos | exact Hd].
Qed.

End DotProduct.
