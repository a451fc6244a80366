#include "mixcert/certificate/checker/derivative.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mixcert::checker {
namespace {

class row_builder {
 public:
  explicit row_builder(const differentiated_map& map)
      : map_(map), route_(*map.route), n_(map.where->n), d_(map.where->d), bits_(map.bits),
        state_(exact_matrix(map.where->state, n_, d_)) {}

  /// Adds the derivative of each output of a head, output o to row `row_of(o)`.
  template <class RowOf> void add(const evaluated_head& head, RowOf row_of, interval_matrix& rows) const {
    const interval_matrix slopes = by_number(head.values, bits_);
    for (std::size_t m = 0; m < slopes.cols; ++m) {
      const std::vector<interval> gradient = gradient_of(head.equations->numbers[m]);
      for (std::size_t o = 0; o < slopes.rows; ++o) {
        if (is_zero(slopes(o, m))) continue;
        for (std::size_t c = 0; c < n_ * d_; ++c) add_product(rows(row_of(o), c), slopes(o, m), gradient[c]);
      }
    }
  }

 private:
  /// Of scale u + base with u = r <w, y>: scale (r w - bend <w, y> y) where u depends on the state, and 0 elsewhere.
  std::vector<interval> gradient_of(const routed_number& number) const {
    std::vector<interval> r(n_ * d_, interval(bits_));
    const normalised& norm = map_.norms[route_.single_streams ? number.stream : 0];
    const interval scale(number.scale, bits_);
    const interval on_weight = scale * norm.factor * interval(route_.weights.factor, bits_);
    const interval on_y = -(scale * norm.bend * interval((*map_.products)(number.weight, number.stream), bits_));
    for (std::size_t s = 0; s < n_; ++s) {
      if (route_.single_streams && s != number.stream) continue;
      for (std::size_t c = 0; c < d_; ++c) {
        interval& x = r[s * d_ + c];
        x = on_y * (entry(state_, s, c, bits_) - norm.mean);
        x += weight_entry(number.weight, s, c) * on_weight;
      }
    }
    return r;
  }

  interval weight_entry(std::size_t weight, std::size_t s, std::size_t c) const {
    const dyadic_matrix& w = route_.weights.entries;
    if (route_.single_streams) return entry(w, weight, c, bits_);
    if (route_.pattern.empty()) return entry(w, weight, s * d_ + c, bits_);
    return entry(w, weight, c, bits_) * interval(route_.pattern[s], bits_);
  }

  const differentiated_map& map_;
  const router& route_;
  std::size_t n_, d_;
  mpfr_prec_t bits_;
  dyadic_matrix state_;
};

} // namespace

jacobian_factors factors_of(const evaluated_map& at) {
  const differentiated_map& map = at.map;
  const std::size_t n = map.where->n, d = map.where->d, m = map.sources();
  jacobian_factors r{map.frozen, interval_matrix(m, d, map.bits), interval_matrix(n * m, n * d, map.bits)};
  const dyadic_matrix state = exact_matrix(map.where->state, n, d);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < d; ++c) r.sources(j, c) = entry(state, j, c, map.bits);
  const row_builder builder(map);
  builder.add(
      map.mixing, [&](std::size_t o) { return o / n * m + o % n; }, r.rows);
  if (!map.write) return r;
  const dyadic_matrix y = exact_matrix(*map.branch_output, 1, d);
  for (std::size_t c = 0; c < d; ++c) r.sources(n, c) = entry(y, 0, c, map.bits);
  builder.add(
      *map.write, [&](std::size_t i) { return i * m + n; }, r.rows);
  return r;
}

jacobian_factors balanced(jacobian_factors J) {
  const std::size_t m = J.sources.rows, d = J.sources.cols;
  for (std::size_t j = 0; j < m; ++j) {
    std::optional<long> exponent;
    for (std::size_t c = 0; c < d; ++c)
      if (const interval& x = J.sources(j, c); !is_zero(x)) {
        const mpfr_srcptr larger = mpfr_cmpabs(x.lower(), x.upper()) > 0 ? x.lower() : x.upper();
        if (mpfr_number_p(larger) == 0) return J;
        exponent = std::max<long>(exponent.value_or(mpfr_get_exp(larger)), mpfr_get_exp(larger));
      }
    for (std::size_t c = 0; exponent && c < d; ++c) J.sources(j, c) = scaled(std::move(J.sources(j, c)), -*exponent);
    for (std::size_t row = j; row < J.rows.rows; row += m)
      for (std::size_t c = 0; c < J.rows.cols; ++c) {
        interval& x = J.rows(row, c);
        x = exponent ? scaled(std::move(x), *exponent) : interval(x.bits());
      }
  }
  return J;
}

std::vector<std::size_t> fed_back_rows(const jacobian_factors& J) {
  const auto is_zero_row = [](const interval_matrix& A, std::size_t i) {
    const auto first = A.entries.begin() + static_cast<std::ptrdiff_t>(i * A.cols);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(A.cols),
                       [](const interval& x) { return is_zero(x); });
  };
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < J.rows.rows; ++row)
    if (!is_zero_row(J.rows, row) && !is_zero_row(J.sources, row % J.sources.rows)) rows.push_back(row);
  return rows;
}

} // namespace mixcert::checker
