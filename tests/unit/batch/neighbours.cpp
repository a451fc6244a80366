// States in lanes do not see one another.
#include "mixcert/batch/site_spectra.hpp"

#include "support/hc_cases.hpp"
#include "support/mhc_cases.hpp"

#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

using numbers = std::vector<double>;

bool is_same(const std::vector<interval>& a, const std::vector<interval>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const interval& x, const interval& y) {
    return x.lower() == y.lower() && x.upper() == y.upper();
  });
}

bool is_same(const state_spectrum& a, const state_spectrum& b) {
  return a.certified == b.certified &&
         (!a.certified || (is_same(a.core, b.core) && is_same(a.frozen, b.frozen) && a.multiplicity == b.multiplicity));
}

std::vector<state_spectrum> enclosed(spectra_worker& worker, const std::vector<const numbers*>& states) {
  std::vector<const double*> data;
  for (const numbers* state : states) data.push_back(state->data());
  std::vector<state_spectrum> r(states.size());
  worker.enclose(data, r);
  return r;
}

/// Ordinary states, scaled ones, collapsed ones, one of zeros, one near overflow.
std::vector<numbers> varied_states(std::size_t n, std::size_t d) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<numbers> r;
  for (const double scale : {1.0, 1e-8, 1e8, 1.0, 1.0, 1e-160, 1e150, 0.0, 1.0}) {
    numbers state;
    for (std::size_t i = 0; i < n * d; ++i) state.push_back(normal(random) * scale);
    r.push_back(state);
  }
  for (std::size_t i = d; i < n * d; ++i) {
    r[3][i] = r[3][i - d];
    r[4][i] = r[4][i - d] * (1 + 1e-9);
  }
  return r;
}

void check_neighbours(const mixer& mixer, const mixer_input& input) {
  const auto site = fast_spectra(mixer, input);
  BOOST_REQUIRE(site);
  const std::vector<numbers> states = varied_states(input.state.rows(), input.state.cols());
  const auto worker = site->worker(), used = site->worker();
  std::size_t certified = 0;
  for (const numbers& state : states) {
    const state_spectrum alone = enclosed(*worker, {&state})[0];
    certified += alone.certified ? 1 : 0;
    for (std::size_t count = 2; count <= used->lanes(); ++count)
      for (const numbers& neighbour : states)
        for (const std::size_t place : {std::size_t{0}, count - 1}) {
          std::vector<const numbers*> together(count, &neighbour);
          together[place] = &state;
          BOOST_CHECK(is_same(enclosed(*used, together)[place], alone));
        }
  }
  BOOST_TEST(certified >= 4U);
}

} // namespace

BOOST_AUTO_TEST_SUITE(neighbours)

BOOST_AUTO_TEST_CASE(of_hc) { check_neighbours(find_mixer("hc"), small_hc_input(1, 4, 16)); }
BOOST_AUTO_TEST_CASE(of_mhc_v4) { check_neighbours(find_mixer("mhc-v4"), small_mhc_input(1, 4, 20)); }

BOOST_AUTO_TEST_CASE(other_maps_and_mixers_have_no_fast_path) {
  mixer_input input = small_hc_input(1, 4, 16);
  BOOST_CHECK(!fast_spectra(find_mixer("hc-paper"), input));
  input.read = true;
  BOOST_CHECK(!fast_spectra(find_mixer("hc"), input));
  input.read = false;
  input.branch_output = numbers(16, 1.0);
  BOOST_CHECK(!fast_spectra(find_mixer("hc"), input));
  input.branch_output.reset();
  input.state_radius = matrix<double>(4, 16, 0.0);
  BOOST_CHECK(!fast_spectra(find_mixer("hc"), input));
  BOOST_CHECK(!fast_spectra(find_mixer("hc"), small_hc_input(1, 4, 7)));
}

BOOST_AUTO_TEST_SUITE_END()
