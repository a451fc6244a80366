#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof::theorems {

paragraph notation() {
  return {prose(
      R"($\sigma_1(M)\ge\sigma_2(M)\ge\dots$ are the singular values of a real matrix $M$ with multiplicity, and $\sigma(M)$ is the multiset of them; $m\lbrace v\rbrace$ is $v$ taken $m$ times, empty for $m\le0$, and $\uplus$ adds multiplicities. $\lVert\cdot\rVert$ is the spectral, $\lVert\cdot\rVert_F$ the Frobenius and $\lVert\cdot\rVert_{tr}$ the trace norm; $\lVert\cdot\rVert\le\lVert\cdot\rVert_F$, so that a hypothesis on a spectral norm may be checked with the Frobenius norm. Each bound may be replaced by a larger one as long as the hypotheses still hold. All matrices are real.)")};
}

statement singular_value_enclosure() {
  return {
      statement::theorem,
      prose("T6 (a), (b); [@T6] [@Rump] [@Miyajima]"),
      {paragraph{prose(
           R"(Let $C\in\mathbb R^{m\times n}$, $q\le\min(m,n)$, let $\hat U\in\mathbb R^{m\times q}$ and $\hat V\in\mathbb R^{n\times q}$ be any matrices, and $\hat\Sigma=\operatorname{diag}(\hat\sigma_1,\dots,\hat\sigma_q)$ with $\hat\sigma_1\ge\dots\ge\hat\sigma_q\ge0$. If)")},
       display{
           {R"(\lVert\hat U\hat\Sigma\hat V^\top-C\rVert\le e,\qquad\lVert\hat V^\top\hat V-I\rVert\le f<1,\qquad\lVert\hat U^\top\hat U-I\rVert\le g<1,)"}},
       paragraph{prose("then for $i=1,\\dots,q$")},
       display{
           {R"(\max\left(0,\ \hat\sigma_i\sqrt{(1-f)(1-g)}-e\right)\le\sigma_i(C)\le\hat\sigma_i\sqrt{(1+f)(1+g)}+e,)"}},
       paragraph{prose(
           R"(and $0\le\sigma_i(C)\le e$ for $q<i\le\min(m,n)$. If $\lVert C'-C\rVert\le\varepsilon$, the same holds of $\sigma_i(C')$ with $e+\varepsilon$ in place of $e$.)")}}};
}

statement separated_groups() {
  return {
      statement::theorem,
      prose("T6 (c), groups of values apart from the others; [@T6]"),
      {paragraph{prose(
           R"(Let $q=\min(m,n)$ and let $lo_i\le\sigma_i(C)\le hi_i$ be enclosures whose two ends descend. Let $\mu=\lbrace a,\dots,b\rbrace$ be consecutive indices, $k=b-a+1$, and let $\gamma$ be at most each of $lo_{a-1}-hi_a$ (if $a>1$), $lo_b-hi_{b+1}$ (if $b<q$), and $lo_b+lo_q$ if $m=n$ or $lo_b$ if $m\ne n$. Let $U,V$ hold the columns $\mu$ of $\hat U,\hat V$, let $S$ be any $k\times k$ matrix,)")},
       display{{R"(\tfrac12\lVert U^\top U+V^\top V-2I\rVert\le\omega<1,\qquad M=\tfrac12(U^\top CV+V^\top C^\top U),)",
                R"(r\ge\sqrt{\frac{\lVert CV-US\rVert_F^2+\lVert C^\top U-VS\rVert_F^2}{2(1-\omega)}}.)"}},
       paragraph{prose(
           R"(Let $D_1\ge\dots\ge D_k$ be the sorted diagonal of a diagonal matrix that differs from $M$ by at most $o$, and $R_j=\lbrace\theta x:\lvert x-D_j\rvert\le o,\ 1/(1+\omega)\le\theta\le1/(1-\omega)\rbrace$. If $\gamma>3r$ and all $R_j$ lie in the open interval $(lo_b-\gamma+r,\ hi_a+\gamma-r)$, then $\sigma_{a-1+j}(C)$ is within $r^2/(\gamma-3r)$ of a number of $R_j$, for $j=1,\dots,k$; and if $\lVert C'-C\rVert\le\varepsilon$, $\sigma_{a-1+j}(C')$ is within $r^2/(\gamma-3r)+\varepsilon$ of one.)")}}};
}

statement order_statistics() {
  return {
      statement::theorem,
      prose("T3 (c), merging; [@T3]"),
      {paragraph{prose(
          R"(Let $v_m\in[l_m,h_m]$ for $m=1,\dots,N$. Then for every $i$ the $i$-th largest $v$ lies between the $i$-th largest $l$ and the $i$-th largest $h$.)")}}};
}

} // namespace mixcert::proof::theorems
