#include "mixcert/batch/mhc_spectra.hpp"

#include "mixcert/ball/ball_matrix.hpp"
#include "mixcert/batch/frozen_values.hpp"
#include "mixcert/batch/lane_memory.hpp"
#include "mixcert/batch/state_rows.hpp"
#include "mixcert/mixer/detail/constants.hpp"
#include "mixcert/scalar/detail/double_double_lanes.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mixcert {
namespace {

using detail::batch_kernels;
using detail::mhc_constants;
using detail::mhc_lanes;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_rows =
    mhc_constants::most_streams * mhc_constants::most_streams * (mhc_constants::most_streams - 1);

struct mhc_parameters {
  mhc_constants constants;
  std::size_t d;
  matrix<double> high, low; ///< rows of arrays, at a n + s: their exact differences
  std::vector<double> norm; ///< upper bounds of their norms
  matrix<double> first;     ///< row s of comb[i,0] at i n + s
  std::vector<double> first_norm;
};

/// Upper bound of the norm of row k, by the triangle inequality with its low part.
double norm_up(const matrix<double>& rows, std::size_t k) {
  double squares = 0;
  for (std::size_t c = 0; c < rows.cols(); ++c) squares = add_up(squares, mul_up(rows(k, c), rows(k, c)));
  return sqrt_up(squares);
}

/// Inner products of all rows high + low of arrays.
std::vector<dd_ball> gram_of(const mhc_parameters& site, lane_width lanes) {
  const batch_kernels kernels = detail::batch_kernels_of(lanes, true);
  const std::size_t count = site.high.rows(), d = site.d;
  std::vector<const double*> high, low;
  for (std::size_t k = 0; k < count; ++k) {
    high.push_back(site.high.values().data() + k * d);
    low.push_back(site.low.values().data() + k * d);
  }
  const double error = detail::row_product_error(d);
  std::vector<dd_ball> gram(count * count);
  std::vector<double_double> products(count), others(count);
  for (std::size_t k = 0; k < count; ++k) {
    kernels.multiply_long_rows(d, high[k], k + 1, high.data(), low.data(), products.data());
    kernels.multiply_rows(d, low[k], k + 1, high.data(), others.data());
    for (std::size_t m = 0; m <= k; ++m) {
      // |low| <= 2^-53 |high|: what is not multiplied, and errors of what is, are far below the slack of the error.
      const dd_ball high_part{products[m].high, products[m].low,
                              detail::product_radius(error, site.norm[k], site.norm[m])};
      gram[k * count + m] = gram[m * count + k] = high_part + dd_ball{others[m].high, others[m].low, 0};
    }
  }
  return gram;
}

mhc_parameters parameters_of(const mhc_v4_site& site, std::size_t n, lane_width lanes) {
  const context<mp_interval> numbers{384};
  const std::size_t d = site.fn.cols() / n, comb = 2 * n, rows = n * n * (n - 1);
  mhc_parameters r{{n,
                    whole_number("iterations", site.iterations, 1, 1000),
                    to_dd_ball(numbers.exact(1) / numbers.exact(static_cast<double>(n * d))),
                    to_dd_ball(at_least_zero(numbers, "norm_eps", site.norm_eps)),
                    to_dd_ball(at_least_zero(numbers, "hc_eps", site.hc_eps)),
                    site.scale[2],
                    {site.base.begin() + static_cast<std::ptrdiff_t>(comb), site.base.end()},
                    {}},
                   d,
                   matrix<double>(rows, d, 0.0),
                   matrix<double>(rows, d, 0.0),
                   {},
                   matrix<double>(n * n, d, 0.0),
                   {}};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t c = 0; c < d; ++c) {
        const double from = site.fn(comb + i * n, s * d + c);
        r.first(i * n + s, c) = from;
        for (std::size_t l = 1; l < n; ++l) {
          const std::size_t row = (i * (n - 1) + l - 1) * n + s;
          detail::two_sum(site.fn(comb + i * n + l, s * d + c), -from, r.high(row, c), r.low(row, c));
        }
      }
      r.first_norm.push_back(norm_up(r.first, i * n + s));
    }
  for (std::size_t k = 0; k < rows; ++k) r.norm.push_back(add_up(norm_up(r.high, k), norm_up(r.low, k)));
  r.constants.array_gram = gram_of(r, lanes);
  return r;
}

class mhc_worker final : public spectra_worker {
 public:
  mhc_worker(const mhc_parameters& site, lane_width lanes, bool single)
      : site_(site), kernels_(detail::batch_kernels_of(lanes, false)), single_(single), n_(site.constants.streams),
        p_(n_ * n_), order_(n_ * p_), entries_(whole_lines(n_ * n_ * order_)),
        memory_(kernels_.lanes, 3 * (2 * n_ * n_ + site.high.rows() * n_ + n_ * n_ + n_) + n_ + 3 + 2 * entries_ + 1),
        rows_(n_, site.d), core_(order_, lanes), high_(entries_ * kernels_.lanes), low_(high_) {
    io_.state_gram = memory_.balls(n_ * n_);
    io_.array_products = memory_.balls(site.high.rows() * n_);
    io_.first_products = memory_.balls(n_ * n_);
    io_.delta = memory_.numbers(n_);
    io_.frozen = {memory_.balls(n_), memory_.numbers(1), memory_.numbers(1), memory_.numbers(1)};
    io_.core_high = memory_.numbers(entries_);
    io_.core_low = memory_.numbers(entries_);
    io_.core_squares = memory_.numbers(1);
    for (std::size_t k = 0; k < site.high.rows(); ++k) {
      highs_.push_back(site.high.values().data() + k * site.d);
      lows_.push_back(site.low.values().data() + k * site.d);
    }
    has_low_ = std::any_of(site.low.values().begin(), site.low.values().end(), [](double x) { return x != 0; });
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
    rows_.read(X);
    const std::size_t d = site_.d;
    const double error = detail::row_product_error(d);
    std::array<const double*, most_rows> y{};
    std::array<double_double, most_rows> products{};
    std::array<double, mhc_constants::most_streams> norm{};
    for (std::size_t j = 0; j < n_; ++j) y[j] = rows_.row(j);
    for (std::size_t i = n_; i-- > 0;) {
      kernels_.multiply_rows(d, y[i], n_ - i, y.data() + i, products.data() + i);
      norm[i] = rows_.norm(i, products[i].high, error);
      for (std::size_t j = i; j < n_; ++j)
        put(io_.state_gram, i * n_ + j, lane, products[j], detail::product_radius(error, norm[i], norm[j]));
    }
    for (std::size_t j = 0; j < n_; ++j) {
      io_.delta[j * kernels_.lanes + lane] = rows_.delta(j);
      if (has_low_)
        kernels_.multiply_long_rows(d, y[j], highs_.size(), highs_.data(), lows_.data(), products.data());
      else
        kernels_.multiply_rows(d, y[j], highs_.size(), highs_.data(), products.data());
      for (std::size_t k = 0; k < highs_.size(); ++k)
        put(io_.array_products, k * n_ + j, lane, products[k], detail::product_radius(error, norm[j], site_.norm[k]));
    }
    for (std::size_t s = 0; s < n_; ++s) {
      for (std::size_t i = 0; i < n_; ++i) y[i] = site_.first.values().data() + (i * n_ + s) * d;
      kernels_.multiply_rows(d, X + s * d, n_, y.data(), products.data());
      const double size = add_up(norm[s], mul_up(rows_.delta(s), norm[0]));
      for (std::size_t i = 0; i < n_; ++i)
        put(io_.first_products, i * n_ + s, lane, products[i],
            detail::product_radius(error, size, site_.first_norm[i * n_ + s]));
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
    repeat_balls(io_.array_products, highs_.size() * n_);
    repeat_balls(io_.first_products, n_ * n_);
    repeat(io_.delta, n_);
  }

  void put(const detail::lane_balls& to, std::size_t at, std::size_t lane, double_double x, double radius) {
    const std::size_t place = at * kernels_.lanes + lane;
    to.high[place] = x.high;
    to.low[place] = x.low;
    to.radius[place] = radius;
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
  bool single_, has_low_ = false;
  std::size_t n_, p_, order_, entries_; ///< the last: of the core, as they are stored, filled up
  lane_memory memory_;
  mhc_lanes io_{};
  state_rows rows_;
  second_order_svd core_;
  std::vector<double> high_, low_; ///< of the cores' dense rows, state by state
  std::vector<const double*> highs_, lows_;
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
