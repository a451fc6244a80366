// Where J is a matrix of fractions: its determinant, the trace of J^T J and the characteristic polynomial of J^T J are
// the products and sums that the enclosed singular values give.
#include "rational_maps.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "support/mixer_cases.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

namespace mixcert::test {
namespace {

using settings = std::map<std::string, std::string>;

/// A site of small dyadic numbers and a state where the map is rational.
struct rational_site {
  const char* mixer;
  matrix<double> X;
  settings convention = {};
};

/// Of squared norm 36, mean square 9; its variance is 5.
const matrix<double> of_4(2, 2, {5, 3, -1, 1});
/// Of squared norm 24, mean square 4; its variance is 3.
const matrix<double> of_6(3, 2, {4, 2, 1, 1, -1, 1}), of_6_of_mean_1(3, 2, {4, 2, 1, 1, -1, -1});
/// Of squared norm 32, mean square 4, mean 1.
const matrix<double> of_8(4, 2, {4, 2, -2, 2, 1, -1, 1, 1}), of_8_wide(2, 4, of_8.values());

const std::vector<rational_site> sites = {
    {"static", of_4, {{"kind", "matrix"}}},
    {"static", of_8, {{"kind", "matrix"}}},
    {"go-mhc", of_4, {{"s", "1"}, {"norm_eps", "7"}}},
    {"go-mhc", of_4, {{"s", "2"}, {"norm_eps", "7"}}},
    {"go-mhc", of_8_wide, {{"s", "3"}, {"norm_eps", "0"}}},
    {"go-mhc", of_6, {{"s", "1"}, {"norm_eps", "2.25"}}},
    {"go-mhc", of_6, {{"s", "2"}, {"norm_eps", "0"}}},
    {"go-mhc", of_8, {{"s", "1"}, {"norm_eps", "0"}}},
    {"krom-go", of_8, {{"s", "1"}, {"norm_eps", "5"}}},
    {"jpmhc", of_4, {{"norm_eps", "4"}}},
    {"jpmhc", of_6_of_mean_1, {{"norm_eps", "1"}}},
    {"jpmhc", of_8, {{"norm_eps", "1"}}},
    {"circulant", of_4, {{"gamma", "1"}, {"norm_eps", "0.5"}}},
    {"circulant", of_6, {{"gamma", "0.75"}, {"norm_eps", "1e-8"}}},
    {"circulant", of_8, {{"gamma", "0.75"}, {"norm_eps", "0"}}},
    {"mhc-lite", of_4},
    {"mhc-lite", of_6},
    {"cayley", {3, 2, {4, 3, 2, 1, 1, 1}}, {{"K", "1.75"}}},
    {"cayley", {3, 1, {1, -1, 0}}, {{"K", "-2"}}},
    {"balanced", {2, 1, {1, -1}}, {{"K", "3"}, {"epsilon", "0.5625"}}},
};

/// Makes weights that the state sees nothing of, so that logits are their constant terms: the last entry of the state
/// is 1, and the last weight minus what the others give.
void make_orthogonal(std::vector<double>& weights, std::size_t count, std::size_t stride_of_weight,
                     std::size_t stride_of_entry, const std::vector<double>& x) {
  for (std::size_t k = 0; k < count; ++k) {
    double sum = 0; // exact: small multiples of 1/64
    for (std::size_t c = 0; c + 1 < x.size(); ++c) sum += x[c] * weights[k * stride_of_weight + c * stride_of_entry];
    weights[k * stride_of_weight + (x.size() - 1) * stride_of_entry] = -sum;
  }
}

mixer_input input_of(const rational_site& s) {
  const std::size_t n = s.X.rows(), d = s.X.cols();
  const std::string name = s.mixer;
  mixer_input input = small_input(find_mixer(name), 71, n, d, s.convention);
  input.state = s.X;
  if (name == "circulant") {
    make_orthogonal(input.parameters.at("phi.weight"), 3 * n, n * d, 1, s.X.values());
    input.parameters.at("b").assign(3 * n, 0.5);
  } else if (name == "mhc-lite") {
    std::vector<double>& W = input.parameters.at("dynamic_alpha_fn");
    const std::size_t columns = W.size() / (n * d);
    input.parameters.at("norm.gamma").assign(n * d, 0.0);
    make_orthogonal(W, columns, 1, columns, s.X.values());
    input.parameters.at("static_alpha").assign(columns, -0.25);
  } else if (name == "cayley") {
    input.parameters.at("v").assign(d, 0.0);
    input.parameters.at("v")[0] = 1;
  }
  return input;
}

/// det A, by elimination.
mpq_class determinant(rational_matrix A) {
  mpq_class r = 1;
  const std::size_t n = A.rows();
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t top = p;
    while (top < n && A(top, p) == 0) ++top;
    if (top == n) return 0;
    if (top != p) r = -r;
    for (std::size_t j = 0; j < n; ++j) std::swap(A(p, j), A(top, j));
    r *= A(p, p);
    for (std::size_t i = p + 1; i < n; ++i) {
      const mpq_class factor = A(i, p) / A(p, p);
      for (std::size_t j = p; j < n; ++j) A(i, j) -= factor * A(p, j);
    }
  }
  return r;
}

/// The elementary symmetric functions e_0, ..., e_n of the eigenvalues, by Faddeev and LeVerrier.
std::vector<mpq_class> symmetric_functions(const rational_matrix& A) {
  const std::size_t n = A.rows();
  std::vector<mpq_class> e = {1};
  rational_matrix M = rational_zero(n, n);
  mpq_class coefficient = 1; // of x^(n - k) in det(x I - A): (-1)^k e_k
  for (std::size_t k = 1; k <= n; ++k) {
    M = times(A, M);
    for (std::size_t i = 0; i < n; ++i) M(i, i) += coefficient;
    const rational_matrix product = times(A, M);
    mpq_class trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += product(i, i);
    coefficient = -trace / static_cast<unsigned long>(k);
    e.push_back(k % 2 == 0 ? coefficient : mpq_class(-coefficient));
  }
  return e;
}

std::vector<mp_interval> symmetric_functions(const std::vector<mp_interval>& values) {
  const mpfr_prec_t bits = values.front().bits();
  std::vector<mp_interval> e(values.size() + 1, mp_interval(0, bits));
  e[0] = mp_interval(1, bits);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t k = i + 1; k > 0; --k) e[k] += e[k - 1] * values[i];
  return e;
}

bool holds(const mp_interval& x, const mpq_class& value) {
  return rational(x.lower()) <= value && value <= rational(x.upper());
}

double width(const mp_interval& x) { return magnitude_up(x - x); }

std::vector<mp_interval> expanded(const certificate& c, mpfr_prec_t bits) {
  std::vector<mp_interval> r;
  for (const auto& entry : c.spectrum) r.insert(r.end(), entry.multiplicity, lift(entry.value, bits));
  return r;
}

/// Whether they hold what is exact, and no more than `digits` leaves open.
void check(const certificate& c, const rational_matrix& J, double digits) {
  const std::vector<mp_interval> sigma = expanded(c, 400);
  BOOST_TEST_REQUIRE(sigma.size() == J.rows());
  std::vector<mp_interval> squares;
  mp_interval product(1, 400);
  for (const mp_interval& x : sigma) {
    squares.push_back(sqr(x));
    product = product * x;
  }
  BOOST_TEST(holds(product, abs(determinant(J))));
  const std::vector<mpq_class> exact = symmetric_functions(times(transpose(J), J));
  const std::vector<mp_interval> enclosed = symmetric_functions(squares);
  mpq_class trace = 0;
  for (const mpq_class& x : J.values()) trace += x * x;
  BOOST_TEST((trace == exact[1]));
  const double norm = std::max(1.0, c.spectrum.front().value.upper());
  for (std::size_t k = 0; k < exact.size(); ++k) {
    BOOST_TEST(holds(enclosed[k], exact[k]), "e_" << k);
    BOOST_TEST(width(enclosed[k]) <= 1e3 * digits * std::pow(norm, 2 * static_cast<double>(k)), "e_" << k);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(rational_exactness)

BOOST_AUTO_TEST_CASE(determinants_and_characteristic_polynomials) {
  std::size_t fed_back = 0, singular = 0;
  for (const rational_site& s : sites) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.X.rows() << " x " << s.X.cols()) {
      const mixer& m = find_mixer(s.mixer);
      const mixer_input input = input_of(s);
      const rational_matrix J = exact_jacobian(s.mixer, input);
      for (const core_method core : {core_method::stream_adapted, core_method::common}) {
        const certificate c = certify(m, input, {}, {.core = core});
        check(c, J, 0x1p-51);
        check(certify_digits(m, input, {}, 40, {.core = core}), J, 1e-39);
        fed_back += c.quantities.rank_at_most > 0 ? 1 : 0;
      }
      singular += determinant(J) == 0 ? 1 : 0;
    }
  BOOST_TEST(fed_back == 2 * (sites.size() - 2));
  BOOST_TEST(singular >= 1u);
  BOOST_TEST(singular <= sites.size() / 2);
}

// The entries themselves: the evaluation that a certificate starts from holds the fractions.
BOOST_AUTO_TEST_CASE(entries) {
  const context<mp_interval> numbers{400};
  for (const rational_site& s : sites) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.X.rows() << " x " << s.X.cols()) {
      const mixer_input input = input_of(s);
      const rational_matrix J = exact_jacobian(s.mixer, input);
      const feedback<mp_interval> f = residual_feedback(find_mixer(s.mixer).evaluate(numbers, input));
      for (std::size_t column = 0; column < J.cols(); ++column) {
        matrix<mp_interval> Z(s.X.rows(), s.X.cols(), numbers.exact(0));
        Z.values()[column] = numbers.exact(1);
        const matrix<mp_interval> image = directional_derivative(numbers, f, Z);
        for (std::size_t row = 0; row < J.rows(); ++row) {
          BOOST_TEST(holds(image.values()[row], J(row, column)));
          BOOST_TEST(width(image.values()[row]) < 1e-100);
        }
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
