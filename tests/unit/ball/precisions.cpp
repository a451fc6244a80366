// Entries of different precision in one operation.
#include "formulas.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr long coarse = 24, fine = 192;

mp_float number(std::mt19937_64& random, long places) {
  return {random_number<multiprecision<256>>(random, static_cast<long>(random() % 3)).get(), places};
}

/// Each entry of one of several precisions; the first one's is given.
matrix<mp_float> of_several_precisions(std::mt19937_64& random, std::size_t rows, std::size_t cols, long first) {
  constexpr std::array places = {coarse, 53L, 113L, fine};
  matrix<mp_float> a(rows, cols, mp_float(0.0, coarse));
  for (mp_float& x : a.values()) x = number(random, places[random() % places.size()]);
  a(0, 0) = number(random, first);
  return a;
}

long finest(const matrix<mp_float>& a, const matrix<mp_float>& b) {
  long places = 0;
  for (const matrix<mp_float>* m : {&a, &b})
    for (const mp_float& x : m->values()) places = std::max(places, static_cast<long>(x.bits()));
  return places;
}

long coarsest(const matrix<mp_float>& a) {
  long places = fine;
  for (const mp_float& x : a.values()) places = std::min(places, static_cast<long>(x.bits()));
  return places;
}

using ball = ball_matrix<mp_float>;

} // namespace

BOOST_AUTO_TEST_SUITE(entries_of_different_precision)

BOOST_AUTO_TEST_CASE(are_multiplied_in_the_finest) {
  std::mt19937_64 random(15);
  for (int trial = 0; trial < 20; ++trial)
    for (const long first : {coarse, fine})
      for (const double radius : {0.0, 0x1p-30}) {
        const ball a{of_several_precisions(random, 3, 4, first), radius};
        const ball b{of_several_precisions(random, 4, 2, fine + coarse - first), radius};
        check_product_with(a, b, power_of_two(-finest(a.midpoint, b.midpoint)));
        const matrix<mp_float> midpoint = product(a, b).midpoint;
        for (const mp_float& x : midpoint.values()) BOOST_CHECK_EQUAL(x.bits(), fine);
      }
}

BOOST_AUTO_TEST_CASE(are_subtracted_each_in_its_own) {
  std::mt19937_64 random(16);
  for (int trial = 0; trial < 20; ++trial)
    for (const long first : {coarse, fine})
      for (const double radius : {0.0, 0x1p-30}) {
        const ball a{of_several_precisions(random, 2, 3, first), radius};
        const ball b{of_several_precisions(random, 2, 3, first), radius};
        check_difference_with(a, b, power_of_two(-coarsest(difference(a, b).midpoint)));
      }
}

BOOST_AUTO_TEST_CASE(are_scaled_each_in_its_own) {
  std::mt19937_64 random(17);
  for (int trial = 0; trial < 20; ++trial)
    for (const long first : {coarse, fine})
      for (const double radius : {0.0, 0x1p-30}) {
        const ball a{of_several_precisions(random, 3, 3, first), radius};
        const std::vector<mp_float> d = of_several_precisions(random, 1, 3, first).values();
        check_scaled_with(a, d, power_of_two(-coarsest(product_with_diagonal(a, d).midpoint)));
      }
}

BOOST_AUTO_TEST_CASE(have_a_defect_in_the_finest) {
  std::mt19937_64 random(18);
  for (const long first : {coarse, fine}) {
    const ball v{of_several_precisions(random, 4, 3, first), 0};
    const ball c = orthogonality_defect(v);
    BOOST_CHECK(holds(c, gram_minus_identity(rational(v.midpoint))));
    BOOST_CHECK(c.radius < 0x1p-170);
  }
}

// The first entry's precision is not that of all: 1 - 1.5 * 2^-25 in 24 places.
BOOST_AUTO_TEST_CASE(are_not_all_as_precise_as_the_first) {
  const auto row = [](double first, double second) {
    return ball{matrix<mp_float>(1, 2, {mp_float(first, fine), mp_float(second, coarse)}), 0};
  };
  const ball a = row(1, 1), b = row(1, 0x1.8p-25);
  const matrix<mp_float> midpoint = difference(a, b).midpoint;
  BOOST_CHECK(!holds_differences(midpoint, difference_radius(a, b, midpoint, power_of_two(-fine)), a, b));
  check_difference_with(a, b, power_of_two(-coarse));
  const ball c = row(1, 0x1.000002p+0);
  const std::vector<mp_float> d = c.midpoint.values();
  const matrix<mp_float> scaled_midpoint = product_with_diagonal(c, d).midpoint;
  BOOST_CHECK(!holds_scaled(scaled_midpoint, scaled_radius(c, d, power_of_two(-fine)), c, d));
  check_scaled_with(c, d, power_of_two(-coarse));
}

BOOST_AUTO_TEST_SUITE_END()
