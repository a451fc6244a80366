(* Characteristic polynomials of similar and of block-diagonal matrices. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section BlockSpectrum.
Variable R : comRingType.

(* Change of basis. The sizes N and M are equal, but need not be the same expression. *)
Lemma char_poly_similar N M (A : 'M[R]_N) (V : 'M_(N, M)) (W : 'M_(M, N)) :
  N = M -> V *m W = 1%:M -> char_poly (W *m A *m V) = char_poly A.
Proof.
move=> NM; case: _ / NM in V W * => VW; have WV : W *m V = 1%:M by apply: mulmx1C.
rewrite /char_poly /char_poly_mx !map_mxM.
have -> : ('X%:M : 'M[{poly R}]_N) = map_mx polyC W *m 'X%:M *m map_mx polyC V.
  by rewrite mul_mx_scalar -scalemxAl -map_mxM WV map_mx1 scalemx1.
rewrite -mulmxBl -mulmxBr !det_mulmx mulrAC -det_mulmx -map_mxM WV map_mx1 det1 mul1r.
congr (\det _); congr (_ - _).
by rewrite mul_mx_scalar -scalemxAl -map_mxM WV map_mx1 scalemx1.
Qed.

Lemma char_poly_block_diag m n (A : 'M[R]_m) (B : 'M_n) :
  char_poly (block_mx A 0 0 B) = char_poly A * char_poly B.
Proof. by rewrite /char_poly char_block_diag_mx det_ublock. Qed.

Lemma mul_mxdiag n (p : 'I_n -> nat) (A B : forall i, 'M[R]_(p i)) :
  \mxdiag_i A i *m \mxdiag_i B i = \mxdiag_i (A i *m B i).
Proof.
rewrite /mxdiag mul_mxblock; apply: eq_mxblock => i j.
rewrite (bigD1 i) //= eqxx conform_mx_id big1 ?addr0 => [|k ki].
  by case: eqVneq => [->|_]; rewrite ?conform_mx_id ?mulmx0.
by rewrite eq_sym (negPf ki) mul0mx.
Qed.

Lemma char_poly_mxdiag n (p : 'I_n -> nat) (A : forall i, 'M[R]_(p i)) :
  char_poly (\mxdiag_i A i) = \prod_i char_poly (A i).
Proof.
elim: n p A => [|n IH] p A.
  by move: (\mxdiag__ _); rewrite !big_ord0 => M; rewrite /char_poly det_mx00.
rewrite mxdiag_recl [RHS]big_ord_recl -IH -char_poly_block_diag.
by case: _ / mxsize_recl; rewrite castmx_id.
Qed.

Lemma char_poly_scalar n (a : R) : char_poly (a%:M : 'M_n) = ('X - a%:P) ^+ n.
Proof.
rewrite char_poly_trig ?scalar_mx_is_trig // (eq_bigr (fun=> 'X - a%:P)) => [|i _].
  by rewrite prodr_const card_ord.
by rewrite mxE eqxx.
Qed.

(* Two maps that keep a splitting: the Gram matrix J'J splits with J. *)
Theorem gram_split N q r (J : 'M[R]_N) (U : 'M_(N, q)) (W : 'M_(N, r)) :
  N = (q + r)%N ->
  U^T *m U = 1%:M -> W^T *m W = 1%:M -> U^T *m W = 0 -> U *m U^T + W *m W^T = 1%:M ->
  U^T *m J *m W = 0 -> W^T *m J *m U = 0 ->
  let C := U^T *m J *m U in let T := W^T *m J *m W in
  char_poly (J^T *m J) = char_poly (C^T *m C) * char_poly (T^T *m T).
Proof.
move=> Nqr UU WW UW full UJW WJU C T.
have WU : W^T *m U = 0 by apply: trmx_inj; rewrite trmx_mul trmxK UW trmx0.
have VV : row_mx U W *m (row_mx U W)^T = 1%:M by rewrite tr_row_mx mul_row_col.
rewrite -(char_poly_similar (J^T *m J) Nqr VV) -char_poly_block_diag; congr char_poly.
have split : (row_mx U W)^T *m J *m row_mx U W = block_mx C 0 0 T.
  by rewrite tr_row_mx mul_col_mx mul_col_row UJW WJU.
have -> : block_mx (C^T *m C) 0 0 (T^T *m T) = (block_mx C 0 0 T)^T *m block_mx C 0 0 T.
  by rewrite tr_block_mx mulmx_block !trmx0 !mulmx0 !mul0mx !addr0 !add0r.
rewrite -split; move: (row_mx U W) VV => V VV.
by rewrite !trmx_mul trmxK -!mulmxA (mulmxA V) VV mul1mx.
Qed.

End BlockSpectrum.
