// Certificates of a numerically selected common core (theorem T4).
#include "certified.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/error.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

using mixcert::certificate;
using mixcert::precision;

namespace {

certificate with_tau(const problem& p, const char* tau, const precision& places = {}) {
  return certified(p, places, mixcert::core_method::common, mixcert::parse_rank_tolerance(tau));
}

/// Two generators of three are needed for all but a millionth.
problem graded() { return problem_source(51).generic(2, 6, 3).with_scaled_generator(1, 0x1p-20); }

bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

mixcert::mp_interval ball(const mpq_class& middle, double radius) {
  mixcert::mp_interval r(0, 400);
  mpfi_set_q(r.get(), middle.get_mpq_t());
  const mixcert::mp_interval distance(radius, 400);
  return hull(r - distance, r + distance);
}

} // namespace

BOOST_AUTO_TEST_SUITE(truncated)

BOOST_AUTO_TEST_CASE(special_problems_are_certified_truly) {
  std::size_t cut = 0, whole = 0;
  for (const named_problem& x : special_problems()) {
    exact_singular_values values(jacobian(x.p));
    for (const char* tau : {"0.3", "1e-3", "1e-8", "1e-12"}) BOOST_TEST_CONTEXT(x.name << ", tau " << tau) {
        certificate c;
        try {
          c = with_tau(x.p, tau, {24, 56, 384});
        } catch (const mixcert::not_certified& reason) {
          BOOST_TEST(has(reason.what(), "binary64"));
          continue;
        }
        const auto failure = escape(values, expanded(c.spectrum));
        BOOST_TEST(!failure, failure.value_or(""));
        const bool is_cut = c.core.stream_dimensions != c.core.generators;
        ++(is_cut ? cut : whole);
        std::size_t count = c.core.values.size(), claims = 0;
        for (const mixcert::core_tail& tail : c.core.tails) {
          count += tail.multiplicity;
          BOOST_TEST(tail.coincident != is_cut);
          BOOST_TEST(tail.multiplicity == x.p.width - c.core.stream_dimensions[tail.k]);
        }
        BOOST_TEST(count == c.frozen_spectrum.size() * x.p.width);
        for (const mixcert::claim& step : c.claims) claims += step.type == "truncation";
        BOOST_TEST(claims == (is_cut ? 1u : 0u));
        BOOST_TEST(c.core.selection.has_value());

        // The radius covers the distance of every value from its approximation.
        std::vector<mixcert::mp_interval> balls;
        const auto sigma = from_dyadic(claim_of(c, "svd").matrices.at("sigma"), 400);
        const auto s = from_dyadic(claim_of(c, "rotation").matrices.at("s"), 400);
        std::vector<mpq_class> middles = rational(sigma.values());
        for (const mixcert::core_tail& tail : c.core.tails)
          middles.insert(middles.end(), tail.multiplicity, rational(s(tail.k, 0)));
        std::sort(middles.begin(), middles.end(), [](const mpq_class& a, const mpq_class& b) { return a > b; });
        for (const mpq_class& middle : middles) balls.push_back(ball(middle, c.core.radius));
        BOOST_TEST(!escape(values, balls, 200));
      }
  }
  BOOST_TEST(cut > 20u);
  BOOST_TEST(whole > 20u);
}

// The stored epsilon is what follows from the other stored numbers, and not much more.
BOOST_AUTO_TEST_CASE(stored_bounds_follow_from_stored_witnesses) {
  for (const precision& places : {precision{24, 56, 384}, precision{}}) {
    const certificate c = mixcert::from_json(to_json(with_tau(graded(), "1e-3", places)), "document");
    const mixcert::claim& t = claim_of(c, "truncation");
    const auto witness = [](const mixcert::claim& step, const char* name) {
      return rational(from_dyadic(step.matrices.at(name), 400));
    };
    const std::size_t n = 2, p = 3, q = c.core.stream_dimensions.front();
    BOOST_TEST_REQUIRE(q < p);
    const auto diagonal = [&](std::size_t size) {
      return kronecker(rational_diagonal(witness(claim_of(c, "rotation"), "s").values()), rational_identity(size));
    };
    const rational_matrix V = kronecker(rational_identity(n), witness(t, "V")), Vt = transpose(V);
    const rational_matrix M = minus(witness(claim_of(c, "core"), "C"), diagonal(p)), N = times(times(Vt, M), V);
    const mpq_class kappa = rational(t.bounds.at("kappa")), epsilon = rational(t.bounds.at("epsilon"));
    const mpq_class left_out = frobenius_squared(minus(M, times(times(V, N), Vt)));
    const mpq_class rounding = frobenius(minus(plus(N, diagonal(q)), witness(t, "C")));
    BOOST_TEST((kappa * kappa >= left_out));
    BOOST_TEST((kappa <= root_up(left_out) * mpq_class(1001, 1000)));
    const mpq_class all = rational(claim_of(c, "core").bounds.at("epsilon")) + root_up(left_out) + rounding;
    BOOST_TEST((epsilon >= all));
    BOOST_TEST((epsilon <= all * mpq_class(1001, 1000)));
    BOOST_TEST(c.core.radius >= t.bounds.at("epsilon"));
    if (places.witness > 100) BOOST_TEST(c.core.radius <= 1.001 * t.bounds.at("epsilon"));
  }
}

BOOST_AUTO_TEST_CASE(a_tolerance_that_cuts_nothing_changes_nothing) {
  const problem p = graded();
  const certificate with = with_tau(p, "1e-12"), without = certified(p, {}, mixcert::core_method::common);
  BOOST_TEST(with.core.radius == without.core.radius);
  BOOST_TEST(with.claims.size() == without.claims.size());
  BOOST_TEST_REQUIRE(with.spectrum.size() == without.spectrum.size());
  for (std::size_t i = 0; i < with.spectrum.size(); ++i) {
    BOOST_TEST(with.spectrum[i].value.lower() == without.spectrum[i].value.lower());
    BOOST_TEST(with.spectrum[i].value.upper() == without.spectrum[i].value.upper());
  }
  BOOST_TEST(!without.core.selection.has_value());
  BOOST_TEST(has(to_json(without), "\"tau\": null"));
}

BOOST_AUTO_TEST_CASE(the_document_says_what_was_selected) {
  const certificate c = with_tau(graded(), "1.0e-3");
  const std::string text = to_json(c);
  const certificate r = mixcert::from_json(text, "document");
  BOOST_TEST((to_json(r) == text));
  BOOST_TEST(r.core.selection->tau == "1.0e-3");
  BOOST_TEST(r.core.selection->delta == c.core.selection->delta);
  BOOST_TEST((r.core.selection->delta_terms == c.core.selection->delta_terms));
  BOOST_TEST(has(text, "\"certified\": false"));
  double sum = 0;
  for (const double term : c.core.selection->delta_terms) sum += term;
  BOOST_TEST(c.core.selection->delta >= sum);
  BOOST_TEST(c.core.selection->delta <= sum * (1 + 1e-15));
}

BOOST_AUTO_TEST_CASE(other_documents_are_refused) {
  const std::string text = to_json(with_tau(graded(), "1e-3"));
  const auto refused = [&](const std::string& old, const std::string& put, const char* says) {
    std::string edited = text;
    const std::size_t place = edited.find(old);
    BOOST_REQUIRE(place != std::string::npos);
    edited.replace(place, old.size(), put);
    try {
      mixcert::from_json(edited, "document");
      BOOST_ERROR("accepted: " << put);
    } catch (const mixcert::input_error& error) {
      BOOST_TEST(has(error.what(), says), error.what());
    }
  };
  refused("\"tau\": \"1e-3\"", "\"tau\": null", "belong together");
  refused("\"tau\": \"1e-3\"", "\"tau\": \"2\"", ".core.tau");
  refused("\"tau\": \"1e-3\"", "\"tau\": 1e-3", ".core.tau");
  refused("\"certified\": false", "\"certified\": true", "never certified");
  refused("\"terms\": [", "\"terms\": [\"0\",", "four");
  refused("\"total\": \"", "\"total\": \"-", "negative");
  refused("\"total\": \"", "\"total\": \"x", ".total");
}

BOOST_AUTO_TEST_CASE(what_people_read) {
  const std::string text = summary(with_tau(graded(), "1e-3"));
  for (const char* piece : {"2 of 3 feature directions kept at tau 1e-3", "uncertified", "everything included",
                            "the rest within the radius of those of H"})
    BOOST_TEST(has(text, piece), piece);
  const std::string whole = summary(with_tau(graded(), "1e-12"));
  for (const char* piece : {"3 of 3 feature directions", "uncertified", "the rest exactly those of H"})
    BOOST_TEST(has(whole, piece), piece);
}

BOOST_AUTO_TEST_CASE(digits_that_a_truncation_leaves) {
  const problem p = graded();
  const mixcert::mixer_input input{{}, {}, mixcert::matrix<double>(p.streams(), p.width, 0.0)};
  const auto digits = [&](int count, const char* tau) {
    return certify_digits(solved_mixer(p), input, {}, count,
                          {.core = mixcert::core_method::common, .tau = mixcert::parse_rank_tolerance(tau)});
  };
  BOOST_TEST(digits(2, "1e-3").core.radius > 1e-9);
  BOOST_TEST(digits(30, "1e-12").core.radius < 1e-30);
  try {
    digits(30, "1e-3");
    BOOST_ERROR("more digits than the truncation leaves");
  } catch (const mixcert::not_certified& reason) {
    BOOST_TEST(has(reason.what(), "--tau"));
  }
}

BOOST_AUTO_TEST_CASE(only_the_common_core_is_truncated) {
  BOOST_CHECK_THROW(
      certified(graded(), {}, mixcert::core_method::stream_adapted, mixcert::parse_rank_tolerance("1e-3")),
      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
