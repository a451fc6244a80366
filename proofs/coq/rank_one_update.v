(* T11: J = I + K b b' with b'b = 1, its powers and its spectrum. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import kronecker singular_values spectrum_multiset.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Powers.
Variables (R : comRingType) (N : nat) (b : 'cV[R]_N).
Hypothesis unit_b : b^T *m b = 1%:M.

Definition update (K : R) : 'M[R]_N := 1%:M + K *: (b *m b^T).
Definition power (M : 'M[R]_N) (L : nat) : 'M[R]_N := iter L (mulmx M) 1%:M.

Lemma projection_idempotent : b *m b^T *m (b *m b^T) = b *m b^T.
Proof. by rewrite mulmxA -(mulmxA b) unit_b mulmx1. Qed.

(* I + K bb' times I + M bb' is I + ((1 + K)(1 + M) - 1) bb'. *)
Lemma update_mul K M : update K *m update M = update ((1 + K) * (1 + M) - 1).
Proof.
rewrite /update mulmxDl mul1mx mulmxDr mulmx1 -scalemxAl -scalemxAr projection_idempotent.
rewrite scalerA -!addrA -!scalerDl; congr (_ + _ *: _).
by rewrite mulrDl mul1r mulrDr mulr1 [RHS]addrC !addrA addNr add0r.
Qed.

(* T11: J^L = I + ((1 + K)^L - 1) bb'. *)
Theorem update_power K L : power (update K) L = update ((1 + K) ^+ L - 1).
Proof.
elim: L => [|L IH] /=; first by rewrite expr0 subrr /update scale0r addr0.
by rewrite -/(power (update K) L) IH update_mul addrCA subrr addr0 exprS.
Qed.

(* Jb = (1 + K)b, and Jz = z when b'z = 0. *)
Theorem update_eigen K : update K *m b = (1 + K) *: b.
Proof. by rewrite mulmxDl mul1mx -scalemxAl -mulmxA unit_b mulmx1 scalerDl scale1r. Qed.

Theorem update_fixed K (z : 'cV_N) : b^T *m z = 0 -> update K *m z = z.
Proof. by move=> bz; rewrite mulmxDl mul1mx -scalemxAl -mulmxA bz mulmx0 scaler0 addr0. Qed.

Lemma update_tr K : (update K)^T = update K.
Proof. by rewrite /update linearD linearZ /= trmx1 trmx_mul trmxK. Qed.

Lemma update_gram K : (update K)^T *m update K = update ((1 + K) ^+ 2 - 1).
Proof. by rewrite update_tr update_mul expr2. Qed.

End Powers.

Section Spectrum.
Variables (F : fieldType) (N : nat) (b : 'cV[F]_N).
Hypothesis unit_b : b^T *m b = 1%:M.

Lemma dimension_positive : (0 < N)%N.
Proof.
rewrite lt0n; apply/eqP => N0; move: b unit_b; rewrite N0 => c.
by rewrite flatmx0 mulmx0 => /matrixP/(_ 0 0)/eqP; rewrite !mxE eq_sym oner_eq0.
Qed.

(* The characteristic polynomial of I + K bb'. *)
Theorem update_char_poly K :
  char_poly (update b K) = ('X - (1 + K)%:P) * ('X - 1%:P) ^+ N.-1.
Proof.
have [n NE] : exists n, N = n.+1 by exists N.-1; rewrite prednK ?dimension_positive.
pose Y : {poly F} := 'X - 1%:P; pose B := map_mx polyC b.
have BB : B^T *m B = 1%:M by rewrite map_trmx -map_mxM unit_b map_mx1.
have -> : char_poly (update b K) = \det (Y%:M - B *m (K%:P *: B^T)).
  rewrite /char_poly /char_poly_mx /update map_mxD map_mx1 map_mxZ map_mxM -map_trmx.
  by rewrite /Y polyC1 raddfB /= -scalemxAr opprD addrA.
have upper : \det (Y%:M - B *m (K%:P *: B^T)) = \det (block_mx Y%:M B (K%:P *: B^T) 1%:M).
  have -> : block_mx Y%:M B (K%:P *: B^T) 1%:M =
      block_mx 1%:M B 0 1%:M *m block_mx (Y%:M - B *m (K%:P *: B^T)) 0 (K%:P *: B^T) 1%:M.
    by rewrite mulmx_block !mul1mx !mul0mx !mulmx1 subrK !add0r.
  by rewrite det_mulmx det_ublock det_lblock !det1 !mulr1 mul1r.
have lower : Y * \det (block_mx Y%:M B (K%:P *: B^T) 1%:M) = Y ^+ N * (Y - K%:P).
  have factor : \det (block_mx 1%:M 0 (- (K%:P *: B^T)) (Y%:M : 'M_1)) = Y.
    by rewrite det_lblock det1 mul1r det_scalar1.
  rewrite -{1}factor -det_mulmx mulmx_block !mul1mx !mul0mx !addr0 mulmx1 mul_mx_scalar.
  rewrite mul_scalar_mx scalerN addNr mulNmx -scalemxAl BB det_ublock det_scalar; congr (_ * _).
  by rewrite addrC scalemx1 -raddfB det_scalar1.
have Y0 : Y != 0 by rewrite polyXsubC_eq0.
apply: (mulfI Y0); rewrite upper lower mulrCA -exprS prednK ?dimension_positive // mulrC.
by rewrite polyCD opprD addrA.
Qed.

End Spectrum.

(* T11: one singular value of J^L is |1 + K|^L, the others are 1. *)
Theorem update_singular_values (R : rcfType) N (b : 'cV[R]_N) K L (P Q : 'M_N) s :
  b^T *m b = 1%:M -> svd (power (update b K) L) P s Q ->
  perm_eq (codom s) (`|1 + K| ^+ L :: nseq N.-1 1).
Proof.
move=> unit_b S; apply: values_unique => [x /codomP[i ->] | x |]; first by case: S.
  by rewrite inE => /orP[/eqP-> | /nseqP[-> _]]; rewrite ?exprn_ge0.
rewrite -(gram_svd S) update_power // update_gram // update_char_poly // big_cons big_nseq iter_mulr_1.
rewrite expr1n; congr (('X - _%:P) * _).
by rewrite !(addrCA 1) !subrr !addr0 -normrX real_normK ?num_real.
Qed.
