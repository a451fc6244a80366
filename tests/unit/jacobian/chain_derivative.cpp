// Images of directions under chains: against products of dense matrices of rationals, and against 42 digits of others.
#include "mixcert/jacobian/chain_derivative.hpp"
#include "pipeline.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/scalar/constant.hpp"
#include "support/deep_chains.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>

using mixcert::chain_accuracy;
using mixcert::chain_image;
using mixcert::feedback;
using mixcert::map_chain;
using mixcert::matrix;
using context = mixcert::context<mp_interval>;

namespace {

constexpr mpfr_prec_t many = 1024;

map_chain chain_of_problems(const std::vector<problem>& problems) {
  return {problems.size(), [&](const context&, std::size_t l) { return feedback_of(problems[l]); }};
}

/// Maps without feedback, each by its H, n x n, in the arithmetic asked for.
map_chain frozen_chain(std::size_t length, std::size_t n, std::function<std::vector<mp_interval>(const context&)> H) {
  return {length, [n, H = std::move(H)](const context& numbers, std::size_t) {
            return feedback<mp_interval>{{n, n, H(numbers)}, {}, {}, {}, {}, {}};
          }};
}

mpq_class signed_square(const mpq_class& x) { return x < 0 ? mpq_class(-x * x) : mpq_class(x * x); }

/// log(q) / 2
mp_interval half_log(const mpq_class& q) {
  mp_interval x(0, many);
  mpfi_set_q(x.get(), q.get_mpq_t());
  return scaled(log(x), -1);
}

bool holds(const mp_interval& outer, const mp_interval& inner) {
  return mpfr_lessequal_p(outer.lower(), inner.lower()) != 0 && mpfr_lessequal_p(inner.upper(), outer.upper()) != 0;
}

double width(const mp_interval& x) { return magnitude_up(x - x); }

double widest(const chain_image& v) {
  double r = std::max(width(v.log_norm), width(v.log_gain));
  for (const mp_interval& x : v.direction.values()) r = std::max(r, width(x));
  return r;
}

/// v is this vector, and z the direction that it is the image of.
void check_image(const chain_image& v, const rational_matrix& exact, const rational_matrix& z) {
  const mpq_class square = frobenius_squared(exact);
  BOOST_TEST(holds(v.log_norm, half_log(square)));
  BOOST_TEST(holds(v.log_gain, half_log(square / frobenius_squared(z))));
  for (std::size_t c = 0; c < exact.values().size(); ++c) {
    const mpq_class component = signed_square(exact.values()[c]);
    BOOST_TEST((signed_square(rational(v.direction.values()[c].lower())) * square <= component));
    BOOST_TEST((signed_square(rational(v.direction.values()[c].upper())) * square >= component));
  }
  BOOST_TEST(widest(v) <= chain_accuracy{}.width);
}

/// As a column.
rational_matrix column(const matrix<double>& Z) {
  rational_matrix z = rational_zero(Z.values().size(), 1);
  for (std::size_t c = 0; c < Z.values().size(); ++c) z(c, 0) = rational(Z.values()[c]);
  return z;
}

/// Whether the number is the decimal one up to this, and known to as much.
bool is(const mp_interval& x, const std::string& decimal, const char* up_to) {
  const auto number = [](const std::string& text) { return mixcert::exact_constant(text).value(context{many}); };
  return certainly_less(abs(x - number(decimal)), number(up_to));
}

/// log_norm and log_norm_ratio are printed with 42 digits, all of them below 100 in size.
bool agrees(const chain_image& v, const mixcert::test::deep_image& expected) {
  bool r = is(v.log_norm, expected.log_norm, "1e-40") && is(v.log_gain, expected.log_norm_ratio, "1e-40");
  for (std::size_t c = 0; c < expected.direction.size(); ++c)
    r = r && is(v.direction.values()[c], expected.direction[c], "1e-41");
  return r;
}

constexpr chain_accuracy to_42_digits{.width = 0x1p-144};

/// At site l one gate has no derivative: H_0j of the last stream j, or with the write gate beta_0.
map_chain with_constant_gate(const std::vector<mixcert::mixer_input>& sites, std::size_t l) {
  return {sites.size(), [&sites, l](const context& numbers, std::size_t k) {
            auto f = chain_of(mixcert::find_mixer("hc"), sites).feedback_of(numbers, k);
            const std::size_t gate = f.sources.rows() - 1;
            if (k == l)
              for (mp_interval& x : f.derivatives[gate].values()) x = numbers.exact(0);
            return f;
          }};
}

map_chain with_exchanged(const std::vector<mixcert::mixer_input>& sites, std::size_t l) {
  return {sites.size(), [&sites, l](const context& numbers, std::size_t k) {
            const std::size_t from = k == l ? l + 1 : k == l + 1 ? l : k;
            return chain_of(mixcert::find_mixer("hc"), sites).feedback_of(numbers, from);
          }};
}

const auto with_shared_data = boost::unit_test::precondition(mixcert::test::has_shared_data);

} // namespace

BOOST_AUTO_TEST_SUITE(chain_derivative)

BOOST_AUTO_TEST_CASE(products_of_dense_jacobians) {
  problem_source source(41);
  const auto check = [&](const char* name, std::size_t n, std::size_t d, const std::vector<problem>& maps) {
    BOOST_TEST_CONTEXT(name) {
      matrix<double> Z(n, d, 0.0);
      for (double& x : Z.values()) x = source.number();
      const rational_matrix z = column(Z);
      rational_matrix P = rational_identity(n * d);
      for (const problem& map : maps) P = times(jacobian(map), P);
      check_image(mixcert::chain_derivative(chain_of_problems(maps), Z), times(P, z), z);
      check_image(mixcert::chain_adjoint_derivative(chain_of_problems(maps), Z), times(transpose(P), z), z);
    }
  };
  check("no map", 2, 3, {});
  check("one map", 3, 4, {source.generic(3, 4, 2)});
  check("three maps", 3, 4, {source.generic(3, 4, 2), source.per_stream(3, 4), source.generic(3, 4, 3)});
  check("one stream of one feature", 1, 1, {source.generic(1, 1, 1), source.generic(1, 1, 1)});
  check("arrays", 2, 5, {source.whole_state(2, 5, 2, 3), source.whole_state(2, 5, 1, 2)});
  check("write gates", 2, 4,
        {source.with_write_gate(source.generic(2, 4, 2)), source.with_write_gate(source.whole_state(2, 4, 2, 2))});
  check("no feedback", 2, 3, {source.generic(2, 3, 2).without_feedback(), source.generic(2, 3, 2)});
}

BOOST_AUTO_TEST_CASE(reference_data, *with_shared_data) {
  for (const mixcert::test::deep_chain& chain : mixcert::test::deep_chains()) BOOST_TEST_CONTEXT(chain.name) {
      const map_chain maps = chain_of(mixcert::find_mixer("hc"), chain.sites);
      const chain_image jvp = mixcert::chain_derivative(maps, chain.direction, to_42_digits);
      BOOST_TEST(agrees(jvp, chain.jvp));
      BOOST_TEST(widest(jvp) <= to_42_digits.width);
      const chain_image vjp = mixcert::chain_adjoint_derivative(maps, chain.direction, to_42_digits);
      BOOST_TEST(agrees(vjp, chain.vjp));
      BOOST_TEST(widest(vjp) <= to_42_digits.width);
      BOOST_TEST(!agrees(jvp, chain.vjp));
    }
}

// What the reference data would not forgive.
BOOST_AUTO_TEST_CASE(reference_data_of_other_chains, *with_shared_data) {
  for (const mixcert::test::deep_chain& chain : mixcert::test::deep_chains())
    if (chain.name.starts_with("S")) BOOST_TEST_CONTEXT(chain.name) {
        const std::size_t last = chain.sites.size() - 1;
        for (const std::size_t l : {std::size_t{0}, last / 2, last}) {
          const map_chain maps = with_constant_gate(chain.sites, l);
          BOOST_TEST(!agrees(mixcert::chain_derivative(maps, chain.direction, to_42_digits), chain.jvp));
          BOOST_TEST(!agrees(mixcert::chain_adjoint_derivative(maps, chain.direction, to_42_digits), chain.vjp));
        }
        for (const std::size_t l : {std::size_t{0}, last / 2, last - 1}) {
          const map_chain maps = with_exchanged(chain.sites, l);
          BOOST_TEST(!agrees(mixcert::chain_derivative(maps, chain.direction, to_42_digits), chain.jvp));
          BOOST_TEST(!agrees(mixcert::chain_adjoint_derivative(maps, chain.direction, to_42_digits), chain.vjp));
        }
      }
}

// Six times 2^(2^29) is beyond MPFR's exponents, and so is its reciprocal.
BOOST_AUTO_TEST_CASE(beyond_the_exponents) {
  const matrix<double> Z(1, 2, std::vector<double>{3, -4});
  for (const long exponent : {1L << 29, -(1L << 29)}) {
    const map_chain chain =
        frozen_chain(6, 1, [&](const context& numbers) { return std::vector{scaled(numbers.exact(1), exponent)}; });
    mp_interval logarithm(0, many);
    mpfi_set_si(logarithm.get(), 6 * exponent);
    logarithm = logarithm * log(mp_interval(2, many));
    for (const chain_image& v : {mixcert::chain_derivative(chain, Z), mixcert::chain_adjoint_derivative(chain, Z)}) {
      BOOST_TEST(holds(v.log_gain, logarithm));
      BOOST_TEST(holds(v.log_norm, logarithm + log(mp_interval(5, many))));
      BOOST_TEST(is(v.direction(0, 0), "0.6", "1e-38"));
      BOOST_TEST(is(v.direction(0, 1), "-0.8", "1e-38"));
      BOOST_TEST(widest(v) <= chain_accuracy{}.width);
    }
  }
}

BOOST_AUTO_TEST_CASE(extreme_directions) {
  constexpr double least = std::numeric_limits<double>::denorm_min(), greatest = std::numeric_limits<double>::max();
  const map_chain none{0, {}};
  const chain_image v = mixcert::chain_derivative(none, {1, 2, std::vector<double>{3 * least, 4 * least}});
  BOOST_TEST(holds(v.log_norm, log(mp_interval(5 * least, many))));
  BOOST_TEST(is(v.direction(0, 1), "0.8", "1e-38"));
  const chain_image w = mixcert::chain_derivative(none, {1, 2, std::vector<double>{greatest, greatest}});
  BOOST_TEST(holds(w.log_norm, log(mp_interval(greatest, many)) + scaled(log(mp_interval(2, many)), -1)));
  BOOST_TEST(holds(w.log_gain, mp_interval(0, many)));
  const chain_image u = mixcert::chain_derivative(none, {1, 2, std::vector<double>{least, greatest}});
  BOOST_TEST(mpfr_sgn(u.direction(0, 0).lower()) > 0);
}

// (log 2) (1, 1 + 2^-200) and then (x, y) -> (x - y, 0): 200 places cancel.
BOOST_AUTO_TEST_CASE(places_are_doubled) {
  const map_chain chain{3, [](const context& numbers, std::size_t l) {
                          const mp_interval one = numbers.exact(1), zero = numbers.exact(0),
                                            two = log(numbers.exact(2));
                          const std::vector<std::vector<mp_interval>> H{{two, zero, zero, two},
                                                                        {one, zero, numbers.exact(0x1p-200), one},
                                                                        {one, -one, zero, zero}};
                          return feedback<mp_interval>{{2, 2, H[l]}, {}, {}, {}, {}, {}};
                        }};
  const matrix<double> Z(2, 1, 1.0);
  const chain_image v = mixcert::chain_derivative(chain, Z, {.first = 64});
  BOOST_TEST(v.bits == 512);
  BOOST_TEST(is(v.direction(0, 0), "-1", "1e-38"));
  BOOST_TEST(is_exact_zero(v.direction(1, 0)));
  const mp_interval exact = log(log(mp_interval(2, many))) - mp_interval(200, many) * log(mp_interval(2, many));
  BOOST_TEST(holds(v.log_norm, exact));
  BOOST_TEST(widest(v) <= chain_accuracy{}.width);
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(chain, Z, {.first = 64, .most = 256}), mixcert::not_certified);
  BOOST_TEST(mixcert::chain_derivative(chain, Z, {.width = 0x1p-600, .first = 64}).bits == 1024);
}

BOOST_AUTO_TEST_CASE(refusals) {
  const map_chain nilpotent = frozen_chain(2, 2, [](const context& numbers) {
    return std::vector{numbers.exact(0), numbers.exact(1), numbers.exact(0), numbers.exact(0)};
  });
  const matrix<double> ones(2, 3, 1.0);
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(nilpotent, ones), mixcert::not_certified);
  BOOST_CHECK_THROW((void)mixcert::chain_adjoint_derivative(nilpotent, ones), mixcert::not_certified);
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(nilpotent, {2, 3, 0.0}), mixcert::input_error);
  for (const double x : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    BOOST_CHECK_THROW((void)mixcert::chain_derivative(nilpotent, {2, 3, x}), mixcert::input_error);
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(nilpotent, {3, 2, 1.0}), std::invalid_argument);
  problem_source source(42);
  const std::vector<problem> read{source.with_read_gate(source.generic(2, 3, 2))}, wide{source.generic(2, 4, 2)};
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(chain_of_problems(read), ones), std::invalid_argument);
  BOOST_CHECK_THROW((void)mixcert::chain_adjoint_derivative(chain_of_problems(read), ones), std::invalid_argument);
  BOOST_CHECK_THROW((void)mixcert::chain_derivative(chain_of_problems(wide), ones), std::invalid_argument);
  const std::vector<problem> arrays{source.whole_state(2, 4, 2, 1)};
  BOOST_CHECK_THROW((void)mixcert::chain_adjoint_derivative(chain_of_problems(arrays), ones), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
