(* T3 (a) as an equality of multisets of singular values; T2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import kronecker block_spectrum common_core stream_adapted_core
  singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A product of linear factors determines its roots with multiplicities. *)
Lemma roots_unique (F : fieldType) (s t : seq F) :
  \prod_(x <- s) ('X - x%:P) = \prod_(x <- t) ('X - x%:P) -> perm_eq s t.
Proof.
elim: s t => [|x s IH] t.
  rewrite big_nil => E; have := congr1 (size \o val) E.
  by rewrite /= size_poly1 size_prod_XsubC => -[/esym/size0nil->].
move=> E; have xt : x \in t by rewrite -root_prod_XsubC -E root_prod_XsubC mem_head.
rewrite (perm_sym _ t) (permPl (perm_to_rem xt)) perm_cons perm_sym; apply: IH.
apply: (mulfI (negbT (polyXsubC_eq0 x))).
by move: E; rewrite big_cons => ->; rewrite (perm_big _ (perm_to_rem xt)) big_cons.
Qed.

Section Multiset.
Variable R : rcfType.

(* The characteristic polynomial of M'M, from a full SVD. *)
Lemma gram_svd n (M P Q : 'M[R]_n) s :
  svd M P s Q -> char_poly (M^T *m M) = \prod_(x <- codom s) ('X - (x ^+ 2)%:P).
Proof.
case=> PP QQ _ _ ->; have QQ' : Q *m Q^T = 1%:M by apply: mulmx1C.
rewrite -(char_poly_similar _ (erefl _) QQ') !trmx_mul trmxK.
have -> : Q^T *m (Q *m ((diagonal s)^T *m P^T) *m (P *m diagonal s *m Q^T)) *m Q =
    (diagonal s)^T *m diagonal s.
  by rewrite !mulmxA QQ mul1mx -(mulmxA _ P^T) PP mulmx1 -(mulmxA _ Q^T) QQ mulmx1.
rewrite /diagonal tr_diag_mx mulmx_diag char_poly_trig ?diag_mx_is_trig // big_map enumT.
by apply: eq_bigr => i _; rewrite !mxE eqxx mulr1n expr2.
Qed.

(* Values at least 0 are determined by their squares. *)
Lemma values_unique (s t : seq R) :
  (forall x, x \in s -> 0 <= x) -> (forall x, x \in t -> 0 <= x) ->
  \prod_(x <- s) ('X - (x ^+ 2)%:P) = \prod_(x <- t) ('X - (x ^+ 2)%:P) -> perm_eq s t.
Proof.
move=> s0 t0; rewrite -2!(big_map (fun x : R => x ^+ 2) xpredT (fun y => 'X - y%:P)).
move/roots_unique/(perm_map Num.sqrt); rewrite -!map_comp.
have root r : (forall x, x \in r -> 0 <= x) -> map (Num.sqrt \o (fun x => x ^+ 2)) r = r.
  by move=> r0; rewrite -[RHS]map_id; apply/eq_in_map => x /r0 x0; rewrite /= sqrtr_sqr ger0_norm.
by rewrite !root.
Qed.

(* T3 (a): sigma(J) is the union of sigma(C) and of d - q_k = r_k copies of sigma_k(H). *)
Theorem stream_adapted_spectrum n d m (q r : 'I_n -> nat)
  (U : forall k, 'M[R]_(d, q k)) (W : forall k, 'M[R]_(d, r k))
  (H P Q : 'M[R]_n) (s : 'I_n -> R) (A : 'M_(n * d, m)) (B : 'M_(m, n * d)) :
  (forall k, d = (q k + r k)%N) ->
  (forall k, (U k)^T *m U k = 1%:M) -> (forall k, (W k)^T *m W k = 1%:M) ->
  (forall k, (U k)^T *m W k = 0) -> (forall k, U k *m (U k)^T + W k *m (W k)^T = 1%:M) ->
  svd H P s Q ->
  let A' := kronecker P^T 1%:M *m A in let B' := B *m kronecker Q 1%:M in
  (forall k, U k *m (U k)^T *m column_block k A' = column_block k A') ->
  (forall k, row_block k B' *m (U k *m (U k)^T) = row_block k B') ->
  let J := kronecker H 1%:M + A *m B in let C := core U (\row_k s k) A' B' in
  forall (PJ QJ : 'M_(n * d)) sigma (PC QC : 'M_(\sum_k q k)) tau,
  svd J PJ sigma QJ -> svd C PC tau QC ->
  perm_eq (codom sigma) (codom tau ++ flatten [seq nseq (r k) (s k) | k <- enum 'I_n]).
Proof.
move=> sizes UU WW UW full [PP QQ s0 _ HE] A' B' A_in B_in J C PJ QJ sigma PC QC tau SJ SC.
apply: values_unique => [x /codomP[i ->] | x |].
- by case: SJ.
- rewrite mem_cat => /orP[/codomP[i ->] | /flattenP[l /mapP[k _ ->] /nseqP[-> _]] //].
  by case: SC.
rewrite -(gram_svd SJ) (spectrum sizes UU WW UW full PP QQ HE A_in B_in) (gram_svd SC).
rewrite big_cat; congr (_ * _); rewrite big_flatten big_map enumT.
by apply: eq_bigr => k _; rewrite big_nseq iter_mulr_1 mxE.
Qed.

(* Counting: a value v of H is one of J at least as often as the tails say. *)
Corollary stream_adapted_count n d m (q r : 'I_n -> nat)
  (U : forall k, 'M[R]_(d, q k)) (W : forall k, 'M[R]_(d, r k))
  (H P Q : 'M[R]_n) (s : 'I_n -> R) (A : 'M_(n * d, m)) (B : 'M_(m, n * d)) :
  (forall k, d = (q k + r k)%N) ->
  (forall k, (U k)^T *m U k = 1%:M) -> (forall k, (W k)^T *m W k = 1%:M) ->
  (forall k, (U k)^T *m W k = 0) -> (forall k, U k *m (U k)^T + W k *m (W k)^T = 1%:M) ->
  svd H P s Q ->
  let A' := kronecker P^T 1%:M *m A in let B' := B *m kronecker Q 1%:M in
  (forall k, U k *m (U k)^T *m column_block k A' = column_block k A') ->
  (forall k, row_block k B' *m (U k *m (U k)^T) = row_block k B') ->
  let J := kronecker H 1%:M + A *m B in let C := core U (\row_k s k) A' B' in
  forall (PJ QJ : 'M_(n * d)) sigma (PC QC : 'M_(\sum_k q k)) tau v,
  svd J PJ sigma QJ -> svd C PC tau QC ->
  (\sum_(k | s k == v) r k <= #|[pred i | sigma i == v]|)%N.
Proof.
move=> sizes UU WW UW full SH A' B' A_in B_in J C PJ QJ sigma PC QC tau v SJ SC.
have /permP/(_ (pred1 v)) := stream_adapted_spectrum sizes UU WW UW full SH A_in B_in SJ SC.
have -> : count (pred1 v) (codom sigma) = #|[pred i | sigma i == v]|.
  by rewrite count_map -sum1_card -sum1_count big_enum_cond; apply: eq_bigl.
move=> ->; rewrite count_cat; apply: leq_trans (leq_addl _ _).
rewrite count_flatten -map_comp sumnE big_map enumT big_mkcond; apply: leq_sum => k _ /=.
by rewrite count_nseq /=; case: eqP; rewrite ?mul1n ?mul0n.
Qed.

(* T2: sigma(J) is the union of sigma(C) and of d - q = r copies of sigma(H). *)
Theorem common_core_spectrum n d q r m (H P Q : 'M[R]_n) s (U : 'M_(d, q)) (W : 'M_(d, r))
  (A : 'M_(n * d, m)) (B : 'M_(m, n * d)) :
  d = (q + r)%N ->
  U^T *m U = 1%:M -> W^T *m W = 1%:M -> U^T *m W = 0 -> U *m U^T + W *m W^T = 1%:M ->
  svd H P s Q -> let Ud := kronecker (1%:M : 'M_n) U in
  Ud *m Ud^T *m A = A -> B *m (Ud *m Ud^T) = B ->
  let J := kronecker H 1%:M + A *m B in
  let C := kronecker H 1%:M + Ud^T *m A *m B *m Ud in
  forall (PJ QJ : 'M_(n * d)) sigma (PC QC : 'M_(n * q)) tau,
  svd J PJ sigma QJ -> svd C PC tau QC ->
  perm_eq (codom sigma) (codom tau ++ flatten [seq nseq r (s k) | k <- enum 'I_n]).
Proof.
move=> dqr UU WW UW full SH Ud A_in B_in J C PJ QJ sigma PC QC tau SJ SC.
have [PP QQ s0 _ HE] := SH.
apply: values_unique => [x /codomP[i ->] | x |].
- by case: SJ.
- rewrite mem_cat => /orP[/codomP[i ->] | /flattenP[l /mapP[k _ ->] /nseqP[-> _]] //].
  by case: SC.
rewrite -(gram_svd SJ) (common_core dqr UU WW UW full PP QQ HE A_in B_in) (gram_svd SC).
rewrite (gram_svd SH) big_cat; congr (_ * _); rewrite big_flatten !big_map.
by rewrite -prodrXl; apply: eq_bigr => k _; rewrite big_nseq iter_mulr_1.
Qed.

End Multiset.
