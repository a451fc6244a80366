// certify_rotation: its three bounds hold and are sharp, recomputed in rationals (theorem T5 a).
#include "pipeline.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::matrix;
using mixcert::mp_float;

namespace {

/// bound >= sqrt(square), and less than 1 % above it.
void check_sharp(double bound, const mpq_class& square) {
  BOOST_TEST((rational(bound) * rational(bound) >= square));
  BOOST_TEST((rational(bound) * rational(bound) <= square * mpq_class(102, 100)));
}

/// diag(s), with further columns of zeros.
rational_matrix wide_diagonal(const std::vector<mpq_class>& s, std::size_t cols) {
  rational_matrix r = rational_zero(s.size(), cols);
  for (std::size_t k = 0; k < s.size(); ++k) r(k, k) = s[k];
  return r;
}

bool on_grid(const mp_float& x, long exponent) {
  const mpq_class steps = rational(scaled(x, -exponent));
  return steps.get_den() == 1;
}

mp_interval whole_line() { return mp_interval(1, 384) / mp_interval(mp_float(-1, 53), mp_float(1, 53), 384); }

} // namespace

BOOST_AUTO_TEST_SUITE(rotation)

BOOST_AUTO_TEST_CASE(bounds_hold_and_are_sharp) {
  for (const named_problem& c : special_problems())
    for (const precision& places : {precision{16, 40, 384}, precision{40, 88, 384}, precision{}})
      BOOST_TEST_CONTEXT(c.name << ", witness " << places.witness) {
        const mixcert::rotation r = certify_rotation(c.p.frozen(), places);
        const rational_matrix P = rational(r.P), Q = rational(r.Q), F = map(c.p.frozen(), lower_end);
        check_sharp(r.alpha, frobenius_squared(gram_minus_identity(P)));
        check_sharp(r.beta, frobenius_squared(gram_minus_identity(Q)));
        check_sharp(r.nu,
                    frobenius_squared(minus(times(times(transpose(P), F), Q), wide_diagonal(rational(r.s), F.cols()))));
        BOOST_TEST(r.alpha < 1);
        BOOST_TEST(r.beta < 1);
        for (const auto* factor : {&r.P, &r.Q})
          for (const mp_float& x : factor->values()) BOOST_TEST(on_grid(x, -static_cast<long>(places.witness)));
        for (std::size_t k = 0; k < r.s.size(); ++k) {
          BOOST_TEST((rational(r.s[k]) >= 0));
          BOOST_TEST((k == 0 || rational(r.s[k]) <= rational(r.s[k - 1])));
        }
      }
}

BOOST_AUTO_TEST_CASE(singular_values_of_the_mixer) {
  for (const named_problem& c : special_problems()) {
    exact_singular_values values(map(c.p.frozen(), lower_end));
    for (const precision& places : {precision{16, 40, 384}, precision{24, 40, 96}, precision{}})
      BOOST_TEST_CONTEXT(c.name << ", witness " << places.witness) {
        const mixcert::rotation r = certify_rotation(c.p.frozen(), places);
        const auto failure = escape(values, mixer_singular_values(r, places), 160);
        BOOST_TEST(!failure, failure.value_or(""));
      }
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_lost_on_diagonal_mixers) {
  for (const std::vector<double>& H : {std::vector<double>{1, 0, 0, 1}, {0, 0, 0, 0}, {-2, 0, 0, 0.5}}) {
    const mixcert::rotation r = certify_rotation(problem_source(1).generic(2, 2, 1).with_H(H).e.H, precision{});
    BOOST_TEST(r.alpha == 0);
    BOOST_TEST(r.beta == 0);
    BOOST_TEST(r.nu == 0);
    for (const mp_interval& x : mixer_singular_values(r, precision{})) BOOST_TEST(mpfr_equal_p(x.lower(), x.upper()));
  }
}

// nu covers every member: it is at least the distance of those at the ends.
BOOST_AUTO_TEST_CASE(an_enclosed_mixer) {
  problem_source source(3);
  for (int round = 0; round < 10; ++round) {
    matrix<mp_interval> H = source.array(3, 3);
    for (mp_interval& x : H.values()) x = hull(x, x + mp_interval(0x1p-20, 384));
    const mixcert::rotation r = certify_rotation(H, precision{});
    BOOST_TEST(r.nu < 0x1p-17);
    for (int member = 0; member < 8; ++member) {
      const rational_matrix M =
          map(H, [&](const mp_interval& x) { return rational(source.index(2) == 0 ? x.lower() : x.upper()); });
      const rational_matrix N =
          minus(times(times(transpose(rational(r.P)), M), rational(r.Q)), rational_diagonal(rational(r.s)));
      BOOST_TEST((frobenius_squared(N) <= rational(r.nu) * rational(r.nu)));
      exact_singular_values values(M);
      BOOST_TEST(!escape(values, mixer_singular_values(r, precision{})));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_is_refused) {
  matrix<mp_interval> H = problem_source(4).array(2, 2);
  H(1, 0) = whole_line();
  BOOST_CHECK_THROW(certify_rotation(H, precision{}), mixcert::not_certified);
  mp_interval nothing = mp_interval(0, 384);
  mpfr_set_nan(&nothing.get()->left);
  H(1, 0) = nothing;
  BOOST_CHECK_THROW(certify_rotation(H, precision{}), mixcert::not_certified);
}

// P and Q multiples of orthogonal matrices make both inequalities of T5 (a) equalities, so the enclosure's ends are
// known: for P = a O1, Q = b O2 the values of P^T M Q are a b sigma(M).
BOOST_AUTO_TEST_CASE(undoing_a_scaled_rotation) {
  for (const double a : {0.125, 0.9375, 1.0, 1.0625, 1.375})
    for (const double b : {0.5, 0.984375, 1.0, 1.25}) {
      const double alpha = std::fabs(a * a - 1), beta = std::fabs(b * b - 1); // exact
      BOOST_REQUIRE(alpha < 1);
      const mixcert::rotation r{
          matrix<mp_float>(1, 1, mp_float(a, 64)), matrix<mp_float>(1, 1, mp_float(b, 64)), {}, alpha, beta, 0};
      const mpq_class sigma(7, 3), product = sigma * rational(a) * rational(b);
      mp_interval value(0, 200);
      mpfi_set_q(value.get(), product.get_mpq_t());
      const mp_interval x = undo_rotation(r, value);
      BOOST_TEST((rational(x.lower()) <= sigma));
      BOOST_TEST((rational(x.upper()) >= sigma));
      const mpq_class ulp = rational(0x1p-190);
      if (a <= 1 && b <= 1) {
        BOOST_TEST((rational(x.upper()) <= sigma * (1 + ulp)));
      }
      if (a >= 1 && b >= 1) {
        BOOST_TEST((rational(x.lower()) >= sigma * (1 - ulp)));
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
