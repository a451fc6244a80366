(* T7 (b), (c), (d): products and differences of matrices known up to a Frobenius radius. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BallProduct.
Variable R : rcfType.

(* The Frobenius norm is submultiplicative. *)
Lemma norm_mul m n p (A : 'M[R]_(m, n)) (B : 'M_(n, p)) : norm (A *m B) <= norm A * norm B.
Proof.
rewrite norm_le_sqr // sqnorm_col [sqnorm B]sqnorm_col mulr_sumr; apply: ler_sum => j _.
by rewrite -norm_le_sqr // [col j (A *m B)]colE -mulmxA -colE; apply: frobenius.
Qed.

(* It depends on absolute values, and grows with them. *)
Lemma norm_entries m n (A G : 'M[R]_(m, n)) : (forall i j, `|A i j| <= G i j) -> norm A <= norm G.
Proof.
move=> AG; rewrite -[norm G]mul1r norm_le_sqr ?ler01 // expr1n mul1r.
apply: ler_sum => i _; apply: ler_sum => j _; rewrite -!expr2 -(real_normK (num_real (A i j))).
have G0 : 0 <= G i j by apply: le_trans (AG i j).
by rewrite ler_pexpn2r ?nnegrE.
Qed.

Definition absolute m n (A : 'M[R]_(m, n)) : 'M_(m, n) := \matrix_(i, j) `|A i j|.

Lemma norm_absolute m n (A : 'M_(m, n)) : norm (absolute A) = norm A.
Proof.
congr Num.sqrt; apply: eq_bigr => i _; apply: eq_bigr => j _.
by rewrite !mxE -!expr2 real_normK ?num_real.
Qed.

Lemma norm_constant m n c : 0 <= c -> norm (const_mx c : 'M[R]_(m, n)) = c * Num.sqrt (m * n)%:R.
Proof.
move=> c0; rewrite /norm /sqnorm /inner.
have -> : \sum_i \sum_j (const_mx c : 'M[R]_(m, n)) i j * (const_mx c : 'M[R]_(m, n)) i j = c ^+ 2 * (m * n)%:R.
  under eq_bigr => i _ do under eq_bigr => j _ do rewrite !mxE -expr2.
  under eq_bigr => i _ do rewrite sumr_const card_ord.
  by rewrite sumr_const card_ord -mulrnA mulr_natr mulnC.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm.
Qed.

(* T7 (b): entries within gamma |A||B| + c give a radius gamma |A|_F |B|_F + c sqrt(mn). *)
Theorem product_error m k n (A : 'M_(m, k)) (B : 'M_(k, n)) (C : 'M_(m, n)) gamma c :
  0 <= gamma -> 0 <= c ->
  (forall i j, `|(C - A *m B) i j| <= gamma * (absolute A *m absolute B) i j + c) ->
  norm (C - A *m B) <= gamma * norm A * norm B + c * Num.sqrt (m * n)%:R.
Proof.
move=> g0 c0 entries.
apply: le_trans (_ : norm (gamma *: (absolute A *m absolute B) + const_mx c) <= _).
  by apply: norm_entries => i j; apply: le_trans (entries i j) _; rewrite !mxE.
apply: le_trans (normD _ _) _; apply: ler_add; last by rewrite norm_constant.
rewrite normZ ger0_norm // -mulrA; apply: ler_wpmul2l => //.
by apply: le_trans (norm_mul _ _) _; rewrite !norm_absolute.
Qed.

(* T7 (c): the product of two balls, C any matrix within e of AB. *)
Theorem ball_product m k n (A M : 'M[R]_(m, k)) (B N : 'M_(k, n)) C e r s :
  norm (M - A) <= r -> norm (N - B) <= s -> norm (C - A *m B) <= e ->
  norm (M *m N - C) <= e + r * norm B + s * norm A + r * s.
Proof.
move=> Mr Ns Ce; have r0 : 0 <= r := le_trans (norm_ge0 _) Mr.
have -> : M *m N - C = - (C - A *m B) + (M - A) *m B + A *m (N - B) + (M - A) *m (N - B).
  rewrite -{1}(subrK A M) -{1}(subrK B N) opprB; move: (M - A) (N - B) => E F.
  rewrite mulmxDl !mulmxDr; move: (E *m F) (E *m B) (A *m F) (A *m B) => x y z w.
  by rewrite -!(addrA x) [RHS]addrC -[w - C + y + z]addrA [w - C + _]addrC !addrA.
apply: le_trans (normD _ _) (ler_add _ _); last first.
  by apply: le_trans (norm_mul _ _) _; apply: ler_pmul.
apply: le_trans (normD _ _) (ler_add _ _); last first.
  by apply: le_trans (norm_mul _ _) _; rewrite mulrC; apply: ler_wpmul2r.
apply: le_trans (normD _ _) (ler_add _ _); first by rewrite normN.
by apply: le_trans (norm_mul _ _) _; apply: ler_wpmul2r.
Qed.

(* T7 (d): the difference of two balls. *)
Theorem ball_difference m n (A M B N C : 'M[R]_(m, n)) e r s :
  norm (M - A) <= r -> norm (N - B) <= s -> norm (C - (A - B)) <= e ->
  norm (M - N - C) <= e + r + s.
Proof.
move=> Mr Ns Ce; have -> : M - N - C = - (C - (A - B)) + (M - A) - (N - B).
  rewrite -{1}(subrK A M) -{1}(subrK B N); move: (M - A) (N - B) => x y.
  by rewrite opprB opprD addrACA -[RHS]addrA [RHS]addrC !addrA.
apply: le_trans (normB _ _) (ler_add _ Ns).
by apply: le_trans (normD _ _) (ler_add _ Mr); rewrite normN.
Qed.

End BallProduct.
