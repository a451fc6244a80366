#include "mixcert/ball/detail/ball_matrix.ipp"

namespace mixcert {

double gamma_up(std::size_t k, double unit_roundoff) {
  const double ku = mul_up(ball_detail::count_up(k), unit_roundoff);
  if (!(ku <= 0.5)) return ball_detail::infinity;
  return div_up(ku, sub_down(1, ku));
}

template double frobenius_up(const matrix<double>&);
template double frobenius_up(const matrix<mp_float>&);
template double frobenius_up(const matrix<mp_interval>&);
template double frobenius_up(const ball_matrix<double>&);
template double frobenius_up(const ball_matrix<mp_float>&);
template ball_matrix<double> product(const ball_matrix<double>&, const ball_matrix<double>&);
template ball_matrix<mp_float> product(const ball_matrix<mp_float>&, const ball_matrix<mp_float>&);
template ball_matrix<double> difference(const ball_matrix<double>&, const ball_matrix<double>&);
template ball_matrix<mp_float> difference(const ball_matrix<mp_float>&, const ball_matrix<mp_float>&);
template ball_matrix<double> orthogonality_defect(const ball_matrix<double>&);
template ball_matrix<mp_float> orthogonality_defect(const ball_matrix<mp_float>&);
template ball_matrix<double> product_with_diagonal(const ball_matrix<double>&, const std::vector<double>&);
template ball_matrix<mp_float> product_with_diagonal(const ball_matrix<mp_float>&, const std::vector<mp_float>&);

} // namespace mixcert
