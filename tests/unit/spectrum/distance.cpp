// Enclosures for every matrix within a distance: theorem T6 (b).
#include "checks.hpp"

namespace {

using namespace mixcert;
using namespace mixcert::test;

/// The same vectors, each value moved by +-distance: spectral distance exactly that.
std::vector<known_matrix> moved(const std::vector<mpq_class>& d, const mpq_class& distance) {
  std::vector<known_matrix> list;
  for (unsigned sign = 0; sign < 16; ++sign) {
    std::vector<mpq_class> values = d;
    for (std::size_t i = 0; i < 4; ++i) values[i] += sign >> i & 1U ? distance : mpq_class(-distance);
    list.push_back(from_factors("moved", householder(4), values, hadamard(4)));
  }
  return list;
}

const std::vector<std::vector<mpq_class>> spectra = {{4, 3, 2, 1}, {1, 1, 1, 1}, {2, 1, 1, 0}, {0, 0, 0, 0}};

} // namespace

BOOST_AUTO_TEST_SUITE(distance)

BOOST_AUTO_TEST_CASE_TEMPLATE(encloses_every_matrix_within_it, T, scalars) {
  for (const std::vector<mpq_class>& d : spectra)
    for (const double distance : {0x1p-40, 0x1p-10, 0.5, 3.0}) {
      const matrix<T> c = stored<T>(from_factors("", householder(4), d, hadamard(4)).A, matrix_bits);
      const std::vector<mp_interval> values = enclosed(c, approximate_svd(c), distance);
      for (const known_matrix& perturbed : moved(d, mpq_class(distance))) BOOST_CHECK(hold(values, perturbed.sigma));
    }
}

BOOST_AUTO_TEST_CASE(too_small_does_not) {
  const matrix<mp_float> c = stored<mp_float>(from_factors("", householder(4), spectra[0], hadamard(4)).A, matrix_bits);
  const std::vector<mp_interval> values = enclosed(c, refine_svd(c, 144), 0.125 - 0x1p-40);
  for (const known_matrix& perturbed : moved(spectra[0], mpq_class(1, 8))) BOOST_CHECK(!hold(values, perturbed.sigma));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(is_the_only_width_of_an_exact_decomposition, T, scalars) {
  const rational_matrix one = rational_identity(2);
  const svd_guess<T> svd{stored<T>(one, matrix_bits),
                         stored<T>(rational_matrix(1, 2, mpq_class(1)), matrix_bits).values(),
                         stored<T>(one, matrix_bits)};
  for (const mp_interval& value : enclose_singular_values(svd, {0, 0, 0}, 0.25, enclosure_bits)) {
    BOOST_CHECK(rational(value.lower()) == mpq_class(3, 4));
    BOOST_CHECK(rational(value.upper()) == mpq_class(5, 4));
  }
  for (const mp_interval& value : enclose_singular_values(svd, {0, 0, 0.25}, 2.0, enclosure_bits)) {
    BOOST_CHECK(mpfr_zero_p(value.lower()));
    BOOST_CHECK(rational(value.upper()) == mpq_class(13, 4));
  }
}

BOOST_AUTO_TEST_SUITE_END()
