// Quantities of enclosed spectra against fractions, and of whole sites against their exact Jacobians.
#include "mixcert/diagnostic/spectral_quantities.hpp"
#include "enclosures.hpp"

#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/feedback.hpp"
#include "support/artificial_mixer.hpp"

#include <limits>
#include <random>
#include <utility>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using spectrum = std::vector<spectrum_entry<mp_interval>>;

spectrum points(const std::vector<std::pair<mpq_class, std::size_t>>& values) {
  spectrum r;
  for (const auto& [value, multiplicity] : values) r.push_back({as_interval(value), multiplicity, "core"});
  return r;
}

mpq_class sum_of_squares(const std::vector<mpq_class>& values) {
  mpq_class sum = 0;
  for (const mpq_class& x : values) sum += x * x;
  return sum;
}

mpq_class product_of(const std::vector<mpq_class>& values) {
  mpq_class product = 1;
  for (const mpq_class& x : values) product *= x;
  return product;
}

/// A spectrum of wide enclosures, and descending values that it holds.
struct enclosed_values {
  spectrum enclosures;
  std::vector<mpq_class> lower, inside, upper;
};

enclosed_values random_values(std::mt19937_64& random) {
  enclosed_values r;
  mpq_class low = 5, high = 6;
  const auto step = [&] { return mpq_class(static_cast<long>(random() % 8), 16); };
  for (std::size_t entry = 0, entries = 1 + random() % 4; entry < entries; ++entry) {
    low -= step();
    high -= step();
    if (high < low) std::swap(low, high);
    const std::size_t multiplicity = 1 + random() % 3;
    r.enclosures.push_back({as_interval(low, high), multiplicity, "core"});
    std::vector<mpq_class> members;
    for (std::size_t i = 0; i < multiplicity; ++i) {
      r.lower.push_back(low);
      r.upper.push_back(high);
      members.push_back(low + (high - low) * static_cast<unsigned long>(random() % 9) / 8);
    }
    r.inside.insert(r.inside.end(), members.begin(), members.end());
  }
  std::sort(r.inside.rbegin(), r.inside.rend());
  return r;
}

/// By elimination.
mpq_class determinant(rational_matrix a) {
  mpq_class product = 1;
  for (std::size_t k = 0; k < a.rows(); ++k) {
    std::size_t pivot = k;
    while (pivot < a.rows() && a(pivot, k) == 0) ++pivot;
    if (pivot == a.rows()) return 0;
    for (std::size_t c = 0; c < a.cols() && pivot != k; ++c) std::swap(a(pivot, c), a(k, c));
    if (pivot != k) product = -product;
    product *= a(k, k);
    for (std::size_t i = k + 1; i < a.rows(); ++i) {
      const mpq_class factor = a(i, k) / a(k, k);
      for (std::size_t c = k; c < a.cols(); ++c) a(i, c) -= factor * a(k, c);
    }
  }
  return product;
}

} // namespace

BOOST_AUTO_TEST_SUITE(spectral_quantities)

// sigma = 4, 2, 2, 1/2.
BOOST_AUTO_TEST_CASE(of_points) {
  const spectrum s = points({{4, 1}, {2, 2}, {mpq_class(1, 2), 1}});
  BOOST_CHECK(is_tight(exp(log_abs_determinant(s).value()), 8));
  BOOST_CHECK(is_tight(stable_rank(s).value(), (16 + 8 + mpq_class(1, 4)) / 16));
  BOOST_CHECK(is_tight(mean_square(s), (16 + 8 + mpq_class(1, 4)) / 4));
}

BOOST_AUTO_TEST_CASE(of_an_identity) {
  const spectrum s = points({{1, 7}});
  BOOST_CHECK(is_exact_zero(log_abs_determinant(s).value()));
  BOOST_CHECK(is_tight(stable_rank(s).value(), 7));
  BOOST_CHECK(is_tight(mean_square(s), 1));
}

// At the ends, and at members between; with one end in place of both some of these fail.
BOOST_AUTO_TEST_CASE(hold_the_quantities_of_all_members) {
  std::mt19937_64 random(91);
  for (int trial = 0; trial < 300; ++trial) {
    const enclosed_values v = random_values(random);
    for (const std::vector<mpq_class>* sigma : {&v.lower, &v.inside, &v.upper}) {
      const mpq_class squares = sum_of_squares(*sigma), norm = sigma->front();
      BOOST_CHECK(holds(mean_square(v.enclosures), squares / static_cast<unsigned long>(sigma->size())));
      BOOST_CHECK(holds(stable_rank(v.enclosures).value(), squares / (norm * norm)));
      BOOST_CHECK(holds(exp(log_abs_determinant(v.enclosures).value()), product_of(*sigma)));
    }
    BOOST_CHECK(mpfr_cmp_ui(stable_rank(v.enclosures)->lower(), 1) >= 0);
  }
}

BOOST_AUTO_TEST_CASE(what_may_be_zero_has_no_logarithm) {
  BOOST_CHECK(!log_abs_determinant(points({{1, 1}, {0, 1}})));
  BOOST_CHECK(!log_abs_determinant({{as_interval(0, mpq_class(1, 9)), 1, "core"}}));
  BOOST_CHECK(stable_rank(points({{1, 1}, {0, 1}})));
  BOOST_CHECK(!stable_rank(points({{0, 2}})));
  BOOST_CHECK(!stable_rank({{as_interval(0, 1), 2, "core"}}));
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_is_absent) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const spectrum s{{hull(as_interval(1), mp_interval(bad, bits)), 1, "core"}, {as_interval(1), 1, "core"}};
    BOOST_CHECK(!log_abs_determinant(s) && !is_finite(mean_square(s)));
    BOOST_CHECK(!stable_rank({{mp_interval(bad, bits), 2, "core"}}));
    BOOST_TEST(count_at_least(s, as_interval(3)).at_least == 0u);
    BOOST_TEST(count_at_least(s, as_interval(3)).at_most == 1u);
    BOOST_TEST(count_at_least(points({{4, 3}}), mp_interval(bad, bits)).at_least == 0u);
  }
}

BOOST_AUTO_TEST_CASE(counts) {
  const spectrum s{{as_interval(3, 4), 2, "core"}, {as_interval(2, 3), 3, "core"}, {as_interval(1), 1, "core"}};
  const auto check = [&](const mp_interval& x, std::size_t at_least, std::size_t at_most) {
    BOOST_TEST(count_at_least(s, x).at_least == at_least);
    BOOST_TEST(count_at_least(s, x).at_most == at_most);
  };
  check(as_interval(5), 0, 0);
  check(as_interval(4), 0, 2);
  check(as_interval(3), 2, 5); // a value that equals x counts
  check(as_interval(mpq_class(5, 2)), 2, 5);
  check(as_interval(2), 5, 5);
  check(as_interval(1), 6, 6);
  check(as_interval(mpq_class(3, 2), mpq_class(7, 2)), 0, 5); // for every member
  check(as_interval(0), 6, 6);
}

BOOST_AUTO_TEST_CASE(counts_hold_those_of_all_members) {
  std::mt19937_64 random(92);
  for (int trial = 0; trial < 300; ++trial) {
    const enclosed_values v = random_values(random);
    const mpq_class x = 3 + mpq_class(static_cast<long>(random() % 64), 16);
    const enclosed_count found = count_at_least(v.enclosures, as_interval(x));
    const auto counted = [&](const std::vector<mpq_class>& sigma) {
      return static_cast<std::size_t>(
          std::count_if(sigma.begin(), sigma.end(), [&](const mpq_class& s) { return s >= x; }));
    };
    BOOST_TEST(found.at_least == counted(v.lower));
    BOOST_TEST(found.at_most == counted(v.upper));
    BOOST_TEST(found.at_least <= counted(v.inside));
    BOOST_TEST(found.at_most >= counted(v.inside));
  }
}

// |det J| by elimination, ||J||_F by its entries, counts by inertia, for J in fractions: singular ones, repeated
// values, no feedback.
BOOST_AUTO_TEST_CASE(of_exact_jacobians) {
  std::size_t with_logarithm = 0;
  for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name) {
      if (c.p.read) continue; // not square
      const rational_matrix J = jacobian(c.p);
      const context<mp_interval> context{exact_bits};
      const feedback<mp_interval> f = c.p.y.empty() ? residual_feedback(c.p.e) : write_feedback(context, c.p.e, c.p.y);
      const spectrum s = enclose_spectrum(f, c.p.width, {});
      const mpq_class det = abs(determinant(J)), squares = frobenius_squared(J);
      const std::optional<mp_interval> log_det = log_abs_determinant(s);
      const bool narrow = std::all_of(s.begin(), s.end(), [](const auto& entry) {
        return magnitude_up(entry.value - entry.value) < 1e-20; // not where generators are of size 2^99
      });
      BOOST_TEST((det != 0 || !log_det));
      with_logarithm += log_det ? 1 : 0;
      if (log_det) BOOST_CHECK(holds(exp(*log_det), det));
      BOOST_CHECK(holds(mean_square(s), squares / static_cast<unsigned long>(J.rows())));
      exact_singular_values values(J);
      for (const mpq_class& x : {mpq_class(1, 8), mpq_class(1, 2), mpq_class(1), mpq_class(3, 2)}) {
        const enclosed_count found = count_at_least(s, as_interval(x));
        BOOST_TEST(found.at_least <= values.at_least(x));
        BOOST_TEST(found.at_most >= values.at_least(x));
        if (narrow && values.equal(x) == 0) BOOST_TEST(found.at_least == found.at_most);
      }
    }
  BOOST_TEST(with_logarithm > 10u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
