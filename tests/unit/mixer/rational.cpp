// What of the mixers is rational, as fractions out of the same templates: enclosures hold the fractions, and are equal
// to them where nothing rounds.
#include "dense.hpp"
#include "traced_mixers.hpp"

#include "mixcert/certificate/certify.hpp"
#include "support/mixer_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <stdexcept>
#include <tuple>

using mixcert::exact_constant;
using mixcert::find_mixer;
using mixcert::interval;
using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::rational;
using mixcert::test::small_input;
using mixcert::test::traced;

namespace {

using settings = std::map<std::string, std::string>;

const mixcert::context<traced> numbers{traced_bits};

struct example {
  std::string mixer, what;
  mixer_input input;
  bool only_H = false;     ///< the gates are no fractions
  bool is_rounded = false; ///< by binary arithmetics
};

std::ostream& operator<<(std::ostream& out, const example& x) { return out << x.mixer << ", " << x.what; }

double exactly(const rational& x) {
  const double r = mpq_get_d(x.get());
  if (!is_exact_zero(rational(r) - x)) throw std::logic_error("no binary64 number: " + to_string(x));
  return r;
}

/// Four streams of sixteen features: streams of norm 2 that sum to zero, on the first eight.
matrix<double> quiet_state() {
  matrix<double> X(4, 16, 0.0);
  const double rows[4][8] = {{1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}, {0, 0, 0, 0, 1, -1, 1, -1}};
  for (std::size_t s = 0; s < 4; ++s) std::copy(rows[s], rows[s] + 8, X.values().begin() + static_cast<long>(16 * s));
  return X;
}

/// Its weights are zero where the state is not and its numbers in `replaced` as given, so that what depends on the
/// state is zero, and varies.
mixer_input quiet(const std::string& name, const settings& convention,
                  const std::map<std::string, std::vector<double>>& replaced = {}) {
  const auto& m = find_mixer(name);
  mixer_input input = small_input(m, 31, 4, 16, convention);
  input.state = quiet_state();
  for (const mixcert::tensor_spec& spec : m.tensors(4, 16, input.convention)) {
    std::vector<double>& values = input.parameters.at(spec.name);
    std::size_t after = values.size();
    for (const mixcert::tensor_axis& axis : spec.shape) {
      after /= axis.extent;
      if (axis.symbol != "d" && axis.symbol != "nd") continue;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (i / after % axis.extent % 16 < 8) values[i] = 0;
    }
    const std::set<std::string> added = {"b",
                                         "b_pre",
                                         "b_post",
                                         "b_res",
                                         "base",
                                         "norm.bias",
                                         "static_beta",
                                         "static_alpha",
                                         "fused_proj.bias",
                                         "layer_norm.bias",
                                         "H_res_logits",
                                         "H_pre_logits",
                                         "H_post_logits"};
    const bool is_outside = name.starts_with("hc") && spec.name.starts_with("static"); // of the tanh
    if (added.contains(spec.name) && !is_outside) std::fill(values.begin(), values.end(), 0.0);
    if (const auto given = replaced.find(spec.name); given != replaced.end()) {
      if (given->second.size() != values.size()) throw std::logic_error("numbers for " + spec.name);
      values = given->second;
    }
  }
  return input;
}

/// A state like any other, with a norm_eps at which the normalisation divides by `root`.
mixer_input with_root(const std::string& name, std::size_t n, std::size_t d, settings convention, double root,
                      bool centred = false) {
  const mixer_input like = small_input(find_mixer(name), 32, n, d, convention);
  rational mean, square;
  const rational size(static_cast<double>(n * d));
  for (const double x : like.state.values()) mean += rational(x) / size;
  for (const double x : like.state.values()) square += sqr(rational(x) - (centred ? mean : rational())) / size;
  convention["norm_eps"] = exact_constant(exactly(sqr(rational(root)) - square)).text();
  return small_input(find_mixer(name), 32, n, d, convention);
}

/// ohc at a state whose two quaternions are these.
mixer_input quaternions(const std::vector<double>& pq) {
  mixer_input input = with_root("ohc", 4, 2, {}, 2);
  std::vector<double>& b = input.parameters.at("b_res");
  std::fill(b.begin(), b.end(), 0.0);
  b[0] = b[4] = 1000; // away from zero
  const traced_evaluation e = trace("ohc", input, {});
  for (std::size_t l = 0; l < 8; ++l)
    b[l] = exactly(rational(pq[l]) - (e.logits(0, l).fraction().value() - rational(b[l])));
  return input;
}

const std::vector<example>& examples() {
  static const std::vector<example> list = [] {
    const settings none, no_eps{{"norm_eps", "0"}};
    // A = i + j + k as a matrix from the left, whose rotation has entries of size 1/2
    const std::vector<double> units = {-1, -1, -1, -1, 1, -1};
    std::vector<double> units_and_turns = units;
    for (const double p : {1, 0, 0, 0, 0, -1}) units_and_turns.push_back(p);
    std::vector<example> r = {
        {"static", "a matrix", small_input(find_mixer("static"), 33, 3, 2, {{"kind", "matrix"}})},
        {"static", "the identity", small_input(find_mixer("static"), 34, 4, 3, {{"kind", "identity"}})},
        {"static", "equal logits", quiet("static", none)},
        {"hc", "z = 0", quiet("hc", none)},
        {"hc-paper", "z = 0", quiet("hc-paper", no_eps)},
        {"lucid-mhc", "equal logits", quiet("lucid-mhc", none)},
        {"mhc-flat", "equal logits", quiet("mhc-flat", no_eps)},
        {"mhc-v4", "equal logits", quiet("mhc-v4", {{"norm_eps", "0"}, {"hc_eps", "0"}})},
        {"mhc-v4", "equal logits, hc_eps", quiet("mhc-v4", {{"norm_eps", "0"}, {"hc_eps", "0.125"}}), false, true},
        {"mhc-lite", "equal logits", quiet("mhc-lite", none), false, true}, // of 24 permutations
        {"kromhc", "equal logits", quiet("kromhc", none)},
        {"circulant", "equal logits", quiet("circulant", {{"norm_eps", "0"}, {"gamma", "0.25"}})},
        {"balanced", "balance", {{}, convention_of(find_mixer("balanced"), {{"K", "1.25"}}), {2, 1, {2, -2}}}},
        {"go-mhc", "A = i + j + k", quiet("go-mhc", {{"norm_eps", "0"}, {"s", "1"}}, {{"b_res", units}})},
        {"krom-go", "A = i + j + k, quarter turns", quiet("krom-go", no_eps, {{"b_res", units_and_turns}})},
        {"ohc", "units", quiet("ohc", no_eps, {{"b_res", {1, 1, 1, 1, 2, 0, 0, 0}}})},
        {"go-mhc", "a state", with_root("go-mhc", 2, 2, {{"s", "1"}}, 2), true, true},
        {"go-mhc", "a state", with_root("go-mhc", 4, 2, {{"skew_order", "lower-columns"}}, 2), true, true},
        {"go-mhc", "a state", with_root("go-mhc", 8, 1, {{"s", "1"}}, 2), true, true},
        {"krom-go", "a state", with_root("krom-go", 4, 4, {{"s", "1,2"}}, 2), true, true},
        {"krom-go", "a state", with_root("krom-go", 8, 2, {{"s", "1"}}, 3), true, true},
        {"ohc", "a state", quaternions({1, 2, 2, 4, 2, 4, 5, 6}), true, true},
        {"jpmhc", "a state", with_root("jpmhc", 2, 2, none, 2, true), true, true},
        {"jpmhc", "a state", with_root("jpmhc", 4, 2, {{"iterations", "3"}}, 2, true), true, true},
    };
    // S from the biases of the last 16 logits
    std::vector<double> bias(48, 0.0);
    for (std::size_t l = 32; l < 48; ++l) bias[l] = static_cast<double>(l % 5) * 0.5;
    r.push_back({"jpmhc", "equal logits of the gates",
                 quiet("jpmhc", {{"norm_eps", "0"}, {"cayley_alpha", "0.25"}}, {{"fused_proj.bias", bias}})});
    return r;
  }();
  return list;
}

/// H's entries with their derivatives, then those of the gates unless they are no fractions.
template <class S>
std::vector<S> results(const mixcert::context<S>& context, const mixcert::mixer_evaluation<S>& e, const example& x) {
  const std::size_t d = x.input.state.cols();
  if (!x.only_H) {
    router_lists<S> all = evaluated(context, e, d);
    all.gates.insert(all.gates.end(), all.derivatives.begin(), all.derivatives.end());
    return all.gates;
  }
  std::vector<S> r = e.H.values();
  for (S& derivative : dense(context, e, e.dH, e.dH_arrays, d)) r.push_back(std::move(derivative));
  return r;
}

/// Throws std::bad_optional_access where something is no fraction.
std::vector<rational> fractions(const example& x) {
  std::vector<rational> r;
  for (const traced& number : results<traced>(numbers, trace(x.mixer, x.input, {}), x))
    r.push_back(number.fraction().value());
  return r;
}

bool holds(const mp_interval& x, const rational& value) {
  return mpfr_cmp_q(x.lower(), value.get()) <= 0 && mpfr_cmp_q(x.upper(), value.get()) >= 0;
}

bool is_equal(const mp_interval& x, const rational& value) {
  return mpfr_cmp_q(x.lower(), value.get()) == 0 && mpfr_cmp_q(x.upper(), value.get()) == 0;
}

rational entry(const std::vector<rational>& all, std::size_t n, std::size_t i, std::size_t j) { return all[i * n + j]; }

/// J = D(H(X) X), nd x nd, out of the results.
matrix<rational> jacobian(const std::vector<rational>& all, const matrix<double>& X, std::size_t gates) {
  const std::size_t n = X.rows(), d = X.cols();
  matrix<rational> J(n * d, n * d, rational());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t f = 0; f < d; ++f) {
        J(i * d + f, j * d + f) += entry(all, n, i, j);
        for (std::size_t c = 0; c < n * d; ++c)
          J(i * d + f, c) += rational(X(j, f)) * all[gates + (i * n + j) * n * d + c];
      }
  return J;
}

rational determinant(matrix<rational> a) {
  rational r(1.0);
  for (std::size_t p = 0; p < a.rows(); ++p) {
    std::size_t row = p;
    while (row < a.rows() && is_exact_zero(a(row, p))) ++row;
    if (row == a.rows()) return rational();
    if (row != p) r = -r;
    for (std::size_t j = 0; row != p && j < a.cols(); ++j) std::swap(a(row, j), a(p, j));
    r = r * a(p, p);
    for (std::size_t i = p + 1; i < a.rows(); ++i) {
      const rational factor = a(i, p) / a(p, p);
      for (std::size_t j = p; j < a.cols(); ++j) a(i, j) -= factor * a(p, j);
    }
  }
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rational_runs)

using scalars = std::tuple<double, quad, interval, mp_interval>;

BOOST_AUTO_TEST_CASE(enclosures_hold_the_fractions) {
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      const std::vector<rational> exact = fractions(x);
      const auto& m = find_mixer(x.mixer);
      const auto check = [&](const auto& context) {
        const auto enclosures = results(context, m.evaluate(context, x.input), x);
        BOOST_REQUIRE_EQUAL(enclosures.size(), exact.size());
        std::size_t outside = 0;
        double widest = 0;
        for (std::size_t i = 0; i < exact.size(); ++i) {
          outside += !holds(ends(enclosures[i]), exact[i]);
          widest = std::max(widest, magnitude_up(ends(enclosures[i]) - ends(enclosures[i])));
        }
        BOOST_TEST(outside == 0u);
        return widest;
      };
      BOOST_TEST(check(numbers_of<interval>) <= 1e-10);
      BOOST_TEST(check(numbers_of<mp_interval>) <= 1e-100);
    }
}

// An altered fraction is outside.
BOOST_AUTO_TEST_CASE(enclosures_hold_no_other_fractions) {
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      const std::vector<rational> exact = fractions(x);
      const auto enclosures =
          results(numbers_of<mp_interval>, find_mixer(x.mixer).evaluate(numbers_of<mp_interval>, x.input), x);
      for (std::size_t i = 0; i < exact.size(); ++i)
        BOOST_REQUIRE(!holds(enclosures[i], exact[i] + rational(0x1p-300)));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arithmetic_is_exact_where_nothing_rounds, S, scalars) {
  std::set<std::string> equal;
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      if (x.is_rounded) continue;
      const std::vector<rational> exact = fractions(x);
      const auto computed = results(numbers_of<S>, find_mixer(x.mixer).evaluate(numbers_of<S>, x.input), x);
      std::size_t different = 0;
      for (std::size_t i = 0; i < exact.size(); ++i) different += !is_equal(ends(computed[i]), exact[i]);
      BOOST_TEST(different == 0u);
      equal.insert(x.mixer);
    }
  // mhc-lite divides by 4!; shc and cayley have roots in their bases
  BOOST_TEST(equal.size() + 3 == mixcert::mixer_names().size());
}

// The states are not so special that nothing varies.
BOOST_AUTO_TEST_CASE(derivatives_are_not_zero) {
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      const std::vector<rational> exact = fractions(x);
      const std::size_t n = x.input.state.rows(), gates = n * n + (x.only_H ? 0 : 2 * n);
      const bool varies = std::any_of(exact.begin() + static_cast<long>(gates),
                                      exact.begin() + static_cast<long>(gates + n * n * x.input.state.values().size()),
                                      [](const rational& dH) { return !is_exact_zero(dH); });
      BOOST_TEST(varies == (x.mixer != "static"));
    }
}

// Invariants, as equations of fractions.
BOOST_AUTO_TEST_CASE(invariants_are_exact) {
  const std::set<std::string> stochastic = {"go-mhc", "krom-go", "mhc-lite", "kromhc", "circulant", "balanced"};
  std::set<std::string> checked;
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      const std::size_t n = x.input.state.rows();
      const std::vector<rational> all = fractions(x);
      for (std::size_t i = 0; i < n; ++i) {
        rational row, column;
        for (std::size_t j = 0; j < n; ++j) {
          row += entry(all, n, i, j);
          column += entry(all, n, j, i);
        }
        if (stochastic.contains(x.mixer)) {
          BOOST_TEST(is_exact_zero(row - rational(1.0)));
          BOOST_TEST(is_exact_zero(column - rational(1.0)));
          checked.insert(x.mixer);
        }
        if (x.mixer != "ohc") continue;
        for (std::size_t j = 0; j < n; ++j) {
          rational inner(i == j ? -1.0 : 0.0);
          for (std::size_t k = 0; k < n; ++k) inner += entry(all, n, k, i) * entry(all, n, k, j);
          BOOST_TEST(is_exact_zero(inner));
        }
        checked.insert(x.mixer);
      }
    }
  BOOST_TEST(checked.size() == stochastic.size() + 1);
}

// By hand: A_01 = 3/4 turns by an angle of cosine 7/25; I + alpha S and one more step; (1 + i + j + k)/2 from the left.
BOOST_AUTO_TEST_CASE(closed_forms) {
  const auto H_of = [](const char* mixer, const mixer_input& input) {
    std::vector<rational> r;
    const traced_evaluation e = trace(mixer, input, {});
    for (const traced& x : e.H.values()) r.push_back(x.fraction().value());
    return r;
  };
  const auto check = [](const std::vector<rational>& H, const std::vector<rational>& expected) {
    BOOST_REQUIRE_EQUAL(H.size(), expected.size());
    for (std::size_t c = 0; c < H.size(); ++c) BOOST_TEST(to_string(H[c]) == to_string(expected[c]));
  };
  mixer_input go = with_root("go-mhc", 2, 2, {{"s", "1"}}, 2);
  go.parameters.at("a_res") = {0};
  go.parameters.at("b_res") = {0.75};
  check(H_of("go-mhc", go), {rational(49, 625), rational(576, 625), rational(576, 625), rational(49, 625)});

  mixer_input jp = with_root("jpmhc", 2, 2, {{"cayley_alpha", "0.5"}, {"iterations", "1"}}, 2, true);
  for (double& w : jp.parameters.at("fused_proj.weight")) w = 0;
  jp.parameters.at("fused_proj.bias") = {0, 0, 0, 0, 0, 0, 0, 0, 5, 3, 1, 7}; // S_01 = 2
  // Y = I + S/2 = (1, 1; -1, 1), then I + S/4 (I + Y) = I + (0, 1/2; -1/2, 0) (2, 1; -1, 2)
  check(H_of("jpmhc", jp), {rational(1, 2), rational(1, 1), rational(-1, 1), rational(1, 2)});

  const mixer_input units = quiet("ohc", {{"norm_eps", "0"}}, {{"b_res", {1, 1, 1, 1, 2, 0, 0, 0}}});
  const rational h(1, 2), g(-1, 2);
  check(H_of("ohc", units), {h, g, g, g, h, h, g, h, h, h, h, g, h, g, h, h});

  const mixer_input balance{{}, convention_of(find_mixer("balanced"), {{"K", "1.25"}}), {2, 1, {2, -2}}};
  check(H_of("balanced", balance), {h, h, h, h});
}

// sum of squares and product of the singular values are those of the Jacobian as a matrix of fractions.
BOOST_AUTO_TEST_CASE(trace_and_determinant_of_the_jacobian) {
  std::size_t checked = 0;
  for (const example& x : examples()) BOOST_TEST_CONTEXT(x) {
      const std::size_t n = x.input.state.rows(), size = x.input.state.values().size();
      if (size > 16) continue;
      ++checked;
      const matrix<rational> J = jacobian(fractions(x), x.input.state, n * n + (x.only_H ? 0 : 2 * n));
      rational squares;
      for (const rational& entry : J.values()) squares += sqr(entry);
      const auto c = certify_digits(find_mixer(x.mixer), x.input, {}, 40);
      mp_interval sum(0, 400), product(1, 400);
      for (const auto& cluster : c.spectrum)
        for (std::size_t k = 0; k < cluster.multiplicity; ++k) {
          const mp_interval sigma = lift(cluster.value, 400);
          sum += sqr(sigma);
          product = product * sigma;
        }
      BOOST_TEST(holds(sum, squares));
      BOOST_TEST(holds(product, abs(determinant(J))));
      BOOST_TEST(magnitude_up(sum - sum) <= 1e-35 * magnitude_up(sum));
    }
  BOOST_TEST(checked >= 9u);
}

// tanh, exp and roots: what makes the others irrational is seen to.
BOOST_AUTO_TEST_CASE(elsewhere_there_are_no_fractions) {
  const std::set<std::string> H_is_rational = {"static", "go-mhc", "krom-go", "ohc", "jpmhc"};
  for (const std::string& name : mixcert::mixer_names()) {
    if (H_is_rational.contains(name)) continue;
    const std::size_t n = name == "balanced" ? 2 : name == "cayley" ? 3 : 4, d = name == "balanced" ? 1 : 4;
    const traced_evaluation e = trace(name, small_input(find_mixer(name), 35, n, d), {});
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(std::none_of(e.dH_dlogits.values().begin(), e.dH_dlogits.values().end(),
                              [](const traced& x) { return x.fraction() && !is_exact_zero(*x.fraction()); }));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
