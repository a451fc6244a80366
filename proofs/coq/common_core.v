(* T2: one feature space for all streams.
   Squares of singular values of J are the roots of the characteristic polynomial of J'J. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import kronecker block_spectrum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section CommonCore.
Variable R : comRingType.

Lemma kronecker_scalar_right m n p a (A : 'M[R]_(m, n)) (B : 'M_(p, p)) :
  kronecker A (a *: B) = a *: kronecker A B.
Proof. by apply/matrixP=> k l; rewrite !mxE mulrCA. Qed.

Lemma kronecker0 m n p q (A : 'M[R]_(m, n)) : kronecker A (0 : 'M_(p, q)) = 0.
Proof. by apply/matrixP=> k l; rewrite !mxE mulr0. Qed.

Lemma kroneckerDr m n p q (A : 'M[R]_(m, n)) (B B' : 'M_(p, q)) :
  kronecker A (B + B') = kronecker A B + kronecker A B'.
Proof. by apply/matrixP=> k l; rewrite !mxE mulrDr. Qed.

(* A factor I_r repeats the spectrum r times, for a matrix similar to a diagonal one. *)
Lemma char_poly_kronecker n r (K Q : 'M[R]_n) (e : 'rV_n) :
  Q^T *m Q = 1%:M -> K = Q *m diag_mx e *m Q^T ->
  char_poly (kronecker K (1%:M : 'M_r)) = char_poly K ^+ r.
Proof.
move=> QQ KE; have QQ' : Q *m Q^T = 1%:M by apply: mulmx1C.
have I1 : (1%:M : 'M[R]_r)^T *m 1%:M = 1%:M by rewrite trmx1 mul1mx.
have QdQd : kronecker Q (1%:M : 'M_r) *m (kronecker Q 1%:M)^T = 1%:M.
  by apply: mulmx1C; apply: kronecker_orthogonal.
rewrite -(char_poly_similar _ (erefl _) QdQd) -(char_poly_similar K (erefl _) QQ').
rewrite kronecker_tr trmx1 !kronecker_mul !mul1mx.
have -> : Q^T *m K *m Q = diag_mx e by rewrite KE !mulmxA QQ mul1mx -mulmxA QQ mulmx1.
rewrite [in RHS]char_poly_trig ?diag_mx_is_trig // char_poly_trig.
  rewrite -prodrXl [LHS](reindex _ (curry_mxvec_bij n r)) /=.
  rewrite (eq_bigr (fun p : 'I_n * 'I_r => 'X - (e 0 p.1)%:P)) => [|[i c] _].
    rewrite -(pair_bigA _ (fun i _ => 'X - (e 0 i)%:P)) /=; apply: eq_bigr => i _.
    by rewrite prodr_const card_ord !mxE eqxx.
  by rewrite kroneckerE !mxE !eqxx mulr1.
apply/is_trig_mxP; case/mxvec_indexP=> i c; case/mxvec_indexP=> j c' lt.
rewrite kroneckerE !mxE; case: eqVneq => [ij|_]; last by rewrite mulr0n mul0r.
case: eqVneq => [cc|_]; last by rewrite mulr0.
by move: lt; rewrite ij cc ltnn.
Qed.

(* T2: sigma(J) is the union of sigma(C) and of d - q = r copies of sigma(H). *)
Theorem common_core n d q r m (H P Q : 'M[R]_n) (s : 'rV_n) (U : 'M_(d, q)) (W : 'M_(d, r))
  (A : 'M_(n * d, m)) (B : 'M_(m, n * d)) :
  d = (q + r)%N ->
  U^T *m U = 1%:M -> W^T *m W = 1%:M -> U^T *m W = 0 -> U *m U^T + W *m W^T = 1%:M ->
  P^T *m P = 1%:M -> Q^T *m Q = 1%:M -> H = P *m diag_mx s *m Q^T ->
  (* The span of U holds every feature row of A's columns and of B's rows. *)
  let Ud := kronecker (1%:M : 'M_n) U in
  Ud *m Ud^T *m A = A -> B *m (Ud *m Ud^T) = B ->
  let J := kronecker H 1%:M + A *m B in
  let C := kronecker H 1%:M + Ud^T *m A *m B *m Ud in
  char_poly (J^T *m J) = char_poly (C^T *m C) * char_poly (H^T *m H) ^+ r.
Proof.
move=> dqr UU WW UW full PP QQ HE Ud A_in B_in J C; pose Wd := kronecker (1%:M : 'M_n) W.
have I1 : (1%:M : 'M[R]_n)^T *m 1%:M = 1%:M by rewrite trmx1 mul1mx.
have WU : W^T *m U = 0 by apply: trmx_inj; rewrite trmx_mul trmxK UW trmx0.
have UWd : Ud^T *m Wd = 0 by rewrite kronecker_tr kronecker_mul UW kronecker0.
have WUd : Wd^T *m Ud = 0 by rewrite kronecker_tr kronecker_mul WU kronecker0.
have fulld : Ud *m Ud^T + Wd *m Wd^T = 1%:M.
  by rewrite !kronecker_tr !kronecker_mul trmx1 mul1mx -kroneckerDr full kronecker1.
have WA : Wd^T *m A = 0 by rewrite -A_in !mulmxA WUd !mul0mx.
have BW : B *m Wd = 0 by rewrite -B_in -!mulmxA UWd !mulmx0.
have size : (n * d)%N = (n * q + n * r)%N by rewrite dqr mulnDr.
have UdUd := kronecker_orthogonal I1 UU; have WdWd := kronecker_orthogonal I1 WW.
have conj (a b : nat) (V : 'M_(d, a)) (V' : 'M_(d, b)) :
    (kronecker (1%:M : 'M_n) V)^T *m kronecker H 1%:M *m kronecker (1%:M : 'M_n) V' =
    kronecker H (V^T *m V').
  by rewrite kronecker_tr !kronecker_mul trmx1 mul1mx !mulmx1.
have CE : Ud^T *m J *m Ud = C by rewrite /J mulmxDr mulmxDl conj UU !mulmxA.
have TE : Wd^T *m J *m Wd = kronecker H 1%:M.
  by rewrite /J mulmxDr mulmxDl conj WW mulmxA WA !mul0mx addr0.
have UJW : Ud^T *m J *m Wd = 0.
  by rewrite /J mulmxDr mulmxDl conj UW kronecker0 -!mulmxA BW !mulmx0 addr0.
have WJU : Wd^T *m J *m Ud = 0.
  by rewrite /J mulmxDr mulmxDl conj WU kronecker0 mulmxA WA !mul0mx addr0.
rewrite (gram_split size UdUd WdWd UWd fulld UJW WJU) CE TE; congr (_ * _).
rewrite kronecker_tr kronecker_mul trmx1 mul1mx.
apply: (@char_poly_kronecker _ _ _ Q (\row_k (s 0 k ^+ 2))) => //.
rewrite HE !trmx_mul trmxK tr_diag_mx !mulmxA -(mulmxA _ P^T) PP mulmx1.
by rewrite -(mulmxA Q) mulmx_diag; congr (_ *m diag_mx _ *m _); apply/rowP => k; rewrite !mxE expr2.
Qed.

End CommonCore.
