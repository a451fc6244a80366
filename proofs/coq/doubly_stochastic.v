(* Doubly stochastic mixers: T12 (a), T20 (d). *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mixcert Require Import euclid kronecker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section DoublyStochastic.
Variable R : realFieldType.

(* Entries at least 0; every row and every column sums to 1. *)
Definition doubly_stochastic n (H : 'M[R]_n) : Prop :=
  [/\ forall i j, 0 <= H i j, forall i, \sum_j H i j = 1 & forall j, \sum_i H i j = 1].

Definition ones n : 'cV[R]_n := const_mx 1.

(* Row sums: H1 = 1. Column sums: 1'H = 1'. *)
Lemma ds_right n (H : 'M_n) : doubly_stochastic H -> H *m ones n = ones n.
Proof.
case=> _ rows _; apply/matrixP=> i j; rewrite !mxE -[RHS](rows i).
by apply: eq_bigr => k _; rewrite mxE mulr1.
Qed.

Lemma ds_left n (H : 'M_n) : doubly_stochastic H -> (ones n)^T *m H = (ones n)^T.
Proof.
case=> _ _ cols; apply/matrixP=> i j; rewrite !mxE -[RHS](cols j).
by apply: eq_bigr => k _; rewrite !mxE mul1r.
Qed.

Lemma ds_of_sums n (H : 'M_n) :
  (forall i j, 0 <= H i j) -> H *m ones n = ones n -> (ones n)^T *m H = (ones n)^T ->
  doubly_stochastic H.
Proof.
move=> pos rows cols; split=> // [i | j].
  have := congr1 (fun M : 'M_(n, 1) => M i 0) rows; rewrite /ones !mxE => <-.
  by apply: eq_bigr => k _; rewrite mxE mulr1.
have := congr1 (fun M : 'M_(1, n) => M 0 j) cols; rewrite /ones !mxE => <-.
by apply: eq_bigr => k _; rewrite !mxE mul1r.
Qed.

Lemma ds_tr n (H : 'M_n) : doubly_stochastic H -> doubly_stochastic H^T.
Proof.
case=> pos rows cols; split=> [i j | i | j]; first by rewrite mxE.
  by rewrite -[RHS](cols i); apply: eq_bigr => j _; rewrite mxE.
by rewrite -[RHS](rows j); apply: eq_bigr => i _; rewrite mxE.
Qed.

Lemma ds_identity n : doubly_stochastic (1%:M : 'M_n).
Proof.
by apply: ds_of_sums; rewrite ?mul1mx ?mulmx1 // => i j; rewrite mxE ler0n.
Qed.

(* The product of doubly stochastic matrices is doubly stochastic. *)
Theorem ds_product n (G H : 'M_n) :
  doubly_stochastic G -> doubly_stochastic H -> doubly_stochastic (G *m H).
Proof.
move=> dsG dsH; have [Gpos _ _] := dsG; have [Hpos _ _] := dsH.
apply: ds_of_sums => [i j | |].
- by rewrite mxE; apply: sumr_ge0 => k _; rewrite mulr_ge0.
- by rewrite -mulmxA !ds_right.
by rewrite mulmxA !ds_left.
Qed.

(* So is the product of any number of them. *)
Theorem ds_products n (Hs : seq 'M_n) :
  (forall H, H \in Hs -> doubly_stochastic H) -> doubly_stochastic (foldr mulmx 1%:M Hs).
Proof.
elim: Hs => [_ | H Hs IH all_ds] /=; first exact: ds_identity.
apply: ds_product; first by apply: all_ds; rewrite mem_head.
by apply: IH => G GHs; apply: all_ds; rewrite inE GHs orbT.
Qed.

(* A doubly stochastic mixer keeps the mean of the streams: 1'(HX) = 1'X. *)
Theorem ds_mean n d (H : 'M_n) (X : 'M_(n, d)) :
  doubly_stochastic H -> (ones n)^T *m (H *m X) = (ones n)^T *m X.
Proof. by move=> dsH; rewrite mulmxA ds_left. Qed.

(* The square of a convex combination is at most that of the squares. *)
Lemma convex_square n (w x : 'I_n -> R) :
  (forall j, 0 <= w j) -> \sum_j w j = 1 -> (\sum_j w j * x j) ^+ 2 <= \sum_j w j * x j ^+ 2.
Proof.
move=> w0 w1; set m := \sum_j w j * x j; rewrite -subr_ge0.
suff -> : \sum_j w j * x j ^+ 2 - m ^+ 2 = \sum_j w j * (x j - m) ^+ 2.
  by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0.
have E j : w j * (x j - m) ^+ 2 = w j * x j ^+ 2 - (w j * x j) * (m *+ 2) + w j * m ^+ 2.
  by rewrite sqrrB mulrDr mulrBr !mulrnAr (mulrA _ _ m).
rewrite (eq_bigr _ (fun j _ => E j)) big_split /= sumrB -!mulr_suml -/m w1 mul1r.
by rewrite mulrnAr -expr2 mulr2n opprD addrA subrK.
Qed.

(* A doubly stochastic mixer does not expand: |HX|^2 <= |X|^2 (Frobenius). *)
Theorem ds_nonexpansive n d (H : 'M_n) (X : 'M_(n, d)) :
  doubly_stochastic H -> sqnorm (H *m X) <= sqnorm X.
Proof.
case=> pos rows cols; rewrite /sqnorm /inner [leLHS]exchange_big [leRHS]exchange_big.
apply: ler_sum => c _; rewrite (@le_trans _ _ (\sum_i \sum_j H i j * X j c ^+ 2)) //.
  by apply: ler_sum => i _; rewrite -expr2 mxE convex_square.
rewrite exchange_big ler_sum // => j _.
by rewrite -mulr_suml cols mul1r expr2.
Qed.

(* Permutation matrices are doubly stochastic. *)
Theorem ds_permutation n (s : 'S_n) : doubly_stochastic (perm_mx s).
Proof.
apply: ds_of_sums => [i j | |]; first by rewrite !mxE ler0n.
  by apply/matrixP=> i j; rewrite -row_permE !mxE.
apply: trmx_inj; rewrite trmx_mul trmxK tr_perm_mx.
by apply/matrixP=> i j; rewrite -row_permE !mxE.
Qed.

(* A convex combination of doubly stochastic matrices is doubly stochastic. *)
Theorem ds_convex n (I : finType) (w : I -> R) (H : I -> 'M_n) :
  (forall k, 0 <= w k) -> \sum_k w k = 1 -> (forall k, doubly_stochastic (H k)) ->
  doubly_stochastic (\sum_k w k *: H k).
Proof.
move=> w0 w1 dsH; apply: ds_of_sums => [i j | |].
- rewrite summxE; apply: sumr_ge0 => k _; rewrite mxE mulr_ge0 //.
  by have [] := dsH k.
- rewrite mulmx_suml (eq_bigr (fun k => w k *: ones n)) => [|k _].
    by rewrite -scaler_suml w1 scale1r.
  by rewrite -scalemxAl ds_right.
rewrite mulmx_sumr (eq_bigr (fun k => w k *: (ones n)^T)) => [|k _].
  by rewrite -scaler_suml w1 scale1r.
by rewrite -scalemxAr ds_left.
Qed.

(* The Kronecker product of doubly stochastic matrices is doubly stochastic. *)
Theorem ds_kronecker m n (G : 'M_m) (H : 'M_n) :
  doubly_stochastic G -> doubly_stochastic H -> doubly_stochastic (kronecker G H).
Proof.
move=> [Gpos Grows Gcols] [Hpos Hrows Hcols]; split=> [k l | k | l].
- by rewrite mxE mulr_ge0.
- case/mxvec_indexP: k => i k; rewrite sum_index -[RHS](Grows i); apply: eq_bigr => j _.
  by rewrite -[RHS]mulr1 -(Hrows k) mulr_sumr; apply: eq_bigr => l _; rewrite kroneckerE.
case/mxvec_indexP: l => j l; rewrite sum_index -[RHS](Gcols j); apply: eq_bigr => i _.
by rewrite -[RHS]mulr1 -(Hcols l) mulr_sumr; apply: eq_bigr => k _; rewrite kroneckerE.
Qed.

(* Block energies: squares of the entries of Q summed in s x s blocks, divided by s. *)
Definition block_energy n s (Q : 'M[R]_(n * s)) : 'M[R]_n :=
  \matrix_(i, j) (s%:R^-1 * \sum_k \sum_l Q (mxvec_index i k) (mxvec_index j l) ^+ 2).

(* The block energies of an orthogonal matrix form a doubly stochastic matrix. *)
Theorem ds_block_energy n s (Q : 'M_(n * s)) :
  (0 < s)%N -> Q^T *m Q = 1%:M -> doubly_stochastic (block_energy Q).
Proof.
move=> s0 QQ; have QQ' : Q *m Q^T = 1%:M by apply: mulmx1C.
have s1 : s%:R^-1 * (\sum_(k < s) 1) = 1 :> R.
  by rewrite sumr_const card_ord mulVf // pnatr_eq0 -lt0n.
split=> [i j | i | j].
- rewrite mxE mulr_ge0 ?invr_ge0 ?ler0n //.
  by apply: sumr_ge0 => k _; apply: sumr_ge0 => l _; rewrite sqr_ge0.
- under eq_bigr => j do rewrite mxE.
  rewrite -mulr_sumr exchange_big -[RHS]s1; congr (_ * _); apply: eq_bigr => k _.
  have := congr1 (fun M : 'M_(n * s) => M (mxvec_index i k) (mxvec_index i k)) QQ'.
  rewrite !mxE eqxx sum_index => E; apply: etrans E.
  by apply: eq_bigr => j _; apply: eq_bigr => l _; rewrite mxE.
under eq_bigr => i do rewrite mxE exchange_big.
rewrite -mulr_sumr exchange_big -[RHS]s1; congr (_ * _); apply: eq_bigr => l _.
have := congr1 (fun M : 'M_(n * s) => M (mxvec_index j l) (mxvec_index j l)) QQ.
rewrite !mxE eqxx sum_index => E; apply: etrans E.
by apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite mxE.
Qed.

End DoublyStochastic.
