(* T4 (c): from enclosures for a truncated core to enclosures of all singular values of J. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid kronecker operator_bound singular_values spectrum_multiset order_statistics
  certified_spectrum truncated_core.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lists.
Variable R : rcfType.

(* Each of the values s_k, r times. *)
Definition copies n (s : 'I_n -> R) (r : nat) : seq R := flatten [seq nseq r (s k) | k <- enum 'I_n].

Lemma copies_add n (s : 'I_n -> R) r r' : perm_eq (copies s (r + r')) (copies s r ++ copies s r').
Proof.
rewrite /copies; elim: (enum 'I_n) => //= k ks IH; rewrite nseqD -!catA perm_cat2l.
rewrite perm_sym perm_catCA perm_cat2l perm_sym; exact: IH.
Qed.

Lemma size_copies n (s : 'I_n -> R) r : size (copies s r) = (n * r)%N.
Proof.
rewrite /copies size_flatten /shape -map_comp sumnE big_map (eq_bigr (fun=> r)) => [|k _]; last first.
  by rewrite /= size_nseq.
by rewrite big_enum sum_nat_const card_ord.
Qed.

Lemma descending_perm (u v : seq R) : perm_eq u v -> descending u = descending v.
Proof. by move=> uv; apply: descending_unique (descending_sorted v) _; rewrite perm_sort perm_sym. Qed.

Lemma svd_descending N (M P Q : 'M[R]_N) v : svd M P v Q -> sorted (fun x y => y <= x) (codom v).
Proof.
case=> _ _ _ v_sorted _; apply/(sortedP 0) => j; rewrite size_codom card_ord => jN.
by have := v_sorted (Ordinal (ltnW jN)) (Ordinal jN) (leqnSn j); rewrite -!nth_values.
Qed.

(* Matrices within e of each other: their values differ by at most e, place by place. *)
Lemma svd_near N (M M' P Q P' Q' : 'M[R]_N) v v' e i :
  svd M P v Q -> svd M' P' v' Q' -> norm_at_most (M - M') e -> v' i - e <= v i <= v' i + e.
Proof.
move=> S S' near; have split : M = M' + (M - M') by rewrite addrC subrK.
apply/andP; split; [apply: sv_order _ (svd_at_most i S) | apply: sv_order (svd_at_least i S) _]; rewrite split.
  exact: weyl_at_least near (svd_at_least i S').
exact: weyl_at_most near (svd_at_most i S').
Qed.

End Lists.

Section Truncated.
Variables (R : rcfType) (n p q r : nat) (s : 'I_n -> R) (V : 'M[R]_(p, q)) (W : 'M[R]_(p, r)) (N : 'M[R]_(n * q)).
Hypotheses (s_ge0 : forall i, 0 <= s i) (s_sorted : forall i j : 'I_n, (i <= j)%N -> s j <= s i).
(* V has orthonormal columns, which those of W complete. *)
Hypothesis sizes : p = (q + r)%N.
Hypotheses (VV : V^T *m V = 1%:M) (WW : W^T *m W = 1%:M) (VW : V^T *m W = 0) (full : V *m V^T + W *m W^T = 1%:M).

Let Vd := kronecker (1%:M : 'M[R]_n) V.
(* The core that keeps N in the directions of V, and the small one that carries its values. *)
Definition kept : 'M[R]_(n * p) := kronecker (diagonal s) 1%:M + Vd *m N *m Vd^T.
Definition small : 'M[R]_(n * q) := kronecker (diagonal s) 1%:M + N.

Lemma kept_values (P Q : 'M_(n * p)) chi (P' Q' : 'M_(n * q)) tau :
  svd kept P chi Q -> svd small P' tau Q' -> perm_eq (codom chi) (codom tau ++ copies s r).
Proof.
have VdVd : Vd^T *m Vd = 1%:M by apply: kronecker_orthogonal => //; rewrite trmx1 mul1mx.
have H_svd : svd (diagonal s) 1%:M s 1%:M by split; rewrite ?trmx1 ?mulmx1 ?mul1mx.
rewrite /kept -mulmxA => S; have -> : small = kronecker (diagonal s) 1%:M + Vd^T *m Vd *m (N *m Vd^T) *m Vd.
  by rewrite VdVd mul1mx -mulmxA VdVd mulmx1.
have A_in : Vd *m Vd^T *m Vd = Vd by rewrite -mulmxA VdVd mulmx1.
have B_in : N *m Vd^T *m (Vd *m Vd^T) = N *m Vd^T by rewrite -mulmxA (mulmxA Vd^T) VdVd mul1mx.
exact: (common_core_spectrum sizes VV WW VW full H_svd A_in B_in S).
Qed.

(* Values of a core within e of the one that is kept. *)
Theorem truncated_core_values (C P Q P' Q' : 'M_(n * p)) c chi (P2 Q2 : 'M_(n * q)) tau e (lo hi : seq R) :
  svd C P c Q -> svd kept P' chi Q' -> svd small P2 tau Q2 -> norm_at_most (C - kept) e ->
  size lo = (n * q)%N -> size hi = (n * q)%N -> (forall m : 'I_(n * q), nth 0 lo m <= tau m <= nth 0 hi m) ->
  forall i : 'I_(n * p),
  nth 0 (descending [seq x - e | x <- lo ++ copies s r]) i <= c i
    <= nth 0 (descending [seq x + e | x <- hi ++ copies s r]) i.
Proof.
move=> SC SK ST near size_lo size_hi enclosed i.
have perm := kept_values SK ST.
have size_t : size (codom tau) = (n * q)%N by rewrite size_codom card_ord.
have order := descending_unique (svd_descending SK) perm.
have iN : (i < size (codom tau ++ copies s r))%N.
  by rewrite -(perm_size perm) size_codom card_ord.
have sz_lo : size (lo ++ copies s r) = size (codom tau ++ copies s r) by rewrite !size_cat size_lo size_t.
have sz_hi : size (hi ++ copies s r) = size (codom tau ++ copies s r) by rewrite !size_cat size_hi size_t.
have list_le m : (m < size (codom tau ++ copies s r))%N ->
    nth 0 (lo ++ copies s r) m <= nth 0 (codom tau ++ copies s r) m <= nth 0 (hi ++ copies s r) m.
  move=> _; rewrite !nth_cat size_lo size_hi size_t; case: ltnP => [mq | _]; last by rewrite !lexx.
  by have := enclosed (Ordinal mq); rewrite -nth_values.
have := merging sz_lo sz_hi list_le iN; rewrite order nth_values => /andP[lo_chi chi_hi].
have /andP[low high] := svd_near i SC SK near.
rewrite !descending_map; first last.
- by move=> x y xy; rewrite ler_add2r.
- by move=> x y xy; rewrite ler_add2r.
rewrite (nth_map 0) ?size_descending ?sz_lo // (nth_map 0) ?size_descending ?sz_hi //.
apply/andP; split; [apply: le_trans low | apply: le_trans high _]; by rewrite ler_add2r.
Qed.

End Truncated.

Section Dominated.
Variable R : rcfType.

(* Member by member at most. *)
Definition dominated (l v : seq R) : Prop :=
  size l = size v /\ forall m, (m < size l)%N -> nth 0 l m <= nth 0 v m.

Lemma dominated_map (f g : R -> R) (l : seq R) : (forall x, f x <= g x) -> dominated (map f l) (map g l).
Proof. by move=> fg; split=> [|m]; rewrite !size_map // => ml; rewrite !(nth_map 0). Qed.

Lemma dominated_cat (l l' v v' : seq R) : dominated l v -> dominated l' v' -> dominated (l ++ l') (v ++ v').
Proof.
case=> sl lv [sl' lv']; split=> [|m]; first by rewrite !size_cat sl sl'.
rewrite size_cat !nth_cat -sl => ml; case: ltnP => [|ml']; first exact: lv.
by apply: lv'; rewrite ltn_subLR.
Qed.

Lemma dominated_order (l l' v v' : seq R) i : perm_eq l l' -> perm_eq v v' -> dominated l' v' -> (i < size l)%N ->
  nth 0 (descending l) i <= nth 0 (descending v) i.
Proof.
move=> ll vv [sizes lv] il; rewrite (descending_perm ll) (descending_perm vv).
by apply: order_monotone => //; rewrite -(perm_size ll).
Qed.

Variables (n r t : nat) (s : 'I_n -> R).

(* The two lists of the theorem below, in one order. *)
Lemma perm_wide (g : R -> R) lo :
  perm_eq (map g (lo ++ copies s (r + t))) (map g lo ++ (map g (copies s r) ++ map g (copies s t))).
Proof. by rewrite -!map_cat; apply: perm_map; rewrite perm_cat2l copies_add. Qed.

Lemma perm_steps (f sub sub' : R -> R) lo :
  perm_eq (map f (descending (map sub (map sub' lo ++ copies s r)) ++ copies s t))
    (map (fun x => f (sub (sub' x))) lo ++ (map (fun x => f (sub x)) (copies s r) ++ map f (copies s t))).
Proof.
rewrite (map_cat f) [X in perm_eq _ X]catA perm_cat2r.
have -> : map (fun x => f (sub (sub' x))) lo ++ map (fun x => f (sub x)) (copies s r) =
    map f (map sub (map sub' lo ++ copies s r)) by rewrite !map_cat -!map_comp.
by apply: perm_map; rewrite /descending perm_sort.
Qed.

End Dominated.

Section Certificate.
Variables (R : rcfType) (n d p q r t m : nat).
Variables (H P Q : 'M[R]_n) (s : 'I_n -> R) (A : 'M[R]_(n * d, m)) (B : 'M[R]_(m, n * d)).
Variables (alpha beta nu : R).
Hypotheses (alpha_ge0 : 0 <= alpha) (alpha_lt1 : alpha < 1) (beta_ge0 : 0 <= beta) (beta_lt1 : beta < 1).
Hypothesis P_defect : norm_at_most (P^T *m P - 1%:M) alpha.
Hypothesis Q_defect : norm_at_most (Q^T *m Q - 1%:M) beta.
Hypothesis diagonal_defect : norm (P^T *m H *m Q - diagonal s) <= nu.
Hypotheses (s_ge0 : forall i, 0 <= s i) (s_sorted : forall i j : 'I_n, (i <= j)%N -> s j <= s i).

Let J := kronecker H 1%:M + A *m B.
Let J2 := kronecker (diagonal s) 1%:M +
  (kronecker P (1%:M : 'M_d))^T *m (A *m B) *m kronecker Q (1%:M : 'M_d).
Let kappa_plus := Num.sqrt ((1 + alpha) * (1 + beta)).
Let kappa_minus := Num.sqrt ((1 - alpha) * (1 - beta)).

(* Directions, orthonormal and completed; the core that keeps N there, and the small one, as above. *)
Variables (V : 'M[R]_(p, q)) (W : 'M[R]_(p, r)) (N : 'M[R]_(n * q)).
Hypotheses (sizes : p = (q + r)%N) (sizes' : d = (p + t)%N).
Hypotheses (VV : V^T *m V = 1%:M) (WW : W^T *m W = 1%:M) (VW : V^T *m W = 0) (full : V *m V^T + W *m W^T = 1%:M).

(* C as in T3 (b), e from the stored core, k what is left out of that, e' from the small core to the stored one T. *)
Variables (C Ct : 'M[R]_(n * p)) (T : 'M[R]_(n * q)) (e k e' : R).
Hypotheses (e_ge0 : 0 <= e) (k_ge0 : 0 <= k) (e_ge0' : 0 <= e').
Hypothesis C_near : norm_at_most (C - Ct) e.
Hypothesis left_out : norm_at_most (Ct - kept s V N) k.
Hypothesis T_near : norm_at_most (small s N - T) e'.

Let eps := e + k + e' + nu.

Theorem truncated_certificate (PJ QJ P2 Q2 : 'M_(n * d)) sigma v (P3 Q3 P4 Q4 : 'M_(n * p)) c chi
  (P5 Q5 P6 Q6 : 'M_(n * q)) tau theta (lo hi : seq R) :
  svd J PJ sigma QJ -> svd J2 P2 v Q2 -> svd C P3 c Q3 -> svd (kept s V N) P4 chi Q4 ->
  svd (small s N) P5 tau Q5 -> svd T P6 theta Q6 ->
  (* T3 (b) *)
  perm_eq (codom v) (codom c ++ copies s t) ->
  size lo = (n * q)%N -> size hi = (n * q)%N -> (forall i : 'I_(n * q), nth 0 lo i <= theta i <= nth 0 hi i) ->
  forall i : 'I_(n * d),
  nth 0 (descending [seq (x - eps) / kappa_plus | x <- lo ++ copies s (r + t)]) i <= sigma i
    <= nth 0 (descending [seq (x + eps) / kappa_minus | x <- hi ++ copies s (r + t)]) i.
Proof.
move=> SJ S2 SC SK SS ST perm size_lo size_hi enclosed i.
have near : norm_at_most (C - kept s V N) (e + k).
  by rewrite -(subrK Ct C) -addrA; apply: norm_at_most_add.
have small_enclosed (j : 'I_(n * q)) : nth 0 [seq x - e' | x <- lo] j <= tau j <= nth 0 [seq x + e' | x <- hi] j.
  rewrite !(nth_map 0) ?size_lo ?size_hi //; have /andP[low high] := svd_near j SS ST T_near.
  have /andP[lo_t t_hi] := enclosed j.
  by rewrite (le_trans _ low) ?ler_add2r // (le_trans high) // ler_add2r.
have size_lo1 : size [seq x - e' | x <- lo] = (n * q)%N by rewrite size_map.
have size_hi1 : size [seq x + e' | x <- hi] = (n * q)%N by rewrite size_map.
have core := truncated_core_values s_ge0 s_sorted sizes VV WW VW full SC SK SS near size_lo1 size_hi1 small_enclosed.
set l2 := descending _ in core; set h2 := descending _ in core.
have size_l2 : size l2 = (n * p)%N.
  by rewrite /l2 size_descending size_map size_cat size_lo1 size_copies sizes mulnDr.
have size_h2 : size h2 = (n * p)%N.
  by rewrite /h2 size_descending size_map size_cat size_hi1 size_copies sizes mulnDr.
have size_c : size (codom c) = (n * p)%N by rewrite size_codom card_ord.
have values_enclosed j : (j < size (codom c ++ copies s t))%N ->
    nth 0 (l2 ++ copies s t) j <= nth 0 (codom c ++ copies s t) j <= nth 0 (h2 ++ copies s t) j.
  move=> _; rewrite !nth_cat size_l2 size_h2 size_c; case: ltnP => [jp | _]; last by rewrite !lexx.
  by have := core (Ordinal jp); rewrite -nth_values.
have sz_l : size (l2 ++ copies s t) = size (codom c ++ copies s t) by rewrite !size_cat size_l2 size_c.
have sz_h : size (h2 ++ copies s t) = size (codom c ++ copies s t) by rewrite !size_cat size_h2 size_c.
have /andP[low high] := certified_spectrum alpha_ge0 alpha_lt1 beta_ge0 beta_lt1 P_defect Q_defect diagonal_defect
  SJ S2 perm sz_l sz_h values_enclosed i.
have list_size (u : seq R) : size u = (n * q)%N -> (i < size (u ++ copies s (r + t)))%N.
  move=> size_u; rewrite size_cat size_u size_copies -mulnDr addnA -sizes -sizes'; exact: ltn_ord.
have nu_ge0 : 0 <= nu := le_trans (norm_ge0 _) diagonal_defect.
have plus_gt0 : 0 < kappa_plus by rewrite sqrtr_gt0 mulr_gt0 // ltr_spaddl ?ltr01.
have minus_gt0 : 0 < kappa_minus by rewrite sqrtr_gt0 mulr_gt0 // subr_gt0.
have e_nu : e + k + nu <= eps by rewrite /eps ler_add2r ler_addl.
have nu_eps : nu <= eps by rewrite (le_trans _ e_nu) // ler_addr addr_ge0.
apply/andP; split; [apply: le_trans low | apply: le_trans high _].
  have below := dominated_order (perm_wide r t s (fun x => (x - eps) / kappa_plus) lo)
    (perm_steps r t s (fun x => (x - nu) / kappa_plus) (fun x => x - (e + k)) (fun x => x - e') lo).
  apply: below; last by rewrite size_map list_size.
  apply: dominated_cat; [|apply: dominated_cat]; apply: dominated_map => x; rewrite ler_pmul2r ?invr_gt0 //.
  - by rewrite -!addrA ler_add2l -!opprD ler_opp2 /eps addrA (addrC e') lexx.
  - by rewrite -addrA -opprD ler_add2l ler_opp2.
  by rewrite ler_add2l ler_opp2.
have above := dominated_order
  (perm_steps r t s (fun x => (x + nu) / kappa_minus) (fun x => x + (e + k)) (fun x => x + e') hi)
  (perm_wide r t s (fun x => (x + eps) / kappa_minus) hi).
apply: above; last by rewrite size_map sz_h -(perm_size perm) size_codom card_ord.
apply: dominated_cat; [|apply: dominated_cat]; apply: dominated_map => x; rewrite ler_pmul2r ?invr_gt0 //.
- have -> : eps = e' + (e + k) + nu by rewrite /eps (addrC e').
  by rewrite !addrA lexx.
- by rewrite -addrA ler_add2l.
by rewrite ler_add2l.
Qed.

End Certificate.

Lemma kronecker_diag (R : comRingType) n q (a : 'rV[R]_q) :
  kronecker (1%:M : 'M[R]_n) (diag_mx a) = diag_mx (\row_l a 0 (col_of l)).
Proof.
apply: matrix_indexP => i k j l; rewrite kroneckerE !mxE index_inj col_of_index.
by case: (i == j); case: (k == l); rewrite ?mul1r ?mul0r.
Qed.

(* Directions U of any kind, U = V S with S = O diag(a) O', a at least 0: what they leave out is no less than what V does. *)
Theorem any_directions_left_out (R : rcfType) n p q (s : 'I_n -> R) (Ct M : 'M[R]_(n * p)) (V U : 'M[R]_(p, q))
  (O : 'M[R]_q) (a : 'rV[R]_q) : V^T *m V = 1%:M -> O^T *m O = 1%:M -> (forall i, 0 <= a 0 i) ->
  U = V *m (O *m diag_mx a *m O^T) -> M = Ct - kronecker (diagonal s) 1%:M ->
  let Ud := kronecker (1%:M : 'M[R]_n) U in
  norm (Ct - kept s V (Ud^T *m M *m Ud)) <= norm (M - Ud *m Ud^T *m M *m (Ud *m Ud^T)).
Proof.
move=> VV OO a0 UE ME; set Ud := kronecker _ U; rewrite /kept opprD addrA -ME.
pose Vd := kronecker (1%:M : 'M[R]_n) V; pose Od := kronecker (1%:M : 'M[R]_n) O.
have I1 : (1%:M : 'M[R]_n)^T *m 1%:M = 1%:M by rewrite trmx1 mul1mx.
have VdVd : Vd^T *m Vd = 1%:M by apply: kronecker_orthogonal.
have OdOd : Od^T *m Od = 1%:M by apply: kronecker_orthogonal.
have UdE : Ud = Vd *m (Od *m diag_mx (\row_l a 0 (col_of l)) *m Od^T).
  by rewrite -kronecker_diag /Vd /Od kronecker_tr trmx1 !kronecker_mul !mul1mx /Ud UE.
have ad i : 0 <= (\row_l a 0 (col_of l) : 'rV[R]_(n * q)) 0 i by rewrite mxE.
exact: (any_directions M VdVd VdVd OdOd OdOd ad ad UdE UdE).
Qed.
