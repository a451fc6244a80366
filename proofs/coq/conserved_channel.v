(* T9: what a conserved channel forces, for finite maps and for Jacobians.
   P is an orthogonal projection; Q = I - P. For mixers P averages the streams. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ConservedChannel.
Variable R : rcfType.
Variables (N : nat) (P : 'M[R]_N).
Hypothesis P_symmetric : P^T = P.
Hypothesis P_idempotent : P *m P = P.

Definition complement : 'M[R]_N := 1%:M - P.
Let Q := complement.

Lemma split_vector m (x : 'M[R]_(N, m)) : x = P *m x + Q *m x.
Proof. by rewrite /Q /complement -mulmxDl addrC subrK mul1mx. Qed.

Lemma PQ : P *m Q = 0.
Proof. by rewrite /Q /complement mulmxBr mulmx1 P_idempotent subrr. Qed.

Lemma QQ : Q *m Q = Q.
Proof. by rewrite {1}/Q /complement mulmxBl mul1mx PQ subr0. Qed.

(* |x|^2 = |Px|^2 + |Qx|^2. *)
Lemma sqnorm_split m (x : 'M[R]_(N, m)) : sqnorm x = sqnorm (P *m x) + sqnorm (Q *m x).
Proof.
rewrite {1}(split_vector x) sqnormD_orth // inner_mull P_symmetric mulmxA PQ mul0mx.
by rewrite inner_trace mulmx0 linear0.
Qed.

Section Map.
Variable F : 'cV[R]_N -> 'cV[R]_N.
Definition conserves : Prop := forall x, P *m F x = P *m x.
Definition nonexpansive (G : 'cV[R]_N -> 'cV[R]_N) : Prop :=
  forall x y, sqnorm (G x - G y) <= sqnorm (x - y).

(* T9, =>: PF = P and F 1-Lipschitz give F(m + z) = m + G(z), G(z) = QF(z), G 1-Lipschitz. *)
Theorem conserved_separates : conserves -> nonexpansive F ->
  (forall x, F x = P *m x + Q *m F (Q *m x)) /\ nonexpansive (fun z => Q *m F z).
Proof.
move=> PF lip; split=> [x | x y]; last first.
  apply: le_trans (lip x y); rewrite -mulmxBr (sqnorm_split (F x - F y)).
  by rewrite ler_addr sqnorm_ge0.
rewrite {1}(split_vector (F x)) PF; congr (_ + _); apply/eqP; rewrite -subr_eq0 -mulmxBr.
rewrite -sqnorm_eq0 eq_le sqnorm_ge0 andbT.
have xE : x - Q *m x = P *m x by rewrite {1}(split_vector x) addrK.
have := lip x (Q *m x); rewrite xE (sqnorm_split (F x - _)) (mulmxBr P) !PF (mulmxA P Q) PQ mul0mx subr0.
by rewrite -[leRHS]addr0 ler_add2l.
Qed.

(* T9, <=: F(m + z) = m + G(z) with values of G in the range of Q and G 1-Lipschitz on it. *)
Theorem separated_conserves (G : 'cV[R]_N -> 'cV[R]_N) :
  (forall x, F x = P *m x + Q *m G (Q *m x)) ->
  (forall x y, sqnorm (Q *m G (Q *m x) - Q *m G (Q *m y)) <= sqnorm (Q *m x - Q *m y)) ->
  conserves /\ nonexpansive F.
Proof.
move=> FE lip.
have PF x : P *m F x = P *m x.
  by rewrite FE mulmxDr !mulmxA P_idempotent PQ mul0mx addr0.
have QF x : Q *m F x = Q *m G (Q *m x).
  by rewrite FE mulmxDr !mulmxA QQ {1}/Q /complement mulmxBl mul1mx P_idempotent subrr mul0mx add0r.
split=> // x y; rewrite sqnorm_split (sqnorm_split (x - y)) !mulmxBr !PF !QF.
by rewrite ler_add2l.
Qed.

End Map.

Section Jacobian.
Variable J : 'M[R]_N.

(* T9 at a point, PJ = P: |Jx|^2 = |x|^2 + |Bx|^2 for x in the range of P, B = QJP. *)
Theorem conserved_block m (x : 'M[R]_(N, m)) :
  P *m J = P -> P *m x = x -> sqnorm (J *m x) = sqnorm x + sqnorm (Q *m J *m P *m x).
Proof.
by move=> PJ Px; rewrite sqnorm_split mulmxA PJ Px -!mulmxA Px.
Qed.

(* In terms of norms: |J|^2 >= 1 + |B|^2, as c^2 - 1 bounds |B|^2 for every bound c of |J|. *)
Theorem conserved_norm c :
  P *m J = P -> norm_at_most J c ->
  forall x : 'cV_N, sqnorm (Q *m J *m P *m x) <= (c ^+ 2 - 1) * sqnorm (P *m x).
Proof.
move=> PJ Jc x; have Px : P *m (P *m x) = P *m x by rewrite mulmxA P_idempotent.
have := Jc (P *m x); rewrite -(ler_pexpn2r (ltn0Sn 1)) ?nnegrE //; last first.
  exact: le_trans (norm_ge0 _) (Jc _).
rewrite exprMn !sqr_norm (conserved_block PJ Px) -!mulmxA Px mulrBl mul1r.
by rewrite ler_subr_addl.
Qed.

(* T9 without conservation: |J|^2 >= sigma_min(PJP)^2 + |QJP|^2, PJP on the range of P. *)
Theorem unconserved_norm a c :
  (forall x : 'cV_N, a * sqnorm (P *m x) <= sqnorm (P *m J *m P *m x)) -> norm_at_most J c ->
  forall x : 'cV_N, sqnorm (Q *m J *m P *m x) <= (c ^+ 2 - a) * sqnorm (P *m x).
Proof.
move=> low Jc x; have := Jc (P *m x); rewrite -(ler_pexpn2r (ltn0Sn 1)) ?nnegrE //; last first.
  exact: le_trans (norm_ge0 _) (Jc _).
rewrite exprMn !sqr_norm (sqnorm_split (J *m _)) !mulmxA mulrBl ler_subr_addl.
by apply: le_trans; rewrite ler_add2r -!mulmxA !(mulmxA P) !mulmxA; apply: low.
Qed.

End Jacobian.
End ConservedChannel.

Section Mixer.
Variables (R : rcfType) (n d : nat) (X : 'M[R]_(n, d)) (H P : 'M[R]_n) (D : 'M[R]_(n, d) -> 'M[R]_n).

(* J[Z] = HZ + DH[Z]X. Exact columns: PH = P and P DH[Z] = 0. *)
Let J Z := H *m Z + D Z *m X.

Theorem columns_exact_conserve :
  P *m H = P -> (forall Z, P *m D Z = 0) -> forall Z, P *m J Z = P *m Z.
Proof. by move=> PH PD Z; rewrite mulmxDr !mulmxA PH PD mul0mx addr0. Qed.

(* T9: B[Z] = QHPZ + DH[PZ]X for exact columns. *)
Theorem conserved_block_columns : (forall Z, P *m D Z = 0) -> let Q := complement P in
  forall Z, Q *m J (P *m Z) = Q *m H *m P *m Z + D (P *m Z) *m X.
Proof.
move=> PD Q Z; rewrite mulmxDr !mulmxA; congr (_ + _ *m X).
by rewrite /Q /complement mulmxBl mul1mx PD subr0.
Qed.

(* T9: B[Z] = DH[PZ]QX when rows are exact too, HP = P and DH[Z]P = 0. *)
Theorem conserved_block_both : P *m P = P -> H *m P = P -> (forall Z, P *m D Z = 0) ->
  (forall Z, D Z *m P = 0) -> let Q := complement P in
  forall Z, Q *m J (P *m Z) = D (P *m Z) *m (Q *m X).
Proof.
move=> PP HP PD DP Q Z; rewrite conserved_block_columns // -(mulmxA Q) HP.
rewrite /Q /complement mulmxBl mul1mx PP subrr mul0mx add0r.
by rewrite mulmxA mulmxBr mulmx1 DP subr0.
Qed.

End Mixer.
