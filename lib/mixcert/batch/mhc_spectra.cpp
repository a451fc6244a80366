#include "mixcert/batch/mhc_spectra.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/batch/frozen_values.hpp"
#include "mixcert/batch/independent_rows.hpp"
#include "mixcert/batch/lane_memory.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::mhc_constants;
using detail::mhc_lanes;

struct mhc_parameters {
  mhc_constants constants;
  std::size_t d;
  owned_rows arrays;             ///< at a n + s: row s of array a
  std::vector<owned_rows> first; ///< for each s: rows s of comb[i,0]
};

mhc_parameters parameters_of(const mhc_v4_site& site, std::size_t n, lane_width lanes) {
  const context<mp_interval> numbers{384};
  const std::size_t d = site.fn.cols() / n, comb = 2 * n;
  const batch_kernels kernels = detail::batch_kernels_of(lanes, true);
  const auto weight = [&](std::size_t i, std::size_t l, std::size_t s, std::size_t c) {
    return site.fn(comb + i * n + l, s * d + c);
  };
  std::vector<dd_ball> arrays;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t l = 1; l < n; ++l)
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t c = 0; c < d; ++c) {
          double high = 0, low = 0;
          detail::two_sum(weight(i, l, s, c), -weight(i, 0, s, c), high, low);
          arrays.push_back({high, low, 0});
        }
  std::vector<owned_rows> first;
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<dd_ball> rows;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < d; ++c) rows.push_back({weight(i, 0, s, c), 0, 0});
    first.emplace_back(kernels, d, rows);
  }
  mhc_parameters r{{n,
                    whole_number("iterations", site.iterations, 1, 1000),
                    to_dd_ball(numbers.exact(1) / numbers.exact(static_cast<double>(n * d))),
                    to_dd_ball(at_least_zero(numbers, "norm_eps", site.norm_eps)),
                    to_dd_ball(at_least_zero(numbers, "hc_eps", site.hc_eps)),
                    site.scale[2],
                    {site.base.begin() + static_cast<std::ptrdiff_t>(comb), site.base.end()},
                    {}},
                   d,
                   {kernels, d, arrays},
                   std::move(first)};
  r.constants.array_gram = gram_matrix(kernels, r.arrays.rows());
  return r;
}

class mhc_worker final : public spectra_worker {
 public:
  mhc_worker(const mhc_parameters& site, lane_width lanes, bool single)
      : site_(site), kernels_(detail::batch_kernels_of(lanes, false)), single_(single), n_(site.constants.streams),
        p_(n_ * n_), order_(n_ * p_), entries_(whole_lines(n_ * n_ * order_)), arrays_(site.arrays.rows().count()),
        memory_(kernels_.lanes, 3 * (2 * n_ * n_ + arrays_ * n_ + n_) + n_ * n_ + 3 + 2 * entries_ + 1),
        streams_(kernels_, n_, site.d), products_(n_), core_(order_, lanes), high_(entries_ * kernels_.lanes),
        low_(high_) {
    io_.state_gram = memory_.balls(n_ * n_);
    io_.array_products = memory_.balls(arrays_ * n_);
    io_.first_products = memory_.balls(n_ * n_);
    io_.coefficients = memory_.numbers(n_ * n_);
    io_.frozen = {memory_.balls(n_), memory_.numbers(1), memory_.numbers(1), memory_.numbers(1)};
    io_.core_high = memory_.numbers(entries_);
    io_.core_low = memory_.numbers(entries_);
    io_.core_squares = memory_.numbers(1);
  }

  std::size_t lanes() const override { return single_ ? 1 : kernels_.lanes; }

  void enclose(std::span<const double* const> states, std::span<state_spectrum> results) override {
    require_ieee_environment();
    for (std::size_t l = 0; l < kernels_.lanes; ++l)
      if (l < states.size())
        put_products(states[l], l);
      else
        repeat_products(l);
    kernels_.mhc_core(site_.constants, io_);
    kernels_.state_by_state(entries_, io_.core_high, high_.data());
    kernels_.state_by_state(entries_, io_.core_low, low_.data());
    for (std::size_t l = 0; l < states.size(); ++l) put_spectrum(l, results[l]);
  }

 private:
  void put_products(const double* X, std::size_t lane) {
    streams_.read(X);
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t i = 0; i < n_; ++i) {
        io_.coefficients[(j * n_ + i) * kernels_.lanes + lane] = streams_.coefficient(j, i);
        put(io_.state_gram, j * n_ + i, lane, streams_.product(j, i));
      }
    }
    for (std::size_t k = 0; k < arrays_; ++k) { // each of the many rows is read once
      multiply(kernels_, site_.arrays.rows(), k, streams_.rows(), products_.data());
      for (std::size_t j = 0; j < n_; ++j) put(io_.array_products, k * n_ + j, lane, products_[j]);
    }
    put_first_products(lane);
  }

  /// Of x_s with rows s of comb[i,0].
  void put_first_products(std::size_t lane) {
    for (std::size_t s = 0; s < n_; ++s) {
      multiply(kernels_, streams_.given(), s, site_.first[s].rows(), products_.data());
      for (std::size_t i = 0; i < n_; ++i) put(io_.first_products, i * n_ + s, lane, products_[i]);
    }
  }

  void repeat_products(std::size_t lane) {
    const std::size_t lanes = kernels_.lanes;
    const auto repeat = [&](double* x, std::size_t count) {
      for (std::size_t at = 0; at < count; ++at) x[at * lanes + lane] = x[at * lanes];
    };
    const auto repeat_balls = [&](const detail::lane_balls& x, std::size_t count) {
      repeat(x.high, count);
      repeat(x.low, count);
      repeat(x.radius, count);
    };
    repeat_balls(io_.state_gram, n_ * n_);
    repeat_balls(io_.array_products, arrays_ * n_);
    repeat_balls(io_.first_products, n_ * n_);
    repeat(io_.coefficients, n_ * n_);
  }

  void put(const detail::lane_balls& to, std::size_t at, std::size_t lane, const dd_ball& x) {
    const std::size_t place = at * kernels_.lanes + lane;
    to.high[place] = x.high;
    to.low[place] = x.low;
    to.radius[place] = x.radius;
  }

  void put_spectrum(std::size_t lane, state_spectrum& result) {
    const std::size_t lanes = kernels_.lanes, dense = n_ * order_;
    result.certified = false;
    result.core.clear();
    result.frozen.clear();
    result.multiplicity = site_.d - p_;
    core_.reset(order_);
    double size = 0, entries = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      const double_double s{io_.frozen.s.high[k * lanes + lane], io_.frozen.s.low[k * lanes + lane]};
      size = add_up(size, mul_up(s.high, static_cast<double>(p_)));
      for (std::size_t c = 0; c < n_; ++c) {
        const double* const high = high_.data() + lane * entries_ + k * dense + c * order_;
        const double* const low = low_.data() + lane * entries_ + k * dense + c * order_;
        core_.set_row(k * p_ + c, 0, {high, order_}, {low, order_});
        for (std::size_t j = 0; j < order_; ++j) entries += std::fabs(high[j]);
      }
      for (std::size_t c = n_; c < p_; ++c) core_.set(k * p_ + c, k * p_ + c, s);
    }
    size = add_up(size, mul_up(2, entries)); // more than the norm of the core
    const double squares = mul_up(io_.core_squares[lane], add_up(1, mul_up(2, gamma_up(order_ * order_ + 2, 0x1p-53))));
    const double radius = add_up(add_up(sqrt_up(squares), 0x1p-500), io_.frozen.nu[lane]);
    const std::span<const interval> core =
        core_.enclose(add_up(radius, mul_up(rotation_error(io_.frozen, lane), add_up(size, radius))));
    if (core.empty() || !read_frozen_values(io_.frozen, n_, lanes, lane, result.frozen)) return;
    result.core.assign(core.begin(), core.end());
    result.certified = true;
  }

  const mhc_parameters& site_;
  batch_kernels kernels_;
  bool single_;
  std::size_t n_, p_, order_, entries_; ///< the last: of the core, as they are stored, filled up
  std::size_t arrays_;                  ///< rows of arrays
  lane_memory memory_;
  mhc_lanes io_{};
  independent_rows streams_;
  std::vector<dd_ball> products_;
  second_order_svd core_;
  std::vector<double> high_, low_; ///< of the cores' dense rows, state by state
};

class mhc_fast final : public site_spectra {
 public:
  mhc_fast(const mhc_v4_site& site, std::size_t n, lane_width lanes)
      : parameters_(parameters_of(site, n, lanes)), lanes_(lanes) {}
  std::unique_ptr<spectra_worker> worker(bool single) const override {
    return std::make_unique<mhc_worker>(parameters_, lanes_, single);
  }

 private:
  mhc_parameters parameters_;
  lane_width lanes_;
};

} // namespace

std::unique_ptr<const site_spectra> mhc_spectra(const mhc_v4_site& site, std::size_t n, lane_width lanes) {
  if (n < 2 || n > mhc_constants::most_streams || n * n > site.fn.cols() / n) return nullptr;
  return std::make_unique<mhc_fast>(site, n, lanes);
}

} // namespace mixcert
