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

} // namespace mixcert::proof::theorems
