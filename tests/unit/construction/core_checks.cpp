// The core checks of "Exact Jacobian spectra of dynamic residual mixers", section "Constructions and numerical
// validation": widths 8, 64 and 512; constant, collapsed, exactly balanced, finite Sinkhorn and orthogonal routing.
#include "central_differences.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/spectrum/enclosure.hpp"
#include "support/mixer_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

namespace mixcert::test {
namespace {

constexpr std::size_t n = 4;

/// Any site and state, its logits a few units in size at every width.
mixer_input site(const std::string& mixer, std::size_t d) {
  mixer_input input = small_input(find_mixer(mixer), 81, n, d);
  const double root_of_size = std::sqrt(static_cast<double>(n * d));
  for (const char* scale : {"residual_scale", "a_res"})
    if (const auto found = input.parameters.find(scale); found != input.parameters.end())
      found->second = {std::ldexp(1.0, -static_cast<int>(std::lround(std::log2(root_of_size))))};
  return input;
}

mixer_input collapsed(mixer_input input) {
  const std::size_t d = input.state.cols();
  for (std::size_t c = d; c < n * d; ++c) input.state.values()[c] = input.state.values()[c - d];
  return input;
}

/// The router sees nothing of the state.
mixer_input constant(mixer_input input) {
  for (double& weight : input.parameters.at("dynamic_alpha_fn")) weight = 0;
  return input;
}

certificate stream_adapted(const std::string& mixer, const mixer_input& input) {
  return certify(find_mixer(mixer), input, {});
}

/// As the literature has it, with its tolerance; with places for binary64 ends.
certificate common(const std::string& mixer, const mixer_input& input) {
  return certify(find_mixer(mixer), input, {},
                 {.places = {64, 144, 192}, .core = core_method::common, .tau = parse_rank_tolerance("1e-12")});
}

std::vector<interval> expanded(const certificate& c) {
  std::vector<interval> r;
  for (const auto& entry : c.spectrum) r.insert(r.end(), entry.multiplicity, entry.value);
  return r;
}

void check_overlap(const std::vector<interval>& a, const std::vector<interval>& b) {
  BOOST_TEST_REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    BOOST_TEST((a[i].lower() <= b[i].upper() && b[i].lower() <= a[i].upper()), i);
}

/// Against all values of the n d x n d Jacobian, which is known to a few units of binary64: enclosed (theorem T6, base
/// form, where the worst case of binary64 sums is wide), and as an ordinary decomposition in binary64 finds them, to
/// ten units of rounding for each row.
void check_against_dense(const std::string& mixer, const mixer_input& input, const certificate& c) {
  const matrix<double> J = numerical_jacobian(mixer, input);
  double square = 0; // twice the rounding of each entry is far more than that of this sum
  for (const double x : J.values()) square += std::pow(std::abs(x) * 0x1p-52 + 1e-18, 2);
  const svd_guess<double> svd = guess_svd(J);
  std::vector<interval> dense;
  for (const mp_interval& value : enclose_singular_values(svd, bound_defects(J, svd), std::sqrt(square), 64))
    dense.push_back(to_interval(value));
  const std::vector<interval> values = expanded(c);
  check_overlap(values, dense);
  const double norm = values.front().upper();
  for (std::size_t i = 0; i < values.size(); ++i) {
    BOOST_TEST(width_up(dense[i]) <= 1e-10 * norm);
    BOOST_TEST(std::max(values[i].lower() - svd.sigma[i], svd.sigma[i] - values[i].upper()) <=
               10 * static_cast<double>(J.rows()) * 0x1p-53 * norm);
  }
}

void check_sharp(const certificate& c) {
  for (const auto& entry : c.spectrum) BOOST_TEST(width_up(entry.value) <= 0x1p-51 * c.spectrum.front().value.upper());
}

/// J = H kron I: each value of H, d times.
void check_frozen(const certificate& c, std::size_t d) {
  const std::vector<interval> values = expanded(c);
  BOOST_TEST_REQUIRE(values.size() == n * d);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const interval of_H = c.frozen_spectrum[i / d];
    BOOST_TEST((values[i].lower() <= of_H.upper() && of_H.lower() <= values[i].upper()));
  }
  BOOST_TEST(c.quantities.rank_at_most == 0u);
  BOOST_TEST(contains(c.quantities.norm, 1.0)); // of a doubly stochastic H
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_checks)

BOOST_AUTO_TEST_CASE(constant_routing) {
  for (const std::size_t d : {8u, 64u, 512u}) BOOST_TEST_CONTEXT(d) {
      const mixer_input input = constant(site("mhc-lite", d));
      for (const certificate& c : {stream_adapted("mhc-lite", input), common("mhc-lite", input)}) {
        BOOST_TEST(c.core.dimension == 0u);
        for (const core_tail& tail : c.core.tails) {
          BOOST_TEST(tail.multiplicity == d);
          BOOST_TEST(tail.coincident);
        }
        check_frozen(c, d);
        check_sharp(c);
      }
    }
}

// E = 0, as sum_j DH_ij = 0. The tolerance finds that; counting generators does not, but all it has in the core are
// values of H.
BOOST_AUTO_TEST_CASE(collapsed_streams) {
  for (const std::size_t d : {8u, 64u, 512u}) BOOST_TEST_CONTEXT(d) {
      const mixer_input input = collapsed(site("mhc-lite", d));
      const certificate adapted = stream_adapted("mhc-lite", input), selected = common("mhc-lite", input);
      BOOST_TEST(selected.core.dimension == 0u);
      BOOST_TEST(adapted.core.dimension == n * std::min<std::size_t>(d, 1 + 9)); // one row, nine arrays
      for (const certificate* c : {&adapted, &selected}) {
        check_frozen(*c, d);
        check_sharp(*c);
      }
    }
}

// The example of the paper, 2048 -> 156: rank E = (n - 1)^2 = 9, and n 9 feature rows of the derivative with the n - 1
// differences of the streams. A space for each stream needs the rows of X and one combination of each array's.
BOOST_AUTO_TEST_CASE(exactly_balanced) {
  for (const std::size_t d : {8u, 64u, 512u}) BOOST_TEST_CONTEXT(d) {
      const mixer_input input = site("mhc-lite", d);
      const certificate adapted = stream_adapted("mhc-lite", input), selected = common("mhc-lite", input);
      BOOST_TEST(selected.core.dimension == n * std::min<std::size_t>(d, 3 + 9 * n)); // 156
      BOOST_TEST(adapted.core.dimension == n * std::min<std::size_t>(d, 4 + 9));      // 52
      for (const certificate* c : {&adapted, &selected}) {
        BOOST_TEST(c->quantities.rank_at_most == 9u);
        if (d > 8) BOOST_TEST(c->quantities.rank_at_least == 9u);
        BOOST_TEST(contains(c->quantities.frozen_norm, 1.0));
        BOOST_TEST(c->quantities.norm.lower() > 1.5);
      }
      check_sharp(adapted);
      check_overlap(expanded(adapted), expanded(selected));
      if (d < 512) check_against_dense("mhc-lite", input, adapted);
    }
}

// Without a tolerance the common core counts a fourth row of X.
BOOST_AUTO_TEST_CASE(exactly_balanced_by_counting) {
  const certificate c = certify(find_mixer("mhc-lite"), site("mhc-lite", 64), {},
                                {.places = {64, 144, 192}, .core = core_method::common});
  BOOST_TEST(c.core.dimension == 160u);
  for (const core_tail& tail : c.core.tails) BOOST_TEST(tail.coincident);
}

// Twenty iterations leave the rows of H a little off one, and one more direction in the feedback: rank 10 for certain,
// not the 9 of an exactly balanced mixer, and a core of 4 (4 + 10 4) = 176.
BOOST_AUTO_TEST_CASE(finite_sinkhorn) {
  for (const std::size_t d : {8u, 64u, 512u}) BOOST_TEST_CONTEXT(d) {
      const mixer_input input = site("mhc-flat", d);
      const certificate adapted = stream_adapted("mhc-flat", input), selected = common("mhc-flat", input);
      BOOST_TEST(adapted.forward.column_sum_error.lower() == 0);
      BOOST_TEST(adapted.forward.row_sum_error.lower() > 1e-10);
      BOOST_TEST(adapted.forward.row_sum_error.upper() < 1e-5);
      BOOST_TEST(selected.core.dimension == n * std::min<std::size_t>(d, 4 + 10 * n)); // 176
      BOOST_TEST(adapted.core.dimension == n * std::min<std::size_t>(d, 4 + 12));      // 64
      BOOST_TEST(adapted.quantities.rank_at_most == 12u);
      if (d > 8) BOOST_TEST(adapted.quantities.rank_at_least == 10u);
      check_sharp(adapted);
      check_overlap(expanded(adapted), expanded(selected));
      if (d < 512) check_against_dense("mhc-flat", input, adapted);
    }
}

BOOST_AUTO_TEST_CASE(orthogonal_routing) {
  for (const std::size_t d : {8u, 64u, 512u}) BOOST_TEST_CONTEXT(d) {
      const mixer_input input = site("ohc", d);
      const certificate adapted = stream_adapted("ohc", input), selected = common("ohc", input);
      BOOST_TEST(selected.core.dimension == n * std::min<std::size_t>(d, 4 + 6 * n)); // 112
      BOOST_TEST(adapted.core.dimension == n * std::min<std::size_t>(d, 4 + 6));      // 40
      for (const enclosure& value : adapted.frozen_spectrum) BOOST_TEST(contains(value, 1.0));
      BOOST_TEST(adapted.quantities.rank_at_least == 6u); // n (n - 1)/2
      BOOST_TEST(adapted.quantities.rank_at_most == 6u);
      check_sharp(adapted);
      check_overlap(expanded(adapted), expanded(selected));
      if (d < 512) check_against_dense("ohc", input, adapted);
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
