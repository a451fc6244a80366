#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof::theorems {

statement conserved_channel() {
  return {
      statement::theorem,
      prose("T9 (b), (c), conserved channel; [@T9]"),
      {paragraph{prose(
           R"(Let $J$ be the matrix of the derivative of $Y\mapsto H(Y)Y$ at $X\in\mathbb R^{n\times d}$, $\mathcal P=\frac1n\mathbf1\mathbf1^\top\otimes I_d$, $\mathcal Q=I-\mathcal P$, and let $\mu$ be the least singular value of $\mathcal PJ\mathcal P$ as a map of $\operatorname{range}\mathcal P$ into itself. Then)")},
       display{{R"(\lVert J\rVert\ge\sqrt{\mu^2+\lVert\mathcal QJ\mathcal P\rVert^2}.)"}},
       paragraph{prose(
           R"(If the columns of $H(Y)$ sum to one for all $Y$ near $X$, then $\mathcal PJ=\mathcal P$ and $\mu=1$.)")}}};
}

statement sinkhorn_step() {
  return {
      statement::theorem,
      prose("T13 (a), (b), a gradient step on logits; [@T13]"),
      {paragraph{prose(
           R"(Let $S:\mathbb R^{n\times n}\to\mathbb R^{n\times n}$ be differentiable at $L$, $h(a)=\operatorname{vec}S(L)$ for $a=\operatorname{vec}L$, and $J_S=\partial h/\partial a$. Let $\mathcal L$ be a real function of $h$, differentiable at $h(a)$ with gradient $g$, and $P_{\mathrm{off}}$ the projection on the places $(i,j)$, $i\ne j$. A gradient step of size $\eta\ge0$ changes $h$ by $Dh=-\eta J_SJ_S^\top g$ to first order, and)")},
       display{
           {R"(\lVert P_{\mathrm{off}}Dh\rVert\le\eta\,\lVert P_{\mathrm{off}}J_S\rVert\,\lVert J_S\rVert\,\lVert g\rVert.)"}}}};
}

statement singular_vector_angle() {
  return {
      statement::theorem,
      prose("T23 (b), angle to the first singular vectors; [@T23]"),
      {paragraph{prose(
           R"(Let $M\in\mathbb R^{N\times N}$, $u,v\in\mathbb R^N$ not zero, $s\ge0$, $\rho^2=\lVert Mv-su\rVert^2+\lVert M^\top u-sv\rVert^2$ and, for $N\ge2$, $\delta=s-\sigma_2(M)>0$. Let $\theta_u$, $\theta_v$ be the angles of $u$ and $v$ with a first left and a first right singular vector, $Mv_1=\sigma_1(M)u_1$, $M^\top u_1=\sigma_1(M)v_1$. Then both are 0 if $N=1$, and otherwise)")},
       display{
           {R"(\sin\theta_u\le\frac\rho{\delta\lVert u\rVert},\qquad\sin\theta_v\le\frac\rho{\delta\lVert v\rVert}.)"}}}};
}

} // namespace mixcert::proof::theorems
