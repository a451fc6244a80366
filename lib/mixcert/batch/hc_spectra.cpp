#include "mixcert/batch/hc_spectra.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/batch/frozen_values.hpp"
#include "mixcert/batch/independent_rows.hpp"
#include "mixcert/batch/lane_memory.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <algorithm>

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::hc_constants;
using detail::hc_lanes;

constexpr mpfr_prec_t places = 384;

/// Parameters of a site as the kernels want them.
struct hc_parameters {
  hc_constants constants;
  owned_rows weights;  ///< v_t
  double least_square; ///< above the square of norm_clamp
  std::size_t d;
};

hc_parameters parameters_of(const hc_site& site, lane_width lanes) {
  const context<mp_interval> numbers{places};
  const std::size_t n = site.static_alpha.rows(), d = site.dynamic_alpha_fn.rows();
  const std::vector<mp_interval> scale = offset_scale(numbers, site.gamma_offset, site.gamma);
  const detail::batch_kernels kernels = detail::batch_kernels_of(lanes, true);
  // W_t = V_t + sum_u c_tu V_u before they are scaled: multiples of one another are seen to be such.
  std::vector<double> columns;
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t c = 0; c < d; ++c) columns.push_back(site.dynamic_alpha_fn(c, 1 + t));
  independent_rows unscaled(kernels, n, d);
  unscaled.read(columns.data());
  std::vector<dd_ball> scaled;
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t c = 0; c < d; ++c) scaled.push_back(unscaled.number(t, c) * to_dd_ball(scale[c]));
  hc_parameters r{{n, {}, {}, to_dd_ball(sqrt(numbers.exact(static_cast<double>(d)))), site.dynamic_alpha_scale, {}},
                  {kernels, d, scaled},
                  magnitude_up(sqr(positive(numbers, "norm_clamp", site.norm_clamp))),
                  d};
  r.constants.weight_gram = gram_matrix(kernels, r.weights.rows());
  for (std::size_t t = 0; t < n; ++t)
    for (std::size_t u = 0; u < n; ++u) {
      r.constants.weight_coefficients.push_back(unscaled.coefficient(t, u));
      r.constants.offset.push_back(site.static_alpha(t, 1 + u));
    }
  return r;
}

class hc_worker final : public spectra_worker {
 public:
  hc_worker(const hc_parameters& site, lane_width lanes, bool single)
      : site_(site), kernels_(detail::batch_kernels_of(lanes, single)), n_(site.constants.streams), p_(2 * n_),
        order_(n_ * p_), entries_(whole_lines(n_ * n_ * order_)),
        memory_(kernels_.lanes, 3 * p_ * p_ + 3 * n_ + 4 * n_ * n_ + 2 * entries_ + 5), streams_(kernels_, n_, site.d),
        products_(n_), core_(order_, lanes), high_(entries_ * kernels_.lanes), low_(high_) {
    io_.gram = memory_.balls(p_ * p_);
    io_.frozen = {memory_.balls(n_), memory_.numbers(1), memory_.numbers(1), memory_.numbers(1)};
    io_.coefficients = memory_.numbers(n_ * n_);
    io_.mixing = memory_.balls(n_ * n_);
    io_.core_high = memory_.numbers(entries_);
    io_.core_low = memory_.numbers(entries_);
    io_.core_squares = memory_.numbers(1);
    io_.least_square = memory_.numbers(1);
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
    streams_.read(X);
    for (std::size_t s = 0; s < n_; ++s) {
      for (std::size_t j = 0; j < n_; ++j) {
        io_.coefficients[(s * n_ + j) * kernels_.lanes + lane] = streams_.coefficient(s, j);
        put(s, j, lane, streams_.product(s, j));
      }
      multiply(kernels_, streams_.rows(), s, site_.weights.rows(), products_.data());
      for (std::size_t t = 0; t < n_; ++t) put(s, n_ + t, lane, products_[t]);
    }
  }

  void put(std::size_t g, std::size_t h, std::size_t lane, const dd_ball& x) {
    const std::size_t at = (g * p_ + h) * kernels_.lanes + lane;
    io_.gram.high[at] = x.high;
    io_.gram.low[at] = x.low;
    io_.gram.radius[at] = x.radius;
  }

  void put_spectrum(std::size_t lane, state_spectrum& result) {
    const std::size_t lanes = kernels_.lanes;
    result.certified = false;
    result.core.clear();
    result.frozen.clear();
    result.multiplicity = site_.d - p_;
    if (!(io_.least_square[lane] > site_.least_square)) return;
    core_.reset(order_);
    const double *high = high_.data() + lane * entries_, *low = low_.data() + lane * entries_;
    for (std::size_t t = 0; t < n_; ++t) {
      for (std::size_t i = 0; i < n_; ++i, high += order_, low += order_)
        core_.set_row(t * p_ + i, 0, {high, order_}, {low, order_});
      for (std::size_t s = 0; s < n_; ++s) {
        const std::size_t at = (t * n_ + s) * lanes + lane;
        for (std::size_t i = n_; i < p_; ++i)
          core_.set(t * p_ + i, s * p_ + i, {io_.mixing.high[at], io_.mixing.low[at]});
      }
    }
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
  independent_rows streams_;
  std::vector<dd_ball> products_; ///< of a stream and all weights
  second_order_svd core_;
  std::vector<double> high_, low_; ///< of the cores' dense rows, state by state
};

class hc_fast final : public site_spectra {
 public:
  hc_fast(const hc_site& site, lane_width lanes) : parameters_(parameters_of(site, lanes)), lanes_(lanes) {}
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
