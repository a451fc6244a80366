// Cayley transforms in rational arithmetic, where every identity of theorem T20 is exact, and their enclosures.
#include "dense.hpp"

#include "mixcert/mixer/detail/block_energy.hpp"
#include "mixcert/mixer/detail/iterated_cayley.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using mixcert::block_energies;
using mixcert::cayley_transform;
using mixcert::interval;
using mixcert::iterated_cayley;
using mixcert::matrix;
using mixcert::mp_interval;
using mixcert::rational;
using mixcert::skew_order;
using mixcert::skew_places;
using mixcert::cayley_detail::product;

namespace {

const mixcert::context<rational> rationals;

std::size_t parameters_of(std::size_t k) { return k * (k - 1) / 2; }

/// Thirds and fifths up to `size`.
std::vector<rational> fractions(std::size_t count, std::uint64_t seed, long size = 2) {
  std::mt19937_64 engine(seed);
  std::vector<rational> r;
  for (std::size_t l = 0; l < count; ++l)
    r.emplace_back(std::uniform_int_distribution<long>(-15 * size, 15 * size)(engine), 15L);
  return r;
}

matrix<rational> zeros(std::size_t k) { return {k, k, rational()}; }

matrix<rational> identity(std::size_t k) {
  matrix<rational> r = zeros(k);
  for (std::size_t i = 0; i < k; ++i) r(i, i) = rational(1.0);
  return r;
}

matrix<rational> skew(std::size_t k, const std::vector<rational>& p, skew_order order = skew_order::upper_rows) {
  matrix<rational> A = zeros(k);
  for (std::size_t l = 0; l < p.size(); ++l) {
    const auto [i, j] = skew_places(k, order)[l];
    A(i, j) = p[l];
    A(j, i) = -p[l];
  }
  return A;
}

matrix<rational> sum(matrix<rational> a, const matrix<rational>& b) {
  for (std::size_t c = 0; c < a.values().size(); ++c) a.values()[c] += b.values()[c];
  return a;
}

matrix<rational> times(const matrix<rational>& a, const matrix<rational>& b) { return product(rationals, a, b); }

bool equal(const matrix<rational>& a, const matrix<rational>& b) {
  if (a.values().size() != b.values().size()) return false;
  for (std::size_t c = 0; c < a.values().size(); ++c)
    if (!is_exact_zero(a.values()[c] - b.values()[c])) return false;
  return true;
}

/// A kron I_k.
matrix<rational> repeated(const matrix<rational>& a, std::size_t k) {
  matrix<rational> r = zeros(a.rows() * k);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.cols(); ++j)
      for (std::size_t c = 0; c < k; ++c) r(i * k + c, j * k + c) = a(i, j);
  return r;
}

/// Its entries above the diagonal, row by row.
std::vector<rational> upper(const matrix<rational>& A) {
  std::vector<rational> r;
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = i + 1; j < A.rows(); ++j) r.push_back(A(i, j));
  return r;
}

block_energies<rational> energies(std::size_t f, std::size_t s, const std::vector<rational>& p) {
  return {rationals, f, s, p, skew_order::upper_rows};
}

} // namespace

BOOST_AUTO_TEST_SUITE(cayley)

// (I + Q)(I + A) = 2 I: so Q is the transform, and I + Q is invertible whatever A is. The chart misses the orthogonal
// matrices with eigenvalue -1, such as -I and the swap of two streams.
BOOST_AUTO_TEST_CASE(orthogonal_without_the_eigenvalue_minus_one) {
  for (const std::size_t k : {1u, 2u, 3u, 6u}) {
    const std::vector<rational> p = fractions(parameters_of(k), k);
    const cayley_transform<rational> Q(rationals, k, p);
    const matrix<rational> I = identity(k), A = skew(k, p);
    const matrix<rational>& q = Q.value();
    BOOST_TEST(equal(times(q, transpose(q)), I));
    BOOST_TEST(equal(times(sum(I, q), sum(I, A)), sum(I, I)));
    BOOST_TEST(equal(sum(Q.N(), Q.N()), sum(I, q)));
  }
}

// In the plane: A_01 = 3/4 rotates by -2 arctan(3/4), whose cosine is 7/25.
BOOST_AUTO_TEST_CASE(a_rotation_by_hand) {
  const matrix<rational> Q = cayley_transform<rational>(rationals, 2, {rational(3, 4)}).value();
  const matrix<rational> expected(2, 2, {rational(7, 25), rational(-24, 25), rational(24, 25), rational(7, 25)});
  BOOST_TEST(equal(Q, expected));
  const auto U = energies(2, 1, {rational(3, 4)});
  BOOST_TEST(equal(U.value(), {2, 2, {rational(49, 625), rational(576, 625), rational(576, 625), rational(49, 625)}}));
}

// The swap has the eigenvalue -1, but the quarter turn has the same energies: A_01 = 1.
BOOST_AUTO_TEST_CASE(the_swap_of_two_streams_is_reached_with_a_sign) {
  BOOST_TEST(equal(cayley_transform<rational>(rationals, 2, {rational(1.0)}).value(),
                   {2, 2, {rational(), rational(-1.0), rational(1.0), rational()}}));
  BOOST_TEST(
      equal(energies(2, 1, {rational(1.0)}).value(), {2, 2, {rational(), rational(1.0), rational(1.0), rational()}}));
}

BOOST_AUTO_TEST_CASE(places_of_the_parameters) {
  using places = std::vector<std::pair<std::size_t, std::size_t>>;
  BOOST_TEST((skew_places(4, skew_order::upper_rows) == places{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
  BOOST_TEST((skew_places(4, skew_order::upper_columns) == places{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}));
  BOOST_TEST((skew_places(4, skew_order::lower_rows) == places{{1, 0}, {2, 0}, {2, 1}, {3, 0}, {3, 1}, {3, 2}}));
  BOOST_TEST((skew_places(4, skew_order::lower_columns) == places{{1, 0}, {2, 0}, {3, 0}, {2, 1}, {3, 1}, {3, 2}}));
  BOOST_TEST(skew_places(1, skew_order::lower_rows).empty());
  const std::vector<rational> p = fractions(6, 3);
  for (const auto& [one, other] : {std::pair{skew_order::upper_rows, skew_order::lower_columns},
                                   {skew_order::upper_columns, skew_order::lower_rows}})
    BOOST_TEST(equal(cayley_transform<rational>(rationals, 4, p, one).value(),
                     transpose(cayley_transform<rational>(rationals, 4, p, other).value())));
}

BOOST_AUTO_TEST_CASE(energies_are_doubly_stochastic) {
  for (const auto& [f, s] : {std::pair{1u, 3u}, {2u, 1u}, {3u, 2u}, {4u, 1u}}) {
    const matrix<rational> U = energies(f, s, fractions(parameters_of(f * s), 10 + f)).value();
    for (std::size_t i = 0; i < f; ++i) {
      rational row, column;
      for (std::size_t j = 0; j < f; ++j) {
        row += U(i, j);
        column += U(j, i);
        BOOST_TEST(!certainly_less(U(i, j), rational()));
      }
      BOOST_TEST(is_exact_zero(row - rational(1.0)));
      BOOST_TEST(is_exact_zero(column - rational(1.0)));
    }
  }
}

// The transform of A kron I_k is Q kron I_k, with s k in place of s the same mixer.
BOOST_AUTO_TEST_CASE(repeated_rotations_leave_the_mixer_unchanged) {
  for (const auto& [f, s, k] : {std::tuple{2u, 1u, 2u}, {3u, 1u, 2u}, {2u, 2u, 3u}}) {
    const std::vector<rational> p = fractions(parameters_of(f * s), 20 + f);
    const std::vector<rational> many = upper(repeated(skew(f * s, p), k));
    const cayley_transform<rational> Q(rationals, f * s, p), wide(rationals, f * s * k, many);
    BOOST_TEST(equal(wide.value(), repeated(Q.value(), k)));
    BOOST_TEST(equal(energies(f, s * k, many).value(), energies(f, s, p).value()));
    BOOST_TEST(!equal(energies(f, s, p).value(), identity(f)));
  }
}

BOOST_AUTO_TEST_CASE(at_zero_nothing_is_mixed_and_nothing_moves) {
  for (const auto& [f, s] : {std::pair{3u, 1u}, {2u, 3u}}) {
    const auto U = energies(f, s, std::vector<rational>(parameters_of(f * s)));
    BOOST_TEST(equal(U.value(), identity(f)));
    const block_energies<interval> enclosed({}, f, s, std::vector<interval>(parameters_of(f * s), interval(0.0)),
                                            skew_order::upper_rows);
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t j = 0; j < f; ++j) {
        for (const rational& x : U.derivative(i, j)) BOOST_TEST(is_exact_zero(x));
        for (const interval& x : enclosed.derivative(i, j)) BOOST_TEST(is_exact_zero(x));
        BOOST_TEST(width_up(enclosed.value()(i, j)) == 0);
      }
  }
}

// Central differences with a step of 2^-80, in rationals: off by 2^-160 times a third derivative.
BOOST_AUTO_TEST_CASE(derivatives) {
  const rational step = pown(rational(2.0), -80), bound = pown(rational(2.0), -140);
  for (const auto& [f, s] : {std::pair{3u, 1u}, {2u, 2u}, {3u, 2u}}) {
    const std::vector<rational> p = fractions(parameters_of(f * s), 30 + f + s);
    const auto U = energies(f, s, p);
    for (std::size_t l = 0; l < p.size(); ++l) {
      std::vector<rational> ahead = p, back = p;
      ahead[l] += step;
      back[l] -= step;
      const matrix<rational> plus = energies(f, s, ahead).value(), minus = energies(f, s, back).value();
      for (std::size_t i = 0; i < f; ++i)
        for (std::size_t j = 0; j < f; ++j)
          BOOST_TEST(certainly_less(abs((plus(i, j) - minus(i, j)) / (step + step) - U.derivative(i, j)[l]), bound));
    }
  }
}

// Points: nearly as narrow as the format, even where elimination cancels. Boxes: members stay inside, and however wide
// a box is, so much is known as that entries of an orthogonal matrix are at most 1.
BOOST_AUTO_TEST_CASE(enclosures) {
  for (const auto& [k, size] : {std::pair{3u, 1L}, {6u, 10000L}, {24u, 10000L}, {9u, 3L}}) {
    const std::vector<rational> p = fractions(parameters_of(k), 40 + k, size);
    for (const double radius : {0.0, 1e-9, 4.0}) {
      std::vector<interval> box;
      std::vector<mp_interval> long_box;
      std::vector<rational> member;
      for (const rational& x : p) {
        const interval about = enclose(x);
        box.push_back(about + interval(-radius, radius));
        long_box.push_back(ends(box.back()));
        member.push_back(x + rational(member.size() % 2 == 0 ? radius : -radius));
      }
      const matrix<rational> Q = cayley_transform<rational>(rationals, k, member).value();
      const cayley_transform<interval> coarse({}, k, box);
      const cayley_transform<mp_interval> fine(numbers_of<mp_interval>, k, long_box);
      double widest = 0;
      for (std::size_t c = 0; c < k * k; ++c) {
        const interval x = coarse.value().values()[c], y = to_interval(fine.value().values()[c]);
        BOOST_REQUIRE(contains(x, Q.values()[c]));
        BOOST_REQUIRE(contains(y, Q.values()[c]));
        BOOST_REQUIRE(!(magnitude(x) > 3) && !(magnitude(y) > 3));
        widest = std::max(widest, width_up(x));
      }
      if (radius == 0.0) BOOST_TEST(widest <= 1e-14);
      if (radius == 1e-9) BOOST_TEST(widest <= 1e-5);
    }
  }
}

// Y <- I + (alpha/2) W (I + Y), in rationals as it is written; iterated often, the Cayley transform of -(alpha/2) W.
BOOST_AUTO_TEST_CASE(iterates) {
  const rational alpha(1, 3), half(1, 6);
  const std::vector<rational> p = fractions(6, 50);
  const matrix<rational> I = identity(4), W = skew(4, p);
  matrix<rational> M = map(W, [&](const rational&x) { return half * x; }), Y = sum(sum(I, M), M);
  for (std::size_t iterations = 0; iterations < 4; ++iterations) {
    BOOST_TEST(equal(iterated_cayley<rational>(rationals, 4, p, alpha, iterations).value(), Y));
    Y = sum(I, times(M, sum(I, Y)));
  }
  const mixcert::context<mp_interval>& numbers = numbers_of<mp_interval>;
  std::vector<mp_interval> small, opposite;
  for (const rational& x : p) {
    small.push_back(numbers.exact(mpq_get_d(x.get())));
    opposite.push_back(-(small.back() * numbers.exact(0x1p-5)));
  }
  const auto limit = cayley_transform<mp_interval>(numbers, 4, opposite).value();
  const auto iterated = iterated_cayley<mp_interval>(numbers, 4, small, numbers.exact(0x1p-4), 150).value();
  for (std::size_t c = 0; c < 16; ++c) BOOST_TEST(magnitude_up(limit.values()[c] - iterated.values()[c]) < 1e-20);
}

BOOST_AUTO_TEST_SUITE_END()
