// What the go-mHC text says of its mixers, in exact fractions (theorem T20), and that certificates agree.
#include "rational_maps.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/mixer/detail/block_energy.hpp"
#include "support/mixer_cases.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

namespace mixcert::test {
namespace {

using fractions = matrix<mixcert::rational>;
using fraction = mixcert::rational;
using cayley_detail::product;

const context<fraction> exactly;

std::vector<fraction> parameters_of(std::size_t k, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<fraction> p;
  for (std::size_t l = 0; l < k * (k - 1) / 2; ++l)
    p.emplace_back(std::uniform_int_distribution<long>(-30, 30)(engine), 7L);
  return p;
}

fractions identity(std::size_t k, double size = 1) {
  fractions I(k, k, fraction());
  for (std::size_t i = 0; i < k; ++i) I(i, i) = fraction(size);
  return I;
}

fractions sum(fractions a, const fractions& b) {
  for (std::size_t c = 0; c < a.values().size(); ++c) a.values()[c] += b.values()[c];
  return a;
}

fractions negative(const fractions& a) {
  return map(a, [](const fraction& x) { return -x; });
}

bool equal(const fractions& a, const fractions& b) {
  for (std::size_t c = 0; c < a.values().size(); ++c)
    if (!is_exact_zero(a.values()[c] - b.values()[c])) return false;
  return a.values().size() == b.values().size();
}

fractions skew(std::size_t k, const std::vector<fraction>& p) {
  fractions A(k, k, fraction());
  const auto places = skew_places(k, skew_order::upper_rows);
  for (std::size_t l = 0; l < p.size(); ++l) {
    A(places[l].first, places[l].second) = p[l];
    A(places[l].second, places[l].first) = -p[l];
  }
  return A;
}

std::vector<fraction> above_diagonal(const fractions& A) {
  std::vector<fraction> p;
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = i + 1; j < A.rows(); ++j) p.push_back(A(i, j));
  return p;
}

/// By elimination with exact pivots.
fraction determinant(fractions a) {
  fraction r(1.0);
  const std::size_t n = a.rows();
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t top = p;
    while (top < n && is_exact_zero(a(top, p))) ++top;
    if (top == n) return {};
    if (top != p) r = -r;
    for (std::size_t j = 0; j < n; ++j) std::swap(a(p, j), a(top, j));
    r = r * a(p, p);
    for (std::size_t i = p + 1; i < n; ++i) {
      const fraction factor = a(i, p) / a(p, p);
      for (std::size_t j = p; j < n; ++j) a(i, j) -= factor * a(p, j);
    }
  }
  return r;
}

fractions whole_numbers(std::size_t n, const std::vector<long>& values) {
  std::vector<fraction> r;
  for (const long x : values) r.emplace_back(x, 1L);
  return {n, n, std::move(r)};
}

fractions transform(std::size_t k, const std::vector<fraction>& p) {
  return cayley_transform<fraction>(exactly, k, p).value();
}

fractions energies(std::size_t f, std::size_t s, const std::vector<fraction>& p) {
  return block_energies<fraction>(exactly, f, s, p, skew_order::upper_rows).value();
}

/// A site of go-mhc whose state has the mean square 9, 4 or 4, so that its normalisation is exact; n is 2, 3 or 4.
mixer_input rational_site(std::size_t n, const char* s) {
  const matrix<double> X = n == 2   ? matrix<double>(2, 2, {5, 3, -1, 1})
                           : n == 3 ? matrix<double>(3, 2, {4, 2, 1, 1, -1, 1})
                                    : matrix<double>(4, 2, {4, 2, -2, 2, 1, -1, 1, 1});
  mixer_input input = small_input(find_mixer("go-mhc"), 91, n, 2, {{"s", s}, {"norm_eps", "0"}});
  input.state = X;
  return input;
}

/// The site with s = k that has A kron I_k where the given one, with s = 1, has A.
mixer_input repeated(const mixer_input& one, std::size_t k) {
  const std::size_t n = one.state.rows(), size = one.state.values().size();
  mixer_input many = one;
  many.convention = convention_of(find_mixer("go-mhc"), {{"s", std::to_string(k)}, {"norm_eps", "0"}});
  const auto few = skew_places(n, skew_order::upper_rows), all = skew_places(n * k, skew_order::upper_rows);
  std::vector<double>&W = many.parameters.at("W_res"), &b = many.parameters.at("b_res");
  W.assign(size * all.size(), 0.0);
  b.assign(all.size(), 0.0);
  for (std::size_t l = 0; l < all.size(); ++l) {
    const auto [i, j] = all[l];
    if (i % k != j % k) continue;
    const auto from =
        static_cast<std::size_t>(std::find(few.begin(), few.end(), std::pair(i / k, j / k)) - few.begin());
    b[l] = one.parameters.at("b_res")[from];
    for (std::size_t c = 0; c < size; ++c) W[c * all.size() + l] = one.parameters.at("W_res")[c * few.size() + from];
  }
  return many;
}

std::vector<interval> expanded(const certificate& c) {
  std::vector<interval> r;
  for (const auto& entry : c.spectrum) r.insert(r.end(), entry.multiplicity, entry.value);
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(go_mhc_facts)

// s = 1: H_ij = Q_ij^2 for an orthogonal Q.
BOOST_AUTO_TEST_CASE(blocks_of_one_entry_are_orthostochastic) {
  for (const std::size_t n : {1u, 2u, 3u, 4u, 6u}) {
    const std::vector<fraction> p = parameters_of(n, n);
    const fractions Q = transform(n, p);
    BOOST_TEST(equal(product(exactly, Q, transpose(Q)), identity(n)));
    BOOST_TEST(equal(energies(n, 1, p), map(Q, [](const fraction& q) { return sqr(q); })));
  }
}

// Half the matrix of ones off the diagonal is doubly stochastic, but two rows of roots meet in one column only:
// whatever their signs, the inner product is 1/2 or -1/2.
BOOST_AUTO_TEST_CASE(not_every_doubly_stochastic_matrix_is_orthostochastic) {
  const fractions H =
      map(whole_numbers(3, {0, 1, 1, 1, 0, 1, 1, 1, 0}), [](const fraction& x) { return x / fraction(2.0); });
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::size_t columns_in_common = 0;
      for (std::size_t c = 0; c < 3; ++c) columns_in_common += is_exact_zero(H(i, c) * H(j, c)) ? 0 : 1;
      BOOST_TEST(columns_in_common == 1u);
    }
}

// det(I + Q) det(I + A) = 2^k: never zero, so -1 is no eigenvalue of a transform.
BOOST_AUTO_TEST_CASE(the_chart_has_no_eigenvalue_minus_one) {
  for (const std::size_t k : {1u, 2u, 3u, 4u, 6u}) {
    const std::vector<fraction> p = parameters_of(k, 10 + k);
    const fraction both = determinant(sum(identity(k), transform(k, p))) * determinant(sum(identity(k), skew(k, p)));
    BOOST_TEST(is_exact_zero(both - pown(fraction(2.0), static_cast<int>(k))));
  }
}

// (I - Q)(I + Q)^-1 takes every other orthogonal matrix back to its A; where det(I + Q) = 0 there is none.
BOOST_AUTO_TEST_CASE(what_the_chart_reaches_and_what_it_misses) {
  const fractions cycle = whole_numbers(3, {0, 1, 0, 0, 0, 1, 1, 0, 0}), signed_swap = whole_numbers(2, {0, -1, 1, 0}),
                  signed_four_cycle = whole_numbers(4, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0});
  for (const fractions* Q : {&cycle, &signed_swap, &signed_four_cycle}) {
    const std::size_t k = Q->rows();
    const fractions plus = sum(identity(k), *Q);
    BOOST_TEST_REQUIRE(!is_exact_zero(determinant(plus)));
    const fractions A =
        product(exactly, sum(identity(k), negative(*Q)), cayley_detail::approximate_inverse(exactly, plus));
    BOOST_TEST(equal(A, negative(transpose(A))));
    BOOST_TEST(equal(transform(k, above_diagonal(A)), *Q));
  }
  const fractions swap = whole_numbers(2, {0, 1, 1, 0}), reflection = whole_numbers(3, {1, 0, 0, 0, -1, 0, 0, 0, 1}),
                  four_cycle = whole_numbers(4, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0});
  for (const fractions* Q : {&swap, &reflection, &four_cycle})
    BOOST_TEST(is_exact_zero(determinant(sum(identity(Q->rows()), *Q))));
  // -I in the plane is approached by A_01 = t, at the distance 2/(1 + t^2) of its entries, and not reached.
  BOOST_TEST(is_exact_zero(determinant(sum(identity(2), identity(2, -1)))));
  for (const long t : {1L, 10L, 1000000L}) {
    const fraction distance = transform(2, {fraction(t, 1)})(0, 0) + fraction(1.0);
    BOOST_TEST(is_exact_zero(distance - fraction(2, t * t + 1)));
  }
}

// With A kron I_k and blocks of side k the map is the same, exactly; and so is its Jacobian.
BOOST_AUTO_TEST_CASE(repeated_blocks_leave_the_mixer_unchanged) {
  const mixer& m = find_mixer("go-mhc");
  for (const auto& [n, k] : {std::pair<std::size_t, std::size_t>{2, 2}, {2, 3}, {3, 2}}) {
    const mixer_input one = rational_site(n, "1"), many = repeated(one, k);
    const rational_matrix J = exact_jacobian("go-mhc", one);
    BOOST_TEST((J.values() == exact_jacobian("go-mhc", many).values()));
    BOOST_TEST((J.values() != rational_identity(J.rows()).values()));
    const std::vector<interval> few = expanded(certify(m, one, {})), wide = expanded(certify(m, many, {}));
    BOOST_TEST_REQUIRE(few.size() == wide.size());
    for (std::size_t i = 0; i < few.size(); ++i) {
      BOOST_TEST(few[i].lower() <= wide[i].upper());
      BOOST_TEST(wide[i].lower() <= few[i].upper());
    }
  }
}

// A = 0 at the state, though not near it: H = I, DH = 0, and J is exactly the identity. A step away it is not.
BOOST_AUTO_TEST_CASE(at_zero_nothing_is_mixed_and_nothing_moves) {
  const mixer& m = find_mixer("go-mhc");
  for (const char* s : {"1", "2"})
    for (const std::size_t n : {2u, 3u, 4u}) BOOST_TEST_CONTEXT("s = " << s << ", n = " << n) {
        mixer_input input = rational_site(n, s);
        const std::vector<double>& x = input.state.values();
        std::vector<double>&W = input.parameters.at("W_res"), &b = input.parameters.at("b_res");
        input.parameters.at("norm.weight").assign(x.size(), 1.0);
        for (std::size_t l = 0; l < b.size(); ++l) { // the last entry of the state is 1
          double seen = 0;
          for (std::size_t c = 0; c + 1 < x.size(); ++c) seen += x[c] * W[c * b.size() + l];
          W[(x.size() - 1) * b.size() + l] = -seen;
        }
        b.assign(b.size(), 0.0);
        const rational_matrix I = rational_identity(x.size());
        BOOST_TEST((exact_jacobian("go-mhc", input).values() == I.values()));
        const certificate c = certify(m, input, {});
        for (const auto& entry : c.spectrum) {
          BOOST_TEST(contains(entry.value, 1.0));
          BOOST_TEST(width_up(entry.value) <= 0x1p-51);
        }
        BOOST_TEST(c.quantities.rank_at_most == 0u);
        const context<mp_interval> numbers{200};
        const feedback<mp_interval> f = residual_feedback(m.evaluate(numbers, input));
        for (std::size_t column = 0; column < x.size(); ++column) {
          matrix<mp_interval> Z(n, 2, numbers.exact(0));
          Z.values()[column] = numbers.exact(1);
          const matrix<mp_interval> image = directional_derivative(numbers, f, Z);
          for (std::size_t row = 0; row < x.size(); ++row)
            BOOST_TEST(is_exact_zero(image.values()[row] - Z.values()[row]));
        }
        b[s[0] == '1' ? 0 : 1] = 0x1p-20; // between the first two blocks
        BOOST_TEST((exact_jacobian("go-mhc", input).values() != I.values()));
      }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
