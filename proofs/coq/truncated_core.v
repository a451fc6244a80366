(* T4 (c): leaving feature directions out of a core. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section KeptPart.
Variables (R : rcfType) (m n p q : nat).
Variables (M : 'M[R]_(m, n)) (L : 'M[R]_(m, p)) (K : 'M[R]_(n, q)).
Hypotheses (LL : L^T *m L = 1%:M) (KK : K^T *m K = 1%:M).

Let N := L^T *m M *m K.

Lemma sqnorm_two_sided (Y : 'M[R]_(p, q)) : sqnorm (L *m Y *m K^T) = sqnorm Y.
Proof. by rewrite -mulmxA sqnorm_isometry // -sqnorm_tr trmx_mul trmxK sqnorm_isometry // sqnorm_tr. Qed.

(* What is left out of M and what is changed of the rest are orthogonal. *)
Theorem kept_part (Y : 'M[R]_(p, q)) :
  sqnorm (M - L *m Y *m K^T) = sqnorm (M - L *m N *m K^T) + sqnorm (N - Y).
Proof.
have -> : M - L *m Y *m K^T = (M - L *m N *m K^T) + L *m (N - Y) *m K^T.
  by rewrite mulmxBr mulmxBl addrA subrK.
have : L^T *m (M - L *m N *m K^T) *m K = 0.
  by rewrite mulmxBr mulmxBl !mulmxA LL mul1mx -(mulmxA _ K^T) KK mulmx1 subrr.
move: (M - _) (N - Y) => E Z E0; rewrite sqnormD_orth ?sqnorm_two_sided // innerC.
rewrite -(mulmxA L) inner_mull inner_trace trmx_mul trmxK -(mulmxA K) mxtrace_mulC -mulmxA E0.
by rewrite mulmx0 linear0.
Qed.

Variables (O : 'M[R]_p) (O' : 'M[R]_q).
Hypotheses (OO : O^T *m O = 1%:M) (OO' : O'^T *m O' = 1%:M).

Lemma sqnorm_rescaled (x : 'rV[R]_p) (z : 'rV[R]_q) :
  sqnorm (N - O *m diag_mx x *m O^T *m N *m (O' *m diag_mx z *m O'^T)) =
  \sum_i \sum_j ((1 - x 0 i * z 0 j) * (O^T *m N *m O') i j) ^+ 2.
Proof.
have Or : O *m O^T = 1%:M by apply: mulmx1C.
have Or' : O' *m O'^T = 1%:M by apply: mulmx1C.
have -> : N - O *m diag_mx x *m O^T *m N *m (O' *m diag_mx z *m O'^T) =
    O *m (O^T *m N *m O' - diag_mx x *m (O^T *m N *m O') *m diag_mx z) *m O'^T.
  by rewrite mulmxBr mulmxBl !mulmxA Or mul1mx -(mulmxA N) Or' mulmx1.
rewrite -mulmxA sqnorm_isometry // -sqnorm_tr trmx_mul trmxK sqnorm_isometry // sqnorm_tr.
apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite -expr2; congr (_ ^+ 2).
move: (O^T *m N *m O') => Z; rewrite mul_mx_diag mul_diag_mx !mxE.
by rewrite mulrBl mul1r mulrAC.
Qed.

Variables (a : 'rV[R]_p) (b : 'rV[R]_q).
Hypotheses (a_ge0 : forall i, 0 <= a 0 i) (b_ge0 : forall j, 0 <= b 0 j).

Let S := O *m diag_mx a *m O^T.
Let T := O' *m diag_mx b *m O'^T.

Lemma square_of r (Q : 'M[R]_r) (x : 'rV[R]_r) : Q^T *m Q = 1%:M ->
  Q *m diag_mx x *m Q^T *m (Q *m diag_mx x *m Q^T) = Q *m diag_mx (\row_i (x 0 i ^+ 2)) *m Q^T.
Proof.
move=> QQ; rewrite !mulmxA -(mulmxA _ Q^T Q) QQ mulmx1 -(mulmxA Q) mulmx_diag.
by congr (_ *m diag_mx _ *m _); apply/rowP => i; rewrite !mxE expr2.
Qed.

(* To shrink or stretch once is no worse than twice. *)
Lemma rescaled_once : sqnorm (N - S *m N *m T) <= sqnorm (N - S *m S *m N *m (T *m T)).
Proof.
rewrite /S /T !square_of // !sqnorm_rescaled.
apply: ler_sum => i _; apply: ler_sum => j _; rewrite !mxE -(exprMn _ (a 0 i) (b 0 j)).
set x := a 0 i * b 0 j; have x0 : 0 <= x by apply: mulr_ge0.
rewrite [leLHS]exprMn [leRHS]exprMn; apply: ler_wpmul2r; first exact: sqr_ge0.
have -> : 1 - x ^+ 2 = (1 - x) * (1 + x) by rewrite -subr_sqr expr1n.
rewrite exprMn ler_pemulr ?sqr_ge0 // -[leLHS](expr1n _ 2) ler_pexpn2r ?nnegrE ?addr_ge0 ?ler01 //.
by rewrite ler_addl.
Qed.

(* T4 (c): V = L S and W = K T may be any matrices in the place of orthonormal ones. *)
Theorem any_directions (V : 'M[R]_(m, p)) (W : 'M[R]_(n, q)) : V = L *m S -> W = K *m T ->
  norm (M - L *m (V^T *m M *m W) *m K^T) <= norm (M - V *m V^T *m M *m (W *m W^T)).
Proof.
move=> VE WE; have ST : S^T = S by rewrite /S !trmx_mul trmxK tr_diag_mx mulmxA.
have TT : T^T = T by rewrite /T !trmx_mul trmxK tr_diag_mx mulmxA.
move: rescaled_once; rewrite -(ler_add2l (sqnorm (M - L *m N *m K^T))) -!kept_part.
move: (S) (T) ST TT VE WE => S' T' ST TT -> ->; rewrite !trmx_mul ST TT.
by move=> once; apply: ler_wsqrtr; move: once; rewrite /N !mulmxA.
Qed.

End KeptPart.
