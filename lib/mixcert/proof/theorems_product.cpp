#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof::theorems {

statement product_in_steps() {
  return {
      statement::theorem,
      prose("T15 (a), a product in steps; [@T15]"),
      {paragraph{prose(
           R"(Let $J_1,\dots,J_L$ and $M_0=I,M_1,\dots,M_L$ be real $N\times N$ matrices with $\lVert J_lM_{l-1}-M_l\rVert\le\varepsilon_l$ for $l=1,\dots,L$; a product without factors is $I$. Then for $i=1,\dots,N$)")},
       display{
           {R"(\lvert\sigma_i(J_L\cdots J_1)-\sigma_i(M_L)\rvert\le\sum_{l=1}^L\lVert J_L\cdots J_{l+1}\rVert\,\varepsilon_l,)"}},
       paragraph{prose(
           R"(since $J_L\cdots J_1-M_L=\sum_lJ_L\cdots J_{l+1}(J_lM_{l-1}-M_l)$ telescopes, and by Weyl's inequality.)")}}};
}

statement product_in_coordinates() {
  return {
      statement::theorem,
      prose("T2 (e), a product in coordinates; [@T2]"),
      {paragraph{prose(
           R"(Let $G\in\mathbb R^{d\times p}$, with columns that may be dependent, $K=G^\top G$, $\mathcal G=I_n\otimes G$, and $J_l=H_l\otimes I_d+\mathcal GW_l\mathcal G^\top$ with $W_l\in\mathbb R^{np\times np}$, $l=1,2$. Then $J_2J_1=H_2H_1\otimes I_d+\mathcal GW\mathcal G^\top$ with)")},
       display{{R"(W=W_2(H_1\otimes I_p)+(H_2\otimes I_p)W_1+W_2(I_n\otimes K)W_1.)"}},
       paragraph{prose(
           R"(The $J$ of T1 is of this form where the $x_j$ and the rows of the $DH_{ij}$ are combinations of the columns of $G$, and conversely $\mathcal GW\mathcal G^\top$ is of the form of T1, with the columns of $G$ for the sources: T3 (b), (d) apply to a product as to one map.)")}}};
}

statement thin_factors() {
  return {
      statement::theorem,
      prose("T25 (a), (b), (e), thin factors; [@T25]"),
      {paragraph{prose(
           R"((a) Let $J_l=H_l\otimes I_d+A_lB_l$, $l=1,\dots,L$, be as in T1. Then $J_L\cdots J_1=M\otimes I_d+\sum_lV_lR_l$ with $M=H_L\cdots H_1$, $R_l=B_l(H_{l-1}\cdots H_1\otimes I_d)$, $V_l=J_L\cdots J_{l+1}A_l$. (b) Let $V\in\mathbb R^{nd\times r}$, $R\in\mathbb R^{r\times nd}$, let $\lambda>0$ be such that $\lambda^2I-M^\top M$ is positive definite, and)")},
       display{
           {R"(a=\lambda(\lambda^2I-M^\top M)^{-1},\quad c=\lambda(\lambda^2I-MM^\top)^{-1},\quad b=-M^\top(\lambda^2I-MM^\top)^{-1},)",
            R"(\alpha=R(a\otimes I_d)R^\top,\quad\beta=V^\top(c\otimes I_d)V,\quad\gamma=R(b\otimes I_d)V.)"}},
       paragraph{prose(
           R"(If for some matrices $G$, $N$, $C$ of order $r$, with $A=G^\top(I+\gamma)N$, the matrix $C^\top A+A^\top C-C^\top G^\top\alpha GC-N^\top\beta N$ is positive definite, then $\lVert M\otimes I_d+VR\rVert\le\lambda$. (e) If the $J_l$ have $s$ rows of sources in all, and $r$ is the number of rows of all $B_l$, then each $\sigma_k(M)$ is a singular value of $J_L\cdots J_1$ at least $d-s-r$ times.)")}}};
}

statement norm_by_deflation() {
  return {
      statement::theorem,
      prose("T30 (a) to (c), a norm by deflation; [@T30]"),
      {paragraph{prose(
           R"((a) Let $B$ be $n\times n$, $q\ge0$, $L$ any $n\times n$ matrix and $\lVert qI-B^\top B-LL^\top\rVert\le\delta$. Then $\lVert B\rVert^2\le q+\delta$. (b) Let $v\ne0$, $\theta=\lVert Av\rVert^2/\lVert v\rVert^2$, $r=A^\top Av-\theta v$, and let all singular values of $A$ but the first be at most $\mu$, $\mu^2<\theta$. Then)")},
       display{{R"(\theta\le\lVert A\rVert^2\le\theta+\frac{\lVert r\rVert^2}{\lVert v\rVert^2(\theta-\mu^2)}.)"}},
       paragraph{prose(R"((c) For all vectors $z$, $w$: $\sigma_2(A)\le\lVert A-zw^\top\rVert$.)")}}};
}

statement product_with_a_vector() {
  return {
      statement::theorem,
      prose("T1 (h), products with a vector; [@T1]"),
      {paragraph{prose(
           R"(Let $J=H\otimes I_d+AB$ be as in T1 (a), and $Z\in\mathbb R^{n\times d}$ with rows $z_1^\top,\dots,z_n^\top$. As arrays of rows, $J\operatorname{vec}(Z)$ and $J^\top\operatorname{vec}(Z)$ have at $i$ and at $s$ the rows)")},
       display{
           {R"(\sum_jH_{ij}z_j^\top+\sum_jDH_{ij}[Z]\,x_j^\top,\qquad\sum_iH_{is}z_i^\top+\sum_{i,j}\langle x_j,z_i\rangle\,e_s^\top DH_{ij}.)"}},
       paragraph{prose(R"(With the write gate its sources and gates are among these as in T1 (e).)")}}};
}

} // namespace mixcert::proof::theorems
