// Routers that read the whole state, and mixers that read none.
#include "mixcert/proof/equations.hpp"

namespace mixcert::proof::equations {
namespace {

constexpr const char* whole = "$x=\\operatorname{vec}X$ is the whole state as one vector.";
constexpr const char* by_scaling = "The derivative of $H$ by $L$ is formed in scaling vectors as in T14 (a), (b), (g) "
                                   "[@T14], that of the logits is T1 (g) [@T1].";

} // namespace

mixer_equations mhc_flat(const mixer_convention& convention) {
  const bool columns_first = is_set(convention, "order", "columns-rows");
  const bool transposed = is_set(convention, "orientation", "transposed");
  return {
      std::string(whole) + " $\\circ$ is the entrywise product, and $\\operatorname{mat}$ makes a vector of $n^2$ "
                           "numbers a matrix, row by row.",
      {R"(z&=\gamma\circ x\left(\lVert x\rVert^2/(nd)+\epsilon\right)^{-1/2},\qquad L=a\operatorname{mat}(z\,\varphi)+b,)",
       R"(\mathrm{read}&=\operatorname{sigmoid}(a_0\,z\,\varphi_0+b_0),\qquad\mathrm{write}=2\operatorname{sigmoid}(a_1\,z\,\varphi_1+b_1),)",
       columns_first ? R"(M&=\exp(L),\text{ then }\ell\text{ times: each column over its sum, each row over its sum},)"
                     : R"(M&=\exp(L),\text{ then }\ell\text{ times: each row over its sum, each column over its sum},)",
       transposed ? R"(H&=M^\top.)" : R"(H&=M.)"},
      {{"\\gamma", "norm.weight"},
       {"\\varphi_0", "phi_pre"},
       {"\\varphi_1", "phi_post"},
       {"\\varphi", "phi_res"},
       {"a_0", "a_pre"},
       {"a_1", "a_post"},
       {"a", "a_res"},
       {"b_0", "b_pre"},
       {"b_1", "b_post"},
       {"b", "b_res"}},
      {{"\\epsilon", "norm_eps"}, {"\\ell", "iterations"}},
      "",
      by_scaling};
}

mixer_equations mhc_v4(const mixer_convention&) {
  return {
      std::string(whole) + " Indices are counted from 0; the first $n$ rows of $W$ belong to the read gates, the next "
                           "$n$ to the write gates, row $2n+jn+k$ to $P_{jk}$.",
      {R"(r&=\left(\lVert x\rVert^2/(nd)+\epsilon'\right)^{-1/2},\qquad m=r\,Wx,)",
       R"(\mathrm{read}_i&=\operatorname{sigmoid}(a_0m_i+b_i)+\epsilon,\qquad\mathrm{write}_i=2\operatorname{sigmoid}(a_1m_{n+i}+b_{n+i}),)",
       R"(L_{jk}&=a_2m_{2n+jn+k}+b_{2n+jn+k},\qquad P_{jk}=\frac{e^{L_{jk}}}{\sum_le^{L_{jl}}}+\epsilon,)",
       R"(P_{jk}&\leftarrow\frac{P_{jk}}{\sum_iP_{ik}+\epsilon},\text{ then }\ell-1\text{ times}\quad P_{jk}\leftarrow\frac{P_{jk}}{\sum_lP_{jl}+\epsilon},\quad P_{jk}\leftarrow\frac{P_{jk}}{\sum_iP_{ik}+\epsilon},)",
       R"(H_{kj}&=P_{jk}.)"},
      {{"W", "fn"}, {"a", "scale"}, {"b", "base"}},
      {{"\\epsilon'", "norm_eps"}, {"\\epsilon", "hc_eps"}, {"\\ell", "iterations"}},
      "",
      "The derivative of $H$ by $L$ is formed in scaling vectors as in T14 (a) to (c) [@T14]; with T14 (e), (f) it "
      "lies in the span of $X$ and of the $n(n-1)$ differences of rows of $W$ within a row of $L$."};
}

mixer_equations jpmhc(const mixer_convention&) {
  return {
      whole,
      {R"(z&=\gamma\circ\frac{x-\operatorname{mean}(x)\mathbf1}{\sqrt{\operatorname{var}(x)+\epsilon}}+\delta,\qquad Wz+b=(P,R,L)\quad\text{(each }n\times n\text{, row by row)},)",
       R"(\mathrm{read}_j&=\frac1n\sum_i\frac{e^{P_{ij}}}{\sum_ke^{P_{ik}}},\qquad\mathrm{write}_i=\sum_j\frac{e^{R_{ij}}}{\sum_ke^{R_{kj}}},)",
       R"(S&=L-L^\top,\qquad Y=I+\alpha S,\text{ then }\ell\text{ times}\quad Y\leftarrow I+\tfrac\alpha2S(I+Y),\qquad H=Y.)"},
      {{"\\gamma", "layer_norm.weight"},
       {"\\delta", "layer_norm.bias"},
       {"W", "fused_proj.weight"},
       {"b", "fused_proj.bias"}},
      {{"\\epsilon", "norm_eps"}, {"\\alpha", "cayley_alpha"}, {"\\ell", "iterations"}},
      "",
      "The derivative of $H$ by $S$ is that of the iteration, T20 (e) [@T20], that of the logits is T1 (g) [@T1]."};
}

mixer_equations circulant(const mixer_convention&) {
  return {std::string(whole) + " Indices are counted from 0.",
          {R"(h&=\frac{a\,Wx}{\lVert x\rVert/\sqrt{nd}+\epsilon}+b,)",
           R"(\mathrm{read}_i&=\operatorname{sigmoid}(h_i),\qquad\mathrm{write}_i=2\operatorname{sigmoid}(h_{n+i}),)",
           R"(c&=(1-g)\,e_0+g\operatorname{softmax}(h_{2n},\dots,h_{3n-1}),\qquad H_{ij}=c_{(j-i)\bmod n}.)"},
          {{"W", "phi.weight"}, {"b", "b"}, {"a", "alpha"}},
          {{"\\epsilon", "norm_eps"}, {"g", "gamma"}},
          "",
          "The derivative of $H$ by $h$ is that of the softmax, that of $h$ is T1 (g) [@T1]."};
}

mixer_equations constant(const mixer_convention& convention) {
  mixer_equations r{
      "$H$ and the gates do not depend on the state.", {}, {}, {}, "", "$DH=0$, and nothing is fed back."};
  if (is_set(convention, "kind", "sinkhorn")) {
    r.lines = {
        R"(M&=\exp(L/\tau),\text{ then }\ell\text{ times: each row over its sum, each column over its sum},)",
        R"(H&=M^\top,\qquad\mathrm{read}=\operatorname{softmax}(a),\qquad\mathrm{write}=\operatorname{softmax}(b).)"};
    r.tensors = {{"L", "H_res_logits"}, {"a", "H_pre_logits"}, {"b", "H_post_logits"}};
    r.constants = {{"\\tau", "temperature"}, {"\\ell", "iterations"}};
  } else if (is_set(convention, "kind", "matrix")) {
    r.lines = {R"(H&\text{ as given},\qquad\mathrm{read}=a,\qquad\mathrm{write}=b.)"};
    r.tensors = {{"H", "H"}, {"a", "pre"}, {"b", "post"}};
  } else {
    r.lines = {R"(H&=I,\qquad\mathrm{read}=a,\qquad\mathrm{write}=b.)"};
    r.tensors = {{"a", "pre"}, {"b", "post"}};
  }
  return r;
}

mixer_equations balanced(const mixer_convention&) {
  return {
      "Two streams of one feature, $X=(m+\\delta,\\ m-\\delta)^\\top$.",
      {R"(r&=\sqrt{m^2+\delta^2+\epsilon},\qquad p=\operatorname{sigmoid}(2Km/r),\qquad H=\begin{pmatrix}p&1-p\\1-p&p\end{pmatrix}.)"},
      {},
      {{"K", "K"}, {"\\epsilon", "epsilon"}},
      "The gates are zero.",
      "The derivative is T10 (a) [@T10]."};
}

mixer_equations cayley(const mixer_convention&) {
  return {
      "Three streams; $u_0=\\mathbf1/\\sqrt3$, $u_1=(1,-1,0)^\\top/\\sqrt2$, $u_2=(1,1,-2)^\\top/\\sqrt6$.",
      {R"(a&=\frac K2\,\frac{u_2^\top Xv}{\lVert v\rVert\,\lVert X\rVert_F},\qquad c=\frac{1-a^2}{1+a^2},\qquad s=\frac{2a}{1+a^2},)",
       R"(H&=u_0u_0^\top+c\,(u_1u_1^\top+u_2u_2^\top)+s\,(u_2u_1^\top-u_1u_2^\top).)"},
      {{"v", "v"}},
      {{"K", "K"}},
      "The gates are zero.",
      "$H$ is a differentiable function of the one number $a$ [@T11]."};
}

} // namespace mixcert::proof::equations
