(* T15: singular values of a product of Jacobians from enclosures of the factors. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ProductPerturbation.
Variables (R : rcfType) (n : nat).
Variables (J K : nat -> 'M[R]_n). (* the factors and their approximations, layer 0 first *)

(* J_(k+m-1) ... J_k. *)
Fixpoint layers (F : nat -> 'M[R]_n) (k m : nat) : 'M[R]_n :=
  if m is m'.+1 then F (k + m')%N *m layers F k m' else 1%:M.

(* The difference of the products, factor by factor. *)
Lemma telescope L : layers J 0 L - layers K 0 L =
  \sum_(l < L) layers J l.+1 (L - l.+1) *m (J l - K l) *m layers K 0 l.
Proof.
elim: L => [|L IH]; first by rewrite big_ord0 subrr.
rewrite big_ord_recr /= subnn mul1mx !add0n.
have -> : J L *m layers J 0 L - K L *m layers K 0 L =
    J L *m (layers J 0 L - layers K 0 L) + (J L - K L) *m layers K 0 L.
  by rewrite mulmxBr mulmxBl addrA subrK.
rewrite IH mulmx_sumr; congr (_ + _); apply: eq_bigr => l _.
by rewrite subSn //= subnKC // !mulmxA.
Qed.

Lemma norm_at_most0 (m p : nat) : norm_at_most (0 : 'M[R]_(m, p)) 0.
Proof. by move=> x; rewrite mul0mx norm0 mul0r. Qed.

Lemma norm_at_most_sum m p L (A : 'I_L -> 'M[R]_(m, p)) (a : 'I_L -> R) :
  (forall l, norm_at_most (A l) (a l)) -> norm_at_most (\sum_l A l) (\sum_l a l).
Proof.
move=> Aa; apply: (big_ind2 (@norm_at_most R m p)) => //; first exact: norm_at_most0.
by move=> *; apply: norm_at_most_add.
Qed.

Section Bounds.
Variables (L : nat) (left right delta : nat -> R).
Hypothesis left_ge0 : forall l, 0 <= left l.
Hypothesis delta_ge0 : forall l, 0 <= delta l.
(* left l bounds J_(L-1) ... J_(l+1), right l bounds K_(l-1) ... K_0. *)
Hypothesis left_bound : forall l, (l < L)%N -> norm_at_most (layers J l.+1 (L - l.+1)) (left l).
Hypothesis right_bound : forall l, (l < L)%N -> norm_at_most (layers K 0 l) (right l).
Hypothesis distance : forall l, (l < L)%N -> norm_at_most (J l - K l) (delta l).

Theorem product_distance :
  norm_at_most (layers J 0 L - layers K 0 L) (\sum_(l < L) left l * delta l * right l).
Proof.
rewrite telescope; apply: norm_at_most_sum => l.
apply: norm_at_most_mul; rewrite ?mulr_ge0 //; last exact: right_bound.
by apply: norm_at_most_mul => //; [apply: left_bound | apply: distance].
Qed.

(* T15: |sigma_i(prod J) - sigma_i(prod K)| <= sum left delta right. *)
Theorem product_at_most k v : sv_at_most (layers K 0 L) k v ->
  sv_at_most (layers J 0 L) k (v + \sum_(l < L) left l * delta l * right l).
Proof.
move=> Kv; rewrite -[layers J 0 L](subrK (layers K 0 L)) addrC.
exact: weyl_at_most product_distance Kv.
Qed.

Theorem product_at_least k v : sv_at_least (layers K 0 L) k v ->
  sv_at_least (layers J 0 L) k (v - \sum_(l < L) left l * delta l * right l).
Proof.
move=> Kv; rewrite -[layers J 0 L](subrK (layers K 0 L)) addrC.
exact: weyl_at_least product_distance Kv.
Qed.

End Bounds.

(* T15: |prod J| <= s + prod (a + delta) - prod a, if s bounds |prod K| and a, delta the factors. *)
Theorem partial_product_norm k m (a delta : nat -> R) s :
  (forall l, 0 <= a l) -> (forall l, 0 <= delta l) ->
  (forall l, norm_at_most (K l) (a l)) -> (forall l, norm_at_most (J l - K l) (delta l)) ->
  norm_at_most (layers K k m) s ->
  norm_at_most (layers J k m)
    (s + (\prod_(l < m) (a (k + l)%N + delta (k + l)%N) - \prod_(l < m) a (k + l)%N)).
Proof.
move=> a0 d0 Ka Jd Ks.
suff close : forall p, norm_at_most (layers J k p - layers K k p)
    (\prod_(l < p) (a (k + l)%N + delta (k + l)%N) - \prod_(l < p) a (k + l)%N).
  by rewrite -[layers J k m](subrK (layers K k m)) addrC; apply: norm_at_most_add.
have Kprod p : norm_at_most (layers K k p) (\prod_(l < p) a (k + l)%N).
  elim: p => [|p IH]; first by rewrite big_ord0 => x; rewrite mul1mx mul1r.
  by rewrite big_ord_recr /= mulrC; apply: norm_at_most_mul.
elim=> [|p IH]; first by rewrite !big_ord0 !subrr; apply: norm_at_most0.
have -> : layers J k p.+1 - layers K k p.+1 =
    J (k + p)%N *m (layers J k p - layers K k p) + (J (k + p)%N - K (k + p)%N) *m layers K k p.
  by rewrite mulmxBr mulmxBl addrA subrK.
rewrite !big_ord_recr /=; set A := a _; set D := delta _.
set P := \prod_(l < p) _; set Q := \prod_(l < p) _.
have -> : P * (A + D) - Q * A = (A + D) * (P - Q) + D * Q.
  by rewrite [P * _]mulrC [Q * A]mulrC mulrBr (mulrDl A D Q) opprD !addrA subrK.
apply: norm_at_most_add; last first.
  by apply: norm_at_most_mul; [apply: d0 | apply: Jd | apply: Kprod].
apply: norm_at_most_mul; [exact: addr_ge0 (a0 _) (d0 _) | | exact: IH].
rewrite (_ : J (k + p)%N = K (k + p)%N + (J (k + p)%N - K (k + p)%N)); last by rewrite addrC subrK.
exact: norm_at_most_add (Ka _) (Jd _).
Qed.

End ProductPerturbation.
