// residual_span and assemble_core: which generators, in which coordinates, and how far the core is from what it stands
// for (theorem T3 b); and what the count of generators says (theorem T3 a).
#include "pipeline.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::feature_span;
using mixcert::mp_float;

namespace {

/// C_0 = diag(s) kron I + (I kron R) W (I kron R)^T of T3 (b), in rationals.
rational_matrix core_of(const problem& p, const steps& s) {
  const std::size_t n = p.streams(), q = s.span.labels.size();
  if (q == 0) return rational_zero(0, 0);
  const rational_matrix P = rational(s.rotated.P), Q = rational(s.rotated.Q), R = rational(s.basis.R);
  const rational_matrix a = map(s.span.state, lower_end);
  rational_matrix W = rational_zero(n * q, n * q);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const rational_matrix b = times(transpose(Q), map(s.span.dH[i * n + j], lower_end));
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t l = 0; l < n; ++l)
          for (std::size_t g = 0; g < q; ++g)
            for (std::size_t h = 0; h < q; ++h) W(k * q + g, l * q + h) += P(i, k) * a(j, g) * b(l, h);
    }
  const rational_matrix basis = kronecker(rational_identity(n), R);
  rational_matrix C = times(times(basis, W), transpose(basis));
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t g = 0; g < q; ++g) C(k * q + g, k * q + g) += rational(s.rotated.s[k]);
  return C;
}

} // namespace

BOOST_AUTO_TEST_SUITE(core)

BOOST_AUTO_TEST_CASE(generators_are_scaled_to_size_one) {
  for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name) {
      const feature_span span = residual_span(c.p.e, c.p.width, precision{});
      const std::size_t p = span.labels.size();
      BOOST_TEST(span.exponents.size() == p);
      BOOST_TEST(span.gram.rows() == p);
      if (p == 0 || span.standard) continue;
      const rational_matrix G = generators(c.p);
      rational_matrix scaled_rows = rational_zero(p, c.p.width);
      for (std::size_t g = 0; g < p; ++g) {
        std::size_t source = 0;
        while (c.p.e.generators[source].label != span.labels[g]) ++source;
        const mpq_class factor = power_of_two(-span.exponents[g]);
        for (std::size_t k = 0; k < c.p.width; ++k) scaled_rows(g, k) = G(source, k) * factor;
      }
      const rational_matrix K = times(scaled_rows, transpose(scaled_rows));
      for (std::size_t i = 0; i < p * p; ++i) {
        BOOST_TEST((rational(span.gram.values()[i].lower()) <= K.values()[i]));
        BOOST_TEST((rational(span.gram.values()[i].upper()) >= K.values()[i]));
      }
      for (std::size_t g = 0; g < p; ++g) {
        BOOST_TEST((K(g, g) >= mpq_class(1, 4)));
        BOOST_TEST((K(g, g) < 4));
      }
      // The coordinates are those of the scaled generators.
      const rational_matrix X = times(map(c.p.e.state, lower_end), G);
      BOOST_TEST((times(map(span.state, lower_end), scaled_rows).values() == X.values()));
      for (std::size_t k = 0; k < span.dH.size(); ++k)
        BOOST_TEST((times(map(span.dH[k], lower_end), scaled_rows).values() ==
                    times(map(c.p.e.dH[k], lower_end), G).values()));
    }
}

BOOST_AUTO_TEST_CASE(only_what_the_residual_uses) {
  problem c = problem_source(1).per_stream(2, 9);
  BOOST_TEST((residual_span(c.e, 9, precision{}).labels == std::vector<std::string>{"x0", "x1", "w1", "w2"}));
  // A generator of the gates alone adds nothing, a stream that H does not depend on still does.
  for (auto& dH : c.e.dH) {
    dH(0, 0) = dH(1, 0) = mp_interval(0, exact_bits); // x0 only as state
    dH(0, 3) = dH(1, 3) = mp_interval(0, exact_bits); // w2 nowhere
  }
  BOOST_TEST((residual_span(c.e, 9, precision{}).labels == std::vector<std::string>{"x0", "x1", "w1"}));
}

BOOST_AUTO_TEST_CASE(a_zero_generator_spans_nothing) {
  const problem c = problem_source(12).generic(2, 6, 3).with_scaled_generator(1, 0);
  BOOST_TEST((residual_span(c.e, 6, precision{}).labels == std::vector<std::string>{"g0", "g2"}));
  exact_singular_values values(jacobian(c));
  BOOST_TEST(!escape(values, spectrum(c, precision{}), 160));
  const problem nothing = problem_source(12).generic(2, 6, 1).with_scaled_generator(0, 0);
  BOOST_TEST(residual_span(nothing.e, 6, precision{}).labels.empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_fed_back) {
  const problem c = problem_source(2).generic(3, 5, 2);
  for (const problem& still : {c.without_feedback(), c.without_state()}) {
    const steps s = take_steps(still, precision{});
    BOOST_TEST(s.span.labels.empty());
    BOOST_TEST(!s.span.standard);
    BOOST_TEST(s.core.C.rows() == 0u);
    BOOST_TEST(s.core.epsilon == 0);
    BOOST_TEST(spectrum(still, s).size() == 15u);
  }
}

BOOST_AUTO_TEST_CASE(not_more_generators_than_features) {
  problem_source source(3);
  for (const std::size_t d : {1u, 2u, 3u, 4u}) {
    const feature_span span = residual_span(source.generic(2, d, 3).e, d, precision{});
    BOOST_TEST(span.standard == (d <= 3));
    BOOST_TEST(span.labels.size() == 3 - (d < 3 ? 3 - d : 0));
    if (span.standard) {
      BOOST_TEST(span.labels.front() == "e0");
      BOOST_TEST((map(span.gram, lower_end).values() == rational_identity(d).values()));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_unbounded_generator_is_refused) {
  problem c = problem_source(4).generic(2, 4, 2);
  c.e.generators[1].row[2] = mp_interval(1, 384) / mp_interval(mp_float(-1, 53), mp_float(1, 53), 384);
  BOOST_CHECK_THROW(residual_span(c.e, 4, precision{}), mixcert::not_certified);
  c = problem_source(4).generic(2, 4, 2);
  c.e.dH[1](1, 1) = mp_interval(1, 384) / mp_interval(mp_float(-1, 53), mp_float(1, 53), 384);
  BOOST_CHECK_THROW(take_steps(c, precision{}), mixcert::not_certified);
}

// epsilon is the distance to C_0 plus nu plus what the basis costs; for standard bases these are all of it, to 1 %.
BOOST_AUTO_TEST_CASE(the_distance_of_the_core) {
  problem_source source(5);
  for (int round = 0; round < 10; ++round)
    for (const precision& places : {precision{16, 40, 384}, precision{24, 56, 384}, precision{}}) {
      const std::size_t n = 1 + source.index(3), d = 2 + source.index(3);
      const problem c = source.generic(n, d, 1 + source.index(4));
      const steps s = take_steps(c, places);
      const mpq_class rest = rational(s.core.epsilon) - rational(s.rotated.nu);
      const mpq_class square = frobenius_squared(minus(core_of(c, s), rational(s.core.C)));
      BOOST_TEST((rest >= 0 || square == 0));
      BOOST_TEST(((rest + rational(s.rotated.nu * 0x1p-40)) * (rest + rational(s.rotated.nu * 0x1p-40)) >= square));
      if (s.span.standard) {
        BOOST_TEST((rational(s.core.epsilon) * rational(s.core.epsilon) <=
                    mpq_class(102, 100) * 2 * (square + rational(s.rotated.nu) * rational(s.rotated.nu))));
      }
    }
}

// sigma_k(H) is a value of J at least d - p times, exactly.
BOOST_AUTO_TEST_CASE(multiplicities_by_counting) {
  problem_source source(6);
  struct known {
    std::vector<double> H;
    std::vector<mpq_class> values;
  };
  const std::vector<known> mixers{{{2, 0, 0, 0.5}, {2, mpq_class(1, 2)}},
                                  {{3, -4, 4, 3}, {5, 5}},
                                  {{1, 0, 0, 1}, {1, 1}},
                                  {{0, 0, 0, 0}, {0, 0}},
                                  {{0, 3, 0, 0}, {3, 0}},
                                  {{1.6, 1.2, -0.6, 0.8}, {}}};
  for (const known& mixer : mixers)
    for (const problem& c :
         {source.generic(2, 6, 2), source.generic(2, 6, 3).with_combined_generator(1, {2, 0, 0}, 0)}) {
      const problem with = c.with_H(mixer.H);
      const std::size_t p = residual_span(with.e, 6, precision{}).labels.size();
      exact_singular_values values(jacobian(with));
      for (const mpq_class& v : mixer.values) {
        std::size_t claimed = 0;
        for (const mpq_class& w : mixer.values) claimed += v == w ? 6 - p : 0;
        BOOST_TEST(values.equal(v) >= claimed);
      }
    }
}

// A stream that the computed Q happens to spare still needs its generator: theorem T3, remark on counting.
BOOST_AUTO_TEST_CASE(a_count_does_not_depend_on_the_rotation) {
  problem c;
  c.width = 2;
  const auto number = [](double x) { return mp_interval(x, exact_bits); };
  c.e.H = mixcert::matrix<mp_interval>(2, 2, number(0));
  const mpq_class H[] = {{8, 5}, {6, 5}, {-3, 5}, {4, 5}};
  for (std::size_t i = 0; i < 4; ++i) mpfi_set_q(c.e.H.values()[i].get(), H[i].get_mpq_t());
  c.e.generators = {{"x0", {number(1), number(0)}}, {"w1", {number(0), number(1)}}};
  c.e.state = mixcert::matrix<mp_interval>(2, 2, number(0));
  c.e.state(0, 0) = number(1);
  c.e.dH.assign(4, mixcert::matrix<mp_interval>(2, 2, number(0)));
  c.e.dH[2](0, 1) = number(1); // H_21 = -3/5 + X_12
  const steps s = take_steps(c, precision{});
  BOOST_TEST(s.span.labels.size() == 2u); // so there are no tails
  const choice exact = [&](const mp_interval& x) {
    for (const mpq_class& h : H)
      if (rational(x.lower()) <= h && h <= rational(x.upper())) return h;
    return lower_end(x);
  };
  exact_singular_values values(jacobian(c, exact));
  BOOST_TEST(values.equal(1) == 0u);
  const auto failure = escape(values, spectrum(c, s), 160);
  BOOST_TEST(!failure, failure.value_or(""));
}

BOOST_AUTO_TEST_SUITE_END()
