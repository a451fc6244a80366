(* T3 (f): a map with fewer outputs than inputs, completed by outputs that are zero. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mixcert Require Import euclid operator_bound singular_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section FewerOutputs.
Variables (R : rcfType) (m r n : nat) (J : 'M[R]_(m, n)).

Let padded : 'M[R]_(m + r, n) := col_mx J 0.

Lemma norm_padded (x : 'cV[R]_n) : norm (padded *m x) = norm (J *m x).
Proof.
rewrite /padded mul_col_mx mul0mx /norm; congr Num.sqrt.
by rewrite !sqnorm_trace tr_col_mx mul_row_col trmx0 mul0mx addr0.
Qed.

(* The k-th singular values agree. *)
Theorem padded_at_least k v : sv_at_least padded k v <-> sv_at_least J k v.
Proof. by split=> -[V kV Vv]; exists V => // x /Vv; rewrite norm_padded. Qed.

Theorem padded_at_most k v : sv_at_most padded k v <-> sv_at_most J k v.
Proof. by split=> -[V kV Vv]; exists V => // x /Vv; rewrite norm_padded. Qed.

(* Those beyond the number of rows are 0. *)
Theorem beyond_rows : sv_at_most J m.+1 0.
Proof.
exists (kermx J^T) => [|x /sub_kermxP xJ].
  by rewrite mxrank_ker addnS ltnS mxrank_tr -leq_subLR subKn ?rank_leq_row ?rank_leq_col.
have -> : J *m x = 0 by apply: trmx_inj; rewrite trmx_mul xJ trmx0.
by rewrite norm0 mul0r.
Qed.

End FewerOutputs.
