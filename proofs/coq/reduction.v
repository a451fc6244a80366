(* T3 (b), the lemma: a feedback that lives in one feature space a stream leaves the rest of diag(s) (x) I alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker stream_adapted_core singular_values spectrum_multiset.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Reduction.
Variables (R : rcfType) (n d : nat) (q r : 'I_n -> nat).
Variables (U : forall k, 'M[R]_(d, q k)) (W : forall k, 'M[R]_(d, r k)) (s : 'I_n -> R) (M : 'M[R]_(\sum_k q k)).
Hypothesis sizes : forall k, d = (q k + r k)%N.
Hypotheses (UU : forall k, (U k)^T *m U k = 1%:M) (WW : forall k, (W k)^T *m W k = 1%:M).
Hypotheses (UW : forall k, (U k)^T *m W k = 0) (full : forall k, U k *m (U k)^T + W k *m (W k)^T = 1%:M).
Hypotheses (s_ge0 : forall i, 0 <= s i) (s_sorted : forall i j : 'I_n, (i <= j)%N -> s j <= s i).

Lemma projected k : U k *m (U k)^T *m ((stream k 1%:M)^T *m bases U) = (stream k 1%:M)^T *m bases U.
Proof.
rewrite /bases !mul_mxrow; apply: eq_mxrow => j; rewrite stream_gram trmx1 mul1mx.
case: eqVneq => [->|_]; last by rewrite scale0r mulmx0.
by rewrite scale1r -mulmxA UU mulmx1.
Qed.

Theorem reduced_spectrum (P Q : 'M[R]_(n * d)) v (P' Q' : 'M[R]_(\sum_k q k)) tau :
  svd (kronecker (diagonal s) 1%:M + bases U *m M *m (bases U)^T) P v Q ->
  svd (\mxdiag_k (s k)%:M + M) P' tau Q' ->
  perm_eq (codom v) (codom tau ++ flatten [seq nseq (r k) (s k) | k <- enum 'I_n]).
Proof.
move=> S S'; pose A := bases U *m M; pose B := (bases U)^T.
have one m (X : 'M[R]_(n * d, m)) : kronecker (1%:M : 'M[R]_n)^T (1%:M : 'M[R]_d) *m X = X.
  by rewrite trmx1 kronecker1 mul1mx.
have one' m (X : 'M[R]_(m, n * d)) : X *m kronecker (1%:M : 'M[R]_n) (1%:M : 'M[R]_d) = X.
  by rewrite kronecker1 mulmx1.
have H_svd : svd (diagonal s) 1%:M s 1%:M by split; rewrite ?trmx1 ?mulmx1 ?mul1mx.
have UbUb := bases_gram UU.
have coreM : core U (\row_k s k) A B = \mxdiag_k (s k)%:M + M.
  rewrite (coreE UU) /A /B mulmxA UbUb mul1mx -mulmxA UbUb mulmx1; congr (_ + _).
  by apply: eq_mxdiag => k; rewrite mxE.
rewrite -coreM in S'.
have A_in k : U k *m (U k)^T *m column_block k A = column_block k A.
  by rewrite /column_block /A !mulmxA -!(mulmxA _ (stream k 1%:M)^T) projected.
have B_in k : row_block k B *m (U k *m (U k)^T) = row_block k B.
  apply: trmx_inj; rewrite /row_block /B !trmx_mul !trmxK.
  exact: projected.
have := stream_adapted_spectrum sizes UU WW UW full H_svd.
move=> /(_ _ A B); rewrite one one' => /(_ A_in B_in _ _ _ _ _ _ S S'). exact.
Qed.

End Reduction.
