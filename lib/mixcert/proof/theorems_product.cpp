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

} // namespace mixcert::proof::theorems
