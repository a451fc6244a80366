// residual_span and assemble_core: which generators, in which coordinates, and how far the core is from what it stands
// for (theorem T3 b); and what the count of generators says (theorem T3 a).
#include "pipeline.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

using feature_space = mixcert::feature_space<mp_interval>;
using feature_spans = mixcert::feature_spans<mp_interval>;
using mixcert::mp_float;

namespace {

const feature_space& space_of(const steps& s, std::size_t k) { return s.spans.spaces[s.spans.streams[k].space]; }

/// diag(R_0, R_1, ...), one block a stream.
rational_matrix bases_of(const steps& s, const std::vector<std::size_t>& offset) {
  rational_matrix basis = rational_zero(offset.back(), offset.back());
  for (std::size_t k = 0; k + 1 < offset.size(); ++k) {
    const rational_matrix R = rational(s.bases[s.spans.streams[k].space].R);
    for (std::size_t g = 0; g < R.rows(); ++g)
      for (std::size_t h = 0; h < R.cols(); ++h) basis(offset[k] + g, offset[k] + h) = R(g, h);
  }
  return basis;
}

/// C_0 = diag(s_k I) + diag(R_k) W diag(R_k)^T of T3 (b), in rationals.
rational_matrix core_of(const problem& p, const steps& s) {
  const std::size_t n = p.streams(), outputs = p.frozen().rows();
  std::vector<std::size_t> offset{0};
  for (std::size_t k = 0; k < n; ++k) offset.push_back(offset.back() + s.spans.dimension(k));
  if (offset.back() == 0) return rational_zero(0, 0);
  const rational_matrix P = rational(s.rotated.P);
  rational_matrix W = rational_zero(offset[outputs], offset.back());
  for (std::size_t k = 0; k < outputs; ++k)
    for (std::size_t l = 0; l < n; ++l) {
      const rational_matrix a = map(space_of(s, k).sources, lower_end), b = map(s.spans.streams[l].feedback, lower_end);
      for (std::size_t i = 0; i < outputs; ++i)
        for (std::size_t j = 0; j < a.rows(); ++j)
          for (std::size_t g = 0; g < a.cols(); ++g)
            for (std::size_t h = 0; h < b.cols(); ++h)
              W(offset[k] + g, offset[l] + h) += P(i, k) * a(j, g) * b(i * a.rows() + j, h);
    }
  const rational_matrix right = bases_of(s, offset);
  offset.resize(outputs + 1);
  rational_matrix C = times(times(bases_of(s, offset), W), transpose(right));
  for (std::size_t k = 0; k < outputs; ++k)
    for (std::size_t g = offset[k]; g < offset[k + 1]; ++g) C(g, g) += rational(s.rotated.s[k]);
  return C;
}

/// The rows a space's labels name, for stream l: generators, arrays combined by column l of Q, or unit vectors.
rational_matrix named_rows(const problem& p, const feature_space& space, const rational_matrix& Q, std::size_t l) {
  if (space.standard) return rational_identity(p.width);
  const rational_matrix G = generators(p);
  rational_matrix rows = rational_zero(space.labels.size(), p.width);
  for (std::size_t g = 0; g < rows.rows(); ++g) {
    const mpq_class factor = power_of_two(-space.exponents[g]);
    for (std::size_t k = 0; k < p.width; ++k) {
      for (std::size_t h = 0; h < p.e.generators.size(); ++h)
        if (p.e.generators[h].label == space.labels[g]) rows(g, k) += factor * G(h, k);
      if (space.labels[g] == "y") rows(g, k) += factor * mpq_class(p.y[k]);
      for (const auto& array : p.e.arrays)
        if (array.label == space.labels[g])
          for (std::size_t s = 0; s < Q.rows(); ++s) rows(g, k) += factor * Q(s, l) * lower_end(array.rows[s][k]);
    }
  }
  return rows;
}

feature_spans all_spans(const problem& p) {
  return take_spans(p, certify_rotation(p.frozen(), precision{}), precision{});
}

std::vector<std::string> labels_of(const problem& p) {
  const feature_spans spans = all_spans(p);
  return spans.spaces.empty() ? std::vector<std::string>{} : spans.spaces.front().labels;
}

} // namespace

BOOST_AUTO_TEST_SUITE(core)

BOOST_AUTO_TEST_CASE(generators_are_scaled_to_size_one) {
  for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name) {
      const mixcert::rotation rotated = certify_rotation(c.p.frozen(), precision{});
      const feature_spans spans = take_spans(c.p, rotated, precision{});
      const rational_matrix Q = rational(rotated.Q);
      const std::size_t n = c.p.streams();
      for (std::size_t l = 0; l < spans.streams.size(); ++l) {
        const feature_space& space = spans.spaces[spans.streams[l].space];
        const std::size_t p = spans.dimension(l);
        BOOST_TEST((space.exponents.size() == p && space.gram.rows() == p));
        const rational_matrix rows = named_rows(c.p, space, Q, l);
        const rational_matrix K = times(rows, transpose(rows));
        for (std::size_t i = 0; i < p * p; ++i) {
          BOOST_TEST((rational(space.gram.values()[i].lower()) <= K.values()[i]));
          BOOST_TEST((rational(space.gram.values()[i].upper()) >= K.values()[i]));
        }
        for (std::size_t g = 0; g < p; ++g) BOOST_TEST((K(g, g) >= mpq_class(1, 4) && K(g, g) < 4));
        // The coordinates are those of the scaled generators.
        BOOST_TEST((times(map(space.sources, lower_end), rows).values() == sources(c.p).values()));
        const rational_matrix b = times(map(spans.streams[l].feedback, lower_end), rows);
        const std::size_t m = space.sources.rows();
        for (std::size_t ij = 0; ij < c.p.frozen().rows() * m; ++ij) {
          const rational_matrix D = derivative(c.p, ij / m, ij % m);
          for (std::size_t k = 0; k < c.p.width; ++k) {
            mpq_class rotated_row = 0;
            for (std::size_t s = 0; s < n; ++s) rotated_row += Q(s, l) * D(s, k);
            BOOST_TEST((b(ij, k) == rotated_row));
          }
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(arrays_have_a_space_a_stream) {
  problem_source source(13);
  const problem c = source.whole_state(2, 9, 2, 3);
  const feature_spans spans = all_spans(c);
  BOOST_TEST((spans.spaces.size() == 2 && spans.streams.size() == 2));
  for (const feature_space& space : spans.spaces)
    BOOST_TEST((space.labels == std::vector<std::string>{"g0", "g1", "a0", "a1", "a2"}));
  BOOST_TEST((labels_of(c.with_combined_array(1, {}, 0)) == std::vector<std::string>{"g0", "g1", "a0", "a2"}));
  problem unused = c;
  for (std::size_t ij = 0; ij < 4; ++ij) unused.e.dH_arrays(ij, 2) = mp_interval(0, exact_bits);
  BOOST_TEST((labels_of(unused) == std::vector<std::string>{"g0", "g1", "a0", "a1"}));
  BOOST_TEST((all_spans(source.generic(2, 9, 3)).spaces.size() == 1));
}

BOOST_AUTO_TEST_CASE(the_write_gate_adds_its_generators) {
  problem_source source(14);
  const problem c = source.per_stream(2, 9), with = source.with_write_gate(c);
  BOOST_TEST((labels_of(with) == std::vector<std::string>{"x0", "x1", "w1", "w2", "y"}));
  BOOST_TEST((all_spans(with).spaces.front().sources.rows() == 3));
  problem silent = with;
  silent.y.assign(9, 0.0);
  BOOST_TEST((labels_of(silent) == labels_of(c)));
}

BOOST_AUTO_TEST_CASE(only_what_the_residual_uses) {
  problem c = problem_source(1).per_stream(2, 9);
  BOOST_TEST((labels_of(c) == std::vector<std::string>{"x0", "x1", "w1", "w2"}));
  // A generator of the gates alone adds nothing, a stream that H does not depend on still does.
  for (auto& dH : c.e.dH) {
    dH(0, 0) = dH(1, 0) = mp_interval(0, exact_bits); // x0 only as state
    dH(0, 3) = dH(1, 3) = mp_interval(0, exact_bits); // w2 nowhere
  }
  BOOST_TEST((labels_of(c) == std::vector<std::string>{"x0", "x1", "w1"}));
}

BOOST_AUTO_TEST_CASE(a_zero_generator_spans_nothing) {
  const problem c = problem_source(12).generic(2, 6, 3).with_scaled_generator(1, 0);
  BOOST_TEST((labels_of(c) == std::vector<std::string>{"g0", "g2"}));
  exact_singular_values values(jacobian(c));
  BOOST_TEST(!escape(values, spectrum(c, precision{}), 160));
  const problem nothing = problem_source(12).generic(2, 6, 1).with_scaled_generator(0, 0);
  BOOST_TEST(labels_of(nothing).empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_fed_back) {
  const problem c = problem_source(2).generic(3, 5, 2);
  for (const problem& still : {c.without_feedback(), c.without_state()}) {
    const steps s = take_steps(still, precision{});
    BOOST_TEST((s.spans.spaces.empty() && s.spans.streams.empty()));
    BOOST_TEST(s.core.C.rows() == 0u);
    BOOST_TEST(s.core.epsilon == 0);
    BOOST_TEST(spectrum(still, s).size() == 15u);
  }
}

BOOST_AUTO_TEST_CASE(not_more_generators_than_features) {
  problem_source source(3);
  for (const std::size_t d : {1u, 2u, 3u, 4u}) {
    for (const problem& c : {source.generic(2, d, 3), source.whole_state(2, d, 1, 2)}) {
      const feature_space space = all_spans(c).spaces.front();
      BOOST_TEST(space.standard == (d <= 3));
      BOOST_TEST(space.labels.size() == 3 - (d < 3 ? 3 - d : 0));
      if (space.standard) {
        BOOST_TEST(space.labels.front() == "e0");
        BOOST_TEST((map(space.gram, lower_end).values() == rational_identity(d).values()));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(an_unbounded_generator_is_refused) {
  problem c = problem_source(4).generic(2, 4, 2);
  c.e.generators[1].row[2] = mp_interval(1, 384) / mp_interval(mp_float(-1, 53), mp_float(1, 53), 384);
  BOOST_CHECK_THROW(all_spans(c), mixcert::not_certified);
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
      const problem c = source.index(2) == 0 ? source.generic(n, d, 1 + source.index(4))
                                             : source.whole_state(n, d, 1, 1 + source.index(3));
      const steps s = take_steps(c, places);
      const mpq_class rest = rational(s.core.epsilon) - rational(s.rotated.nu);
      const mpq_class square = frobenius_squared(minus(core_of(c, s), rational(s.core.C)));
      BOOST_TEST((rest >= 0 || square == 0));
      BOOST_TEST(((rest + rational(s.rotated.nu * 0x1p-40)) * (rest + rational(s.rotated.nu * 0x1p-40)) >= square));
      if (!s.spans.spaces.empty() && s.spans.spaces.front().standard) {
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
    for (const problem& c : {source.generic(2, 6, 2), source.generic(2, 6, 3).with_combined_generator(1, {2, 0, 0}, 0),
                             source.whole_state(2, 6, 1, 2), source.whole_state(2, 6, 0, 3)}) {
      const problem with = c.with_H(mixer.H);
      const std::size_t p = all_spans(with).dimension(0);
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
  BOOST_TEST(s.spans.dimension(1) == 2u); // so there are no tails
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
