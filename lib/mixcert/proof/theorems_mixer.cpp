#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof::theorems {

statement feedback_factors() {
  return {
      statement::theorem,
      prose("T1 (a), feedback factors; [@T1] [@spectra]"),
      {paragraph{prose(
           R"(Let $X\in\mathbb R^{n\times d}$ have the rows $x_1^\top,\dots,x_n^\top$, let $H$ map a neighbourhood of $X$ to $\mathbb R^{n\times n}$, differentiable at $X$, and let $J\in\mathbb R^{nd\times nd}$ be the matrix of the derivative of $Y\mapsto H(Y)Y$ at $X$, where $\operatorname{vec}$ lists the rows of a matrix one after the other. Write $DH_{ij}\in\mathbb R^{n\times d}$ for the partial derivatives of $H_{ij}$ at $X$. Then, with $H=H(X)$,)")},
       display{{R"(J=H\otimes I_d+AB,\qquad AB=\sum_{i,j}(e_i\otimes x_j)\operatorname{vec}(DH_{ij})^\top.)"}},
       paragraph{prose("The columns of $A$ are the $e_i\\otimes x_j$, the rows of $B$ the "
                       "$\\operatorname{vec}(DH_{ij})^\\top$.")}}};
}

statement write_gate() {
  return {
      statement::theorem,
      prose("T1 (e), write gate; [@T1]"),
      {paragraph{prose(
          R"(If moreover $\beta$ maps a neighbourhood of $X$ to $\mathbb R^n$, differentiable at $X$, and $y\in\mathbb R^d$ is fixed, then the map $Y\mapsto H(Y)Y+\beta(Y)y^\top$ has at $X$ the matrix $J+\sum_i(e_i\otimes y)\operatorname{vec}(D\beta_i)^\top$: one further source $x_{n+1}=y$ with $DH_{i,n+1}=D\beta_i$.)")}}};
}

statement branch_input() {
  return {
      statement::theorem,
      prose("T1 (f), branch input; [@T1]"),
      {paragraph{prose(
          R"(Let $\rho$ map a neighbourhood of $X$ to $\mathbb R^n$, differentiable at $X$. The matrix of the derivative of $Y\mapsto\sum_s\rho_s(Y)y_s$ at $X$, where $y_s^\top$ is row $s$ of $Y$, is $F\otimes I_d+\sum_jx_j\operatorname{vec}(D\rho_j)^\top\in\mathbb R^{d\times nd}$ with the $1\times n$ matrix $F=\rho(X)^\top$.)")}}};
}

statement rotation() {
  return {
      statement::theorem,
      prose("T5 (a), approximate orthogonality; [@T5] [@HJ]"),
      {paragraph{prose(
           R"(Let $P\in\mathbb R^{m\times m}$, $Q\in\mathbb R^{n\times n}$, $\lVert P^\top P-I\rVert\le\alpha<1$, $\lVert Q^\top Q-I\rVert\le\beta<1$, $M\in\mathbb R^{m\times n}$, $\kappa_\pm=\sqrt{(1\pm\alpha)(1\pm\beta)}$. Then $\sigma_i(P^\top MQ)/\kappa_+\le\sigma_i(M)\le\sigma_i(P^\top MQ)/\kappa_-$ for every $i$. If also $s_1\ge s_2\ge\dots\ge0$ and $\lVert P^\top MQ-\operatorname{diag}(s)\rVert\le\nu$, then by Weyl's inequality)")},
       display{{R"(\frac{s_k-\nu}{\kappa_+}\le\sigma_k(M)\le\frac{s_k+\nu}{\kappa_-}\qquad\text{for every }k.)"}}}};
}

statement counting() {
  return {
      statement::theorem,
      prose("T3 (a), exact form and counting; [@T3] [@spectra]"),
      {paragraph{prose(
           R"(Let $J=H\otimes I_d+AB$ as in T1, let $H=P\Sigma Q^\top$ be a singular value decomposition, and for each $k$ let the subspace $S_k\subseteq\mathbb R^d$ contain block $k$ of every column of $(P^\top\otimes I_d)A$ and of every row of $B(Q\otimes I_d)$. Let $q_k=\dim S_k$, and let the columns of $U_k$ be an orthonormal basis of $S_k$, $\mathcal U=\bigoplus_kU_k$. Then)")},
       display{
           {R"(\sigma(J)=\sigma(C)\uplus\biguplus_k(d-q_k)\lbrace\sigma_k(H)\rbrace,\qquad C=\mathcal U^\top(P^\top\otimes I_d)J(Q\otimes I_d)\,\mathcal U.)"}},
       paragraph{prose(
           R"(So if $S_k$ is spanned by $p_k$ vectors for each $k$, every real $v$ is a singular value of $J$ at least $\sum_{k:\,\sigma_k(H)=v}\max(0,d-p_k)$ times.)")}}};
}

statement computed_core() {
  return {
      statement::theorem,
      prose("T3 (b), computed form; [@T3] [@PS]"),
      {paragraph{prose(
           R"(Let $\hat P,\hat Q\in\mathbb R^{n\times n}$ be arbitrary and $s_1\ge\dots\ge s_n\ge0$. For each $k$ let $G_k\in\mathbb R^{d\times p_k}$, $p_k\le d$, and $a_{k,j},b_{k,ij}\in\mathbb R^{p_k}$ be such that for all $i,j$)")},
       display{{R"(x_j=G_ka_{k,j},\qquad\sum_s\hat Q_{sk}\,(\text{row }s\text{ of }DH_{ij})=(G_kb_{k,ij})^\top.)"}},
       paragraph{prose(
           R"(Let $W$ have the blocks $W_{kl}=\sum_{ij}\hat P_{ik}a_{k,j}b_{l,ij}^\top$, let $K_k=G_k^\top G_k$, $R_k\in\mathbb R^{p_k\times p_k}$, $\mathcal R=\bigoplus_kR_k$ and)")},
       display{
           {R"(J''=\operatorname{diag}(s)\otimes I_d+(\hat P^\top\otimes I_d)AB(\hat Q\otimes I_d),\qquad C_0=\bigoplus_ks_kI_{p_k}+\mathcal RW\mathcal R^\top.)"}},
       paragraph{prose("For each $k$ let one of these hold:")},
       list{
           {prose(
                R"(($\varphi$) $R_k$ is invertible and $\lVert R_k^{-\top}K_kR_k^{-1}-I\rVert\le\varphi_k<1$; put $\psi_k=1-\sqrt{1-\varphi_k}$;)"),
            prose(R"(($t$) $\lVert R_k^\top R_k-K_k\rVert_{tr}\le t_k$.)")}},
       paragraph{prose(
           R"(Then there is a matrix $C^\ast$ with $\sigma(J'')=\sigma(C^\ast)\uplus\biguplus_k(d-p_k)\lbrace s_k\rbrace$ and $\lVert C^\ast-C_0\rVert\le\eta$, where $\eta=(2\psi+\psi^2)\lVert\mathcal RW\mathcal R^\top\rVert_F$, $\psi=\max_k\psi_k$, if all $k$ are of kind ($\varphi$), and in general)")},
       display{
           {R"(\eta=\theta\lVert W\mathcal R^\top\rVert_F+\theta\lVert\mathcal RW\rVert_F+\theta^2\lVert W\rVert_F,\qquad\theta=\max_k\theta_k,)"}},
       paragraph{prose(
           R"(with $\theta_k=\sqrt{t_k}$ for kind ($t$) and $\theta_k=\psi_k\lVert R_k\rVert$ for kind ($\varphi$). Further sources $x_j$, such as $y$ in T1 (e), change nothing.)")}}};
}

statement core_certificate() {
  return {
      statement::theorem,
      prose("T3 (d), from the core to the Jacobian; [@T3]"),
      {paragraph{prose(
           R"(In T3 (b) let $\lVert\hat P^\top\hat P-I\rVert\le\alpha<1$, $\lVert\hat Q^\top\hat Q-I\rVert\le\beta<1$, $\lVert\hat P^\top H\hat Q-\operatorname{diag}(s)\rVert_F\le\nu$, $\kappa_\pm=\sqrt{(1\pm\alpha)(1\pm\beta)}$. Let $[l_m,h_m]$ enclose $\sigma_m(\tilde C)$ for $m=1,\dots,\sum_kp_k$ and let $\varepsilon\ge\lVert C_0-\tilde C\rVert_F+\eta+\nu$. Then $\sigma_i(J)$ lies between the $i$-th largest lower and the $i$-th largest upper end of the list that holds)")},
       display{
           {R"(\left[\frac{l_m-\varepsilon}{\kappa_+},\ \frac{h_m+\varepsilon}{\kappa_-}\right]\text{ once for each }m,\qquad\left[\frac{s_k-\nu}{\kappa_+},\ \frac{s_k+\nu}{\kappa_-}\right]\text{ taken }d-p_k\text{ times for each }k.)"}},
       paragraph{prose("A negative lower end may be replaced by 0.")}}};
}

statement one_output() {
  return {
      statement::theorem,
      prose("T3 (f), one output; [@T3]"),
      {paragraph{prose(
          R"(For $J=F\otimes I_d+\sum_jx_j\operatorname{vec}(D\rho_j)^\top\in\mathbb R^{d\times nd}$ as in T1 (f), T3 (a), (b) and (d) hold of the $d$ singular values of $J$ with $F$ for $H$ and $D\rho_j$ for $DH_{1j}$: $\hat P$ is $1\times1$, $\operatorname{diag}(s)$ is $1\times n$ with one value, in all unions and tails $k=1$ only, and $C$, $C_0$, $\tilde C$ consist of the block row $1$ and all $n$ block columns, with $s_1I$ in the first block.)")}}};
}

statement truncated_core() {
  return {
      statement::theorem,
      prose("T4 (c), truncated core; [@T4]"),
      {paragraph{prose(
           R"(In T3 (b), (d) let all streams share one space: $G_k=G$, $p_k=p$. Put $M=\tilde C-\operatorname{diag}(s)\otimes I_p$. Let $V\in\mathbb R^{p\times q}$, $q\le p$, be any matrix, $\mathcal V=I_n\otimes V$, $\tilde T\in\mathbb R^{nq\times nq}$,)")},
       display{
           {R"(\kappa\ge\lVert M-\mathcal V\mathcal V^\top M\mathcal V\mathcal V^\top\rVert_F,)",
            R"(\varepsilon'\ge\varepsilon+\kappa+\lVert\operatorname{diag}(s)\otimes I_q+\mathcal V^\top M\mathcal V-\tilde T\rVert_F,)"}},
       paragraph{prose(
           R"(and let $[l_m,h_m]$ enclose $\sigma_m(\tilde T)$. Then $\sigma_i(J)$ lies between the $i$-th largest lower and the $i$-th largest upper end of the list that holds $[(l_m-\varepsilon')/\kappa_+,\ (h_m+\varepsilon')/\kappa_-]$ once for each $m=1,\dots,nq$ and $[(s_k-\varepsilon')/\kappa_+,\ (s_k+\varepsilon')/\kappa_-]$ taken $d-q$ times for each $k$. A negative lower end may be replaced by 0.)")}}};
}

statement state_box() {
  return {
      statement::theorem,
      prose("T18 (e), every state of a box; [@T18] [@KN]"),
      {paragraph{prose(
          R"(Let $F$ be $H$, or for the branch input the row of read gates, differentiable at every state of the box. Let $\lVert J(X')-J(X)\rVert\le\delta$ and $\lVert F(X')-F(X)\rVert\le\delta_F$ for every state $X'$ of the box, let $[l_i,h_i]$ enclose $\sigma_i(J(X))$ index by index, and $[l'_k,h'_k]$ the values $\sigma_k(F(X))$. Then $\sigma_i(J(X'))\in[l_i-\delta,h_i+\delta]$ and $\sigma_k(F(X'))\in[l'_k-\delta_F,h'_k+\delta_F]$ for every state of the box. If at every state of the box the spaces $S_k$ of T3 (a) are spanned by $p$ vectors, $\sigma_k(F(X'))$ itself is a singular value of $J(X')$ at least $d-p$ times. (Parts (a) to (d) of the theorem bound $\delta$ and $\delta_F$ by slopes.))")}}};
}

statement feedback_rank() {
  return {
      statement::theorem,
      prose("T1 (b), T8, rank of the feedback; [@T1] [@T8]"),
      {paragraph{prose(R"(*From above.* $\operatorname{rank}(AB)\le n\operatorname{rank}X$, and the write gate adds at most $n$. Let $\Pi=I-\mathbf1\mathbf1^\top/n$. If near $X$ the columns of $H$ have fixed sums, $\operatorname{rank}(AB)\le(n-1)\operatorname{rank}X$; if the rows do, $\operatorname{rank}(AB)\le n\operatorname{rank}(\Pi X)$; if both do, $\operatorname{rank}(AB)\le(n-1)\operatorname{rank}(\Pi X)$. If $H$ is a differentiable function of $m$ differentiable numbers of the state, $\operatorname{rank}(AB)\le m$; if of the row-wise softmax of $n^2$ logits, $\operatorname{rank}(AB)\le n\min(\operatorname{rank}X,n-1)$. If $H$ is orthogonal near $X$, $\operatorname{rank}(AB)\le\frac{n(n-1)}2-\frac{(n-r)(n-r-1)}2$ with $r=\operatorname{rank}X$. For the branch input $\operatorname{rank}(AB)\le\operatorname{rank}X$.)")}, paragraph{prose(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        R"(*From below.* Let $v=\sigma_k(H)$. If more than $(k-1)d$ singular values of $J$ are greater than $v$, the rank of $J-H\otimes I_d$ is at least their number less $(k-1)d$. If more than $(n-k)d$ are less than $v$, it is at least their number less $(n-k)d$. The same holds for $F\in\mathbb R^{1\times n}$ in the place of $H$, with $1-k$ for $n-k$.)")}}};
}

} // namespace mixcert::proof::theorems
