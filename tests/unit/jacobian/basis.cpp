// certify_basis: phi and t are what theorem T5 (c), (d) ask for, recomputed in rationals; and sharp.
#include "pipeline.hpp"

#include "mixcert/error.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::matrix;
using mixcert::mp_float;
using mixcert::mp_interval_matrix;
using mixcert::triangular_basis;

namespace {

/// R^-T D for upper triangular R.
rational_matrix solve_transposed(const rational_matrix& R, rational_matrix D) {
  for (std::size_t i = 0; i < D.rows(); ++i)
    for (std::size_t j = 0; j < D.cols(); ++j) {
      for (std::size_t k = 0; k < i; ++k) D(i, j) -= R(k, i) * D(k, j);
      D(i, j) /= R(i, i);
    }
  return D;
}

bool semidefinite(const rational_matrix& a) { return inertia_of(a).negative == 0; }

mp_interval_matrix enclosed(const rational_matrix& a) {
  return map(a, [](const mpq_class& x) {
    mp_interval r(0, 384);
    mpfi_set_q(r.get(), x.get_mpq_t());
    return r;
  });
}

void check(const rational_matrix& K, const triangular_basis& basis, const precision& places) {
  const rational_matrix R = rational(basis.R), RtR = times(transpose(R), R), D = minus(K, RtR);
  for (std::size_t i = 0; i < R.rows(); ++i)
    for (std::size_t j = 0; j < R.cols(); ++j) {
      const mpq_class steps = R(i, j) * power_of_two(places.basis);
      BOOST_TEST((steps.get_den() == 1));
      BOOST_TEST((i <= j || R(i, j) == 0));
    }
  BOOST_REQUIRE(basis.phi.has_value() != basis.t.has_value());
  if (basis.phi) {
    const mpq_class phi = rational(*basis.phi);
    BOOST_TEST(*basis.phi < 1);
    BOOST_TEST(semidefinite(minus(K, times(mpq_class(1 - phi), RtR))));
    BOOST_TEST(semidefinite(minus(times(mpq_class(1 + phi), RtR), K)));
    const mpq_class square = frobenius_squared(solve_transposed(R, transpose(solve_transposed(R, D))));
    BOOST_TEST((phi * phi >= square));
    BOOST_TEST((phi * phi <= square * mpq_class(102, 100)));
  } else {
    // Cauchy and Schwarz: the trace norm is at most sqrt(p) times the Frobenius norm.
    const mpq_class t = rational(*basis.t), square = frobenius_squared(D) * static_cast<unsigned long>(K.rows());
    BOOST_TEST((t * t >= square));
    BOOST_TEST((t * t <= square * mpq_class(102, 100)));
  }
}

rational_matrix gram(const rational_matrix& G) { return times(G, transpose(G)); }

rational_matrix random_rows(problem_source& source, std::size_t p, std::size_t d) {
  return map(source.array(p, d), lower_end);
}

const std::vector<precision> all_places{{16, 20, 384}, {40, 20, 384}, {16, 40, 384}, {24, 56, 384}, {128, 272, 384}};

} // namespace

BOOST_AUTO_TEST_SUITE(basis)

BOOST_AUTO_TEST_CASE(independent_rows) {
  problem_source source(1);
  for (int round = 0; round < 20; ++round) {
    const std::size_t p = 1 + source.index(4);
    const rational_matrix K = gram(random_rows(source, p, p + 2));
    for (const precision& places : all_places) check(K, certify_basis(enclosed(K), places), places);
  }
  // Well-conditioned, and then the defect is tiny and the form is the sharp one.
  const rational_matrix K = plus(rational_identity(3), times(mpq_class(1, 8), gram(random_rows(source, 3, 3))));
  const triangular_basis fine = certify_basis(enclosed(K), precision{});
  BOOST_REQUIRE(fine.phi.has_value());
  BOOST_TEST(*fine.phi < 1e-80);
}

BOOST_AUTO_TEST_CASE(dependent_rows) {
  problem_source source(2);
  for (int round = 0; round < 20; ++round) {
    rational_matrix G = random_rows(source, 3, 5);
    for (std::size_t c = 0; c < 5; ++c)
      G(2, c) = round % 2 == 0 ? mpq_class(2 * G(0, c)) : mpq_class(G(0, c) - 3 * G(1, c));
    for (const precision& places : all_places) {
      const triangular_basis basis = certify_basis(enclosed(gram(G)), places);
      check(gram(G), basis, places);
      BOOST_TEST(basis.t.has_value());
    }
    BOOST_TEST(*certify_basis(enclosed(gram(G)), precision{}).t < 1e-75);
  }
}

// Neither form loses its meaning in between.
BOOST_AUTO_TEST_CASE(nearly_dependent_rows) {
  problem_source source(3);
  const rational_matrix G = random_rows(source, 3, 5), V = random_rows(source, 1, 5);
  for (long exponent = 4; exponent <= 150; exponent += 7) {
    rational_matrix near = G;
    for (std::size_t c = 0; c < 5; ++c) near(2, c) = G(0, c) + G(1, c) + V(0, c) * power_of_two(-exponent);
    for (const precision& places : all_places)
      BOOST_TEST_CONTEXT("distance 2^-" << exponent << ", witness " << places.witness) {
        check(gram(near), certify_basis(enclosed(gram(near)), places), places);
      }
  }
}

BOOST_AUTO_TEST_CASE(zero_rows) {
  const rational_matrix nothing = rational_zero(2, 2);
  const triangular_basis basis = certify_basis(enclosed(nothing), precision{});
  check(nothing, basis, precision{});
  BOOST_REQUIRE(basis.t.has_value());
  BOOST_TEST(*basis.t == 0);
  rational_matrix one = nothing;
  one(1, 1) = 1;
  check(one, certify_basis(enclosed(one), precision{}), precision{});
}

BOOST_AUTO_TEST_CASE(an_exact_factor_has_no_defect) {
  for (const std::size_t p : {0u, 1u, 3u}) {
    const triangular_basis basis = certify_basis(enclosed(rational_identity(p)), precision{});
    BOOST_TEST(basis.R.rows() == p);
    BOOST_REQUIRE(basis.phi.has_value());
    BOOST_TEST(*basis.phi == 0);
  }
}

BOOST_AUTO_TEST_CASE(standard) {
  const triangular_basis basis = mixcert::standard_basis(3, precision{});
  BOOST_TEST((rational(basis.R).values() == rational_identity(3).values()));
  BOOST_TEST(basis.phi.value() == 0);
  BOOST_TEST(!basis.t);
}

// An enclosed Gram matrix: the bound covers its ends.
BOOST_AUTO_TEST_CASE(an_enclosed_gram_matrix) {
  problem_source source(4);
  for (const bool dependent : {false, true}) {
    rational_matrix G = random_rows(source, 3, 5);
    if (dependent)
      for (std::size_t c = 0; c < 5; ++c) G(2, c) = G(0, c);
    const rational_matrix K = gram(G);
    mp_interval_matrix wide = enclosed(K);
    const mp_interval radius(0x1p-60, 384);
    for (mp_interval& x : wide.values()) x = hull(x - radius, x + radius);
    const triangular_basis basis = certify_basis(wide, precision{});
    BOOST_TEST(basis.t.has_value() == dependent);
    const rational_matrix R = rational(basis.R), RtR = times(transpose(R), R);
    for (int member = 0; member < 8; ++member) {
      rational_matrix M = K;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j <= i; ++j)
          M(i, j) = M(j, i) = K(i, j) + rational(source.index(2) == 0 ? 0x1p-60 : -0x1p-60);
      if (basis.phi) {
        const mpq_class phi = rational(*basis.phi);
        BOOST_TEST(semidefinite(minus(M, times(mpq_class(1 - phi), RtR))));
        BOOST_TEST(semidefinite(minus(times(mpq_class(1 + phi), RtR), M)));
      } else {
        BOOST_TEST((rational(*basis.t) * rational(*basis.t) >= frobenius_squared(minus(M, RtR)) * 3));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_bounded_is_refused) {
  mp_interval_matrix K = enclosed(rational_identity(2));
  K(0, 1) = K(1, 0) = mp_interval(1, 384) / mp_interval(mp_float(-1, 53), mp_float(1, 53), 384);
  BOOST_CHECK_THROW(certify_basis(K, precision{}), mixcert::not_certified);
}

BOOST_AUTO_TEST_SUITE_END()
