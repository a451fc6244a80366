(* T11: the number 1.1^64 in decimal and in binary64. It is rational; integers decide. *)
From Coq Require Import Reals ZArith Lra.
From Flocq Require Import Core.
Local Open Scope R_scope.

Lemma power_quotient a b n :
  (0 < b)%Z -> (IZR a / IZR b) ^ n = IZR (a ^ Z.of_nat n) / IZR (b ^ Z.of_nat n).
Proof.
intros b0; unfold Rdiv; rewrite Rpow_mult_distr, pow_inv.
now rewrite !pow_IZR.
Qed.

Lemma quotient_lt a b p q :
  (0 < b)%Z -> (0 < q)%Z -> (a * q < p * b)%Z -> IZR a / IZR b < IZR p / IZR q.
Proof.
intros b0 q0 H; apply IZR_lt in b0, q0, H; rewrite !mult_IZR in H.
apply (Rmult_lt_reg_r (IZR b)); [easy |]; apply (Rmult_lt_reg_r (IZR q)); [easy |].
replace (IZR a / IZR b * IZR b * IZR q) with (IZR a * IZR q) by (field; lra).
replace (IZR p / IZR q * IZR b * IZR q) with (IZR p * IZR b) by (field; lra).
easy.
Qed.

Definition gain : R := (11 / 10) ^ 64.

Lemma below_gain p q : (0 < q)%Z -> (p * 10 ^ 64 < 11 ^ 64 * q)%Z -> IZR p / IZR q < gain.
Proof.
intros; unfold gain; rewrite (power_quotient 11 10 64) by easy.
now apply quotient_lt.
Qed.

Lemma above_gain p q : (0 < q)%Z -> (11 ^ 64 * q < p * 10 ^ 64)%Z -> gain < IZR p / IZR q.
Proof.
intros; unfold gain; rewrite (power_quotient 11 10 64) by easy.
now apply quotient_lt.
Qed.

(* T11, K = 0.1, 64 layers: the largest gain is 1.1^64 = 445.7916 to seven digits. *)
Theorem cayley_gain_64 : 445791568 / 1000000 < gain < 445791569 / 1000000.
Proof. now split; [apply below_gain | apply above_gain]. Qed.

(* Two neighbouring binary64 numbers enclose it. *)
Theorem cayley_gain_64_enclosed :
  7842448209249977 / IZR (2 ^ 44) < gain < 7842448209249978 / IZR (2 ^ 44).
Proof. now split; [apply below_gain | apply above_gain]. Qed.

(* Its nearest binary64 number is 7842448209249978 * 2^(-44). *)
Theorem cayley_gain_64_rounded :
  round radix2 (FLT_exp (-1074) 53) ZnearestE gain = 7842448209249978 * bpow radix2 (-44).
Proof.
pose proof cayley_gain_64.
pose proof (above_gain 7842448209249978 (2 ^ 44) eq_refl eq_refl).
pose proof (below_gain 15684896418499955 (2 ^ 45) eq_refl eq_refl).
revert H H0 H1; generalize gain; intros x approximate above below.
assert (mag_x : mag radix2 x = 9%Z :> Z).
{ apply mag_unique; rewrite Rabs_pos_eq by lra; simpl; lra. }
unfold round, scaled_mantissa, cexp; rewrite mag_x; change (FLT_exp (-1074) 53 9) with (-44)%Z.
replace (ZnearestE (x * bpow radix2 (- -44))) with 7842448209249978%Z; [reflexivity |].
symmetry; apply Znearest_imp; apply Rabs_def1; simpl bpow; lra.
Qed.
