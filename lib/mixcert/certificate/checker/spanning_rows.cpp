#include "mixcert/certificate/checker/spanning_rows.hpp"

#include "mixcert/certificate/checker/verdict.hpp"

#include <utility>

namespace mixcert::checker {
namespace {

real dot(const std::vector<real>& a, const std::vector<real>& b, mpfr_prec_t bits) {
  real sum(bits);
  for (std::size_t c = 0; c < a.size(); ++c) mpfr_fma(sum.get(), a[c].get(), b[c].get(), sum.get(), MPFR_RNDN);
  return sum;
}

} // namespace

void spanning_rows::add(const interval_matrix& A, std::size_t width) {
  for (std::size_t first = 0; first < A.entries.size(); first += width) {
    std::vector<real> part;
    for (std::size_t c = 0; c < width; ++c) part.push_back(lower_end(A.entries[first + c]));
    add(std::move(part));
  }
}

void spanning_rows::add(std::vector<real> x) {
  const real before = sqrt(dot(x, x, bits_));
  if (sign(before) == 0) return;
  for (int again = 0; again < 2; ++again)
    for (const std::vector<real>& q : rows_) {
      const real back = -dot(q, x, bits_);
      for (std::size_t c = 0; c < x.size(); ++c) mpfr_fma(x[c].get(), back.get(), q[c].get(), x[c].get(), MPFR_RNDN);
    }
  const real length = sqrt(dot(x, x, bits_));
  if (length < scaled(before, -bits_ / 2)) return;
  for (real& value : x) value = value / length;
  rows_.push_back(std::move(x));
}

interval_matrix spanning_rows::enclosed(std::size_t width) const {
  interval_matrix r(rows_.size(), width, bits_);
  for (std::size_t g = 0; g < rows_.size(); ++g)
    for (std::size_t c = 0; c < width; ++c) r(g, c) = enclose(rows_[g][c]);
  return r;
}

interval defect_of_rows(const interval_matrix& Q, mpfr_prec_t bits) {
  interval_matrix defect = product(Q, transpose(Q), bits);
  for (std::size_t g = 0; g < Q.rows; ++g) defect(g, g) -= interval(1, bits);
  interval size = frobenius(defect, bits);
  if (!is_less(size, interval(1, bits))) throw not_established("rows that were found are not orthonormal");
  return size;
}

coordinates in_coordinates(const interval_matrix& A, const interval_matrix& Q, mpfr_prec_t bits) {
  interval_matrix parts = A;
  parts.rows = A.entries.size() / Q.cols;
  parts.cols = Q.cols;
  coordinates r{product(parts, transpose(Q), bits), frobenius(A, bits), interval(bits)};
  r.left_out = frobenius(difference(std::move(parts), product(r.parts, Q, bits)), bits);
  return r;
}

} // namespace mixcert::checker
