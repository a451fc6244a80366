// The fast paths against the slow one, in all lanes (theorem T28).
#include "mixcert/certificate/certify.hpp"
#include "support/batch_cases.hpp"
#include "support/hc_cases.hpp"
#include "support/mhc_cases.hpp"
#include "support/shared_data.hpp"

#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr lane_width all_widths[] = {lane_width::two, lane_width::four, lane_width::eight};

std::vector<batch_case> cases(bool hc, std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states) {
  return hc ? hc_batch_cases(seed, n, d, states) : mhc_batch_cases(seed, n, d, states);
}

/// Meets the slow path, in all lanes; sharp where that is promised.
void check_case(const batch_case& c) {
  BOOST_TEST_CONTEXT(c.family << ", " << c.input.state.rows() << " x " << c.input.state.cols()) {
    std::vector<slow_spectrum> slow;
    for (const matrix<double>& X : c.states) slow.push_back(slow_spectrum_of(c.input, X));
    for (const lane_width lanes : all_widths)
      if (lanes <= widest_lanes()) {
        const std::vector<state_spectrum> fast = fast_spectra_of(*fast_path(c.input, lanes), c.states);
        for (std::size_t k = 0; k < fast.size(); ++k) {
          if (c.usual) BOOST_CHECK(fast[k].certified);
          if (!fast[k].certified) {
            BOOST_CHECK(fast[k].core.empty() && fast[k].frozen.empty());
            continue;
          }
          if (!slow[k].all.empty()) BOOST_CHECK_EQUAL(contradiction(fast[k], slow[k]), "");
          if (c.usual)
            for (const double width : widths(fast[k])) BOOST_CHECK_LE(width, 2);
        }
      }
  }
}

void check_all(bool hc, std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states) {
  for (const batch_case& c : cases(hc, seed, n, d, states)) check_case(c);
}

double median(std::vector<double> x) {
  std::ranges::nth_element(x, x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2));
  return x[x.size() / 2];
}

/// The numbers, known to some 14 places, are in the enclosures, up to these.
void check_reference(const state_spectrum& fast, const std::vector<double>& sigma_J,
                     const std::vector<double>& sigma_H) {
  BOOST_REQUIRE(fast.certified);
  const double error = 1e-13 * merged(fast).front().value.upper();
  const auto holds = [&](const interval& x, double value) {
    return x.lower() - error <= value && value <= x.upper() + error;
  };
  for (std::size_t k = 0; k < sigma_H.size(); ++k) BOOST_CHECK(holds(fast.frozen.at(k), sigma_H[k]));
  std::size_t i = 0;
  for (const auto& [value, multiplicity, from] : merged(fast))
    for (std::size_t m = 0; m < multiplicity && i < sigma_J.size(); ++m) BOOST_CHECK(holds(value, sigma_J[i++]));
  BOOST_CHECK_EQUAL(i, sigma_J.size());
}

/// Two units in the last place of each value that stands apart from the others, and what `floor` of the largest is.
void check_own_widths(const state_spectrum& fast, double floor) {
  const std::vector<spectrum_entry<interval>> all = merged(fast);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const interval& x = all[i].value;
    const double above = i > 0 ? all[i - 1].value.lower() - x.upper() : infinity;
    const double below = i + 1 < all.size() ? x.lower() - all[i + 1].value.upper() : infinity;
    if (!(std::min(above, below) > 1e-12 * x.upper())) continue;
    const double ulp = std::nextafter(x.upper(), infinity) - x.upper();
    BOOST_CHECK_LE(x.upper() - x.lower(), 2 * ulp + floor * all.front().value.upper());
  }
}

template <class Reference> void check_references(const std::vector<Reference>& references, double floor) {
  std::size_t certified = 0;
  std::vector<double> seen;
  for (const Reference& r : references) BOOST_TEST_CONTEXT(r.id) {
      const std::unique_ptr<const site_spectra> site = fast_path(r.input);
      const state_spectrum fast = fast_spectra_of(*site, {r.input.state}).front();
      if (!fast.certified) continue;
      ++certified;
      check_reference(fast, r.sigma_J, r.sigma_H);
      check_own_widths(fast, floor);
      for (const double width : widths(fast)) {
        BOOST_CHECK_LE(width, 2);
        seen.push_back(width);
      }
    }
  BOOST_CHECK_GT(10 * certified, 8 * references.size());
  BOOST_CHECK_LE(median(seen), 1);
}

} // namespace

BOOST_AUTO_TEST_SUITE(fast_paths)

BOOST_AUTO_TEST_CASE(hc_families) {
  check_all(true, 1, 1, 2, 3);
  for (const std::size_t n : {2, 3, 4}) check_all(true, n, n, 2 * n, 2);
  check_all(true, 13, 3, 37, 2);
  check_all(true, 22, 4, 300, 1);
}

BOOST_AUTO_TEST_CASE(hc_of_eight_streams) { check_case(cases(true, 21, 8, 16, 2).front()); }

BOOST_AUTO_TEST_CASE(mhc_families) {
  check_all(false, 2, 2, 4, 2);
  check_all(false, 12, 2, 300, 2);
  check_all(false, 3, 3, 9, 1);
}

BOOST_AUTO_TEST_CASE(mhc_of_four_streams) {
  for (const batch_case& c : cases(false, 46, 4, 16, 1))
    if (c.usual || c.family.starts_with("streams 1e-") || c.family.starts_with("a permutation")) check_case(c);
}

BOOST_AUTO_TEST_CASE(wide_states) {
  for (const bool hc : {true, false}) {
    batch_case c = cases(hc, 40, hc ? 4 : 3, 4096, 1).front();
    BOOST_REQUIRE(c.usual);
    check_case(c);
  }
}

BOOST_AUTO_TEST_CASE(usual_widths) {
  std::vector<double> seen;
  for (const bool hc : {true, false})
    for (const state_spectrum& fast : [&] {
           const batch_case c = cases(hc, 50, 4, 128, 40).front();
           return fast_spectra_of(*fast_path(c.input), c.states);
         }()) {
      BOOST_REQUIRE(fast.certified);
      const std::vector<double> of_state = widths(fast);
      seen.insert(seen.end(), of_state.begin(), of_state.end());
    }
  BOOST_CHECK_LE(median(seen), 1);
  BOOST_CHECK_LE(*std::ranges::max_element(seen), 2);
}

BOOST_AUTO_TEST_CASE(certificates_agree) {
  for (const bool hc : {true, false}) {
    const batch_case c = cases(hc, 60, hc ? 4 : 2, 40, 2).front();
    const std::vector<state_spectrum> fast = fast_spectra_of(*fast_path(c.input), c.states);
    for (std::size_t k = 0; k < c.states.size(); ++k) {
      mixer_input input = c.input;
      input.state = c.states[k];
      const certificate slow = certify(hc ? hc_mixer() : mhc_v4_mixer(), input, {});
      std::vector<interval> expected, found;
      for (const auto& [value, multiplicity, from] : slow.spectrum)
        expected.insert(expected.end(), multiplicity, interval(value.lower(), value.upper()));
      for (const auto& [value, multiplicity, from] : merged(fast[k])) found.insert(found.end(), multiplicity, value);
      BOOST_REQUIRE_EQUAL(expected.size(), found.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        BOOST_CHECK(found[i].lower() <= expected[i].upper() && expected[i].lower() <= found[i].upper());
    }
  }
}

BOOST_AUTO_TEST_CASE(neighbours_in_the_lanes_do_not_matter) {
  for (const bool hc : {true, false})
    for (const batch_case& c : cases(hc, 70, 3, 20, 11)) {
      batch_case among = c;
      if (c.family == "random") { // of all kinds
        among.states[1](0, 0) = not_a_number;
        among.states[4](2, 3) = infinity;
        for (double& x : among.states[5].values()) x = 0;
        for (double& x : among.states[7].values()) x *= 0x1p600;
      }
      for (const lane_width lanes : all_widths)
        if (lanes <= widest_lanes()) {
          const std::unique_ptr<const site_spectra> site = fast_path(c.input, lanes);
          const auto forward = fast_spectra_of(*site, among.states);
          const auto backward = fast_spectra_of(*site, among.states, state_order::backward);
          const auto single = fast_spectra_of(*site, among.states, state_order::single);
          for (std::size_t k = 0; k < forward.size(); ++k) {
            BOOST_CHECK(same(forward[k], backward[k]));
            BOOST_CHECK(same(forward[k], single[k]));
          }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_declined) {
  for (const bool hc : {true, false})
    for (const double bad : {not_a_number, infinity, -infinity})
      for (const std::size_t row : {0, 1, 2}) {
        batch_case c = cases(hc, 80, 3, 20, 1).front();
        c.states[0](row, 7) = bad;
        const state_spectrum fast = fast_spectra_of(*fast_path(c.input), c.states).front();
        BOOST_CHECK(!fast.certified);
        BOOST_CHECK(fast.core.empty() && fast.frozen.empty());
      }
}

BOOST_AUTO_TEST_CASE(parameters_that_are_not_finite_are_declined) {
  for (const double bad : {infinity, 0x1p1023}) {
    batch_case c = cases(false, 81, 3, 20, 1).front();
    for (double& x : c.input.parameters["fn"]) x = x > 0 ? bad : -bad;
    BOOST_CHECK(!fast_spectra_of(*fast_path(c.input), c.states).front().certified);
  }
}

BOOST_AUTO_TEST_CASE(sizes_without_a_fast_path) {
  BOOST_CHECK(fast_path(small_hc_input(1, 4, 7)) == nullptr);
  BOOST_CHECK(fast_path(small_hc_input(1, 4, 8)) != nullptr);
  BOOST_CHECK(fast_path(small_hc_input(1, 9, 40)) == nullptr);
  BOOST_CHECK(fast_path(small_mhc_input(1, 4, 15)) == nullptr);
  BOOST_CHECK(fast_path(small_mhc_input(1, 4, 16)) != nullptr);
  BOOST_CHECK(fast_path(small_mhc_input(1, 5, 40)) == nullptr);
  BOOST_CHECK(fast_path(small_mhc_input(1, 1, 40)) == nullptr);
}

BOOST_AUTO_TEST_CASE(references_of_hc, *boost::unit_test::precondition(has_shared_data)) {
  check_references(hc_references("hc/hcA"), 0);
  check_references(hc_references("hc/hcB"), 0);
}

BOOST_AUTO_TEST_CASE(references_of_mhc, *boost::unit_test::precondition(has_shared_data)) {
  for (const std::size_t width : {64, 512, 4096}) check_references(mhc_references(width), 0x1p-61);
}

BOOST_AUTO_TEST_SUITE_END()
