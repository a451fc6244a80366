(* T18 (a), (b), (c), (d): the inequalities of a box of states. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* T18 (a): changes of a product and of a quotient, by those of the parts. *)
Theorem change_of_product (R : comRingType) (f f' g g' : R) :
  f' * g' - f * g = g' * (f' - f) + f * (g' - g).
Proof. by rewrite !mulrBr (mulrC g' f') (mulrC g' f) addrA subrK. Qed.

Theorem change_of_quotient (R : fieldType) (f f' g g' : R) : g != 0 -> g' != 0 ->
  f' / g' - f / g = ((f' - f) - f / g * (g' - g)) / g'.
Proof.
move=> g0 g0'; rewrite mulrBr (mulrAC f) -(mulrA f g^-1 g) mulVf // mulr1.
by rewrite opprB addrA subrK mulrBl mulrAC mulfK.
Qed.

Lemma between (R : realFieldType) (x y v : R) : y <= v -> v <= x ->
  exists2 l, 0 <= l <= 1 & v = l * x + (1 - l) * y.
Proof.
move=> yv vx; have E l : l * x + (1 - l) * y = y + l * (x - y).
  by rewrite mulrBl mul1r mulrBr addrCA addrA.
case: (eqVneq x y) => [xy | neq].
  by exists 0; rewrite ?lexx ?ler01 // E mul0r addr0; apply/eqP; rewrite eq_le yv -xy vx.
have d0 : 0 < x - y by rewrite subr_gt0 lt_neqAle eq_sym neq (le_trans yv).
exists ((v - y) / (x - y)); last by rewrite E divfK ?lt0r_neq0 // addrC subrK.
by rewrite divr_ge0 ?subr_ge0 ?(ltW d0) ?(le_trans yv) //= ler_pdivr_mulr // mul1r ler_sub.
Qed.

(* T18 (a): a minimum changes by an average of the changes. *)
Theorem change_of_minimum (R : realFieldType) (p q p' q' : R) :
  exists2 l, 0 <= l <= 1 & Num.min p' q' - Num.min p q = l * (p' - p) + (1 - l) * (q' - q).
Proof.
case: (leP p q) => pq; case: (leP p' q') => pq'.
- by exists 1; rewrite ?lexx ?ler01 // subrr mul0r addr0 mul1r.
- by apply: between; [apply: ler_sub | apply: ler_sub => //; apply: ltW].
- have [l /andP[l0 l1] ->] : exists2 l, 0 <= l <= 1 & p' - q = l * (q' - q) + (1 - l) * (p' - p).
    by apply: between; [apply: ler_sub => //; apply: ltW | apply: ler_sub].
  by exists (1 - l); [rewrite subr_ge0 l1 ler_subl_addr ler_addl | rewrite subKr addrC].
by exists 0; rewrite ?lexx ?ler01 // subr0 mul0r add0r mul1r.
Qed.

Section Norms.
Variable R : rcfType.

Lemma inner_suml M m n (F : 'I_M -> 'M[R]_(m, n)) (Y : 'M[R]_(m, n)) :
  inner (\sum_k F k) Y = \sum_k inner (F k) Y.
Proof.
elim/big_rec2: _ => [|k y x _ <-]; first by rewrite inner_trace trmx0 mul0mx linear0.
exact: innerDl.
Qed.

(* T18 (b): variables <g_m, u> together, |u| <= N. *)
Theorem variables_together M n a b (g : 'I_M -> 'cV[R]_n) (Z : 'I_M -> 'M[R]_(a, b)) (l z : 'I_M -> R) (G : 'M[R]_M)
  c N (u : 'cV[R]_n) :
  (forall m, 0 <= l m) -> (forall m, 0 <= z m) -> (forall m, norm_at_most (Z m) (z m)) ->
  (forall k m, `|inner (g k) (g m)| <= l k * l m * G k m) ->
  0 <= c -> norm_at_most G c -> norm u <= N ->
  norm_at_most (\sum_m inner (g m) u *: Z m) (N * Num.sqrt c * Num.sqrt (\sum_m (l m * z m) ^+ 2)).
Proof.
move=> l0 z0 Zz gG c0 Gc uN x; set y := _ *m x; set r := Num.sqrt (\sum_m _).
have N0 : 0 <= N by apply: le_trans uN.
have [-> | y0] := eqVneq y 0; first by rewrite norm0 !mulr_ge0 ?sqrtr_ge0.
rewrite -norm_gt0 in y0; pose tau m := inner y (Z m *m x).
have tau_le m : `|tau m| <= norm y * (z m * norm x).
  by apply: le_trans (cauchy_schwarz _ _) _; apply: ler_wpmul2l; [apply: norm_ge0 | apply: Zz].
have yE : norm y ^+ 2 = inner (\sum_m tau m *: g m) u.
  rewrite sqr_norm /sqnorm {1}/y mulmx_suml inner_suml inner_suml; apply: eq_bigr => m _.
  by rewrite -scalemxAl !innerZl mulrC innerC.
pose t : 'cV[R]_M := \col_m (`|tau m| * l m).
have sum_le : sqnorm (\sum_m tau m *: g m) <= c * sqnorm t.
  have -> : sqnorm (\sum_m tau m *: g m) = \sum_k \sum_m tau k * tau m * inner (g k) (g m).
    rewrite /sqnorm inner_suml; apply: eq_bigr => k _; rewrite innerC inner_suml; apply: eq_bigr => m _.
    by rewrite innerZl innerZr innerC mulrA (mulrC (tau m)).
  apply: (@le_trans _ _ (inner t (G *m t))); last first.
    apply: le_trans (ler_norm _) _; apply: le_trans (cauchy_schwarz _ _) _.
    by rewrite -sqr_norm expr2 mulrCA; apply: ler_wpmul2l; [apply: norm_ge0 | apply: Gc].
  rewrite {1}/inner; apply: ler_sum => k _; rewrite big_ord1 !mxE mulr_sumr; apply: ler_sum => m _.
  rewrite !mxE; apply: le_trans (ler_norm _) _; rewrite !normrM.
  have -> : `|tau k| * l k * (G k m * (`|tau m| * l m)) = `|tau k| * `|tau m| * (l k * l m * G k m).
    by rewrite (mulrC (G k m)) !mulrA (mulrAC _ (l k)) (mulrAC (_ * l k)) .
  by apply: ler_wpmul2l (gG k m); rewrite mulr_ge0.
have t_le : sqnorm t <= (norm y * norm x) ^+ 2 * (\sum_m (l m * z m) ^+ 2).
  rewrite mulr_sumr {1}/sqnorm {1}/inner; apply: ler_sum => m _; rewrite big_ord1 -expr2 mxE -exprMn.
  rewrite ler_pexpn2r ?nnegrE ?mulr_ge0 ?norm_ge0 //.
  apply: le_trans (ler_wpmul2r (l0 m) (tau_le m)) _.
  by rewrite !mulrA (mulrAC (norm y)) -!mulrA (mulrC (l m)) lexx.
have S0 : 0 <= \sum_m (l m * z m) ^+ 2 by apply: sumr_ge0 => m _; apply: sqr_ge0.
have norm_le : norm (\sum_m tau m *: g m) <= norm y * (norm x * (Num.sqrt c * r)).
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?mulr_ge0 ?sqrtr_ge0 ?norm_ge0 // sqr_norm.
  apply: le_trans sum_le _; apply: le_trans (ler_wpmul2l c0 t_le) _.
  by rewrite mulrA [leRHS]exprMn (exprMn 2 (Num.sqrt c) r) !sqr_sqrtr // mulrCA.
rewrite -(ler_pmul2l y0) -expr2 yE; apply: le_trans (ler_norm _) _.
apply: le_trans (cauchy_schwarz _ _) _; apply: le_trans (ler_pmul _ _ norm_le uN) _; rewrite ?norm_ge0 //.
by rewrite -mulrA (mulrC _ N) (mulrC (norm x)) !mulrA (mulrC N).
Qed.

(* T18 (c): |Mx|^8 <= tr((M'M)^4) |x|^8. *)
Lemma gram_step m (B : 'M[R]_m) (x : 'cV[R]_m) : B^T = B -> sqnorm (B *m x) <= norm x * norm (B *m (B *m x)).
Proof.
move=> BB; rewrite /sqnorm inner_mull BB; apply: le_trans (ler_norm _) _.
exact: cauchy_schwarz.
Qed.

Theorem norm_eighth m n (M : 'M[R]_(m, n)) (S : 'M[R]_n) (x : 'cV[R]_n) :
  S = M^T *m M -> norm (M *m x) ^+ 8 <= \tr (S *m S *m S *m S) * norm x ^+ 8.
Proof.
move=> SE; have SS : S^T = S by rewrite SE trmx_mul trmxK.
have one : norm (M *m x) ^+ 2 <= norm x * norm (S *m x).
  rewrite sqr_norm /sqnorm inner_mull mulmxA -SE; apply: le_trans (ler_norm _) _.
  exact: cauchy_schwarz.
have two : norm (S *m x) ^+ 2 <= norm x * norm (S *m S *m x).
  by rewrite sqr_norm -mulmxA gram_step.
have three : norm (S *m S *m x) ^+ 2 <= \tr (S *m S *m S *m S) * norm x ^+ 2.
  have -> : \tr (S *m S *m S *m S) = norm (S *m S) ^+ 2.
    by rewrite sqr_norm sqnorm_trace trmx_mul SS !mulmxA.
  by rewrite -exprMn ler_pexpn2r ?nnegrE ?mulr_ge0 //; apply: frobenius.
have -> : norm (M *m x) ^+ 8 = (norm (M *m x) ^+ 2) ^+ 4 by rewrite -exprM.
apply: (@le_trans _ _ ((norm x * norm (S *m x)) ^+ 4)).
  by rewrite ler_pexpn2r ?nnegrE ?mulr_ge0 ?sqr_ge0 ?exprn_ge0.
have -> : (norm x * norm (S *m x)) ^+ 4 = norm x ^+ 4 * (norm (S *m x) ^+ 2) ^+ 2 by rewrite exprMn -exprM.
apply: (@le_trans _ _ (norm x ^+ 4 * (norm x * norm (S *m S *m x)) ^+ 2)).
  by apply: ler_wpmul2l; rewrite ?exprn_ge0 // ler_pexpn2r ?nnegrE ?mulr_ge0 ?exprn_ge0.
rewrite exprMn mulrA -exprD.
have -> : norm x ^+ 8 = norm x ^+ (4 + 2) * norm x ^+ 2 by rewrite -exprD.
by rewrite [leRHS]mulrCA; apply: ler_wpmul2l; rewrite ?exprn_ge0.
Qed.

(* T18 (c): the same trace from Gram matrices of the factors, as tr(XY) = tr(YX). *)
Lemma trace_fourth n q (W : 'M[R]_(n, q)) (E : 'M[R]_q) (S : 'M[R]_n) (T : 'M[R]_q) :
  S = W *m E *m W^T -> T = E *m (W^T *m W) -> \tr (S *m S *m S *m S) = \tr (T *m T *m T *m T).
Proof.
move=> SE TE; have step p (X : 'M_(q, p)) : S *m (W *m X) = W *m (T *m X) by rewrite SE TE !mulmxA.
have last : S = W *m (E *m W^T) by rewrite SE mulmxA.
have -> : S *m S *m S *m S = W *m (T *m (T *m (T *m (E *m W^T)))).
  by rewrite -!mulmxA [X in S *m (S *m (S *m X))]last !step.
by rewrite mxtrace_mulC -!mulmxA -TE.
Qed.

Theorem trace_by_grams m n p q (P : 'M[R]_(m, p)) (K : 'M[R]_(p, q)) (W : 'M[R]_(n, q)) (M : 'M[R]_(m, n)) :
  M = P *m K *m W^T -> let S := M^T *m M in let T := K^T *m (P^T *m P) *m K *m (W^T *m W) in
  \tr (S *m S *m S *m S) = \tr (T *m T *m T *m T).
Proof.
move=> ME S T; apply: (@trace_fourth _ _ W (K^T *m (P^T *m P) *m K)) => //.
by rewrite /S ME !trmx_mul trmxK !mulmxA.
Qed.

(* T18 (d): block columns B_s side by side, [B_1 B_2 ...] x = sum B_s x_s with x_s = E_s' x. *)
Theorem block_columns k m n N (B : 'I_k -> 'M[R]_(m, n)) (E : 'I_k -> 'M[R]_(N, n)) (b : 'I_k -> R) :
  (forall l, 0 <= b l) -> (forall l, norm_at_most (B l) (b l)) ->
  (forall x : 'cV[R]_N, \sum_l sqnorm ((E l)^T *m x) <= sqnorm x) ->
  norm_at_most (\sum_l B l *m (E l)^T) (Num.sqrt (\sum_l b l ^+ 2)).
Proof.
move=> b0 Bb parts x; rewrite mulmx_suml.
apply: (@le_trans _ _ (\sum_l b l * norm ((E l)^T *m x))).
  apply: (big_ind2 (fun (y : 'cV[R]_m) c => norm y <= c)) => [|y c z d yc zd | l _]; first by rewrite norm0.
    exact: le_trans (normD _ _) (ler_add yc zd).
  by rewrite -mulmxA; apply: Bb.
pose v : 'cV[R]_k := \col_l b l; pose w : 'cV[R]_k := \col_l norm ((E l)^T *m x).
have -> : \sum_l b l * norm ((E l)^T *m x) = inner v w.
  by apply: eq_bigr => l _; rewrite big_ord1 !mxE.
have vE : norm v = Num.sqrt (\sum_l b l ^+ 2).
  by congr Num.sqrt; apply: eq_bigr => l _; rewrite big_ord1 !mxE -expr2.
rewrite -vE; apply: le_trans (ler_norm _) _; apply: le_trans (cauchy_schwarz _ _) _.
apply: ler_wpmul2l; first exact: norm_ge0.
apply: ler_wsqrtr; apply: le_trans (parts x).
by apply: ler_sum => l _; rewrite big_ord1 !mxE -expr2 sqr_norm.
Qed.

End Norms.
