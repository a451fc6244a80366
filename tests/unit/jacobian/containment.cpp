// The enclosures hold the singular values of the dense J, counted exactly (theorem T3 d).
#include "pipeline.hpp"

#include "mixcert/spectrum/enclosure.hpp"

#include <boost/test/unit_test.hpp>

namespace {

// With few places every bound is large enough to be needed.
const std::vector<precision> coarse{{16, 20, 384}, {40, 20, 384}, {16, 40, 384},
                                    {24, 40, 384}, {40, 40, 384}, {24, 72, 128}};

std::string text(const precision& p) {
  return std::to_string(p.witness) + "/" + std::to_string(p.basis) + "/" + std::to_string(p.working);
}

void check_contained(exact_singular_values& values, const std::vector<mp_interval>& enclosures, mpfr_prec_t bits = 64,
                     std::size_t step = 1) {
  const auto problem = escape(values, enclosures, bits, step);
  BOOST_TEST(!problem, problem.value_or(""));
}

bool is_thin(const mp_interval& x) { return mpfr_equal_p(x.lower(), x.upper()) != 0; }

} // namespace

BOOST_AUTO_TEST_SUITE(containment)

BOOST_AUTO_TEST_CASE(special_problems_with_few_places) {
  for (const named_problem& c : special_problems()) {
    exact_singular_values values(jacobian(c.p));
    for (const precision& places : coarse) BOOST_TEST_CONTEXT(c.name << ", places " << text(places)) {
        check_contained(values, spectrum(c.p, places));
      }
  }
}

BOOST_AUTO_TEST_CASE(special_problems_with_the_usual_places) {
  for (const named_problem& c : special_problems()) BOOST_TEST_CONTEXT(c.name) {
      exact_singular_values values(jacobian(c.p));
      check_contained(values, spectrum(c.p, precision{}), 160);
    }
}

BOOST_AUTO_TEST_CASE(random_problems) {
  problem_source source(7);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + source.index(4), d = 1 + source.index(n == 1 ? 12 : 12 / n), p = 1 + source.index(5);
    const problem c = round % 3 == 0 ? source.per_stream(n, d) : source.generic(n, d, p);
    exact_singular_values values(jacobian(c));
    for (const precision& places : coarse)
      BOOST_TEST_CONTEXT("round " << round << ", " << n << " x " << d << ", places " << text(places)) {
        check_contained(values, spectrum(c, places));
      }
  }
}

BOOST_AUTO_TEST_CASE(four_streams_of_twelve_features) {
  problem_source source(8);
  for (const problem& c : {source.generic(4, 12, 3), source.per_stream(4, 12)}) {
    const rational_matrix J = jacobian(c);
    exact_singular_values values(J);
    for (const precision& places : {precision{24, 56, 384}, precision{}}) {
      const std::vector<mp_interval> enclosures = spectrum(c, places);
      check_contained(values, enclosures, places.witness == 24 ? 64 : 160, 16);
      // All of them, against the dense J by the same methods at 300 places.
      const auto dense = map(J, [](const mpq_class& x) {
        mixcert::mp_float r(340);
        mpfr_set_q(r.get(), x.get_mpq_t(), MPFR_RNDN);
        return r;
      });
      const auto svd = refine_svd(dense, 300);
      const auto reference = enclose_singular_values(svd, bound_defects(dense, svd), 0, 400);
      BOOST_TEST(widest(reference) < 1e-80);
      for (std::size_t i = 0; i < reference.size(); ++i)
        BOOST_TEST((mpfr_lessequal_p(enclosures[i].lower(), reference[i].lower()) &&
                    mpfr_lessequal_p(reference[i].upper(), enclosures[i].upper())));
    }
  }
}

// The places decide how wide an enclosure is: it is useful, not only true.
BOOST_AUTO_TEST_CASE(widths_follow_the_places) {
  problem_source source(9);
  for (int round = 0; round < 5; ++round) {
    const problem c = source.generic(3, 5, 3);
    BOOST_TEST(widest(spectrum(c, precision{24, 72, 384})) < 1e-5);
    BOOST_TEST(widest(spectrum(c, precision{64, 152, 384})) < 1e-17);
    BOOST_TEST(widest(spectrum(c, precision{})) < 1e-36);
    const problem dependent = c.with_combined_generator(2, {0.5, -3, 0}, 0);
    BOOST_TEST(widest(spectrum(dependent, precision{})) < 1e-36);
  }
}

// Any guess is admissible: a rotation that diagonalises nothing makes the enclosures wide, not wrong.
BOOST_AUTO_TEST_CASE(badly_guessed_rotations) {
  problem_source source(10);
  const precision places{40, 88, 384};
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 1 + source.index(3);
    const problem c = source.generic(n, 4, 2);
    mixcert::rotation guess = certify_rotation(c.e.H, places);
    for (auto* factor : {&guess.P, &guess.Q})
      for (mixcert::mp_float& x : factor->values()) x = x + mixcert::mp_float(source.number() / 16, 384);
    const auto P = enclose(guess.P, 384), Q = enclose(guess.Q, 384);
    guess.alpha = frobenius_up(minus_identity(multiply(transpose(P), P)));
    guess.beta = frobenius_up(minus_identity(multiply(transpose(Q), Q)));
    auto N = multiply(multiply(transpose(P), c.e.H), Q);
    for (std::size_t k = 0; k < n; ++k) N(k, k) -= mp_interval(guess.s[k], 384);
    guess.nu = frobenius_up(N);
    BOOST_REQUIRE(guess.alpha < 1);
    BOOST_REQUIRE(guess.beta < 1);
    exact_singular_values values(jacobian(c));
    check_contained(values, spectrum(c, take_steps(c, places, guess)));
  }
}

// Nothing is known of a generator but that it is small: it may even be zero.
BOOST_AUTO_TEST_CASE(a_generator_that_may_be_zero) {
  problem_source source(12);
  for (int round = 0; round < 5; ++round) {
    problem c = source.generic(2, 5, 3);
    const mp_interval tiny(mixcert::mp_float(-0x1p-30, 64), mixcert::mp_float(0x1p-30, 64), exact_bits);
    c.e.generators[1].row.assign(5, tiny);
    const std::vector<mp_interval> enclosures = spectrum(c, precision{});
    for (const double x : {0.0, -0x1p-30, 0x1p-31}) {
      exact_singular_values values(
          jacobian(c, [&](const mp_interval& y) { return is_thin(y) ? lower_end(y) : rational(x); }));
      check_contained(values, enclosures);
    }
  }
}

// Whatever is known by an enclosure only: every member's values are enclosed.
BOOST_AUTO_TEST_CASE(every_member_of_the_data) {
  problem_source source(11);
  for (const double radius : {0x1p-10, 0x1p-30}) {
    for (int round = 0; round < 6; ++round) {
      const std::size_t n = 1 + source.index(3);
      problem c = round % 2 == 0 ? source.generic(n, 4, 2) : source.per_stream(n, 3);
      const auto widen = [&](mp_interval& x) {
        if (!is_exact_zero(x))
          x = hull(x - mp_interval(radius, exact_bits), x + mp_interval(radius * source.number(), exact_bits));
      };
      for (mp_interval& x : c.e.H.values()) widen(x);
      for (auto& g : c.e.generators)
        for (mp_interval& x : g.row) widen(x);
      for (auto& dH : c.e.dH)
        for (mp_interval& x : dH.values()) widen(x);
      std::vector<std::vector<mp_interval>> enclosures;
      for (const precision& places : {precision{24, 40, 384}, precision{}}) enclosures.push_back(spectrum(c, places));
      for (int member = 0; member < 6; ++member) {
        const choice pick = [&](const mp_interval& x) {
          const mpq_class low = rational(x.lower()), high = rational(x.upper());
          const long place = member == 0 ? 0 : member == 1 ? 4 : static_cast<long>(source.index(5));
          return mpq_class(low + (high - low) * mpq_class(place, 4));
        };
        exact_singular_values values(jacobian(c, pick));
        for (const auto& e : enclosures) check_contained(values, e);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
