// Enclosures of singular values that have a closed form, square and rectangular.
#include "checks.hpp"

#include <mpfi.h>

namespace {

using namespace mixcert;
using namespace mixcert::test;

constexpr mpfr_prec_t reference_bits = 500;

/// sin(p pi / q)
mp_interval sine(unsigned long p, unsigned long q) {
  mp_interval x(0.0, reference_bits);
  mpfi_const_pi(x.get());
  mpfi_mul_ui(x.get(), x.get(), p);
  mpfi_div_ui(x.get(), x.get(), q);
  mpfi_sin(x.get(), x.get());
  return x;
}

mp_interval constant(double x) { return {x, reference_bits}; }

struct closed_form {
  std::string name;
  rational_matrix A;
  std::vector<mp_interval> sigma; ///< descending
};

/// 1 on the diagonal and -1 below it.
rational_matrix differences(std::size_t rows, std::size_t cols) {
  rational_matrix a = rational_zero(rows, cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) a(i, j) = i == j ? 1 : i == j + 1 ? -1 : 0;
  return a;
}

closed_form square_differences(std::size_t n) {
  closed_form r{"differences", differences(n, n), {}};
  for (std::size_t k = n; k >= 1; --k) r.sigma.push_back(constant(2) * sine(2 * k - 1, 2 * (2 * n + 1)));
  return r;
}

/// n x (n - 1): a tall matrix; transposed, a wide one.
closed_form tall_differences(std::size_t n) {
  closed_form r{"tall differences", differences(n, n - 1), {}};
  for (std::size_t k = n - 1; k >= 1; --k) r.sigma.push_back(constant(2) * sine(k, 2 * n));
  return r;
}

/// The inverse of the differences.
closed_form sums(std::size_t n) {
  closed_form r{"sums", rational_zero(n, n), {}};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) r.A(i, j) = 1;
  for (std::size_t k = 1; k <= n; ++k) r.sigma.push_back(constant(0.5) / sine(2 * k - 1, 2 * (2 * n + 1)));
  return r;
}

/// The Laplacian of a path: 4 sin^2(k pi / 2n), one of them 0.
closed_form path_laplacian(std::size_t n) {
  const rational_matrix d = differences(n, n - 1);
  closed_form r{"path", times(d, transpose(d)), {}};
  for (std::size_t k = n; k-- > 1;) r.sigma.push_back(constant(4) * sqr(sine(k, 2 * n)));
  r.sigma.push_back(constant(0));
  return r;
}

/// The Laplacian of a cycle: 4 sin^2(k pi / n), in pairs.
closed_form cycle_laplacian(std::size_t n) {
  closed_form r{"cycle", rational_zero(n, n), {}};
  for (std::size_t i = 0; i < n; ++i) {
    r.A(i, i) = 2;
    r.A(i, (i + 1) % n) -= 1;
    r.A((i + 1) % n, i) -= 1;
  }
  for (std::size_t i = 0; i < n; ++i) r.sigma.push_back(constant(4) * sqr(sine((n - i) / 2, n)));
  return r;
}

closed_form transposed(closed_form known) {
  return {known.name + ", transposed", transpose(known.A), std::move(known.sigma)};
}

std::vector<closed_form> closed_forms() {
  std::vector<closed_form> list;
  for (const std::size_t n : {std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{12}}) {
    list.push_back(square_differences(n));
    list.push_back(tall_differences(n));
    list.push_back(transposed(tall_differences(n)));
    list.push_back(sums(n));
    list.push_back(path_laplacian(n));
    if (n > 2) list.push_back(cycle_laplacian(n));
  }
  return list;
}

void check_held(const std::vector<mp_interval>& enclosures, const std::vector<mp_interval>& sigma) {
  BOOST_REQUIRE_EQUAL(enclosures.size(), sigma.size());
  for (std::size_t i = 0; i < sigma.size(); ++i)
    BOOST_CHECK(mpfr_lessequal_p(enclosures[i].lower(), sigma[i].lower()) != 0 &&
                mpfr_lessequal_p(sigma[i].upper(), enclosures[i].upper()) != 0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(closed_form_values)

BOOST_AUTO_TEST_CASE_TEMPLATE(are_enclosed, T, scalars) {
  for (const closed_form& known : closed_forms())
    BOOST_TEST_CONTEXT(known.name << ' ' << known.A.rows() << " x " << known.A.cols()) {
      const matrix<T> c = stored<T>(known.A, matrix_bits);
      const std::vector<mp_interval> values = enclosed(c, approximate_svd(c));
      check_held(values, known.sigma);
      BOOST_CHECK(largest_width(values) <= mpq_class(1e-12) * rational(known.sigma.front().upper()));
    }
}

BOOST_AUTO_TEST_CASE(are_enclosed_tightly_when_refined) {
  for (const closed_form& known : closed_forms())
    if (known.A.rows() == known.A.cols()) BOOST_TEST_CONTEXT(known.name << ' ' << known.A.rows()) {
        const matrix<mp_float> c = stored<mp_float>(known.A, matrix_bits);
        const std::vector<mp_interval> values = enclosed(c, refine_svd(c, 144));
        check_held(values, known.sigma);
        BOOST_CHECK(largest_width(values) <= mpq_class(1e-35) * rational(known.sigma.front().upper()));
      }
}

BOOST_AUTO_TEST_SUITE_END()
