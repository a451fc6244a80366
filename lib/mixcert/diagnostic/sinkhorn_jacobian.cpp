#include "mixcert/diagnostic/sinkhorn_jacobian.hpp"

#include "mixcert/error.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mixcert {
namespace {

mp_interval norm_of(const matrix<mp_interval>& M, const precision& places) {
  const std::vector<mp_interval> values = enclose_singular_values(M, places);
  return values.empty() ? mp_interval(0, places.working) : values.front();
}

/// The rows of J for entries of H off its diagonal.
matrix<mp_interval> off_diagonal_rows(const matrix<mp_interval>& J, std::size_t n) {
  std::vector<mp_interval> rows;
  for (std::size_t ij = 0; ij < J.rows(); ++ij)
    for (std::size_t l = 0; l < J.cols() && ij / n != ij % n; ++l) rows.push_back(J(ij, l));
  return {n * n - n, J.cols(), std::move(rows)};
}

} // namespace

bool has_sinkhorn_jacobian(const mixer_invariants& known, const mixer_evaluation<mp_interval>& e) {
  const std::size_t n = e.H.rows();
  return known.nonnegative && e.logits.rows() == n && e.logits.cols() == n && e.dH_dlogits.rows() == n * n &&
         e.dH_dlogits.cols() == n * n;
}

sinkhorn_jacobian sinkhorn_jacobian_of(const mixer& mixer, const mixer_input& input, const precision& places) {
  mixer_evaluation<mp_interval> e = mixer.evaluate({places.working}, input);
  if (!has_sinkhorn_jacobian(mixer.invariants(input.convention), e))
    throw input_error("mixer '" + std::string(mixer.name()) +
                      "' with this convention does not normalise an n x n matrix of logits, so it has no Sinkhorn "
                      "Jacobian; mhc-v4, mhc-flat, lucid-mhc, and static with kind=sinkhorn have one");
  return sinkhorn_jacobian_of(std::move(e.dH_dlogits), e.H.rows(), places);
}

sinkhorn_jacobian sinkhorn_jacobian_of(matrix<mp_interval> J, std::size_t streams, const precision& places) {
  if (J.rows() != streams * streams || J.cols() != J.rows())
    throw std::invalid_argument("sinkhorn_jacobian_of: the derivatives must be of n x n entries by n x n logits");
  const mp_interval norm = norm_of(J, places), off_diagonal = norm_of(off_diagonal_rows(J, streams), places);
  return {std::move(J), norm, off_diagonal};
}

mp_interval off_diagonal_step(const sinkhorn_jacobian& jacobian, const mp_interval& rate, const mp_interval& gradient) {
  return rate * jacobian.off_diagonal * jacobian.norm * gradient;
}

} // namespace mixcert
