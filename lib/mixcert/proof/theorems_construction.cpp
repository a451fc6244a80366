#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof::theorems {

statement two_stream() {
  return {
      statement::theorem,
      prose("T10, two-stream balanced map; [@T10] [@spectra]"),
      {paragraph{prose(
           R"(Let $n=2$, $d=1$, $K,\epsilon\in\mathbb R$, $X=(m+\delta,\ m-\delta)^\top$ with $m^2+\delta^2+\epsilon>0$, and near $X$)")},
       display{
           {R"(r=\sqrt{m^2+\delta^2+\epsilon},\quad p=\frac1{1+e^{-2Km/r}},\quad H(X)=\begin{pmatrix}p&1-p\\1-p&p\end{pmatrix},\quad R(X)=H(X)X.)"}},
       paragraph{prose(
           R"(If $m=0$, then $H=\frac12\mathbf1\mathbf1^\top$ with $\sigma(H)=\lbrace1,0\rbrace$, and the Jacobian $J$ of $R$ has rank 1 with)")},
       display{
           {R"(\sigma(J)=\left\lbrace\sqrt{1+g^2},\ 0\right\rbrace,\qquad g=\frac{K\delta}{\sqrt{\delta^2+\epsilon}}.)"}},
       paragraph{prose(
           R"(In particular at $X=(1,-1)^\top$ with $\epsilon>-1$: $\lVert J\rVert=\sqrt{1+K^2/(1+\epsilon)}$.)")}}};
}

statement cayley_chain() {
  return {
      statement::theorem,
      prose("T11, Cayley chain; [@T11] [@spectra]"),
      {paragraph{prose(
           R"(Let $n=3$, $d\ge1$, $K\in\mathbb R$, let $u_0=\mathbf1/\sqrt3,u_1,u_2$ be orthonormal in $\mathbb R^3$, $v\in\mathbb R^d$, $\lVert v\rVert=1$. For $X\in\mathbb R^{3\times d}$, $X\ne0$, let)")},
       display{
           {R"(a=\frac K2\,\frac{u_2^\top Xv}{\lVert X\rVert_F},\qquad c=\frac{1-a^2}{1+a^2},\qquad s=\frac{2a}{1+a^2},)",
            R"(H(X)=u_0u_0^\top+c\,(u_1u_1^\top+u_2u_2^\top)+s\,(u_2u_1^\top-u_1u_2^\top),\qquad R(X)=H(X)X.)"}},
       paragraph{prose(
           R"($H(X)$ is orthogonal with row and column sums 1. At $X_0=u_1v^\top$, $H(X_0)=I$ and $R(X_0)=X_0$; the Jacobian of one layer there is $I+Kbb^\top$ with $b=\operatorname{vec}(u_2v^\top)$, $\lVert b\rVert=1$, and that of the composition of $L\ge0$ layers is $I+((1+K)^L-1)bb^\top$. Its singular values are)")},
       display{{R"(\lvert1+K\rvert^L\ \text{once},\qquad1\ \text{taken}\ 3d-1\ \text{times}.)"}}}};
}

} // namespace mixcert::proof::theorems
