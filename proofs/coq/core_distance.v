(* T3 (b): how far the core that a program computes is from the one whose values are those of J''. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CoreDistance.
Variables (R : rcfType) (p : nat).
Variables (S S' W : 'M[R]_p). (* the triangular basis as computed, as it should be, the feedback's coordinates *)

(* Kind (phi): S' = (I + D)S. *)
Theorem core_distance_relative (D : 'M[R]_p) psi : 0 <= psi -> S' = (1%:M + D) *m S -> norm_at_most D psi ->
  D^T = D ->
  norm_at_most (S' *m W *m S'^T - S *m W *m S^T) ((2%:R * psi + psi ^+ 2) * norm (S *m W *m S^T)).
Proof.
move=> psi0 SE Dpsi Dsym; set Y := S *m W *m S^T.
have -> : S' *m W *m S'^T - Y = D *m Y + Y *m D + D *m Y *m D.
  have -> : S' *m W *m S'^T = (1%:M + D) *m Y *m (1%:M + D).
    by rewrite SE trmx_mul linearD /= trmx1 Dsym /Y !mulmxA.
  apply/eqP; rewrite subr_eq; apply/eqP.
  by rewrite mulmxDl mul1mx mulmxDr mulmx1 mulmxDl [RHS]addrC !addrA.
have Yn : norm_at_most Y (norm Y) := frobenius Y.
have -> : (2%:R * psi + psi ^+ 2) * norm Y = psi * norm Y + norm Y * psi + psi * norm Y * psi.
  by rewrite mulrDl mulr_natl mulr2n mulrDl (mulrC (norm Y) psi) expr2 (mulrAC psi psi).
apply: norm_at_most_add; first apply: norm_at_most_add; rewrite ?mulr_ge0 //.
- exact: norm_at_most_mul.
- exact: norm_at_most_mul.
by apply: norm_at_most_mul => //; [apply: mulr_ge0 | apply: norm_at_most_mul].
Qed.

(* In general: S' = S + D, with |D| at most theta. *)
Theorem core_distance_absolute (D : 'M[R]_p) theta : 0 <= theta -> S' = S + D -> norm_at_most D theta ->
  norm_at_most (S' *m W *m S'^T - S *m W *m S^T)
    (theta * norm (W *m S^T) + norm (S *m W) * theta + theta * norm W * theta).
Proof.
move=> theta0 SE Dt; have DTt : norm_at_most D^T theta by apply: norm_at_most_tr.
have -> : S' *m W *m S'^T - S *m W *m S^T = D *m (W *m S^T) + S *m W *m D^T + D *m W *m D^T.
  apply/eqP; rewrite subr_eq; apply/eqP.
  by rewrite SE linearD /= mulmxDr !mulmxDl !mulmxA [RHS]addrC !addrA.
apply: norm_at_most_add; first apply: norm_at_most_add.
- by apply: norm_at_most_mul => //; apply: frobenius.
- by apply: norm_at_most_mul => //; apply: frobenius.
by apply: norm_at_most_mul => //; [apply: mulr_ge0 | apply: norm_at_most_mul => //; apply: frobenius].
Qed.

End CoreDistance.
