(* T3 (a) and T2: the spectrum of J from a core, multiplicities by counting.
   Squares of singular values of J are the roots of the characteristic polynomial of J'J. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import kronecker block_spectrum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Streams.
Variable R : comRingType.
Variables n d : nat.

(* e_k (x) U: the matrix U placed in block k. *)
Definition stream q (k : 'I_n) (U : 'M[R]_(d, q)) : 'M[R]_(n * d, q) :=
  \matrix_(l, a) ((row_of l == k)%:R * U (col_of l) a).

Lemma stream_gram q q' k k' (U : 'M_(d, q)) (U' : 'M_(d, q')) :
  (stream k U)^T *m stream k' U' = (k == k')%:R *: (U^T *m U').
Proof.
apply/matrixP => a b; rewrite !mxE sum_index (bigD1 k) //= [X in _ + X]big1 ?addr0 => [|i ik].
  rewrite mulr_sumr; apply: eq_bigr => c _.
  by rewrite !mxE row_of_index col_of_index eqxx mul1r mulrCA.
by apply: big1 => c _; rewrite !mxE row_of_index (negPf ik) !mul0r.
Qed.

Lemma stream_factor q k (U : 'M[R]_(d, q)) : stream k U = stream k 1%:M *m U.
Proof.
apply/matrixP => l a; rewrite !mxE (bigD1 (col_of l)) //= big1 => [|c cl].
  by rewrite !mxE eqxx mulr1 addr0.
by rewrite !mxE (eq_sym _ c) (negPf cl) mulr0 mul0r.
Qed.

Lemma stream_full : \sum_k stream k 1%:M *m (stream k 1%:M)^T = 1%:M.
Proof.
apply: matrix_indexP => i c j c'; rewrite summxE (bigD1 i) //= big1 => [|k ki].
  rewrite !mxE (bigD1 c) //= big1 => [|b bc].
    by rewrite !mxE !row_of_index !col_of_index index_inj !eqxx !mul1r !addr0 eq_sym (eq_sym c')
               -natrM mulnb.
  by rewrite !mxE !col_of_index (eq_sym c) (negPf bc) mulr0 mul0r.
rewrite !mxE big1 // => b _; by rewrite !mxE row_of_index (eq_sym i) (negPf ki) !mul0r.
Qed.

Lemma stream_scale q k (U : 'M[R]_(d, q)) (s : 'rV_n) :
  kronecker (diag_mx s) (1%:M : 'M_d) *m stream k U = s 0 k *: stream k U.
Proof.
apply/matrixP; case/mxvec_indexP=> i c a; rewrite !mxE sum_index (bigD1 i) //= [X in _ + X]big1 => [|j ji].
  rewrite (bigD1 c) //= big1 => [|b bc].
    rewrite kroneckerE !mxE !row_of_index !col_of_index !eqxx mulr1n mulr1 !addr0.
    by case: eqVneq => [->|_]; rewrite ?mul0r ?mulr0.
  by rewrite kroneckerE !mxE (eq_sym c) (negPf bc) mulr0 mul0r.
by apply: big1 => b _; rewrite kroneckerE !mxE (eq_sym i) (negPf ji) mulr0n !mul0r.
Qed.

(* Block k of the columns of A, and of the rows of B. *)
Definition column_block m k (A : 'M[R]_(n * d, m)) : 'M_(d, m) := (stream k 1%:M)^T *m A.
Definition row_block m k (B : 'M[R]_(m, n * d)) : 'M_(m, d) := B *m stream k 1%:M.

Section Core.
Variables (q r : 'I_n -> nat) (U : forall k, 'M[R]_(d, q k)) (W : forall k, 'M[R]_(d, r k)).
(* [U_k W_k] is an orthogonal matrix of order d for every k. *)
Hypothesis sizes : forall k, d = (q k + r k)%N.
Hypothesis UU : forall k, (U k)^T *m U k = 1%:M.
Hypothesis WW : forall k, (W k)^T *m W k = 1%:M.
Hypothesis UW : forall k, (U k)^T *m W k = 0.
Hypothesis full : forall k, U k *m (U k)^T + W k *m (W k)^T = 1%:M.

Definition bases (p : 'I_n -> nat) (V : forall k, 'M[R]_(d, p k)) : 'M[R]_(n * d, \sum_k p k) :=
  \mxrow_k stream k (V k).

Lemma bases_gram (p : 'I_n -> nat) (V : forall k, 'M[R]_(d, p k)) :
  (forall k, (V k)^T *m V k = 1%:M) -> (bases V)^T *m bases V = 1%:M.
Proof.
move=> VV; rewrite /bases tr_mxrow mul_mxcol_mxrow -mxdiagZ; apply: eq_mxblock => i j.
rewrite stream_gram; case: eqVneq => [->|_]; last by rewrite scale0r.
by rewrite conform_mx_id scale1r VV.
Qed.

Lemma bases_cross : (bases U)^T *m bases W = 0.
Proof.
rewrite /bases tr_mxrow mul_mxcol_mxrow -mxblock0; apply: eq_mxblock => i j.
rewrite stream_gram; case: eqVneq => [->|_]; last by rewrite scale0r.
by rewrite scale1r UW.
Qed.

Lemma bases_full : bases U *m (bases U)^T + bases W *m (bases W)^T = 1%:M.
Proof.
rewrite /bases !tr_mxrow !mul_mxrow_mxcol -big_split -stream_full; apply: eq_bigr => k _ /=.
rewrite (stream_factor k (U k)) (stream_factor k (W k)) !trmx_mul !mulmxA -mulmxDl.
by rewrite -!(mulmxA (stream k _)) -mulmxDr full mulmx1.
Qed.

Lemma bases_size : (n * d)%N = (\sum_k q k + \sum_k r k)%N.
Proof.
by rewrite -big_split /= -(eq_bigr _ (fun k _ => sizes k)) sum_nat_const card_ord.
Qed.

(* diag(s) (x) I_d acts on each basis as a multiple of the identity. *)
Lemma bases_scale (p p' : 'I_n -> nat) (V : forall k, 'M[R]_(d, p k)) (V' : forall k, 'M_(d, p' k)) (s : 'rV_n) :
  (bases V)^T *m kronecker (diag_mx s) 1%:M *m bases V' =
  \mxblock_(i, j) ((i == j)%:R *: (s 0 j *: ((V i)^T *m V' j))).
Proof.
rewrite /bases -mulmxA; have -> : kronecker (diag_mx s) 1%:M *m (\mxrow_k stream k (V' k)) =
    \mxrow_k (s 0 k *: stream k (V' k)).
  by rewrite mul_mxrow; apply: eq_mxrow => k; rewrite stream_scale.
rewrite tr_mxrow mul_mxcol_mxrow; apply: eq_mxblock => i j.
by rewrite -scalemxAr stream_gram scalerA mulrC -scalerA.
Qed.

Section Spectrum.
Variables (m : nat) (s : 'rV[R]_n) (A : 'M[R]_(n * d, m)) (B : 'M[R]_(m, n * d)).
(* S_k, the range of U_k, contains block k of every column of A and of every row of B. *)
Hypothesis A_in : forall k, U k *m (U k)^T *m column_block k A = column_block k A.
Hypothesis B_in : forall k, row_block k B *m (U k *m (U k)^T) = row_block k B.

Let J := kronecker (diag_mx s) 1%:M + A *m B.

Lemma W_A : (bases W)^T *m A = 0.
Proof.
rewrite /bases tr_mxrow -mxcol0 mxcol_mul; apply: eq_mxcol => k.
rewrite stream_factor trmx_mul -mulmxA -/(column_block k A) -A_in mulmxA.
by rewrite mulmxA -(trmxK (_ *m U k)) trmx_mul trmxK UW trmx0 !mul0mx.
Qed.

Lemma B_W : B *m bases W = 0.
Proof.
rewrite /bases mul_mxrow -mxrow0; apply: eq_mxrow => k.
rewrite stream_factor mulmxA -/(row_block k B) -B_in.
by rewrite -!mulmxA UW !mulmx0.
Qed.

(* The core: blocks s_k I plus the compressed feedback. *)
Definition core : 'M[R]_(\sum_k q k) := (bases U)^T *m J *m bases U.

Lemma coreE : core = \mxdiag_k (s 0 k)%:M + (bases U)^T *m A *m B *m bases U.
Proof.
rewrite /core /J mulmxDr mulmxDl !mulmxA; congr (_ + _); rewrite bases_scale.
apply: eq_mxblock => i j; case: eqVneq => [->|_]; last by rewrite scale0r.
by rewrite conform_mx_id scale1r UU scalemx1.
Qed.

(* T3 (a) for H = diag(s): sigma(J) is sigma(C) and d - q_k = r_k copies of s_k. *)
Theorem spectrum_diagonal :
  char_poly (J^T *m J) =
  char_poly (core^T *m core) * \prod_k ('X - (s 0 k ^+ 2)%:P) ^+ r k.
Proof.
have tail : (bases W)^T *m J *m bases W = \mxdiag_k (s 0 k)%:M.
  rewrite /J mulmxDr mulmxDl [X in _ + X](_ : _ = 0) ?addr0.
    rewrite bases_scale; apply: eq_mxblock => i j.
    case: eqVneq => [->|_]; last by rewrite scale0r.
    by rewrite conform_mx_id scale1r WW scalemx1.
  by rewrite mulmxA W_A !mul0mx.
have UW_scale : (bases U)^T *m kronecker (diag_mx s) 1%:M *m bases W = 0.
  by rewrite bases_scale -mxblock0; apply: eq_mxblock => i j; case: eqVneq => [->|_];
     rewrite ?scale0r // UW !scaler0.
have WU k : (W k)^T *m U k = 0 by apply: trmx_inj; rewrite trmx_mul trmxK UW trmx0.
have WU_scale : (bases W)^T *m kronecker (diag_mx s) 1%:M *m bases U = 0.
  by rewrite bases_scale -mxblock0; apply: eq_mxblock => i j; case: eqVneq => [->|_];
     rewrite ?scale0r // WU !scaler0.
rewrite (gram_split bases_size (bases_gram UU) (bases_gram WW) bases_cross bases_full).
- congr (_ * _); rewrite tail tr_mxdiag mul_mxdiag char_poly_mxdiag; apply: eq_bigr => k _.
  by rewrite tr_scalar_mx -scalar_mxM -expr2 char_poly_scalar.
- by rewrite /J mulmxDr mulmxDl UW_scale add0r -!mulmxA B_W !mulmx0.
by rewrite /J mulmxDr mulmxDl WU_scale add0r !mulmxA W_A !mul0mx.
Qed.

(* Counting: v^2 is a root at least as often as the tails say. *)
Corollary counting (v : R) :
  exists g, char_poly (J^T *m J) = g * ('X - (v ^+ 2)%:P) ^+ (\sum_(k | s 0 k == v) r k).
Proof.
rewrite spectrum_diagonal; move: (char_poly (core^T *m core)) => c.
rewrite (bigID (fun k => s 0 k == v)) /= mulrCA mulrC; eexists; congr (_ * _).
by rewrite -prodrXr; apply: eq_bigr => k /eqP->.
Qed.

End Spectrum.

(* T3 (a): J = H (x) I_d + AB and an SVD H = P diag(s) Q'. *)
Theorem spectrum m (H P Q : 'M[R]_n) (s : 'rV_n) (A : 'M_(n * d, m)) (B : 'M_(m, n * d)) :
  P^T *m P = 1%:M -> Q^T *m Q = 1%:M -> H = P *m diag_mx s *m Q^T ->
  let A' := kronecker P^T 1%:M *m A in let B' := B *m kronecker Q 1%:M in
  (forall k, U k *m (U k)^T *m column_block k A' = column_block k A') ->
  (forall k, row_block k B' *m (U k *m (U k)^T) = row_block k B') ->
  let J := kronecker H 1%:M + A *m B in let C := core s A' B' in
  char_poly (J^T *m J) = char_poly (C^T *m C) * \prod_k ('X - (s 0 k ^+ 2)%:P) ^+ r k.
Proof.
move=> PP QQ HE A' B' A_in B_in J C; rewrite -(spectrum_diagonal s A_in B_in).
pose Pd := kronecker P (1%:M : 'M_d); pose Qd := kronecker Q (1%:M : 'M_d).
have I1 : (1%:M : 'M[R]_d)^T *m 1%:M = 1%:M by rewrite trmx1 mul1mx.
have PdPd : Pd *m Pd^T = 1%:M by apply: mulmx1C; apply: kronecker_orthogonal.
have QdQd : Qd *m Qd^T = 1%:M by apply: mulmx1C; apply: kronecker_orthogonal.
have JE : kronecker (diag_mx s) 1%:M + A' *m B' = Pd^T *m J *m Qd.
  rewrite /J mulmxDr mulmxDl; congr (_ + _).
    rewrite /Pd /Qd kronecker_tr trmx1 !kronecker_mul !mul1mx HE !mulmxA PP mul1mx.
    by rewrite -mulmxA QQ mulmx1.
  by rewrite /A' /B' /Pd kronecker_tr trmx1 !mulmxA.
rewrite JE !trmx_mul trmxK -!mulmxA (mulmxA Pd) PdPd mul1mx !mulmxA.
by rewrite -(mulmxA Qd^T) (char_poly_similar (J^T *m J) (erefl _) QdQd).
Qed.

End Core.
End Streams.
