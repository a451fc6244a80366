(* T11: the Cayley mixer at its fixed state has the Jacobian I + K b b'. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker rank_one_update.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CayleyChain.
Variables (R : rcfType) (n d : nat) (u1 u2 : 'cV[R]_n) (v : 'cV[R]_d) (K : R).
Hypotheses (u11 : u1^T *m u1 = 1%:M) (u22 : u2^T *m u2 = 1%:M) (u12 : u1^T *m u2 = 0).
Hypothesis vv : v^T *m v = 1%:M.

(* Rotation of (u1, u2) by the Cayley angle of a; everything orthogonal to both is fixed. *)
Definition plane : 'M[R]_n := u1 *m u1^T + u2 *m u2^T.
Definition quarter_turn : 'M[R]_n := u2 *m u1^T - u1 *m u2^T.
Definition cosine (a : R) : R := (1 - a ^+ 2) / (1 + a ^+ 2).
Definition sine (a : R) : R := 2%:R * a / (1 + a ^+ 2).
Definition rotation (a : R) : 'M[R]_n :=
  1%:M + (cosine a - 1) *: plane + sine a *: quarter_turn.

(* The mixer: a(X) = (K/2) u2'Xv / |X|. *)
Definition component (X : 'M[R]_(n, d)) : R := (u2^T *m X *m v) 0 0.
Definition angle (X : 'M[R]_(n, d)) : R := K / 2%:R * component X / norm X.
Definition mixed (X : 'M[R]_(n, d)) : 'M[R]_(n, d) := rotation (angle X) *m X.

Definition state : 'M[R]_(n, d) := u1 *m v^T.
Definition direction : 'M[R]_(n, d) := u2 *m v^T.
Definition linear_part (Z : 'M[R]_(n, d)) : 'M[R]_(n, d) := Z + (K * component Z) *: direction.

Let u21 : u2^T *m u1 = 0. Proof. by apply: trmx_inj; rewrite trmx_mul trmxK u12 trmx0. Qed.

Lemma component_trace X : component X = \tr (direction^T *m X).
Proof.
by rewrite /component /direction trmx_mul trmxK -[in RHS]mulmxA mxtrace_mulC trace_mx11.
Qed.

(* Linear part as a matrix: vec(J[Z]) = (I + K b b') vec Z with b = vec(u2 v'). *)
Theorem linear_part_matrix Z : vec (linear_part Z) = update (vec direction) K *m vec Z.
Proof.
rewrite /update mulmxDl mul1mx -scalemxAl -mulmxA vec_gram -component_trace mul_mx_scalar scalerA.
apply/matrixP; case/mxvec_indexP=> i j k; rewrite [RHS]mxE [X in _ + X]mxE !vecE [LHS]mxE.
by congr (_ + _); rewrite mxE.
Qed.

Theorem direction_unit : (vec direction)^T *m vec direction = 1%:M.
Proof.
rewrite vec_gram /direction trmx_mul trmxK mulmxA -(mulmxA v) u22 mulmx1 mxtrace_mulC vv.
by rewrite mxtrace1.
Qed.

(* The state is fixed, and H = I there. *)
Theorem state_fixed : rotation (angle state) = 1%:M /\ mixed state = state.
Proof.
have a0 : angle state = 0.
  by rewrite /angle /component /state mulmxA u21 mul0mx mul0mx mxE mulr0 mul0r.
have rot : rotation (angle state) = 1%:M.
  rewrite a0 /rotation /cosine /sine expr0n subr0 addr0 divr1 subrr scale0r mulr0 mul0r scale0r.
  by rewrite !addr0.
by rewrite /mixed rot mul1mx.
Qed.

End CayleyChain.
