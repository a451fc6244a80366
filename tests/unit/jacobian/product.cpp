// Products in factored form against products of dense matrices of rationals (theorem T2 e).
#include "pipeline.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/factored_product.hpp"
#include "mixcert/jacobian/power.hpp"
#include "mixcert/spectrum/enclosure.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <utility>

using mixcert::factored_product;
using mixcert::feedback;
using mixcert::matrix;

namespace {

/// H kron I + A B as the feedback says it, of one member of every enclosure. No arrays.
rational_matrix dense(const feedback<mp_interval>& f, std::size_t d, const choice& member = lower_end) {
  BOOST_REQUIRE(f.arrays.empty());
  const std::size_t n = f.frozen.rows(), m = f.sources.rows();
  const auto entry = [&](const matrix<mp_interval>& coordinates, std::size_t row, std::size_t c) {
    mpq_class x = 0;
    for (std::size_t g = 0; g < f.generators.size(); ++g)
      x += member(coordinates(row, g)) * member(f.generators[g].row[c]);
    return x;
  };
  rational_matrix J = rational_zero(n * d, n * d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) {
        J(i * d + c, s * d + c) += member(f.frozen(i, s));
        for (std::size_t j = 0; j < m; ++j) {
          const mpq_class D = entry(f.derivatives[i * m + j], s, c);
          for (std::size_t e = 0; e < d; ++e) J(i * d + e, s * d + c) += entry(f.sources, j, e) * D;
        }
      }
  return J;
}

/// Another map over the generators of p.
problem another(const problem& p, problem_source& source) {
  problem q = p;
  q.e.H = source.array(p.streams(), p.streams());
  for (auto& D : q.e.dH) D = source.array(D.rows(), D.cols());
  if (!q.e.arrays.empty()) q.e.dH_arrays = source.array(q.e.dH_arrays.rows(), q.e.dH_arrays.cols());
  return q;
}

factored_product product_of(const std::vector<problem>& in_forward_order) {
  factored_product r(exact_numbers, in_forward_order.front().width);
  for (const problem& p : in_forward_order) r.append(feedback_of(p));
  return r;
}

rational_matrix jacobian_of(const std::vector<problem>& in_forward_order) {
  rational_matrix J = jacobian(in_forward_order.front());
  for (std::size_t l = 1; l < in_forward_order.size(); ++l) J = times(jacobian(in_forward_order[l]), J);
  return J;
}

struct pair_of_maps {
  std::string name;
  problem first, second;
};

std::vector<pair_of_maps> pairs() {
  problem_source source(31);
  std::vector<pair_of_maps> r;
  const auto add = [&](const char* name, const problem& p) { r.push_back({name, p, another(p, source)}); };
  add("generic", source.generic(3, 4, 2));
  add("one stream", source.generic(1, 5, 2));
  add("one feature", source.generic(2, 1, 1));
  add("more generators than features", source.generic(2, 2, 4));
  add("dependent generators", source.generic(3, 4, 3).with_combined_generator(2, {0.5, -3, 0}, 0));
  add("arrays", source.whole_state(2, 4, 2, 2));
  add("no feedback", source.generic(2, 3, 2).without_feedback());
  add("no state", source.generic(2, 3, 2).without_state());
  return r;
}

void check_spectrum(const rational_matrix& J, const feedback<mp_interval>& f, std::size_t d) {
  exact_singular_values values(J);
  for (const precision& places : {precision{24, 56, 384}, precision{}}) {
    std::vector<mp_interval> enclosures;
    for (const auto& entry : enclose_spectrum(f, d, places))
      enclosures.insert(enclosures.end(), entry.multiplicity, entry.value);
    const auto problem = escape(values, enclosures, 64, 1);
    BOOST_TEST(!problem, problem.value_or(""));
    BOOST_TEST(widest(enclosures) < (places.witness == 24 ? 1e-2 : 1e-33));
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(products)

// The numbers fit into the working places, so nothing is rounded.
BOOST_AUTO_TEST_CASE(two_maps_exactly) {
  for (const pair_of_maps& c : pairs()) BOOST_TEST_CONTEXT(c.name) {
      const feedback<mp_interval> f = product_of({c.first, c.second}).result();
      const rational_matrix J = jacobian_of({c.first, c.second});
      BOOST_TEST((dense(f, c.first.width).values() == J.values()));
      check_spectrum(J, f, c.first.width);
    }
}

// Sites with features of their own: together fewer than d, or as many and more.
BOOST_AUTO_TEST_CASE(sites_with_other_generators_exactly) {
  problem_source source(37);
  const auto generic = [&](std::size_t d, std::size_t p) { return source.generic(2, d, p); };
  const auto write = [&](const problem& p) { return source.with_write_gate(p); };
  const auto per_stream = [&] { return source.per_stream(2, 5); };
  const auto whole = [&](std::size_t d) { return source.whole_state(2, d, 2, 1); };
  struct chain {
    std::vector<problem> sites;
    std::size_t coordinates;
  };
  for (const chain& c :
       {chain{{generic(6, 2), generic(6, 2)}, 4}, chain{{generic(7, 2), generic(7, 1), generic(7, 3)}, 6},
        chain{{generic(4, 2), generic(4, 2)}, 4}, chain{{generic(3, 2), generic(3, 2)}, 3},
        chain{{write(generic(7, 2)), write(generic(7, 2))}, 6}, chain{{per_stream(), per_stream()}, 5},
        chain{{whole(9), whole(9)}, 8}, chain{{whole(3), whole(3)}, 3},
        chain{{generic(5, 2).without_feedback(), generic(5, 2)}, 2},
        chain{{generic(5, 2).without_feedback(), generic(5, 2).without_feedback()}, 0}}) {
    const std::size_t d = c.sites.front().width;
    BOOST_TEST_CONTEXT(c.sites.size() << " sites, " << d << " features, " << c.coordinates << " coordinates") {
      const factored_product P = product_of(c.sites);
      const rational_matrix J = jacobian_of(c.sites);
      BOOST_TEST(P.coordinates() == c.coordinates);
      BOOST_TEST((dense(P.result(), d).values() == J.values()));
      if (J.rows() <= 10) check_spectrum(J, P.result(), d);
    }
  }
}

// Equal numbers are the same generator, and so are numbers that differ by a power of two or by the sign.
BOOST_AUTO_TEST_CASE(generators_that_are_the_same) {
  problem_source source(38);
  const problem p = source.generic(2, 7, 2), q = another(p, source);
  for (const auto& [factor, coordinates] : {std::pair(1.0, 2u), {0x1p-3, 2u}, {0x1p90, 2u}, {-4.0, 2u}, {3.0, 3u}}) {
    const std::vector<problem> sites{p, q.with_scaled_generator(1, factor), p};
    const factored_product P = product_of(sites);
    BOOST_TEST(P.coordinates() == coordinates, "a generator times " << factor);
    BOOST_TEST((dense(P.result(), 7).values() == jacobian_of(sites).values()));
  }
}

// What is known by enclosures alone may be another vector at each site.
BOOST_AUTO_TEST_CASE(generators_that_may_differ) {
  problem p = problem_source(39).generic(2, 7, 2);
  mp_interval& x = p.e.generators[0].row[3];
  x = hull(x, x + exact_numbers.exact(0x1p-300));
  BOOST_TEST(product_of({p}).coordinates() == 2u);
  BOOST_TEST(product_of({p, p}).coordinates() == 3u);
}

BOOST_AUTO_TEST_CASE(powers_exactly) {
  for (const pair_of_maps& c : pairs()) BOOST_TEST_CONTEXT(c.name) {
      const std::size_t size = c.first.streams() * c.first.width;
      rational_matrix J = rational_identity(size);
      for (std::size_t layers = 0; layers <= 6; ++layers) {
        const feedback<mp_interval> f = power(exact_numbers, feedback_of(c.first), layers);
        BOOST_TEST((dense(f, c.first.width).values() == J.values()), layers << " layers");
        J = times(jacobian(c.first), J);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_spectrum_of_five_layers) {
  problem_source source(32);
  const problem p = source.generic(3, 5, 2);
  rational_matrix J = jacobian(p);
  for (int layer = 1; layer < 5; ++layer) J = times(jacobian(p), J);
  check_spectrum(J, power(exact_numbers, feedback_of(p), 5), 5);
}

// Beyond binary64, as far as its radii are concerned.
BOOST_AUTO_TEST_CASE(spectra_of_any_size) {
  const problem p = problem_source(40).generic(2, 5, 2);
  const auto values = enclose_spectrum(feedback_of(p), 5, {});
  for (const long exponent : {-3000L, 3000L}) {
    feedback<mp_interval> f = feedback_of(p);
    const auto times = [&](const mp_interval& x) { return scaled(x, exponent); };
    f.frozen = map(f.frozen, times);
    for (auto& D : f.derivatives) D = map(D, times);
    const auto found = enclose_scaled_spectrum(f, 5, {});
    BOOST_REQUIRE(found.size() == values.size());
    BOOST_TEST(mixcert::are_narrow(found, 100));
    for (std::size_t i = 0; i < found.size(); ++i)
      BOOST_TEST((!certainly_less(found[i].value, times(values[i].value)) &&
                  !certainly_less(times(values[i].value), found[i].value)));
  }
}

BOOST_AUTO_TEST_CASE(narrow_spectra) {
  const auto entry = [](double lo, double hi) {
    return mixcert::spectrum_entry<mp_interval>{hull(exact_numbers.exact(lo), exact_numbers.exact(hi)), 1, ""};
  };
  using mixcert::are_narrow;
  BOOST_TEST(are_narrow({entry(4, 4 + 0x1p-38), entry(1, 1)}, 40));
  BOOST_TEST(!are_narrow({entry(4, 4 + 0x1p-37), entry(1, 1)}, 40));
  BOOST_TEST(are_narrow({entry(4, 4), entry(1, 1), entry(0, 0x1p-40)}, 40)); // may be zero
  BOOST_TEST(!are_narrow({entry(4, 4), entry(1, 1), entry(0, 0x1p-39)}, 40));
  BOOST_TEST(!are_narrow({entry(0, 1)}, 40));
}

BOOST_AUTO_TEST_CASE(spectra_with_coarse_bases) {
  problem_source source(36);
  for (int round = 0; round < 20; ++round) {
    const problem p = source.generic(2, 5, 2);
    exact_singular_values values(jacobian(p));
    std::vector<mp_interval> enclosures;
    for (const auto& entry : enclose_spectrum(feedback_of(p), 5, {128, 48, 384}))
      enclosures.insert(enclosures.end(), entry.multiplicity, entry.value);
    const auto problem = escape(values, enclosures, 200);
    BOOST_TEST(!problem, problem.value_or(""));
  }
}

// J = (1 + 2^40) H for H = [a, -b; b, a] with both values c, a^2 + b^2 = c^2: a rotation that is a multiple of an
// orthogonal matrix is all that is between the values of the core and of J.
BOOST_AUTO_TEST_CASE(spectra_with_coarse_rotations) {
  for (const auto& [a, b, c] : {std::array{3, 4, 5},
                                {5, 12, 13},
                                {8, 15, 17},
                                {7, 24, 25},
                                {20, 21, 29},
                                {12, 35, 37},
                                {9, 40, 41},
                                {28, 45, 53},
                                {11, 60, 61},
                                {33, 56, 65},
                                {16, 63, 65},
                                {48, 55, 73}}) {
    const auto number = [](double x) { return exact_numbers.exact(x); };
    const auto column = [&](double x, double y) {
      return matrix<mp_interval>(2, 1, {number(x * 0x1p40), number(y * 0x1p40)});
    };
    const double x = a, y = b;
    const feedback<mp_interval> f{{2, 2, {number(x), number(-y), number(y), number(x)}},
                                  {{"g", {number(1)}}},
                                  {},
                                  {2, 1, {number(1), number(0)}},
                                  {column(x, -y), column(0, 0), column(y, x), column(0, 0)},
                                  {}};
    const mp_interval value = number(c) * number(1 + 0x1p40);
    for (const auto& entry : enclose_spectrum(f, 1, {24, 272, 384}))
      BOOST_TEST((mpfr_lessequal_p(entry.value.lower(), value.lower()) &&
                  mpfr_lessequal_p(value.upper(), entry.value.upper())),
                 a << ", " << b << ", " << c);
  }
}

// The product of any members is one of the product's members. Only generators have to be the same numbers.
BOOST_AUTO_TEST_CASE(members_of_wide_enclosures) {
  problem_source source(33);
  const mp_interval around = hull(exact_numbers.exact(-0.125), exact_numbers.exact(0.125));
  const auto widened = [&](problem p) {
    for (mp_interval& x : p.e.H.values()) x += around;
    for (auto& D : p.e.dH)
      for (mp_interval& x : D.values()) x += around;
    return p;
  };
  const problem p = source.generic(2, 3, 2), q = another(p, source);
  const feedback<mp_interval> f = product_of({widened(p), widened(q)}).result();
  std::size_t wide = 0;
  for (const double shift : {-0.125, 0.0, 0.125}) {
    const auto moved = [&](problem r) {
      for (mp_interval& x : r.e.H.values()) x += exact_numbers.exact(shift);
      for (auto& D : r.e.dH)
        for (mp_interval& x : D.values()) x += exact_numbers.exact(-shift);
      return r;
    };
    const feedback<mp_interval> one = product_of({moved(p), moved(q)}).result();
    const auto check = [&](const matrix<mp_interval>& outer, const matrix<mp_interval>& inner) {
      for (std::size_t c = 0; c < outer.values().size(); ++c) {
        const mp_interval &x = outer.values()[c], &y = inner.values()[c];
        BOOST_TEST((mpfr_lessequal_p(x.lower(), y.lower()) && mpfr_lessequal_p(y.upper(), x.upper())));
        wide += mpfr_less_p(x.lower(), x.upper()) != 0 ? 1 : 0;
      }
    };
    check(f.frozen, one.frozen);
    for (std::size_t row = 0; row < f.derivatives.size(); ++row) check(f.derivatives[row], one.derivatives[row]);
  }
  BOOST_TEST(wide > 0u);
}

// In plain arithmetic the same templates, so the same numbers but for rounding.
BOOST_AUTO_TEST_CASE(in_plain_arithmetic) {
  problem_source source(34);
  const problem p = source.generic(3, 4, 2);
  const auto exact = power(exact_numbers, feedback_of(p), 4);
  const auto point = [](const mp_interval& x) { return mpfr_get_d(x.lower(), MPFR_RNDN); };
  feedback<double> plain{map(feedback_of(p).frozen, point), {}, {}, map(feedback_of(p).sources, point), {}, {}};
  for (const auto& g : feedback_of(p).generators) {
    plain.generators.push_back({g.label, {}});
    for (const mp_interval& x : g.row) plain.generators.back().row.push_back(point(x));
  }
  for (const auto& D : feedback_of(p).derivatives) plain.derivatives.push_back(map(D, point));
  const feedback<double> found = power(mixcert::context<double>{}, plain, 4);
  for (std::size_t row = 0; row < found.derivatives.size(); ++row)
    for (std::size_t c = 0; c < found.derivatives[row].values().size(); ++c) {
      const double x = point(exact.derivatives[row].values()[c]);
      BOOST_TEST(std::abs(found.derivatives[row].values()[c] - x) <= 1e-12 * std::max(1.0, std::abs(x)));
    }
}

BOOST_AUTO_TEST_CASE(refusals) {
  problem_source source(35);
  const problem p = source.generic(2, 3, 2), read = source.with_read_gate(p);
  BOOST_CHECK_THROW(product_of({p, source.generic(3, 3, 2)}), std::invalid_argument);
  BOOST_CHECK_THROW(product_of({read}), std::invalid_argument);
  BOOST_CHECK_THROW(factored_product(exact_numbers, 3).result(), std::invalid_argument);
  BOOST_CHECK_THROW(power(exact_numbers, feedback_of(read), 2), std::invalid_argument);
  const mp_interval line = exact_numbers.exact(1) / exact_numbers.exact(0);
  std::vector<problem> unbounded(3, p.without_state());
  unbounded[0].e.generators[0].row[0] = line;
  unbounded[1].e.H(1, 0) = line;
  unbounded[2].e.dH[3](0, 1) = line;
  for (const problem& q : unbounded) BOOST_CHECK_THROW(product_of({q}), mixcert::not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
