(* The values of the closed form of theorem T11 lie between the ends of the certificate of SHA-256
   2b258c3c14da9b4a156695b130e163f2ab03975822c6b1108566e89cd5d42f52. *)
From Coq Require Import Reals.
From Interval Require Import Tactic.
Open Scope R_scope.

Definition K : R := (1 / 10).
Definition L : nat := 64%nat.
Definition value_1 (K : R) (L : nat) : R := (Rabs (1 + K) ^ L)%R.
Definition value_2 : R := (1)%R.

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
  unfold value_2, value_1, L, K;
  bound.

Theorem value_1_is_enclosed :
  (7842448209249977 * powerRZ 2 (-44)) <= value_1 K L <= (3921224104624989 * powerRZ 2 (-43)).
Proof. evaluate. Qed.

Theorem value_2_is_enclosed :
  1 <= value_2 <= 1.
Proof. evaluate. Qed.
