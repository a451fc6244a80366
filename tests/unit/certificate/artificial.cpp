// Complete certificates of artificial mixers against exact rationals.
#include "certified.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/error.hpp"
#include "support/exact.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using mixcert::certificate;
using mixcert::interval;
using mixcert::precision;

namespace {

const std::vector<precision> all_places{{24, 40, 384}, {}};

bool contains(const interval& x, const mpq_class& value) {
  return rational(x.lower()) <= value && value <= rational(x.upper());
}

mpq_class mean_square(const rational_matrix& a) { return frobenius_squared(a) / static_cast<unsigned long>(a.rows()); }

std::size_t rank(const rational_matrix& a) { return inertia_of(times(transpose(a), a)).positive; }

/// All approximate values, descending: those of the core's decomposition and s_k, width - p times each.
std::vector<mpq_class> approximations(const certificate& c) {
  std::vector<mpq_class> r;
  const auto sigma = from_dyadic(claim_of(c, "svd").matrices.at("sigma"), 400);
  for (const auto& x : sigma.values()) r.push_back(rational(x));
  const auto s = from_dyadic(claim_of(c, "rotation").matrices.at("s"), 400);
  for (const mixcert::core_tail& tail : c.core.tails) r.insert(r.end(), tail.multiplicity, rational(s(tail.k, 0)));
  std::sort(r.begin(), r.end(), [](const mpq_class& a, const mpq_class& b) { return a > b; });
  return r;
}

/// Every precision with the stream-adapted core, and one of them with the common core.
std::vector<std::pair<precision, mixcert::core_method>> settings() {
  std::vector<std::pair<precision, mixcert::core_method>> all;
  for (const precision& places : all_places) all.emplace_back(places, mixcert::core_method::stream_adapted);
  all.emplace_back(precision{}, mixcert::core_method::common);
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(artificial)

BOOST_AUTO_TEST_CASE(special_problems_are_certified_truly) {
  for (const named_problem& x : special_problems()) {
    const std::size_t d = x.p.width;
    const rational_matrix J = jacobian(x.p), F = map(x.p.frozen(), lower_end);
    const rational_matrix feedback = minus(J, kronecker(F, rational_identity(d)));
    exact_singular_values values(J), frozen(F);
    for (const auto& [places, method] : settings()) BOOST_TEST_CONTEXT(x.name << ", witness " << places.witness) {
        const certificate c = certified(x.p, places, method);
        const auto failure = escape(values, expanded(c.spectrum));
        BOOST_TEST(!failure, failure.value_or(""));
        std::vector<mixcert::mp_interval> of_F;
        for (const interval& value : c.frozen_spectrum) of_F.push_back(lifted(value));
        BOOST_TEST(!escape(frozen, of_F));

        const mixcert::certified_quantities& q = c.quantities;
        BOOST_TEST(contains(q.mean_square, mean_square(J)));
        BOOST_TEST(contains(q.frozen_mean_square, mean_square(F)));
        if (mean_square(F) != 0 && q.mean_square_ratio) {
          BOOST_TEST(contains(*q.mean_square_ratio, mean_square(J) / mean_square(F)));
        }
        BOOST_TEST(q.rank_at_least <= rank(feedback));
        BOOST_TEST(q.rank_at_most >= rank(feedback));

        std::size_t count = c.core.values.size();
        for (const mixcert::core_tail& tail : c.core.tails) count += tail.multiplicity;
        BOOST_TEST(count == J.rows());
        BOOST_TEST(c.core.values.size() == c.core.dimension);

        // The radius covers the distance of every value from its approximation.
        std::vector<mixcert::mp_interval> balls;
        const mixcert::mp_interval radius(c.core.radius, 400);
        for (const mpq_class& sigma : approximations(c)) {
          mixcert::mp_interval middle(0, 400);
          mpfi_set_q(middle.get(), sigma.get_mpq_t());
          balls.push_back(hull(middle - radius, middle + radius));
        }
        BOOST_TEST(!escape(values, balls, 200));
      }
  }
}

// The radius speaks of the tails too: here there is nothing else, and P and Q are far less exact than nu is small.
BOOST_AUTO_TEST_CASE(the_radius_covers_the_tails) {
  problem_source source(3);
  for (int round = 0; round < 10; ++round) {
    const problem p = source.generic(3, 4, 2).without_feedback();
    const certificate c = certified(p, {20, 56, 384});
    const mixcert::claim& rotation = claim_of(c, "rotation");
    const auto s = from_dyadic(rotation.matrices.at("s"), 400);
    const auto bound = [&](const char* name) { return mixcert::mp_interval(rotation.bounds.at(name), 400); };
    const mixcert::mp_interval one(1, 400), kappa = sqrt((one - bound("alpha")) * (one - bound("beta")));
    for (std::size_t k = 0; k < 3; ++k) {
      const mixcert::mp_interval sigma(s(k, 0), 400), high = (sigma + bound("nu")) / kappa - sigma;
      BOOST_TEST(c.core.radius * (1 + 0x1p-30) >= magnitude_up(high)); // the stored bounds are padded by 2^-40
    }
  }
}

BOOST_AUTO_TEST_CASE(the_forward_map) {
  for (const named_problem& x : special_problems()) BOOST_TEST_CONTEXT(x.name) {
      const mixcert::forward_enclosures forward = certified(x.p).forward;
      const rational_matrix H = map(x.p.e.H, lower_end);
      mpq_class rows, columns, least = H(0, 0);
      for (std::size_t i = 0; i < H.rows(); ++i) {
        mpq_class row = -1, column = -1;
        for (std::size_t j = 0; j < H.cols(); ++j) {
          row += H(i, j);
          column += H(j, i);
          least = std::min(least, H(i, j));
          BOOST_TEST(contains(forward.H(i, j), H(i, j)));
        }
        rows = std::max(rows, mpq_class(abs(row)));
        columns = std::max(columns, mpq_class(abs(column)));
      }
      BOOST_TEST(contains(forward.row_sum_error, rows));
      BOOST_TEST(contains(forward.column_sum_error, columns));
      BOOST_TEST(contains(forward.min_entry, least));
      BOOST_TEST(width_up(forward.column_sum_error) <= 1e-15 * magnitude(forward.column_sum_error));
    }
}

// J = 1 + 1/2 * 1/2: no step errs, and still the stored ends leave room for another arithmetic.
BOOST_AUTO_TEST_CASE(exact_values_leave_slack) {
  const auto number = [](double x) { return mixcert::mp_interval(x, exact_bits); };
  problem p = problem_source(6).generic(1, 1, 1).with_H({1});
  p.e.generators[0].row = {number(1)};
  p.e.state(0, 0) = number(0.5);
  p.e.dH[0](0, 0) = number(0.5);
  const certificate c = certified(p);
  BOOST_REQUIRE(c.core.values.size() == 1u);
  BOOST_TEST(c.core.values[0].lower() == 1.25 - 0x1p-52);
  BOOST_TEST(c.core.values[0].upper() == 1.25 + 0x1p-52);
}

BOOST_AUTO_TEST_CASE(tails_are_counted) {
  problem_source source(4);
  const certificate c = certified(source.generic(3, 7, 2));
  BOOST_TEST(c.core.dimension == 6u);
  BOOST_TEST(c.core.tails.size() == 3u);
  for (const mixcert::core_tail& tail : c.core.tails) {
    BOOST_TEST(tail.multiplicity == 5u);
    BOOST_TEST(tail.coincident);
    BOOST_TEST(subset(tail.value, c.frozen_spectrum[tail.k]));
  }
  BOOST_TEST(certified(source.generic(3, 2, 2)).core.tails.empty());
}

BOOST_AUTO_TEST_CASE(what_binary64_cannot_store_is_refused) {
  problem_source source(5);
  const problem p = source.generic(2, 4, 2);
  BOOST_CHECK_THROW(certified(p.with_scaled_derivative(1e300).with_scaled_derivative(1e300)), mixcert::not_certified);
  // Small values are rounded outward instead.
  const problem tiny = p.with_H({0, 0, 0, 0}).with_scaled_derivative(1e-300).with_scaled_derivative(1e-300);
  exact_singular_values values(jacobian(tiny));
  BOOST_TEST(!escape(values, expanded(certified(tiny).spectrum)));
}

BOOST_AUTO_TEST_SUITE_END()
