(* The values of the closed form of theorem T10 lie between the ends of the certificate of SHA-256
   0f20d840634e77ce9c1f13307612447ee447e72d5f7748382478f59ba7c0fffb. *)
From Coq Require Import Reals.
From Interval Require Import Tactic.
Open Scope R_scope.

Definition K : R := 3.
Definition epsilon : R := (1 / 100000000).
Definition value_1 (K epsilon : R) : R := (sqrt (1 + K ^ 2 / (1 + epsilon)))%R.
Definition value_2 : R := (0)%R.

Ltac bound :=
  first
    [ split; bound
    | apply Rmax_lub; bound
    | apply Rmin_glb; bound
    | eapply Rle_trans; [ | apply Rmax_l ]; bound
    | eapply Rle_trans; [ | apply Rmax_r ]; bound
    | eapply Rle_trans; [ apply Rmin_l | ]; bound
    | eapply Rle_trans; [ apply Rmin_r | ]; bound
    | interval with (i_prec 320) ].
Ltac evaluate :=
  unfold value_2, value_1, epsilon, K;
  bound.

Theorem value_1_is_enclosed :
  (7120816213944505 * powerRZ 2 (-51)) <= value_1 K epsilon <= (3560408106972253 * powerRZ 2 (-50)).
Proof. evaluate. Qed.

Theorem value_2_is_enclosed :
  0 <= value_2 <= 0.
Proof. evaluate. Qed.
