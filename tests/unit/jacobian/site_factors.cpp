// Structured products with a site, and chains of them, against products of matrices of fractions (theorem T22 c).
#include "mixcert/jacobian/dense_product.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "support/double_doubles.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr std::size_t n = 2, d = 3, order = n * d;

/// Two streams and a branch output; of one entry of H the derivative is on one stream only, of another there is none.
site_factors random_site(std::mt19937_64& random, int size = 0) {
  site_factors site{random_double_doubles(random, n, n, size), 0, {n + 1, d, 0.0}, {}, 0};
  for (double& x : site.sources.values()) x = random_double_double(random, 0).high;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= n; ++j) {
      if (i == 1 && j == 0) continue;
      const std::vector<std::size_t> streams =
          i == 0 && j == 1 ? std::vector<std::size_t>{1} : std::vector<std::size_t>{0, 1};
      site.derivatives.push_back({i, j, streams, random_double_doubles(random, streams.size(), d, size)});
    }
  return site;
}

/// What the stored numbers stand for.
rational_matrix jacobian(const site_factors& site) {
  rational_matrix J = kronecker(test::rational(site.H), rational_identity(d));
  for (const derivative_row& D : site.derivatives)
    for (std::size_t s = 0; s < D.streams.size(); ++s)
      for (std::size_t c = 0; c < d; ++c)
        for (std::size_t e = 0; e < d; ++e)
          J(D.output * d + e, D.streams[s] * d + c) +=
              mpq_class(site.sources(D.source, e)) * test::rational(D.features(s, c));
  return J;
}

double_double_matrix unit_matrix(std::mt19937_64& random, std::size_t columns) {
  double_double_matrix M = random_double_doubles(random, order, columns, 0);
  scale(M, -std::ilogb(frobenius_up(M)) - 2);
  return M;
}

mpq_class distance(const rational_matrix& a, const rational_matrix& b) { return frobenius(minus(a, b)); }

rational_matrix value(const dense_product& p) { return times(power_of_two(p.exponent), test::rational(p.midpoint)); }

bool holds(const dense_product& p, const rational_matrix& exact) {
  return at_least_root(mpq_class(p.radius) * power_of_two(p.exponent), frobenius_squared(minus(value(p), exact)));
}

double norm_of(const site_factors& site) {
  const mpq_class norm = frobenius(jacobian(site));
  return std::nextafter(norm.get_d(), std::numeric_limits<double>::infinity());
}

struct chain {
  std::vector<site_factors> sites;
  std::vector<double> norms;
  rational_matrix exact = rational_identity(order);

  void add(site_factors site, double slack = 1) {
    exact = times(jacobian(site), exact);
    norms.push_back(slack * norm_of(site));
    sites.push_back(std::move(site));
  }
  dense_product multiplied() const { return multiply_sites(sites, norms); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(structured_products)

BOOST_AUTO_TEST_CASE(are_within_their_rounding) {
  std::mt19937_64 random(1);
  for (const int size : {0, 30, -30, 300, -300})
    for (const std::size_t columns : {1U, 6U, 70U}) {
      const site_factors site = random_site(random, size);
      const double_double_matrix M = unit_matrix(random, columns);
      const double norm = frobenius_up(M);
      const rational_matrix J = jacobian(site);
      const mpq_class error = distance(test::rational(apply(site, M)), times(J, test::rational(M)));
      const mpq_class of_transposed =
          distance(test::rational(apply_transposed(site, M)), times(transpose(J), test::rational(M)));
      for (const auto& [found, bound] : {std::pair{error, mpq_class(local_error(site, norm, false))},
                                         {of_transposed, mpq_class(local_error(site, norm, true))}}) {
        BOOST_TEST((found <= bound));
        BOOST_TEST((found > bound / 2000)); // so not much of it is slack
      }
    }
}

// A map within the radii that is as far as it may be, applied where that shows.
BOOST_AUTO_TEST_CASE(include_the_data) {
  std::mt19937_64 random(2);
  double_double_matrix M(order, 1);
  for (std::size_t c = 0; c < d; ++c) M.high(c, 0) = 0.25;
  const double norm = frobenius_up(M), r = 0x1p-80;
  site_factors site = random_site(random);
  const double rounding = local_error(site, norm, false), rounding_transposed = local_error(site, norm, true);
  const auto check = [&](const site_factors& other) {
    const rational_matrix J = jacobian(other);
    const mpq_class error = distance(test::rational(apply(site, M)), times(J, test::rational(M)));
    const mpq_class of_transposed =
        distance(test::rational(apply_transposed(site, M)), times(transpose(J), test::rational(M)));
    BOOST_TEST((error <= local_error(site, norm, false)));
    BOOST_TEST((error > rounding));
    BOOST_TEST((of_transposed <= local_error(site, norm, true)));
    BOOST_TEST((of_transposed > rounding_transposed));
  };
  site_factors other = site;
  site.H_radius = r;
  const double_double moved = nearest_double_double(test::rational(site.H(0, 0)) + mpq_class(r));
  other.H.high(0, 0) = moved.high;
  other.H.low(0, 0) = moved.low;
  site.H_radius = r * (1 + 0x1p-20); // the moved entry was rounded
  check(other);
  other = site;
  site.H_radius = 0;
  site.derivatives_radius = r * (1 + 0x1p-20);
  double_double_matrix& D = other.derivatives.front().features;
  for (std::size_t c = 0; c < d; ++c) {
    const double_double x = nearest_double_double(test::rational(D(0, c)) + mpq_class(r * std::sqrt(1.0 / d)));
    D.high(0, c) = x.high;
    D.low(0, c) = x.low;
  }
  check(other);
}

// Sources that became subnormal when they were scaled.
BOOST_AUTO_TEST_CASE(include_sources_that_underflow) {
  site_factors site{double_double_matrix(1, 1), 0, {1, 1, 0x1p-1074}, {{0, 0, {0}, double_double_matrix(1, 1)}}, 0};
  site.derivatives[0].features.high(0, 0) = 0x1p100;
  double_double_matrix M(1, 1);
  M.high(0, 0) = 0.5;
  const mpq_class lost =
      mpq_class(3, 2) * power_of_two(-1074) * power_of_two(99) - test::rational(apply(site, M)(0, 0));
  BOOST_TEST((abs(lost) > 0));
  BOOST_TEST((abs(lost) <= local_error(site, 0.5, false)));
}

// Weights and rows that double-double numbers hold exactly: what is lost is lost where they are combined.
BOOST_AUTO_TEST_CASE(include_the_rounding_of_combined_rows) {
  std::mt19937_64 random(11);
  constexpr std::size_t rows = 7;
  const auto exact = [](const double_double& x) { return mp_interval(x.high, 256) + mp_interval(x.low, 256); };
  for (int repeat = 0; repeat < 10; ++repeat) {
    const double_double_matrix features = random_double_doubles(random, rows, d, 0);
    const double_double_matrix weights = random_double_doubles(random, n, rows, 0);
    const mp_interval zero(0, 256);
    feedback<mp_interval> f{matrix<mp_interval>(n, n, zero), {}, {}, {}, {}, {}};
    f.sources = matrix<mp_interval>(n, rows, zero);
    f.array_weights = matrix<mp_interval>(n * n, 0, zero);
    f.derivatives.assign(n * n, matrix<mp_interval>(n, rows, zero));
    for (std::size_t g = 0; g < rows; ++g) {
      f.generators.push_back({"g", {}});
      for (std::size_t c = 0; c < d; ++c) f.generators.back().row.push_back(exact(features(g, c)));
      for (std::size_t s = 0; s < n; ++s) f.derivatives.front()(s, g) = exact(weights(s, g));
    }
    mixer_input input;
    input.state = matrix<double>(n, d, 0.5);
    const site_factors site = factors_of(f, input);
    const rational_matrix combined = times(power_of_two(std::ilogb(0.5 / site.sources(0, 0))),
                                           times(test::rational(weights), test::rational(features)));
    const mpq_class error = distance(test::rational(site.derivatives.front().features), combined);
    BOOST_TEST((error <= site.derivatives_radius));
    BOOST_TEST((error > mpq_class(site.derivatives_radius) / 1000));
  }
}

BOOST_AUTO_TEST_CASE(of_zeros_and_of_nothing) {
  std::mt19937_64 random(3);
  const site_factors site = random_site(random);
  const double_double_matrix zero(order, 4);
  BOOST_TEST((frobenius_squared(test::rational(apply(site, zero))) == 0));
  BOOST_TEST((frobenius_squared(test::rational(apply_transposed(site, zero))) == 0));
  site_factors frozen = site;
  frozen.derivatives.clear();
  const double_double_matrix M = unit_matrix(random, 4);
  BOOST_TEST((distance(test::rational(apply(frozen, M)), times(jacobian(frozen), test::rational(M))) <=
              local_error(frozen, frobenius_up(M), false)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(chains_of_structured_products)

BOOST_AUTO_TEST_CASE(hold_the_product) {
  std::mt19937_64 random(4);
  for (const int size : {0, 200, -200})
    for (const std::size_t length : {1U, 2U, 7U, 16U}) {
      chain c;
      for (std::size_t l = 0; l < length; ++l) c.add(random_site(random, size));
      const dense_product p = c.multiplied();
      BOOST_TEST(holds(p, c.exact), length << " sites of size 2^" << size);
      BOOST_TEST(p.radius <= 0x1p-72);
      BOOST_TEST(!p.suffixes_computed);
      const double norm = frobenius_up(p.midpoint);
      BOOST_TEST((norm >= 0.249 && norm <= 0.501));
    }
}

// Norms that say too much, so that the suffixes have to be multiplied; the radius is then as without the slack.
BOOST_AUTO_TEST_CASE(hold_the_product_with_computed_suffixes) {
  std::mt19937_64 random(5);
  for (const std::size_t length : {2U, 3U, 12U}) {
    chain c;
    for (std::size_t l = 0; l < length; ++l) c.add(random_site(random, l % 2 == 0 ? 40 : -50), 0x1p45);
    const dense_product p = c.multiplied();
    BOOST_TEST(p.suffixes_computed);
    BOOST_TEST(holds(p, c.exact), length);
    if (length <= 3) BOOST_TEST(p.radius <= 0x1p-40);
  }
}

// Data within radii: the first site moves, and all that is behind it multiplies the change.
BOOST_AUTO_TEST_CASE(hold_products_of_all_members) {
  std::mt19937_64 random(6);
  for (const double slack : {1.0, 0x1p30})
    for (const std::size_t moving : {0U, 2U, 4U}) {
      chain c;
      for (std::size_t l = 0; l < 5; ++l) {
        site_factors site = random_site(random);
        if (l == moving) {
          for (double& x : site.H.high.values()) x = std::ldexp(std::nearbyint(std::ldexp(x, 10)), -10);
          for (double& x : site.H.low.values()) x = 0;
        }
        c.add(site, slack);
      }
      chain other;
      for (std::size_t l = 0; l < 5; ++l) {
        site_factors site = c.sites[l];
        if (l == moving)
          for (double& x : site.H.high.values()) x += 0x1p-30;
        other.add(site);
      }
      BOOST_TEST(!holds(c.multiplied(), other.exact));
      c.sites[moving].H_radius = 0x1p-29;
      BOOST_TEST(holds(c.multiplied(), other.exact));
    }
}

BOOST_AUTO_TEST_CASE(include_entries_below_the_range) {
  site_factors site{double_double_matrix(2, 2), 0, {2, 1, 0.0}, {}, 0};
  site.H.high(0, 0) = 1;
  site.H.high(1, 1) = 0x1.8p-533;
  chain c;
  for (int l = 0; l < 3; ++l) {
    c.norms.push_back(1);
    c.sites.push_back(site);
  }
  rational_matrix exact = rational_zero(2, 2);
  exact(0, 0) = 1;
  exact(1, 1) = mpq_class(27, 8) * power_of_two(-1599);
  BOOST_TEST(holds(multiply_sites(c.sites, c.norms), exact));
}

BOOST_AUTO_TEST_CASE(of_a_zero_map_are_zero) {
  std::mt19937_64 random(7);
  chain c;
  c.add(random_site(random));
  site_factors zero{double_double_matrix(n, n), 0, {n, d, 0.0}, {}, 0};
  c.sites.push_back(zero);
  c.norms.push_back(0);
  c.add(random_site(random));
  const dense_product p = c.multiplied();
  BOOST_TEST(holds(p, rational_zero(order, order)));
  BOOST_TEST(p.radius <= 0x1p-900);
}

// diag(2^-1020, e) for an e within 2^-1000, then diag(2^-550, 2^550): the second value may be 2^1120 times the first.
BOOST_AUTO_TEST_CASE(with_errors_beyond_the_range_are_refused) {
  const auto diagonal = [](double a, double b, double radius) {
    site_factors site{double_double_matrix(2, 2), radius, {2, 1, 0.0}, {}, 0};
    site.H.high(0, 0) = a;
    site.H.high(1, 1) = b;
    return site;
  };
  BOOST_CHECK_THROW(
      multiply_sites({diagonal(0x1p-1020, 0, 0x1p-1000), diagonal(0x1p-550, 0x1p550, 0)}, {0x1.8p-1000, 0x1p550}),
      not_certified);
}

BOOST_AUTO_TEST_CASE(that_are_not_finite_are_refused) {
  std::mt19937_64 random(8);
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    site_factors site = random_site(random);
    site.H.high(1, 0) = bad;
    BOOST_CHECK_THROW(multiply_sites({site}, {1}), not_certified);
    site = random_site(random);
    site.H_radius = bad;
    BOOST_CHECK_THROW(multiply_sites({site, site}, {1, 1}), not_certified);
  }
  site_factors huge = random_site(random);
  huge.H.high(0, 0) = huge.H.high(0, 1) = 0x1.8p1023; // their norm is not a number
  BOOST_CHECK_THROW(multiply_sites({huge, huge}, {0x1p1020, 0x1p1020}), not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
