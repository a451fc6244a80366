// The synthetic-state study of "Exact Jacobian spectra of dynamic residual mixers", certified: six sites with random
// weights, four draws, three ratios of stream differences to their mean, at width 4096 (or another).
// usage: paper_tables [WIDTH [DRAWS [SITES]]]
#include "mixcert/certificate/certify.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/mixer/mhc_v4.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "mixcert/scalar/matrix_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>

using namespace mixcert;

namespace {

constexpr std::size_t streams = 4;
constexpr const char* tau = "1e-12";

/// About normal: twelve uniform numbers, exact in binary; rounded to float32 as checkpoints are.
class draws {
 public:
  explicit draws(std::uint64_t seed) : engine_(seed) {}
  double normal(double size) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(engine_() >> 11) * 0x1p-53;
    return static_cast<float>(sum * size);
  }
  std::vector<double> normals(std::size_t count, double size) {
    std::vector<double> r(count);
    for (double& x : r) x = normal(size);
    return r;
  }

 private:
  std::mt19937_64 engine_;
};

/// Logits of the routing matrix vary the more, the later the site.
mixer_input random_site(std::uint64_t site, std::size_t width) {
  draws source(1000 + site);
  const std::size_t gates = (2 + streams) * streams;
  const double size = 1 / std::sqrt(static_cast<double>(streams * width));
  return {{{"fn", source.normals(gates * streams * width, size)},
           {"scale", {1, 1, 0.5 + 0.5 * static_cast<double>(site)}},
           {"base", source.normals(gates, 1)}},
          convention_of(mhc_v4_mixer(), {}),
          {}};
}

/// One row for all streams, and differences of `ratio` times its size.
matrix<double> random_state(std::uint64_t draw, double ratio, std::size_t width) {
  draws source(2000 + draw);
  const std::vector<double> mean = source.normals(width, 1);
  matrix<double> X(streams, width, 0.0);
  for (std::size_t s = 0; s < streams; ++s)
    for (std::size_t c = 0; c < width; ++c) X(s, c) = static_cast<float>(mean[c] + ratio * source.normal(1));
  return X;
}

bool overlap(const certificate& a, const certificate& b) {
  const auto expanded = [](const certificate& c) {
    std::vector<interval> r;
    for (const auto& entry : c.spectrum) r.insert(r.end(), entry.multiplicity, entry.value);
    return r;
  };
  const std::vector<interval> x = expanded(a), y = expanded(b);
  return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](const interval& p, const interval& q) {
           return possibly_less_equal(p, q) && possibly_less_equal(q, p);
         });
}

/// The largest difference of J Z, by the derivative's factors, from a central difference of H(X) X, in binary128.
double difference_from_central(const mixer_input& input, std::uint64_t seed) {
  const context<quad> numbers;
  draws source(3000 + seed);
  const auto state = [&](const quad& step, const matrix<quad>& Z) {
    matrix<quad> X = state_of(numbers, input);
    for (std::size_t k = 0; k < X.values().size(); ++k) X.values()[k] += step * Z.values()[k];
    return X;
  };
  matrix<quad> Z(streams, input.state.cols(), quad(0.0));
  for (quad& z : Z.values()) z = quad(source.normal(1));
  const quad h(0x1p-36);
  const auto mapped = [&](const matrix<quad>& X) {
    const auto e = evaluate_mhc_v4(numbers, mhc_v4_site_of(input), X);
    return multiply(e.H, X, quad(0.0));
  };
  const matrix<quad> ahead = mapped(state(h, Z)), behind = mapped(state(-h, Z));
  const matrix<quad> derivative =
      directional_derivative(numbers, residual_feedback(mhc_v4_mixer().evaluate(numbers, input)), Z);
  double worst = 0;
  for (std::size_t k = 0; k < Z.values().size(); ++k)
    worst = std::max(worst,
                     std::abs(to_double((ahead.values()[k] - behind.values()[k]) / (h + h) - derivative.values()[k])));
  return worst;
}

} // namespace

int main(int argc, char** argv) try {
  const std::size_t width = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4096;
  const std::uint64_t draw_count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 4;
  const std::uint64_t site_count = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 6;
  if (width == 0 || draw_count == 0 || site_count == 0) {
    std::cerr << "usage: " << argv[0] << " [WIDTH [DRAWS [SITES]]], each a positive number\n";
    return 2;
  }
  const auto column = [](const auto& x) { std::cout << std::setw(12) << x; };
  for (const char* title : {"site", "draw", "ratio", "frozen>=", "gain>=", "gain<=", "core", "exact", "delta", "radius",
                            "rows<=", "columns<="})
    column(title);
  std::cout << '\n';
  double least = HUGE_VAL, most = 0, delta = 0, radius = 0, rows = 0, columns = 0, jvp = 0;
  std::size_t smallest_core = SIZE_MAX, largest_core = 0, states = 0, overlapping = 0;
  for (std::uint64_t site = 0; site < site_count; ++site) {
    mixer_input input = random_site(site, width);
    for (std::uint64_t draw = 0; draw < draw_count; ++draw)
      for (const double ratio : {0.03, 0.3, 3.0}) {
        input.state = random_state(draw, ratio, width);
        const certificate exact = certify(mhc_v4_mixer(), input, {});
        const certificate c =
            certify(mhc_v4_mixer(), input, {}, {.core = core_method::common, .tau = parse_rank_tolerance(tau)});
        const interval gain = exact.quantities.norm_ratio.value();
        column(site), column(draw), column(ratio);
        column(decimal_down(exact.quantities.frozen_norm.lower(), 5));
        column(decimal_down(gain.lower(), 5)), column(decimal_up(gain.upper(), 5));
        column(c.core.dimension), column(exact.core.dimension);
        column(decimal_up(c.core.selection->delta, 3)), column(decimal_up(c.core.radius, 3));
        column(decimal_up(c.forward.row_sum_error.upper(), 3)),
            column(decimal_up(c.forward.column_sum_error.upper(), 3));
        std::cout << std::endl;
        ++states;
        overlapping += overlap(exact, c) ? 1 : 0;
        least = std::min(least, gain.lower());
        most = std::max(most, gain.upper());
        smallest_core = std::min(smallest_core, c.core.dimension);
        largest_core = std::max(largest_core, c.core.dimension);
        delta = std::max(delta, c.core.selection->delta);
        radius = std::max(radius, c.core.radius);
        rows = std::max(rows, c.forward.row_sum_error.upper());
        columns = std::max(columns, c.forward.column_sum_error.upper());
      }
    jvp = std::max(jvp, difference_from_central(input, site));
  }
  std::cout << "\n"
            << states << " states of " << streams << " streams x " << width << " features, tau " << tau
            << "\nactual/frozen largest gain from " << decimal_down(least, 6) << " to " << decimal_up(most, 6)
            << " (certified)\ncores of dimension " << smallest_core << " to " << largest_core
            << " by the tolerance; the exact stream-adapted core has 64 at most"
            << "\nlargest delta " << decimal_up(delta, 3) << " (not certified), largest certified radius "
            << decimal_up(radius, 3) << "\nlargest error of a row sum " << decimal_up(rows, 3) << ", of a column sum "
            << decimal_up(columns, 3) << "\nenclosures by the two cores overlap in " << overlapping << " of " << states
            << " states\ndirectional derivatives, one a site, differ from central differences by at most "
            << decimal_up(jvp, 3) << '\n';
  return overlapping == states && jvp < 1e-12 ? 0 : 1;
} catch (const not_certified& reason) {
  std::cerr << "could not be certified: " << reason.what() << '\n';
  return 3;
}
