// Routers that read each stream by itself.
#include "mixcert/proof/equations.hpp"

namespace mixcert::proof::equations {
namespace {

std::vector<symbol> tanh_gates(std::vector<symbol> first) {
  first.insert(first.end(), {{"A", "static_alpha"},
                             {"W", "dynamic_alpha_fn"},
                             {"a", "dynamic_alpha_scale"},
                             {"B", "static_beta"},
                             {"w", "dynamic_beta_fn"},
                             {"b", "dynamic_beta_scale"}});
  return first;
}

constexpr const char* alpha_line =
    R"(\alpha_{st}&=a\tanh(z_{st})+A_{st},\qquad\mathrm{read}_s=\alpha_{s0},\qquad H_{ts}=\alpha_{s,1+t},)";
constexpr const char* indices = "Streams $s$ and outputs $t$ are counted from 0; $W_{\\cdot t}$ is column $t$ of $W$.";

} // namespace

mixer_equations hc(const mixer_convention&) {
  return {
      "$x_s$ is stream $s$ of $X$, as it is stored; $\\circ$ is the entrywise product.",
      {R"(N_s&=\max(\lVert x_s\rVert,c),\qquad z_{st}=\frac{\sqrt d}{N_s}\langle x_s,(g+\gamma)\circ W_{\cdot t}\rangle,\quad t=0,\dots,n,)",
       alpha_line,
       R"(\mathrm{write}_s&=b\tanh\left(\frac{\sqrt d}{N_s}\langle x_s,(g+\gamma)\circ w\rangle\right)+B_s.)"},
      tanh_gates({{"\\gamma", "norm.gamma"}}),
      {{"c", "norm_clamp"}, {"g", "gamma_offset"}},
      indices,
      "Each entry of $H$ is a function of one stream; its gradient is that of T1 (d) [@T1]: with "
      "$w_t=(g+\\gamma)\\circ W_{\\cdot,1+t}$, $\\partial H_{ts}/\\partial "
      "x_s=a\\operatorname{sech}^2(z_{s,1+t})\\frac{\\sqrt d}{N_s}(w_t-\\langle x_s,w_t\\rangle x_s/N_s^2)$ where "
      "$\\lVert x_s\\rVert>c$, and without the last term where $\\lVert x_s\\rVert<c$."};
}

mixer_equations hc_paper(const mixer_convention&) {
  return {"$x_s$ is stream $s$ of $X$, as it is stored; $\\circ$ is the entrywise product.",
          {R"(y_s&=x_s-\operatorname{mean}(x_s)\mathbf1,\qquad r_s=\left(\lVert y_s\rVert^2/d+\epsilon\right)^{-1/2},)",
           R"(z_{st}&=\langle\gamma\circ r_sy_s+\delta,W_{\cdot t}\rangle,\quad t=0,\dots,n,)", alpha_line,
           R"(\mathrm{write}_s&=b\tanh\left(\langle\gamma\circ r_sy_s+\delta,w\rangle\right)+B_s.)"},
          tanh_gates({{"\\gamma", "norm.weight"}, {"\\delta", "norm.bias"}}),
          {{"\\epsilon", "norm_eps"}},
          indices,
          "Each entry of $H$ is a function of one stream; the gradient of its logit is that of T1 (g) [@T1]: "
          "$\\partial z_{st}/\\partial x_s=r_sv-\\frac{r_s^3}d\\langle v,y_s\\rangle y_s$ with $v=\\gamma\\circ "
          "W_{\\cdot t}$ less its mean."};
}

mixer_equations lucid_mhc(const mixer_convention&) {
  return {
      "$x_s$ is stream $s$ of $X$, as it is stored; $\\circ$ is the entrywise product.",
      {R"(m_{st}&=\frac{\sqrt d}{\max(\lVert x_s\rVert,c)}\langle x_s,(g+\gamma)\circ W_{\cdot t}\rangle,\quad t=0,\dots,n,)",
       R"(\mathrm{read}_s&=\operatorname{sigmoid}(a_0m_{s0}+A_{s0}),\qquad L_{st}=a\,m_{s,1+t}+A_{s,1+t},)",
       R"(\mathrm{write}_s&=2\operatorname{sigmoid}\left(\frac{b\sqrt d}{\max(\lVert x_s\rVert,c)}\langle x_s,(g+\gamma)\circ w\rangle+B_s\right),)",
       R"(\alpha&=\exp(L),\text{ each column divided by its largest entry, then }\ell\text{ times},)",
       R"(&\qquad\alpha_{st}\leftarrow\frac{\alpha_{st}}{\max(\sum_i\alpha_{it},\kappa)},\qquad\alpha_{st}\leftarrow\frac{\alpha_{st}}{\max(\sum_k\alpha_{sk},\kappa)},\qquad H_{ts}=\alpha_{st}.)"},
      {{"\\gamma", "norm.gamma"},
       {"A", "static_alpha"},
       {"W", "dynamic_alpha_fn"},
       {"a_0", "pre_branch_scale"},
       {"a", "residual_scale"},
       {"b", "h_post_scale"},
       {"B", "static_beta"},
       {"w", "dynamic_beta_fn"}},
      {{"c", "norm_clamp"}, {"g", "gamma_offset"}, {"\\kappa", "sinkhorn_clamp"}, {"\\ell", "iterations"}},
      indices,
      "The derivative of $H$ by $L$ is formed in scaling vectors as in T14 (a), (b), (g) [@T14], that of the $m_{st}$ "
      "is T1 (g) [@T1]."};
}

} // namespace mixcert::proof::equations
