// The formulas of theorem T1 (d): against the equation itself and against difference quotients, in each of its cases.
#include "dense.hpp"

#include "mixcert/error.hpp"
#include "support/exact_matrix.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <tuple>

using mixcert::context;
using mixcert::exact_constant;
using mixcert::float64;
using mixcert::hc_site;
using mixcert::interval;
using mixcert::is_exact_zero;
using mixcert::matrix;
using mixcert::mixer_evaluation;
using mixcert::mp_float;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::exact_matrix;

namespace {

using scalars = std::tuple<float64, quad, interval, mp_interval>;

const context<mp_interval> numbers{400};

mp_interval power_of_two(long exponent) { return {std::ldexp(1.0, static_cast<int>(exponent)), numbers.bits}; }

/// H, read and write, one after another, and their derivatives along V.
std::vector<mp_interval> gates(const mixer_evaluation<mp_interval>& e) {
  std::vector<mp_interval> r = e.H.values();
  r.insert(r.end(), e.read.begin(), e.read.end());
  r.insert(r.end(), e.write.begin(), e.write.end());
  return r;
}

std::vector<mp_interval> along(const mixer_evaluation<mp_interval>& e, const matrix<double>& V) {
  std::vector<mp_interval> r;
  for (const auto* derivatives : {&e.dH, &e.dread, &e.dwrite})
    for (const matrix<mp_interval>& coordinates : *derivatives) {
      const matrix<mp_interval> rows = dense(numbers, e, coordinates, V.cols());
      mp_interval sum = numbers.exact(0);
      for (std::size_t i = 0; i < V.values().size(); ++i) sum += rows.values()[i] * numbers.exact(V.values()[i]);
      r.push_back(sum);
    }
  return r;
}

/// (f(X + hV) - f(X - hV)) / 2h
std::vector<mp_interval> central_difference(const hc_example& example, const matrix<double>& V, long log2_h) {
  const double h = std::ldexp(1.0, static_cast<int>(log2_h));
  std::vector<mp_interval> r = gates(evaluate_hc(numbers, example.site, exact_matrix(numbers, moved(example.X, V, h))));
  const std::vector<mp_interval> back =
      gates(evaluate_hc(numbers, example.site, exact_matrix(numbers, moved(example.X, V, -h))));
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = (r[i] - back[i]) * power_of_two(-log2_h - 1);
  return r;
}

/// Central differences with h = 2^-40 and 2h, extrapolated: the error is of order h^4 = 2^-160.
void check_derivative(const hc_example& example, const matrix<double>& V) {
  const std::vector<mp_interval> derivative =
      along(evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X)), V);
  const std::vector<mp_interval> once = central_difference(example, V, -40),
                                 twice = central_difference(example, V, -39);
  for (std::size_t i = 0; i < derivative.size(); ++i) {
    const mp_interval quotient = (numbers.exact(4) * once[i] - twice[i]) / numbers.exact(3);
    BOOST_TEST(magnitude_up(quotient - derivative[i]) < 0x1p-120);
    BOOST_TEST(magnitude_up(derivative[i] - derivative[i]) < 0x1p-370);
  }
}

matrix<double> unit_direction(std::size_t n, std::size_t d, std::size_t place) {
  matrix<double> V(n, d, 0.0);
  V.values()[place] = 1;
  return V;
}

void check_derivative_everywhere(const hc_example& example) {
  const std::size_t n = example.X.rows(), d = example.X.cols();
  for (std::size_t place = 0; place < n * d; ++place) check_derivative(example, unit_direction(n, d, place));
  check_derivative(example, small_example(99, n, d).X);
}

/// scale tanh(sqrt(d) <x, (offset + gamma) o w> / max(||x||, clamp)) + static, straight from the equation.
mp_float gate(const hc_site& site, const matrix<double>& X, std::size_t s, const std::vector<double>& weight,
              double scale, double constant, const mp_float& offset, const mp_float& clamp) {
  const mpfr_prec_t bits = 300;
  const auto number = [&](double x) { return mp_float(x, bits); };
  mp_float inner(bits), square(bits);
  for (std::size_t c = 0; c < X.cols(); ++c) {
    inner = inner + number(X(s, c)) * (offset + number(site.gamma[c])) * number(weight[c]);
    square = square + number(X(s, c)) * number(X(s, c));
  }
  mp_float norm(bits), root_d(bits);
  mpfr_sqrt(norm.get(), square.get(), MPFR_RNDN);
  mpfr_max(norm.get(), norm.get(), clamp.get(), MPFR_RNDN);
  mpfr_sqrt_ui(root_d.get(), X.cols(), MPFR_RNDN);
  mp_float z = root_d * inner / norm;
  mpfr_tanh(z.get(), z.get(), MPFR_RNDN);
  return number(scale) * z + number(constant);
}

std::vector<double> column(const matrix<double>& a, std::size_t j) {
  std::vector<double> r;
  for (std::size_t i = 0; i < a.rows(); ++i) r.push_back(a(i, j));
  return r;
}

void check_gates(const hc_example& example, const mp_float& offset, const mp_float& clamp) {
  const hc_site& site = example.site;
  const mixer_evaluation<mp_interval> e = evaluate_hc(numbers, site, exact_matrix(numbers, example.X));
  const auto near = [](const mp_interval& x, const mp_float& reference) {
    return magnitude_up(x - mp_interval(reference, 400)) < 0x1p-280;
  };
  for (std::size_t s = 0; s < example.X.rows(); ++s) {
    for (std::size_t t = 0; t <= example.X.rows(); ++t) {
      const mp_float reference = gate(site, example.X, s, column(site.dynamic_alpha_fn, t), site.dynamic_alpha_scale,
                                      site.static_alpha(s, t), offset, clamp);
      BOOST_TEST(near(t == 0 ? e.read[s] : e.H(t - 1, s), reference));
    }
    BOOST_TEST(near(e.write[s], gate(site, example.X, s, site.dynamic_beta_fn, site.dynamic_beta_scale,
                                     site.static_beta[s], offset, clamp)));
  }
}

mp_float decimal(const char* text) {
  mp_float r(300);
  mpfr_strtofr(r.get(), text, nullptr, 10, MPFR_RNDN);
  return r;
}

void check_labels(const mixer_evaluation<mp_interval>& e, const std::vector<std::string>& expected) {
  std::vector<std::string> labels;
  for (const auto& g : e.generators) labels.push_back(g.label);
  BOOST_TEST(labels == expected, boost::test_tools::per_element());
}

bool is_one(const mp_interval& x) { return mpfr_cmp_ui(x.lower(), 1) == 0 && mpfr_cmp_ui(x.upper(), 1) == 0; }

/// One stream of two features, gates of slope one.
hc_example one_stream(double x0, double x1, const char* clamp) {
  hc_site site{{matrix<double>(1, 2, 0.0), matrix<double>(2, 2, {1, 2, 3, 4}), 1, {0}, {5, 6}, 1}, {0, 0}};
  site.norm_clamp = exact_constant(clamp);
  return {site, matrix<double>(1, 2, {x0, x1})};
}

} // namespace

BOOST_AUTO_TEST_SUITE(hc_derivative)

BOOST_AUTO_TEST_CASE(gates_satisfy_the_equation) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    hc_example example = small_example(seed, 3, 4);
    check_gates(example, mp_float(1, 300), decimal("1e-12"));
    example.site.gamma_offset = exact_constant("0.1");
    example.site.norm_clamp = exact_constant("2.5");
    check_gates(example, decimal("0.1"), decimal("2.5"));
  }
  check_gates(small_example(4, 1, 1), mp_float(1, 300), decimal("1e-12"));
}

BOOST_AUTO_TEST_CASE(difference_quotients) {
  for (const auto& [n, d] : {std::pair{1, 1}, {1, 4}, {3, 1}, {2, 3}, {4, 5}})
    BOOST_TEST_CONTEXT(n << " streams of " << d) { check_derivative_everywhere(small_example(10 + n, n, d)); }
}

BOOST_AUTO_TEST_CASE(difference_quotients_of_other_conventions) {
  hc_example example = small_example(20, 3, 4);
  example.site.gamma_offset = exact_constant("0.1");
  check_derivative_everywhere(example);
  example.site.gamma_offset = exact_constant(0.0);
  example.site.norm_clamp = exact_constant("1e-3");
  check_derivative_everywhere(example);
}

BOOST_AUTO_TEST_CASE(below_the_clamp) {
  hc_example example = small_example(21, 3, 4);
  example.site.norm_clamp = exact_constant("100.1");
  check_derivative_everywhere(example);
  check_gates(example, mp_float(1, 300), decimal("100.1"));
  // Nothing then lies along x: the norm is a constant.
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  for (const matrix<mp_interval>& dH : e.dH)
    for (std::size_t s = 0; s < 3; ++s)
      for (std::size_t g = 0; g < 3; ++g) BOOST_TEST(is_exact_zero(dH(s, g)));
}

BOOST_AUTO_TEST_CASE(streams_on_both_sides_of_the_clamp) {
  hc_example example = small_example(22, 4, 3);
  for (std::size_t c = 0; c < 3; ++c) example.X(1, c) = c == 2 ? 0x1p-6 : 0;
  example.site.norm_clamp = exact_constant("0.25");
  check_derivative_everywhere(example);
}

BOOST_AUTO_TEST_CASE(a_zero_stream) {
  hc_example example = small_example(23, 3, 4);
  for (std::size_t c = 0; c < 4; ++c) example.X(1, c) = 0;
  example.site.norm_clamp = exact_constant("0.25"); // so that the moved states stay on the zero stream's side
  check_derivative_everywhere(example);
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  check_labels(e, {"x0", "x2", "w1", "w2", "w3", "w0", "b"});
  for (std::size_t g = 0; g < e.generators.size(); ++g) BOOST_TEST(is_exact_zero(e.state(1, g)));
  for (std::size_t t = 1; t <= 3; ++t) {
    BOOST_TEST(is_exact_zero(e.H(t - 1, 1) - numbers.exact(example.site.static_alpha(1, t))));
    BOOST_TEST(!is_exact_zero(e.dH[(t - 1) * 3 + 1](1, 1 + t))); // along w_t
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(at_the_clamp, S, scalars) {
  const context<S>& any = numbers_of<S>;
  BOOST_CHECK_THROW(evaluate_hc(any, one_stream(3, 4, "5").site, exact_matrix(any, one_stream(3, 4, "5").X)),
                    mixcert::not_certified);
  BOOST_CHECK_THROW(evaluate_hc(any, one_stream(3, 4, "0x5p0").site, exact_matrix(any, one_stream(3, 4, "5").X)),
                    mixcert::not_certified);
  for (const char* clamp : {"4.99", "5.01"}) {
    const hc_example example = one_stream(3, 4, clamp);
    evaluate_hc(any, example.site, exact_matrix(any, example.X));
  }
}

BOOST_AUTO_TEST_CASE(the_refusal_names_the_stream_and_a_remedy) {
  hc_example example = small_example(24, 2, 2);
  example.X = matrix<double>(2, 2, {1, 1, 3, 4});
  example.site.norm_clamp = exact_constant("5");
  try {
    evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
    BOOST_ERROR("a state at the clamp was accepted");
  } catch (const mixcert::not_certified& reason) {
    const std::string message = reason.what();
    BOOST_TEST(message.find("stream 1") != std::string::npos);
    BOOST_TEST(message.find("norm_clamp") != std::string::npos);
  }
}

// The root of 2 cut after 50 digits is below the norm of (1, 1), which binary64 enclosures cannot tell.
BOOST_AUTO_TEST_CASE(what_cannot_be_decided_is_not) {
  const hc_example example = one_stream(1, 1, "1.41421356237309504880168872420969807856967187537694");
  BOOST_CHECK_THROW(evaluate_hc(numbers_of<interval>, example.site, exact_matrix(numbers_of<interval>, example.X)),
                    mixcert::not_certified);
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  BOOST_TEST(!is_exact_zero(e.dH[0](0, 0)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_clamp_must_be_positive, S, scalars) {
  for (const char* clamp : {"0", "-1e-12", "-0x1p-40", "0x0p+0"}) {
    const hc_example example = one_stream(1, 1, clamp);
    try {
      evaluate_hc(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X));
      BOOST_ERROR("norm_clamp " << clamp << " was accepted");
    } catch (const mixcert::input_error& error) {
      const std::string message = error.what();
      BOOST_TEST(message.find("norm_clamp") != std::string::npos);
      BOOST_TEST(message.find(clamp) != std::string::npos);
      BOOST_TEST(message.find("positive") != std::string::npos);
    }
  }
}

// <x, w> = 400 / sqrt(2) ||x||, so the logit is 400 and 1 - tanh is 2 e^-800; a difference 1 - tanh^2 would be zero.
BOOST_AUTO_TEST_CASE(saturated_gates_keep_a_derivative) {
  hc_example example = one_stream(1, 1, "1e-12");
  example.site.dynamic_alpha_fn = matrix<double>(2, 2, {200, 200, 200, 200});
  example.site.dynamic_alpha_fn(0, 1) = 250;
  example.site.dynamic_alpha_fn(1, 1) = 150;
  const auto e = evaluate_hc(numbers_of<mp_interval>, example.site, exact_matrix(numbers_of<mp_interval>, example.X));
  const mp_interval& slope = e.dH_dlogits(0, 0);
  BOOST_TEST(magnitude_up(e.logits(0, 0) - mp_interval(400, 384)) < 1e-100);
  BOOST_TEST(mpfr_sgn(slope.lower()) > 0);
  mp_float quarter(384); // sech^2 400 = 4 e^-800 / (1 + e^-800)^2
  mpfr_set_si(quarter.get(), -800, MPFR_RNDN);
  mpfr_exp(quarter.get(), quarter.get(), MPFR_RNDN);
  BOOST_TEST(magnitude_up(slope / (mp_interval(4, 384) * mp_interval(quarter, 384)) - mp_interval(1, 384)) < 1e-100);
  BOOST_TEST(magnitude_up((slope - slope) / slope) < 1e-100);
  const matrix<mp_interval> derivative = dense(numbers_of<mp_interval>, e, e.dH[0], 2);
  for (const mp_interval& x : derivative.values()) {
    BOOST_TEST(!is_exact_zero(x));
    BOOST_TEST(magnitude_up((x - x) / x) < 1e-90);
    BOOST_TEST(magnitude_up(x) < 1e-300);
  }
}

BOOST_AUTO_TEST_CASE(saturated_gates_in_binary64_enclosures) {
  hc_example example = one_stream(1, 1, "1e-12");
  example.site.dynamic_alpha_fn = matrix<double>(2, 2, {150, 150, 150, 150});
  const interval slope =
      evaluate_hc(numbers_of<interval>, example.site, exact_matrix(numbers_of<interval>, example.X)).dH_dlogits(0, 0);
  BOOST_TEST(slope.lower() > 0);
  BOOST_TEST(width_up(slope) < 1e-12 * slope.lower());
  example.site.dynamic_alpha_fn = matrix<double>(2, 2, {200, 200, 200, 200});
  const interval tiny =
      evaluate_hc(numbers_of<interval>, example.site, exact_matrix(numbers_of<interval>, example.X)).dH_dlogits(0, 0);
  BOOST_TEST(tiny.lower() >= 0);
  BOOST_TEST(tiny.upper() > 0); // below the least binary64 number, but not zero
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scale_zero, S, scalars) {
  hc_example example = small_example(25, 3, 4);
  example.site.dynamic_alpha_scale = 0;
  example.site.dynamic_beta_scale = 0;
  const auto e = evaluate_hc(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X));
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t t = 0; t < 3; ++t) {
      BOOST_TEST(is_exact_zero(e.H(t, s) - numbers_of<S>.exact(example.site.static_alpha(s, 1 + t))));
      BOOST_TEST(is_exact_zero(e.dH_dlogits(s, t)));
    }
  for (const auto* derivatives : {&e.dH, &e.dread, &e.dwrite})
    for (const matrix<S>& coordinates : *derivatives)
      for (const S& x : coordinates.values()) BOOST_TEST(is_exact_zero(x));
}

BOOST_AUTO_TEST_CASE(a_zero_weight_column_is_no_generator) {
  hc_example example = small_example(26, 3, 4);
  for (std::size_t c = 0; c < 4; ++c) {
    example.site.dynamic_alpha_fn(c, 2) = 0;
    example.site.dynamic_alpha_fn(c, 0) = 0;
  }
  example.site.gamma = {0.5, -1, 0.5, -1}; // (1 + gamma) w = 0 as well where w lives on the other two
  example.site.dynamic_beta_fn = {0, 3, 0, -2};
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  check_labels(e, {"x0", "x1", "x2", "w1", "w3"});
  for (std::size_t s = 0; s < 3; ++s) {
    BOOST_TEST(is_exact_zero(e.H(1, s) - numbers.exact(example.site.static_alpha(s, 2))));
    for (const mp_interval& x : e.dH[1 * 3 + s].values()) BOOST_TEST(is_exact_zero(x));
  }
  check_derivative_everywhere(example);
}

BOOST_AUTO_TEST_CASE(equal_streams_share_a_generator) {
  hc_example example = small_example(27, 4, 3);
  for (std::size_t c = 0; c < 3; ++c) {
    example.X(2, c) = example.X(0, c);
    example.X(3, c) = c == 0 ? -0.0 : 0.0;
  }
  example.site.norm_clamp = exact_constant("0.25");
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  check_labels(e, {"x0", "x1", "w1", "w2", "w3", "w4", "w0", "b"});
  for (std::size_t s = 0; s < 4; ++s)
    for (std::size_t g = 0; g < e.generators.size(); ++g) {
      const bool here = (g == 0 && (s == 0 || s == 2)) || (g == 1 && s == 1);
      BOOST_TEST((here ? is_one(e.state(s, g)) : is_exact_zero(e.state(s, g))));
    }
  check_derivative_everywhere(example);
}

BOOST_AUTO_TEST_CASE(near_streams_give_their_difference) {
  hc_example example = small_example(29, 4, 3);
  for (std::size_t c = 0; c < 3; ++c) {
    example.X(1, c) = example.X(0, c) * (c == 0 ? 1 + 0x1p-50 : 1);
    example.X(2, c) = -example.X(0, c);
    example.X(3, c) = example.X(1, c) * (c == 2 ? 1 - 0x1p-52 : 1);
  }
  const auto e = evaluate_hc(numbers, example.site, exact_matrix(numbers, example.X));
  check_labels(e, {"x0", "x1-x0", "x2", "x3-x1", "w1", "w2", "w3", "w4", "w0", "b"});
  const auto is_state = [&](std::size_t s, std::size_t c) {
    mp_interval sum = numbers.exact(-example.X(s, c));
    for (std::size_t g = 0; g < e.generators.size(); ++g) sum += e.state(s, g) * e.generators[g].row[c];
    return is_exact_zero(sum);
  };
  for (std::size_t s = 0; s < 4; ++s)
    for (std::size_t c = 0; c < 3; ++c) BOOST_TEST(is_state(s, c));
  check_derivative_everywhere(example);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_its_own_stream_moves_a_gate, S, scalars) {
  const hc_example example = small_example(28, 4, 3);
  const auto e = evaluate_hc(numbers_of<S>, example.site, exact_matrix(numbers_of<S>, example.X));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t s = 0; s < 4; ++s)
        for (std::size_t g = 0; g < e.generators.size(); ++g)
          if (s != j || (g != j && g != 4 + i)) {
            BOOST_TEST(is_exact_zero(e.dH[i * 4 + j](s, g)));
          }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_stream_of_one_feature, S, scalars) {
  // ||x|| = |x|, so the normalised feature is the sign of x and H does not move.
  hc_site site{{matrix<double>(1, 2, {0.25, 0.5}), matrix<double>(1, 2, {1, 0.75}), 2, {0}, {1}, 1}, {0}};
  const auto e = evaluate_hc(numbers_of<S>, site, exact_matrix(numbers_of<S>, matrix<double>(1, 1, {-3.0})));
  BOOST_TEST(e.H.rows() == 1u);
  BOOST_TEST(e.generators.size() == 4u);
  const interval H = around(e.H(0, 0)), expected = interval(-2.0) * tanh(interval(0.75)) + interval(0.5);
  BOOST_TEST(std::fabs(H.lower() - expected.lower()) < 1e-14);
  BOOST_TEST(mixcert::magnitude(around(dense(numbers_of<S>, e, e.dH[0], 1)(0, 0))) < 1e-15);
}

BOOST_AUTO_TEST_SUITE_END()
