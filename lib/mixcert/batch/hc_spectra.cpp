#include "mixcert/batch/hc_spectra.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/batch/frozen_values.hpp"
#include "mixcert/batch/lane_memory.hpp"
#include "mixcert/batch/state_rows.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::hc_constants;
using detail::hc_lanes;

constexpr mpfr_prec_t places = 384;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rows of d double_double numbers each, with an upper bound of the norm of what they leave out.
struct long_rows {
  std::vector<std::vector<double>> high, low;
  std::vector<double> norm, error;
};

/// Parameters of a site as the kernels want them.
struct hc_parameters {
  hc_constants constants;
  long_rows weights;
  double least_square; ///< above the square of norm_clamp
  std::size_t d;
};

hc_parameters parameters_of(const hc_site& site) {
  const context<mp_interval> numbers{places};
  const std::size_t n = site.static_alpha.rows(), d = site.dynamic_alpha_fn.rows();
  const std::vector<mp_interval> scale = offset_scale(numbers, site.gamma_offset, site.gamma);
  hc_parameters r{{n, {}, to_dd_ball(sqrt(numbers.exact(static_cast<double>(d)))), site.dynamic_alpha_scale, {}},
                  {},
                  magnitude_up(sqr(positive(numbers, "norm_clamp", site.norm_clamp))),
                  d};
  std::vector<std::vector<mp_interval>> rows;
  for (std::size_t t = 0; t < n; ++t) {
    std::vector<mp_interval> row;
    std::vector<double> high, low;
    double norm = 0, error = 0; // squared at first
    for (std::size_t c = 0; c < d; ++c) {
      row.push_back(scale[c] * numbers.exact(site.dynamic_alpha_fn(c, 1 + t)));
      const dd_ball x = to_dd_ball(row.back());
      high.push_back(x.high);
      low.push_back(x.low);
      const double size = magnitude_up(row.back());
      norm = add_up(norm, mul_up(size, size));
      error = add_up(error, mul_up(x.radius, x.radius));
    }
    r.weights.high.push_back(std::move(high));
    r.weights.low.push_back(std::move(low));
    r.weights.norm.push_back(sqrt_up(norm));
    r.weights.error.push_back(sqrt_up(error));
    rows.push_back(std::move(row));
  }
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t w = 0; w < n; ++w) {
      mp_interval sum = numbers.exact(0);
      for (std::size_t c = 0; c < d; ++c) add_product(sum, rows[t][c], rows[w][c]);
      r.constants.weight_gram.push_back(to_dd_ball(sum));
    }
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t t = 0; t < n; ++t) r.constants.offset.push_back(site.static_alpha(s, 1 + t));
  return r;
}

class hc_worker final : public spectra_worker {
 public:
  hc_worker(const hc_parameters& site, lane_width lanes, bool single)
      : site_(site), kernels_(detail::batch_kernels_of(lanes, single)), n_(site.constants.streams), p_(2 * n_),
        order_(n_ * p_), entries_(whole_lines(order_ * order_)),
        memory_(kernels_.lanes, 3 * p_ * p_ + 4 * n_ + 2 * entries_ + 5), rows_(n_, site.d), core_(order_, lanes),
        high_(entries_ * kernels_.lanes), low_(high_) {
    io_.gram = memory_.balls(p_ * p_);
    io_.frozen = {memory_.balls(n_), memory_.numbers(1), memory_.numbers(1), memory_.numbers(1)};
    io_.delta = memory_.numbers(n_);
    io_.core_high = memory_.numbers(entries_);
    io_.core_low = memory_.numbers(entries_);
    io_.core_squares = memory_.numbers(1);
    io_.least_square = memory_.numbers(1);
    for (std::size_t t = 0; t < n_; ++t) {
      highs_.push_back(site.weights.high[t].data());
      lows_.push_back(site.weights.low[t].data());
    }
  }

  std::size_t lanes() const override { return kernels_.lanes; }

  void enclose(std::span<const double* const> states, std::span<state_spectrum> results) override {
    require_ieee_environment();
    for (std::size_t l = 0; l < kernels_.lanes; ++l) put_products(states[std::min(l, states.size() - 1)], l);
    kernels_.hc_core(site_.constants, io_);
    kernels_.state_by_state(entries_, io_.core_high, high_.data());
    kernels_.state_by_state(entries_, io_.core_low, low_.data());
    for (std::size_t l = 0; l < states.size(); ++l) put_spectrum(l, results[l]);
  }

 private:
  void put_products(const double* X, std::size_t lane) {
    rows_.read(X);
    const std::size_t d = site_.d;
    std::array<const double*, hc_constants::most_generators> y{};
    std::array<double_double, hc_constants::most_generators> products{};
    std::array<double, hc_constants::most_generators> norm{};
    for (std::size_t s = 0; s < n_; ++s) {
      y[s] = rows_.row(s);
      io_.delta[s * kernels_.lanes + lane] = rows_.delta(s);
    }
    const double error = detail::row_product_error(d);
    for (std::size_t s = n_; s-- > 0;) {
      kernels_.multiply_rows(d, y[s], n_ - s, y.data() + s, products.data() + s);
      norm[s] = rows_.norm(s, products[s].high, error);
      for (std::size_t t = s; t < n_; ++t)
        put(s, t, lane, products[t], detail::product_radius(error, norm[s], norm[t]));
    }
    for (std::size_t s = 0; s < n_; ++s) {
      kernels_.multiply_long_rows(d, y[s], n_, highs_.data(), lows_.data(), products.data());
      for (std::size_t t = 0; t < n_; ++t)
        put(s, n_ + t, lane, products[t],
            add_up(detail::product_radius(error, norm[s], site_.weights.norm[t]),
                   mul_up(norm[s], site_.weights.error[t])));
    }
  }

  void put(std::size_t g, std::size_t h, std::size_t lane, double_double x, double radius) {
    const std::size_t at = (g * p_ + h) * kernels_.lanes + lane;
    io_.gram.high[at] = x.high;
    io_.gram.low[at] = x.low;
    io_.gram.radius[at] = radius;
  }

  void put_spectrum(std::size_t lane, state_spectrum& result) {
    const std::size_t lanes = kernels_.lanes;
    result.certified = false;
    result.core.clear();
    result.frozen.clear();
    result.multiplicity = site_.d - p_;
    if (!(io_.least_square[lane] > site_.least_square)) return;
    core_.reset(order_);
    for (std::size_t i = 0; i < order_; ++i)
      core_.set_row(i, 0, {high_.data() + lane * entries_ + i * order_, order_},
                    {low_.data() + lane * entries_ + i * order_, order_});
    // The sum of squares was rounded order^2 times.
    const double squares = mul_up(io_.core_squares[lane], add_up(1, mul_up(2, gamma_up(order_ * order_ + 2, 0x1p-53))));
    const std::span<const interval> core = core_.enclose(add_up(sqrt_up(squares), 0x1p-500));
    if (core.empty() || !read_frozen_values(io_.frozen, n_, lanes, lane, result.frozen)) return;
    result.core.assign(core.begin(), core.end());
    result.certified = true;
  }

  const hc_parameters& site_;
  batch_kernels kernels_;
  std::size_t n_, p_, order_, entries_; ///< the last: of the core, as they are stored, filled up
  lane_memory memory_;
  hc_lanes io_{};
  state_rows rows_;
  second_order_svd core_;
  std::vector<double> high_, low_; ///< of the cores, state by state
  std::vector<const double*> highs_, lows_;
};

class hc_fast final : public site_spectra {
 public:
  hc_fast(const hc_site& site, lane_width lanes) : parameters_(parameters_of(site)), lanes_(lanes) {}
  std::unique_ptr<spectra_worker> worker(bool single) const override {
    return std::make_unique<hc_worker>(parameters_, lanes_, single);
  }

 private:
  hc_parameters parameters_;
  lane_width lanes_;
};

} // namespace

std::unique_ptr<const site_spectra> hc_spectra(const hc_site& site, lane_width lanes) {
  const std::size_t n = site.static_alpha.rows(), d = site.dynamic_alpha_fn.rows();
  if (2 * n > d || 2 * n > hc_constants::most_generators) return nullptr;
  return std::make_unique<hc_fast>(site, lanes);
}

} // namespace mixcert
