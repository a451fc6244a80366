(* T3 (c): lists enclosed member by member are enclosed place by place after sorting. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OrderStatistics.
Variable R : realDomainType.

Definition descending (s : seq R) : seq R := sort (fun x y => y <= x) s.

(* The numbers that are at least x. *)
Definition above (x : R) : pred R := fun y => x <= y.

Lemma ge_total : total (fun x y : R => y <= x).
Proof. by move=> x y; rewrite orbC le_total. Qed.

Lemma ge_trans : transitive (fun x y : R => y <= x).
Proof. by move=> y x z yx zy; apply: le_trans yx. Qed.

Lemma ge_anti : antisymmetric (fun x y : R => y <= x).
Proof. by move=> x y; rewrite andbC => /le_anti. Qed.

Lemma descending_sorted s : sorted (fun x y => y <= x) (descending s).
Proof. exact: (sort_sorted ge_total). Qed.

Lemma size_descending s : size (descending s) = size s.
Proof. exact: size_sort. Qed.

Lemma nth_descending s i j :
  (i <= j)%N -> (j < size s)%N -> nth 0 (descending s) j <= nth 0 (descending s) i.
Proof.
move=> ij js; apply: (sorted_leq_nth ge_trans (fun x => lexx x) 0 (descending_sorted s)) => //.
  by rewrite inE size_descending (leq_ltn_trans ij).
by rewrite inE size_descending.
Qed.

(* A list that is in order is the sorted form of each of its permutations. *)
Lemma descending_unique s t : sorted (fun x y => y <= x) s -> perm_eq s t -> descending t = s.
Proof.
move=> s_sorted st; apply: (sorted_eq ge_trans ge_anti) => //; first exact: descending_sorted.
by rewrite perm_sort perm_sym.
Qed.

(* The i-th largest number is at least x when more than i numbers are. *)
Lemma at_least_count s i x : (i < size s)%N ->
  (x <= nth 0 (descending s) i)%R = (i < count (above x) s)%N.
Proof.
move=> is_; have perm : perm_eq (descending s) s by rewrite perm_sort.
rewrite -(permP perm); apply/idP/idP => [xi | ].
  rewrite -(cat_take_drop i.+1 (descending s)) count_cat; apply: leq_trans (leq_addr _ _).
  have -> : count (above x) (take i.+1 (descending s)) = size (take i.+1 (descending s)).
    apply/eqP; rewrite -all_count; apply/(all_nthP 0) => j.
    rewrite size_takel ?size_descending // => ji; rewrite nth_take //.
    exact: le_trans xi (nth_descending _ _).
  by rewrite size_takel ?size_descending.
apply: contraTT; rewrite -ltNge -leqNgt => xi.
rewrite -(cat_take_drop i (descending s)) count_cat.
have -> : count (above x) (drop i (descending s)) = 0%N.
  apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/negP => /(has_nthP 0)[j].
  rewrite size_drop size_descending ltn_subRL => jsize; rewrite nth_drop /above leNgt.
  by rewrite (le_lt_trans (nth_descending (leq_addr j i) jsize) xi).
rewrite addn0; apply: leq_trans (count_size _ _) _.
by rewrite size_takel // size_descending ltnW.
Qed.

Lemma count_monotone (l v : seq R) x : size l = size v ->
  (forall m, (m < size l)%N -> nth 0 l m <= nth 0 v m) ->
  (count (above x) l <= count (above x) v)%N.
Proof.
elim: l v => [|a l IH] [|b v] //= [sizes] lv; apply: leq_add.
  have := lv 0%N isT; rewrite /above /= => ab; case: (leP x a) => // xa.
  by rewrite (le_trans xa ab).
by apply: IH => // m ml; apply: (lv m.+1).
Qed.

Theorem order_monotone (l v : seq R) i : size l = size v ->
  (forall m, (m < size l)%N -> nth 0 l m <= nth 0 v m) ->
  (i < size l)%N -> nth 0 (descending l) i <= nth 0 (descending v) i.
Proof.
move=> sizes lv il; rewrite at_least_count -?sizes //.
by apply: leq_trans (count_monotone _ sizes lv); rewrite -at_least_count.
Qed.

(* T3 (c): the i-th largest v lies between the i-th largest l and the i-th largest h. *)
Theorem merging (l v h : seq R) i : size l = size v -> size h = size v ->
  (forall m, (m < size v)%N -> nth 0 l m <= nth 0 v m <= nth 0 h m) -> (i < size v)%N ->
  nth 0 (descending l) i <= nth 0 (descending v) i <= nth 0 (descending h) i.
Proof.
move=> lv hv lvh iv; apply/andP; split; apply: order_monotone; rewrite ?lv ?hv // => m mv.
  by have /andP[] := lvh m mv.
by have /andP[] := lvh m mv.
Qed.

(* A nondecreasing function commutes with sorting. *)
Theorem descending_map (f : R -> R) (s : seq R) :
  {homo f : x y / x <= y} -> descending (map f s) = map f (descending s).
Proof.
move=> f_mono; apply: (sorted_eq ge_trans ge_anti); first exact: descending_sorted.
  rewrite sorted_map; apply: sub_sorted (descending_sorted s) => x y; exact: f_mono.
by rewrite perm_sort perm_map // perm_sym perm_sort.
Qed.

End OrderStatistics.
