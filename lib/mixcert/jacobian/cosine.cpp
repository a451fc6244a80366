#include "mixcert/jacobian/cosine.hpp"

#include "mixcert/error.hpp"

#include <cstddef>
#include <stdexcept>

namespace mixcert {
namespace {

mp_interval norm(const matrix<mp_interval>& u) {
  mp_interval sum(0, MPFR_PREC_MIN);
  for (const mp_interval& x : u.values()) sum += sqr(x);
  if (mpfr_sgn(sum.lower()) <= 0) throw not_certified("an array that may be zero makes no angle with another");
  return sqrt(sum);
}

} // namespace

mp_interval cosine(const matrix<mp_interval>& u, const matrix<mp_interval>& v) {
  if (u.rows() != v.rows() || u.cols() != v.cols()) throw std::invalid_argument("a cosine needs arrays of one shape");
  const mp_interval lengths = norm(u) * norm(v), one(1, lengths.bits());
  mp_interval product(0, lengths.bits());
  for (std::size_t c = 0; c < u.values().size(); ++c) add_product(product, u.values()[c], v.values()[c]);
  return max(-one, min(one, product / lengths));
}

} // namespace mixcert
