#include "mixcert/batch/long_rows.hpp"

#include "mixcert/scalar/directed.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace mixcert {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

std::size_t chunk_count(const detail::batch_kernels& kernels, std::size_t length) {
  const std::size_t chunk = 16 * kernels.row_lanes;
  return (length + chunk - 1) / chunk;
}

owned_rows::owned_rows(const detail::batch_kernels& kernels, std::size_t length, const std::vector<dd_ball>& numbers)
    : chunks_(numbers.size() / length * chunk_count(kernels, length)) {
  double* chunks = chunks_.data();
  rows_.length = length;
  bool any_low = false;
  for (const dd_ball& x : numbers) {
    high_.push_back(x.high);
    low_.push_back(x.low);
    any_low = any_low || x.low != 0;
  }
  for (std::size_t first = 0; first < numbers.size(); first += length) {
    double high_square = 0, low_square = 0, error = 0;
    for (std::size_t c = first; c < first + length; ++c) {
      high_square = add_up(high_square, mul_up(high_[c], high_[c]));
      low_square = add_up(low_square, mul_up(low_[c], low_[c]));
      error = add_up(error, numbers[c].radius);
    }
    kernels.bound_chunks(length, high_.data() + first, chunks);
    rows_.high.push_back({high_.data() + first, chunks});
    chunks += chunk_count(kernels, length);
    if (any_low) rows_.low.push_back(low_.data() + first);
    const double norm = add_up(add_up(sqrt_up(high_square), sqrt_up(low_square)), error);
    rows_.norm.push_back(norm == 0 || norm >= 0x1p-200 ? norm : infinity);
    rows_.error.push_back(error);
  }
}

void multiply_midpoints(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
                        std::size_t first, std::size_t end, dd_ball* products) {
  constexpr std::size_t at_once = 64;
  std::array<double_double, at_once> of_high{}, of_low{};
  for (; first < end; first += at_once, products += at_once) {
    const std::size_t count = std::min(at_once, end - first);
    const detail::chunked_row* const high = s.high.data() + first;
    if (s.low.empty())
      kernels.multiply_rows(r.length, r.high[j], count, high, of_high.data());
    else
      kernels.multiply_long_rows(r.length, r.high[j], count, high, s.low.data() + first, of_high.data());
    if (!r.low.empty()) kernels.multiply_rows(r.length, {r.low[j], r.high[j].norms}, count, high, of_low.data());
    for (std::size_t k = 0; k < count; ++k) {
      products[k] = {of_high[k].high, of_high[k].low, 0};
      if (!r.low.empty()) products[k] += dd_ball{of_low[k].high, of_low[k].low, 0};
    }
  }
}

double product_radius(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
                      std::size_t k) {
  const double of_rows = add_up(mul_up(r.error[j], s.norm[k]), mul_up(r.norm[j], s.error[k]));
  return add_up(detail::product_radius(detail::row_product_error(r.length, kernels.row_lanes), r.norm[j], s.norm[k]),
                of_rows);
}

void multiply(const detail::batch_kernels& kernels, const long_rows& r, std::size_t j, const long_rows& s,
              dd_ball* products) {
  multiply_midpoints(kernels, r, j, s, 0, s.count(), products);
  for (std::size_t k = 0; k < s.count(); ++k)
    products[k].radius = add_up(products[k].radius, product_radius(kernels, r, j, s, k));
}

std::vector<dd_ball> gram_matrix(const detail::batch_kernels& kernels, const long_rows& r) {
  std::vector<dd_ball> products(r.count() * r.count());
  for (std::size_t j = 0; j < r.count(); ++j) multiply(kernels, r, j, r, products.data() + j * r.count());
  return products;
}

double norm_from_square(const detail::batch_kernels& kernels, const long_rows& rows, std::size_t j, double square) {
  const double* const high = rows.high[j].numbers;
  if (square == 0 && rows.error[j] == 0 && std::all_of(high, high + rows.length, [](double x) { return x == 0; }))
    return 0;
  if (!(square >= 0x1p-400 && square <= 0x1p400)) return infinity;
  const double slack = add_up(detail::row_product_error(rows.length, kernels.row_lanes), 0x1p-50);
  return add_up(sqrt_up(div_up(square, sub_down(1, slack))), rows.error[j]);
}

} // namespace mixcert
