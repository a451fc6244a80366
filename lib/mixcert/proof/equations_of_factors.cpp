// Mixers composed of permutations or of rotations.
#include "mixcert/proof/equations.hpp"

namespace mixcert::proof::equations {
namespace {

constexpr const char* clamped = "$x=\\operatorname{vec}X$ is the whole state as one vector; $\\circ$ is the entrywise "
                                "product. Indices are counted from 0.";
constexpr const char* clamped_line = R"(v&=\sqrt{nd}\;\frac{(g+\gamma)\circ x}{\max(\lVert x\rVert,c)},)";
constexpr const char* root_line =
    R"(z&=\gamma\circ x\left(\lVert x\rVert^2/(nd)+\epsilon\right)^{-1/2},\qquad p=a\,z\,W+b,)";
constexpr const char* root_gates =
    R"(\mathrm{read}&=\operatorname{sigmoid}(a_0\,z\,W_0+b_0),\qquad\mathrm{write}=2\operatorname{sigmoid}(a_1\,z\,W_1+b_1),)";
constexpr const char* permutation_gates =
    R"(\mathrm{read}_i&=\operatorname{sigmoid}(a_0\langle v,W_{\cdot i}\rangle+A_i),\qquad\mathrm{write}=2\operatorname{sigmoid}(b\,v\,w+B),)";

std::vector<symbol> permutation_tensors() {
  return {{"\\gamma", "norm.gamma"}, {"W", "dynamic_alpha_fn"}, {"A", "static_alpha"},    {"a_0", "pre_branch_scale"},
          {"a", "residual_scale"},   {"b", "h_post_scale"},     {"w", "dynamic_beta_fn"}, {"B", "static_beta"}};
}

std::vector<symbol> clamp_constants() { return {{"c", "norm_clamp"}, {"g", "gamma_offset"}}; }

std::vector<symbol> rotation_tensors() {
  return {{"\\gamma", "norm.weight"}, {"W", "W_res"},   {"a", "a_res"},    {"b", "b_res"},    {"W_0", "W_pre"},
          {"a_0", "a_pre"},           {"b_0", "b_pre"}, {"W_1", "W_post"}, {"a_1", "a_post"}, {"b_1", "b_post"}};
}

constexpr const char* of_permutations = "The derivative of $H$ is that of T8 (f) [@T8]: differences of logits with the "
                                        "weights $\\sum_rc_r(P_r-U)_{ij}$; that of the logits is T1 (g) [@T1].";
constexpr const char* of_rotations =
    "The derivative of $H$ by $p$ is T20 (c), (d) [@T20], that of $p$ is T1 (g) [@T1].";
constexpr const char* skew = "`skew_order` says in which order the entries of $p$ stand above or below the diagonal of "
                             "the skew matrix $A$ [@mixers].";

} // namespace

mixer_equations mhc_lite(const mixer_convention&) {
  return {
      clamped,
      {clamped_line, permutation_gates,
       R"(c&=\operatorname{softmax}_r(a\langle v,W_{\cdot,n+r}\rangle+A_{n+r}),\qquad U=\sum_rc_rP_r,\qquad H=U^\top.)"},
      permutation_tensors(),
      clamp_constants(),
      "$P_r$, $r=0,\\dots,n!-1$, are the permutation matrices, $P_r$ with ones at $(i,\\pi_r(i))$, the $\\pi_r$ in "
      "lexicographic order.",
      of_permutations};
}

mixer_equations kromhc(const mixer_convention&) {
  return {
      clamped,
      {clamped_line, permutation_gates,
       R"(c^{(k)}&=\operatorname{softmax}(a\langle v,W_{\cdot,n+r}\rangle+A_{n+r}),\quad r\text{ the }f_k!\text{ logits of factor }k,)",
       R"(U_k&=\sum_rc^{(k)}_rP^{(k)}_r,\qquad H=(U_1\otimes\dots\otimes U_K)^\top.)"},
      permutation_tensors(),
      clamp_constants(),
      "`factors` gives the sizes $f_1,\\dots,f_K$, the outermost first (`binary`: all 2); the logits of one factor "
      "stand after those of another, and $P^{(k)}_r$ are the permutation matrices of size $f_k$ in lexicographic "
      "order.",
      of_permutations};
}

mixer_equations go_mhc(const mixer_convention&) {
  return {
      clamped,
      {root_line, root_gates,
       R"(A&\text{ the skew }ns\times ns\text{ matrix of }p,\qquad Q=(I-A)(I+A)^{-1},\qquad H_{ij}=\frac1s\lVert Q_{(ij)}\rVert_F^2)"},
      rotation_tensors(),
      {{"\\epsilon", "norm_eps"}, {"s", "s"}},
      std::string("$Q_{(ij)}$ are the $s\\times s$ blocks of $Q$. ") + skew,
      of_rotations};
}

mixer_equations krom_go(const mixer_convention&) {
  return {
      clamped,
      {root_line, root_gates,
       R"(A_k&\text{ the skew }f_ks_k\times f_ks_k\text{ matrix of the part of }p\text{ of factor }k,\qquad Q_k=(I-A_k)(I+A_k)^{-1},)",
       R"((U_k)_{ij}&=\frac1{s_k}\lVert(Q_k)_{(ij)}\rVert_F^2\ \text{over its }s_k\times s_k\text{ blocks},\qquad H=U_1\otimes\dots\otimes U_K.)"},
      rotation_tensors(),
      {{"\\epsilon", "norm_eps"}, {"s_k", "s"}},
      std::string("`factors` gives the sizes $f_1,\\dots,f_K$, the outermost first (`binary`: all 2). ") + skew,
      of_rotations};
}

mixer_equations ohc(const mixer_convention&) {
  return {
      clamped,
      {root_line, root_gates,
       R"(q_0&=(p_0,\dots,p_3)/\lVert\cdot\rVert,\qquad q_1=(p_4,\dots,p_7)/\lVert\cdot\rVert,\qquad Hx=q_0\,x\,\bar q_1.)"},
      rotation_tensors(),
      {{"\\epsilon", "norm_eps"}},
      "The last product is one of quaternions with components of $1,i,j,k$; stream 0 is the real part.",
      "The derivative of $H$ by $p$ is T20 (f) [@T20], that of $p$ is T1 (g) [@T1]."};
}

mixer_equations shc(const mixer_convention&) {
  return {
      clamped,
      {clamped_line,
       R"(r&=Wv,\qquad\mathrm{read}=\operatorname{sigmoid}(a_0W_0v+b_0),\qquad\mathrm{write}=2\operatorname{sigmoid}(a_1W_1v+b_1),)",
       R"(z_U&=g_U\tanh(a_Ur+b),\qquad z_V=g_V\tanh(a_Vr+b),\qquad\sigma=\tanh(a_\sigma r+b),)",
       R"(U&=(I+A_U)^{-1}(I-A_U),\qquad V=(I+A_V)^{-1}(I-A_V),)",
       R"(H&=\frac1n\mathbf1\mathbf1^\top+T\,V\operatorname{diag}(\sigma)\,U^\top T^\top.)"},
      {{"\\gamma", "norm.gamma"},
       {"W_0", "to_alpha_pre.weight"},
       {"b_0", "static_alpha_pre"},
       {"a_0", "pre_branch_scale"},
       {"W", "to_alpha_residual.weight"},
       {"b", "static_alpha_residual"},
       {"a_U", "residual_rot_scale_u"},
       {"a_V", "residual_rot_scale_v"},
       {"a_\\sigma", "residual_val_scale"},
       {"g_U", "gamma_u"},
       {"g_V", "gamma_v"},
       {"W_1", "to_beta.weight"},
       {"b_1", "static_beta"},
       {"a_1", "h_post_scale"}},
      clamp_constants(),
      "Of the $(n-1)^2$ logits the first $k=(n-1)(n-2)/2$ belong to $z_U$, the next $k$ to $z_V$ and the last $n-1$ to "
      "$\\sigma$. $A_U$, $A_V$ are the skew matrices of $z_U$, $z_V$, row by row above the diagonal. $T$ is "
      "$n\\times(n-1)$; its column $c=1,\\dots,n-1$ has $c$ entries $1/\\sqrt{c(c+1)}$, then $-c/\\sqrt{c(c+1)}$, then "
      "zeros.",
      "The derivative of $H$ by $z_U$, $z_V$ is T20 (c) [@T20], that of the logits is T1 (g) [@T1]."};
}

} // namespace mixcert::proof::equations
