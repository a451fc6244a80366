(* T20 (a), (b), (c): the Cayley transform of a skew matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CayleyTransform.
Variables (R : rcfType) (k : nat) (A : 'M[R]_k).
Hypothesis skew : A^T = - A.

Lemma inner_skew (x : 'cV[R]_k) : inner x (A *m x) = 0.
Proof.
have twice : inner x (A *m x) = - inner x (A *m x).
  by rewrite -{1}(trmxK A) -inner_mull skew mulNmx innerC -scaleN1r innerZr mulN1r.
by apply/eqP; move/eqP: twice; rewrite -addr_eq0 -mulr2n -mulr_natl mulf_eq0 pnatr_eq0.
Qed.

(* |x| <= |(I + A)x|. *)
Lemma norm_stretched : norm_at_least (1%:M + A) 1.
Proof.
move=> x; rewrite mul1r /norm ler_wsqrtr // mulmxDl mul1mx sqnormD inner_skew mulr0 addr0.
by rewrite ler_addl sqnorm_ge0.
Qed.

Theorem cayley_unit : 1%:M + A \in unitmx.
Proof. exact: norm_at_least_unit ltr01 norm_stretched. Qed.

Definition inverse : 'M[R]_k := invmx (1%:M + A).
Definition transform : 'M[R]_k := (1%:M - A) *m inverse.

Lemma inverseK : (1%:M + A) *m inverse = 1%:M.
Proof. exact: mulmxV cayley_unit. Qed.

Theorem inverse_norm : norm_at_most inverse 1.
Proof. by move=> x; have := norm_stretched (inverse *m x); rewrite mulmxA inverseK mul1mx !mul1r. Qed.

Theorem inverse_entry i j : `|inverse i j| <= 1.
Proof.
have := inverse_norm (delta_mx j 0); rewrite -colE mul1r; set e := delta_mx _ _ => le_e.
have e1 : sqnorm e = 1.
  rewrite sqnorm_trace /e trmx_delta mul_delta_mx /mxtrace big_ord1 mxE !eqxx //.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE // expr1n real_normK ?num_real // -e1.
have : sqnorm (col j inverse) <= sqnorm e by rewrite -!sqr_norm ler_pexpn2r ?nnegrE.
apply: le_trans; rewrite /sqnorm /inner (bigD1 i) //= big_ord1 mxE -expr2 ler_addl.
by apply: sumr_ge0 => l _; rewrite big_ord1 -expr2 sqr_ge0.
Qed.

Lemma minus_plus : 1%:M - A = 2%:R *: 1%:M - (1%:M + A).
Proof. by rewrite scaler_nat mulr2n opprD addrA addrK. Qed.

Theorem transform_of_inverse : transform = 2%:R *: inverse - 1%:M.
Proof. by rewrite /transform minus_plus mulmxBl inverseK -scalemxAl mul1mx. Qed.

Lemma inverseV : inverse *m (1%:M + A) = 1%:M.
Proof. exact: mulVmx cayley_unit. Qed.

(* I - A and (I + A)^-1 commute. *)
Lemma transform_right : transform = inverse *m (1%:M - A).
Proof. by rewrite transform_of_inverse minus_plus mulmxBr inverseV -scalemxAr mulmx1. Qed.

Theorem transform_orthogonal : transform^T *m transform = 1%:M.
Proof.
have minus : (1%:M - A)^T = 1%:M + A by rewrite linearB /= trmx1 skew opprK.
have inverseT : inverse^T *m (1%:M - A) = 1%:M.
  by rewrite -[1%:M - A]trmxK minus -trmx_mul inverseK trmx1.
rewrite {1}transform_right trmx_mul minus /transform.
have -> : (1%:M + A) *m inverse^T *m ((1%:M - A) *m inverse) =
    (1%:M + A) *m (inverse^T *m (1%:M - A)) *m inverse by rewrite !mulmxA.
by rewrite inverseT mulmx1 inverseK.
Qed.

(* T20 (b): E = I - R(I + A) gives N = R + EN. *)
Theorem refined_inverse (Z : 'M[R]_k) : inverse = Z + (1%:M - Z *m (1%:M + A)) *m inverse.
Proof. by rewrite mulmxBl mul1mx -(mulmxA Z) inverseK mulmx1 addrC subrK. Qed.

End CayleyTransform.

(* T20 (c): how far the transform moves, exactly; to first order in A' - A it is -2 N (A' - A) N. *)
Theorem transform_difference (R : rcfType) k (A A' : 'M[R]_k) : A^T = - A -> A'^T = - A' ->
  transform A' - transform A = - (2%:R *: (inverse A' *m (A' - A) *m inverse A)).
Proof.
move=> sA sA'; have move_ones (X Y Z : 'M[R]_k) : X + Z - (Y + Z) = X - Y.
  by rewrite opprD addrACA subrr addr0.
rewrite !transform_of_inverse // move_ones -scalerBr -scalerN; congr (_ *: _).
have -> : A' - A = (1%:M + A') - (1%:M + A) by rewrite !(addrC 1%:M) move_ones.
by rewrite mulmxBr mulmxBl inverseV // mul1mx -mulmxA inverseK // mulmx1 opprB.
Qed.

(* T20 (a): two skew matrices with one transform are equal. *)
Theorem transform_injective (R : rcfType) k (A A' : 'M[R]_k) : A^T = - A -> A'^T = - A' ->
  transform A = transform A' -> A = A'.
Proof.
move=> sA sA'; rewrite !transform_of_inverse // => /addIr/(scalerI _) E.
have {}E : inverse A = inverse A' by apply: E; rewrite pnatr_eq0.
apply: (addrI 1%:M).
have -> : 1%:M + A = (1%:M + A) *m (inverse A' *m (1%:M + A')) by rewrite inverseV // mulmx1.
by rewrite -E mulmxA inverseK // mul1mx.
Qed.
