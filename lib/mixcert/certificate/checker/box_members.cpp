#include "mixcert/certificate/checker/box_members.hpp"

#include "mixcert/certificate/checker/derivative.hpp"
#include "mixcert/certificate/checker/direction.hpp"
#include "mixcert/certificate/checker/neighbours.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <functional>
#include <optional>

namespace mixcert::checker {
namespace {

/// Rows of derivatives to try: corners that they point to, and directions in which the Jacobians are compared.
constexpr std::size_t most_rows = 3;

interval_matrix row_of(const interval_matrix& A, std::size_t i, mpfr_prec_t bits) {
  interval_matrix r(1, A.cols, bits);
  for (std::size_t c = 0; c < A.cols; ++c) r(0, c) = A(i, c);
  return r;
}

/// Of a row that is not near zero.
std::vector<bool> signs_of(const interval_matrix& row) {
  std::vector<bool> r;
  for (const interval& x : row.entries) r.push_back(mpfr_sgn(x.upper()) > 0);
  return r;
}

/// Rows of derivatives of a map from states to states, not zero.
std::vector<interval_matrix> leading_rows(const jacobian_factors& J, mpfr_prec_t bits) {
  std::vector<interval_matrix> r;
  for (const std::size_t row : fed_back_rows(J)) {
    interval_matrix b = row_of(J.rows, row, bits);
    if (r.size() < most_rows && is_positive(frobenius(b, bits))) r.push_back(std::move(b));
  }
  return r;
}

class comparison {
 public:
  comparison(const box_bounds& stated, const evaluated_map& here, bool has_jacobian)
      : stated_(stated), here_(here), bits_(here.map.bits) {
    if (!has_jacobian) return;
    J_ = factors_of(here);
    for (const interval_matrix& row : leading_rows(*J_, bits_)) directions_.push_back(unit_vector(row, bits_));
  }

  const std::vector<interval_matrix>& directions() const { return directions_; }

  void require(const evaluated_map& there) const {
    for (std::size_t k = 0; k < here_.mix.outputs.size(); ++k) {
      const enclosure& change = stated_.H_change.entries[k];
      checker::require(position_in(there.mix.outputs[k] - here_.mix.outputs[k], change.lo, change.hi) !=
                           position::outside,
                       "H changes more than H_change says at a state within the radii");
    }
    for (std::size_t k = 0; k < here_.map.frozen.entries.size(); ++k)
      checker::require(position_below(abs(there.map.frozen.entries[k] - here_.map.frozen.entries[k]),
                                      stated_.delta_F) != position::outside,
                       "F is farther than delta_F at a state within the radii");
    if (!J_) return;
    const jacobian_factors J = factors_of(there);
    for (const interval_matrix& z : directions_) {
      const interval_matrix before = applied(*J_, z, transposition::none, bits_),
                            after = applied(J, z, transposition::none, bits_);
      checker::require(position_below(distance(after, interval(1, bits_), before, bits_), stated_.delta) !=
                           position::outside,
                       "the Jacobian is farther than delta at a state within the radii");
    }
  }

 private:
  const box_bounds& stated_;
  const evaluated_map& here_;
  mpfr_prec_t bits_;
  std::optional<jacobian_factors> J_;
  std::vector<interval_matrix> directions_;
};

} // namespace

void require_not_contradicted(const box_bounds& stated, const site_record& record, const mixer_data& data,
                              const evaluated_map& here) {
  const comparison compared(stated, here, record.with != "read");
  const std::size_t count = data.where.state.size();
  std::vector<std::vector<bool>> corners{std::vector<bool>(count, true), std::vector<bool>(count, false)};
  for (const interval_matrix& z : compared.directions()) corners.push_back(signs_of(z));
  for (const std::vector<bool>& up : corners) {
    mixer_data other = data;
    other.where.state = moved(data.where.state, *data.radius, up);
    compared.require(evaluated_map(find_equations(record.mixer), other, record.with, here.map.bits));
  }
}

} // namespace mixcert::checker
