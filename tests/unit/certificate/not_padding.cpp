// What a certificate stores is at least what its witnesses prove, and not much more: no bound is hidden slack.
#include "certified.hpp"
#include "recomputed.hpp"

#include "mixcert/certificate/json.hpp"
#include "support/exact_matrix.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string_view>

using mixcert::certificate;
using mixcert::interval;
using mixcert::precision;
using mixcert::test::exact_matrix;

namespace {

void check_bound(const char* name, double stored, const mpq_class& recomputed) {
  // Roots carry less than a part in 2^190 of their own, and so does the radius, of the values it is a distance of.
  const mpq_class uncertain =
      name == std::string_view("radius") ? power_of_two(-190) : recomputed * power_of_two(-190) + power_of_two(-340);
  BOOST_TEST((rational(stored) + uncertain >= recomputed),
             name << " is stored as " << stored << ", which is too small");
  BOOST_TEST((rational(stored) <= 100 * recomputed + uncertain),
             name << " is stored as " << stored << ", but " << recomputed.get_d() << " would do");
}

void check_enclosures(const std::vector<mixcert::enclosure>& stored,
                      const std::vector<std::pair<mpq_class, mpq_class>>& ends) {
  BOOST_REQUIRE_EQUAL(stored.size(), ends.size());
  std::size_t wrong = 0, padded = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const mpq_class low = rational(stored[i].lower()), high = rational(stored[i].upper());
    const auto& [a, b] = ends[i];
    wrong += low > a + power_of_two(-190) || high + power_of_two(-190) < b;
    padded += high - low > 100 * (b - a) + b * power_of_two(-51);
  }
  BOOST_TEST(wrong == 0u);
  BOOST_TEST(padded == 0u);
}

/// Order statistics of both kinds of ends, expanded.
void check_merger(const certificate& c) {
  std::vector<double> low, high, stored_low, stored_high;
  for (const interval& x : c.core.values) {
    low.push_back(x.lower());
    high.push_back(x.upper());
  }
  for (const mixcert::core_tail& tail : c.core.tails) {
    low.insert(low.end(), tail.multiplicity, tail.value.lower());
    high.insert(high.end(), tail.multiplicity, tail.value.upper());
  }
  for (const auto& entry : c.spectrum) {
    stored_low.insert(stored_low.end(), entry.multiplicity, entry.value.lower());
    stored_high.insert(stored_high.end(), entry.multiplicity, entry.value.upper());
  }
  std::sort(low.rbegin(), low.rend());
  std::sort(high.rbegin(), high.rend());
  BOOST_TEST((low == stored_low));
  BOOST_TEST((high == stored_high));
}

/// Whether the stored enclosure holds that of the evaluation, and is at most a few last places wider.
void check_router(const mixcert::matrix<mixcert::enclosure>& stored,
                  const mixcert::matrix<mixcert::mp_interval>& values) {
  BOOST_REQUIRE_EQUAL(stored.values().size(), values.values().size());
  for (std::size_t i = 0; i < values.values().size(); ++i) {
    const mpq_class low = rational(values.values()[i].lower()), high = rational(values.values()[i].upper());
    const interval& x = stored.values()[i];
    const mpq_class size = rational(magnitude(x));
    BOOST_TEST((rational(x.lower()) <= low && high <= rational(x.upper())));
    BOOST_TEST((rational(x.upper()) - rational(x.lower()) <= size * power_of_two(-50) + power_of_two(-1072)));
  }
}

void check(const mixcert::mixer_input& input, const precision& places = {}) {
  // By way of the document: whoever reads it finds the same.
  const certificate c = mixcert::from_json(to_json(certified(input, places)), "document");
  const std::size_t d = input.state.cols();
  const mixcert::context<mixcert::mp_interval> numbers{400};
  const auto evaluation = evaluate_hc(numbers, hc_site_of(input), exact_matrix(numbers, input.state));
  const recomputed_bounds r = recompute(c, evaluation, d);
  const auto bound = [&](const char* type, const char* name) { return claim_of(c, type).bounds.at(name); };
  check_router(c.forward.H, evaluation.H);
  check_router(claim_of(c, "router").enclosures.at("logits"), evaluation.logits);
  check_router(claim_of(c, "router").enclosures.at("dH_dlogits"), evaluation.dH_dlogits);
  check_bound("alpha", bound("rotation", "alpha"), r.alpha);
  check_bound("beta", bound("rotation", "beta"), r.beta);
  check_bound("nu", bound("rotation", "nu"), r.nu);
  check_bound("radius", c.core.radius, r.radius);
  check_enclosures(c.frozen_spectrum, r.frozen);
  check_enclosures(c.core.values, r.core);
  check_merger(c);
  if (r.core.empty()) return;
  BOOST_TEST(r.phi.has_value() != r.t.has_value());
  if (r.phi)
    check_bound("phi", bound("basis", "phi"), *r.phi);
  else
    check_bound("t", bound("basis", "t"), *r.t);
  check_bound("epsilon", bound("core", "epsilon"), r.epsilon);
  check_bound("e", bound("svd", "e"), r.e);
  check_bound("f", bound("svd", "f"), r.f);
  check_bound("g", bound("svd", "g"), r.g);
}

/// Two parallel streams: the Gram matrix is singular although no two generators are equal.
mixcert::mixer_input parallel_streams(std::size_t n, std::size_t d) {
  mixcert::mixer_input input = small_hc_input(9, n, d);
  for (std::size_t c = 0; c < d; ++c) input.state(1, c) = 2 * input.state(0, c);
  return input;
}

} // namespace

BOOST_AUTO_TEST_SUITE(not_padding)

BOOST_AUTO_TEST_CASE(small_sites) {
  for (const precision& places : {precision{24, 56, 384}, precision{}}) {
    for (const auto& [n, d] : {std::pair{1, 5}, {2, 9}, {3, 4}, {3, 8}})
      BOOST_TEST_CONTEXT(n << " x " << d << ", witness " << places.witness) {
        check(small_hc_input(30 + n, n, d), places);
      }
    check(parallel_streams(2, 9), places);
    check(never_mixed_input(3, 4), places);
  }
  BOOST_TEST(claim_of(certified(parallel_streams(2, 9)), "basis").bounds.count("t") == 1u);
}

BOOST_AUTO_TEST_CASE(reference_states, *boost::unit_test::precondition(has_shared_data)) {
  std::size_t states = 0;
  for (const auto& [set, step] : {std::pair{"hc/hcA", 8}, {"hc/hcB", 8}, {"edge/hc_edge", 2}}) {
    const std::vector<hc_reference> all = hc_references(set);
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(step)) {
      if (all[i].input.state.rows() > 4) continue; // a core of 128: minutes in rationals
      BOOST_TEST_CONTEXT(all[i].id) { check(all[i].input); }
      ++states;
    }
  }
  BOOST_TEST(states >= 20u);
}

BOOST_AUTO_TEST_SUITE_END()
