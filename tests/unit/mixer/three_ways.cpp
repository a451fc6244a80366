// Derivatives of every mixer three ways: the formulas of the library against difference quotients, against the rules of
// differentiation applied to the equations themselves, and against the reference data.
#include "dense.hpp"
#include "support/mixer_examples.hpp"
#include "traced_mixers.hpp"

#include "mixcert/construction/cayley_chain.hpp"
#include "support/construction_cases.hpp"
#include "support/mhc_cases.hpp"
#include "support/mixer_cases.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

using mixcert::find_mixer;
using mixcert::matrix;
using mixcert::mixer_evaluation;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::test::traced;

namespace {

const mixcert::context<mp_interval> numbers{traced_bits};

/// H, read and write, one after another.
template <class S> std::vector<S> gates(const mixer_evaluation<S>& e) {
  std::vector<S> r = e.H.values();
  r.insert(r.end(), e.read.begin(), e.read.end());
  r.insert(r.end(), e.write.begin(), e.write.end());
  return r;
}

std::vector<mp_interval> values(const traced_evaluation& e) {
  std::vector<mp_interval> r;
  for (const traced& x : gates(e)) r.push_back(x.value());
  return r;
}

/// Each row of nd derivatives times V.
template <class N>
std::vector<mp_interval> times(const std::vector<N>& derivatives, const matrix<double>& V,
                               mp_interval (*number)(const N&)) {
  const std::size_t size = V.values().size();
  std::vector<mp_interval> r(derivatives.size() / size, numbers.exact(0));
  for (std::size_t c = 0; c < derivatives.size(); ++c)
    r[c / size] += number(derivatives[c]) * numbers.exact(V.values()[c % size]);
  return r;
}

std::vector<mp_interval> by_formulas(const mixer_evaluation<mp_interval>& e, const matrix<double>& V) {
  return times<mp_interval>(evaluated(numbers, e, V.cols()).derivatives, V, [](const mp_interval& x) { return x; });
}

std::vector<mp_interval> by_rules(const std::string& mixer, const mixer_input& input, const matrix<double>& V) {
  std::vector<mp_interval> r;
  for (const traced& x : gates(trace(mixer, input, {V}))) r.push_back(x.derivative(0));
  return r;
}

/// With h = 2^-110 and 2h, extrapolated: the error is of order h^4 = 2^-440, beside 2^-290 of what is rounded.
std::vector<mp_interval> by_differences(const std::string& mixer, const mixer_input& input, const matrix<double>& V) {
  const double h = 0x1p-110;
  const auto quotient = [&](double step) {
    std::vector<mp_interval> r = values(trace_at(mixer, input, V, step));
    const std::vector<mp_interval> back = values(trace_at(mixer, input, V, -step));
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = (r[i] - back[i]) / numbers.exact(2 * step);
    return r;
  };
  std::vector<mp_interval> r = quotient(h);
  const std::vector<mp_interval> twice = quotient(2 * h);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = (numbers.exact(4) * r[i] - twice[i]) / numbers.exact(3);
  return r;
}

/// The largest distance of a member of a from one of b, in units of the largest number of a, or of 1 if that is more.
double apart(const std::vector<mp_interval>& a, const std::vector<mp_interval>& b) {
  BOOST_REQUIRE_EQUAL(a.size(), b.size());
  double distance = 0, size = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = magnitude_up(a[i] - b[i]);
    if (!(d <= distance)) distance = d;
    size = std::max(size, magnitude_up(a[i]));
  }
  return distance / size;
}

constexpr double rounded = 0x1p-280, extrapolated = 0x1p-180;

matrix<double> direction(const matrix<double>& X) {
  matrix<double> V = X;
  for (std::size_t c = 0; c < V.values().size(); ++c) V.values()[c] = static_cast<double>(c % 7) * 0.5 - 1.25;
  return V;
}

/// A state of the reference data with what they say about its derivatives.
struct reference {
  std::string id, mixer;
  mixer_input input;
  std::vector<double> derivatives; ///< of every gate, H's first
};

template <class Case>
void append(std::vector<reference>& list, const std::string& mixer, const std::vector<Case>& cases) {
  constexpr std::size_t enough = 3;
  std::size_t taken = 0;
  for (const Case& c : cases) {
    if (c.DH.empty() || c.Dread.empty() || c.Dwrite.empty()) continue;
    reference r{c.id, mixer, c.input, c.DH};
    r.derivatives.insert(r.derivatives.end(), c.Dread.begin(), c.Dread.end());
    r.derivatives.insert(r.derivatives.end(), c.Dwrite.begin(), c.Dwrite.end());
    list.push_back(std::move(r));
    if (++taken == enough) return;
  }
}

/// Some of every mixer of the reference data but the constructions.
const std::vector<reference>& references() {
  static const std::vector<reference> list = [] {
    std::vector<reference> r;
    append(r, "hc", mixcert::test::hc_references("hc/hcA"));
    append(r, "mhc-v4", mixcert::test::mhc_references(64));
    for (const std::string& name : mixcert::mixer_names())
      if (name != "hc" && name != "mhc-v4" && name != "balanced" && name != "cayley")
        append(r, name, mixcert::test::mixer_references(name));
    return r;
  }();
  return list;
}

/// How far the derivative along V is from the reference, in units of 1e-13 of the largest times the sum of |V|.
double off(const std::vector<mp_interval>& along, const reference& c, const matrix<double>& V) {
  double largest = 0, sum = 0;
  for (const double x : c.derivatives) largest = std::max(largest, std::fabs(x));
  for (const double x : V.values()) sum += std::fabs(x);
  const auto expected = times<double>(c.derivatives, V, [](const double& x) { return numbers.exact(x); });
  double r = 0;
  BOOST_REQUIRE_EQUAL(along.size(), expected.size());
  for (std::size_t i = 0; i < along.size(); ++i) {
    const double distance = magnitude_up(along[i] - expected[i]);
    if (!(distance <= r)) r = distance;
  }
  return largest == 0 ? r : r / (1e-13 * largest * sum);
}

/// J V for J = D(H(X) X), from the gates and their derivatives along V.
std::vector<mp_interval> jacobian_times(const matrix<mp_interval>& H, const std::vector<mp_interval>& along,
                                        const matrix<double>& X, const matrix<double>& V) {
  std::vector<mp_interval> r;
  for (std::size_t i = 0; i < X.rows(); ++i)
    for (std::size_t c = 0; c < X.cols(); ++c) {
      r.push_back(numbers.exact(0));
      for (std::size_t j = 0; j < X.rows(); ++j)
        r.back() += H(i, j) * numbers.exact(V(j, c)) + along[i * X.rows() + j] * numbers.exact(X(j, c));
    }
  return r;
}

/// Checks J V of a construction, each of the three ways, against a Jacobian in row-major order.
void check_construction(const std::string& mixer, const mixer_input& input, const std::vector<mp_interval>& J,
                        double tolerance) {
  const matrix<double> V = direction(input.state);
  const auto e = find_mixer(mixer).evaluate(numbers, input);
  const auto expected = times<mp_interval>(J, V, [](const mp_interval& x) { return x; });
  for (const std::vector<mp_interval>& along :
       {by_formulas(e, V), by_rules(mixer, input, V), by_differences(mixer, input, V)})
    BOOST_TEST(apart(expected, jacobian_times(e.H, along, input.state, V)) <= tolerance);
}

/// Mistakes that a derivative may have, each too small or too plausible to be seen.
struct mistake {
  const char* what;
  void (*make)(mixer_evaluation<mp_interval>&);
  std::set<std::string> unchanged;                    ///< mixers whose derivative it does not change
  std::set<std::string> unchanged_in_references = {}; ///< and those of which that is so at the reference states
};

/// A millionth of the largest weight or coordinate of H.
void alter_one(mixer_evaluation<mp_interval>& e) {
  mp_interval* largest = nullptr;
  const auto consider = [&](matrix<mp_interval>& a) {
    for (mp_interval& x : a.values())
      if (largest == nullptr || magnitude_up(x) > magnitude_up(*largest)) largest = &x;
  };
  if (e.arrays.empty())
    for (matrix<mp_interval>& dH : e.dH) consider(dH);
  else
    consider(e.dH_arrays);
  if (largest != nullptr) *largest = *largest * numbers.exact(1 + 0x1p-20);
}

void forget_normalisation(mixer_evaluation<mp_interval>& e) {
  for (std::size_t g = 0; g < e.generators.size(); ++g)
    if (e.generators[g].label[0] == 'x')
      for (auto* all : {&e.dH, &e.dread, &e.dwrite})
        for (matrix<mp_interval>& coordinates : *all)
          for (std::size_t s = 0; s < coordinates.rows(); ++s) coordinates(s, g) = numbers.exact(0);
}

void transpose_derivative(mixer_evaluation<mp_interval>& e) {
  const std::size_t n = e.H.rows();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::swap(e.dH[i * n + j], e.dH[j * n + i]);
      for (std::size_t a = 0; a < e.dH_arrays.cols(); ++a)
        std::swap(e.dH_arrays(i * n + j, a), e.dH_arrays(j * n + i, a));
    }
}

const std::vector<mistake> mistakes = {
    {"a number altered", alter_one, {"static"}},
    {"the normalisation taken as constant", forget_normalisation, {"static", "jpmhc", "balanced"}},
    {"H transposed in its derivative", transpose_derivative, {"static", "balanced"}, {"kromhc", "krom-go"}}, // binary
};

} // namespace

BOOST_AUTO_TEST_SUITE(three_ways)

BOOST_AUTO_TEST_CASE(every_mixer_has_examples) {
  std::set<std::string> named;
  for (const mixer_example& x : mixer_examples()) named.insert(x.mixer);
  const std::vector<std::string> names = mixcert::mixer_names();
  BOOST_TEST((named == std::set<std::string>(names.begin(), names.end())));
}

// The traced templates are those that the registry runs.
BOOST_AUTO_TEST_CASE(traced_values_are_those_of_the_registry) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixer_input input = input_of(x);
      const auto e = find_mixer(x.mixer).evaluate(numbers, input);
      const traced_evaluation t = trace(x.mixer, input, {});
      BOOST_TEST(apart(gates(e), values(t)) <= rounded);
      BOOST_REQUIRE_EQUAL(t.dH_dlogits.values().size(), e.dH_dlogits.values().size());
      std::vector<mp_interval> slopes;
      for (const traced& slope : t.dH_dlogits.values()) slopes.push_back(slope.value());
      BOOST_TEST(apart(e.dH_dlogits.values(), slopes) <= rounded);
    }
}

BOOST_AUTO_TEST_CASE(formulas_rules_and_differences) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixer_input input = input_of(x);
      const matrix<double> V = direction(input.state);
      const auto formulas = by_formulas(find_mixer(x.mixer).evaluate(numbers, input), V);
      const auto rules = by_rules(x.mixer, input, V);
      BOOST_TEST(apart(formulas, rules) <= rounded);
      BOOST_TEST(apart(by_differences(x.mixer, input, V), rules) <= extrapolated);
    }
}

// Entry by entry, where there are few.
BOOST_AUTO_TEST_CASE(every_partial_derivative) {
  std::set<std::string> checked;
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      if (x.n * x.d > 12) continue;
      const mixer_input input = input_of(x);
      std::vector<matrix<double>> directions(x.n * x.d, matrix<double>(x.n, x.d, 0.0));
      for (std::size_t c = 0; c < directions.size(); ++c) directions[c].values()[c] = 1;
      std::vector<mp_interval> rules;
      for (const traced& gate : gates(trace(x.mixer, input, directions)))
        for (std::size_t c = 0; c < directions.size(); ++c) rules.push_back(gate.derivative(c));
      BOOST_TEST(apart(evaluated(numbers, find_mixer(x.mixer).evaluate(numbers, input), x.d).derivatives, rules) <=
                 rounded);
      checked.insert(x.mixer);
    }
  BOOST_TEST(checked.size() == mixcert::mixer_names().size());
}

BOOST_AUTO_TEST_CASE(reference_states, *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  std::map<std::string, std::size_t> compared;
  for (const reference& c : references()) BOOST_TEST_CONTEXT(c.mixer << ", " << c.id) {
      const matrix<double> V = direction(c.input.state);
      const auto formulas = by_formulas(find_mixer(c.mixer).evaluate(numbers, c.input), V);
      const auto rules = by_rules(c.mixer, c.input, V), differences = by_differences(c.mixer, c.input, V);
      BOOST_TEST(apart(formulas, rules) <= rounded);
      BOOST_TEST(apart(differences, rules) <= extrapolated);
      for (const auto& along : {formulas, rules, differences}) BOOST_TEST(off(along, c, V) <= 1);
      ++compared[c.mixer];
    }
  BOOST_TEST(compared.size() + 2 == mixcert::mixer_names().size());
  for (const auto& [mixer, count] : compared) BOOST_TEST_CONTEXT(mixer) {
      BOOST_TEST(count >= 3u);
    }
}

BOOST_AUTO_TEST_CASE(two_streams, *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  std::size_t compared = 0;
  for (const mixcert::test::two_stream_case& c : mixcert::test::two_stream_cases()) BOOST_TEST_CONTEXT(c.id) {
      const auto hex = [](const mixcert::rational& x) { return mixcert::exact_constant(mpq_get_d(x.get())).text(); };
      const mixcert::rational first = c.m + c.delta, second = c.m - c.delta;
      const double x = mpq_get_d(first.get()), y = mpq_get_d(second.get());
      if (!is_exact_zero(mixcert::rational(x) - first) || !is_exact_zero(mixcert::rational(y) - second)) continue;
      ++compared;
      std::vector<mp_interval> J;
      for (const std::string& entry : c.J) J.push_back(mixcert::exact_constant(entry).value(numbers));
      check_construction(
          "balanced",
          {{}, convention_of(find_mixer("balanced"), {{"K", hex(c.K)}, {"epsilon", hex(c.epsilon)}}), {2, 1, {x, y}}},
          J, 1e-38);
    }
  BOOST_TEST(compared >= 8u);
}

// I + K b b^T at (v, -v, 0), v = (3, 4) of length 5 (theorem T11).
BOOST_AUTO_TEST_CASE(three_streams) {
  const mixcert::expression_matrix v(2, 1, {mixcert::rational(3, 5), mixcert::rational(4, 5)});
  for (const char* K : {"0.1", "-2", "10"}) BOOST_TEST_CONTEXT(K) {
      const mixcert::parameters given{{"K", mixcert::exact_constant(K).value(mixcert::context<mixcert::rational>{})}};
      check_construction(
          "cayley", {{{"v", {3, 4}}}, convention_of(find_mixer("cayley"), {{"K", K}}), {3, 2, {3, 4, -3, -4, 0, 0}}},
          evaluate(numbers, mixcert::cayley_jacobian(v), given).values(), extrapolated);
    }
}

// What the comparisons are worth: each mistake is seen by each of them, in every mixer.
BOOST_AUTO_TEST_CASE(mistakes_are_caught) {
  std::map<std::string, std::set<std::string>> caught;
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      if (x.n * x.d > 12) continue;
      const mixer_input input = input_of(x);
      const matrix<double> V = direction(input.state);
      const auto intact = find_mixer(x.mixer).evaluate(numbers, input);
      const auto rules = by_rules(x.mixer, input, V), differences = by_differences(x.mixer, input, V);
      for (const mistake& m : mistakes) {
        auto e = intact;
        m.make(e);
        const auto broken = by_formulas(e, V);
        const bool by_the_rules = !(apart(broken, rules) <= rounded),
                   by_the_differences = !(apart(broken, differences) <= extrapolated);
        BOOST_TEST(by_the_rules == by_the_differences);
        if (by_the_rules) caught[m.what].insert(x.mixer);
      }
    }
  for (const mistake& m : mistakes)
    for (const std::string& name : mixcert::mixer_names()) BOOST_TEST_CONTEXT(m.what << ", " << name) {
        BOOST_TEST(caught[m.what].contains(name) == !m.unchanged.contains(name));
      }
}

BOOST_AUTO_TEST_CASE(mistakes_are_caught_by_the_reference,
                     *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  std::map<std::string, std::set<std::string>> caught;
  for (const reference& c : references()) {
    const matrix<double> V = direction(c.input.state);
    const auto intact = find_mixer(c.mixer).evaluate(numbers, c.input);
    for (const mistake& m : mistakes) {
      auto e = intact;
      m.make(e);
      if (!(off(by_formulas(e, V), c, V) <= 1)) caught[m.what].insert(c.mixer);
    }
  }
  for (const mistake& m : mistakes)
    for (const std::string& name : mixcert::mixer_names()) BOOST_TEST_CONTEXT(m.what << ", " << name) {
        if (name == "balanced" || name == "cayley") continue;
        const bool changed = !m.unchanged.contains(name) && !m.unchanged_in_references.contains(name);
        BOOST_TEST(caught[m.what].contains(name) == changed);
      }
}

BOOST_AUTO_TEST_SUITE_END()
