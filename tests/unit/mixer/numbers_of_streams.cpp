// Every mixer at 1, 2, 3, 4 and 8 streams: results and a certificate, or a refusal that names the numbers it has.
#include "dense.hpp"
#include "traced_mixers.hpp"

#include "mixcert/certificate/certify.hpp"
#include "support/mixer_cases.hpp"
#include "support/refusal.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <tuple>

using mixcert::find_mixer;
using mixcert::interval;
using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::quad;
using mixcert::test::check_refused;
using mixcert::test::small_input;
using mixcert::test::traced;

namespace {

const mixcert::context<mp_interval> numbers{traced_bits};

struct sizes {
  std::set<std::size_t> defined;
  const char* refusal; ///< what is said of the others
};

const std::set<std::size_t> all = {1, 2, 3, 4, 8};

/// At the published convention.
const std::map<std::string, sizes> table = {{"hc", {all, ""}},
                                            {"hc-paper", {all, ""}},
                                            {"lucid-mhc", {all, ""}},
                                            {"mhc-flat", {all, ""}},
                                            {"mhc-v4", {all, ""}},
                                            {"mhc-lite", {{1, 2, 3, 4}, "at most 6"}},
                                            {"kromhc", {{2, 4, 8}, "a power of two, 2 at least"}},
                                            {"go-mhc", {all, ""}},
                                            {"krom-go", {{2, 4, 8}, "a power of two, 2 at least"}},
                                            {"ohc", {{4}, "four streams"}},
                                            {"shc", {all, ""}},
                                            {"jpmhc", {all, ""}},
                                            {"circulant", {all, ""}},
                                            {"static", {all, ""}},
                                            {"balanced", {{2}, "two streams"}},
                                            {"cayley", {{3}, "three streams"}}};

std::size_t features(const std::string& mixer) { return mixer == "balanced" ? 1 : 3; }

mixer_input input_of(const std::string& mixer, std::size_t n) {
  return small_input(find_mixer(mixer), 40 + n, n, features(mixer));
}

template <class S> bool is_finite_everywhere(const std::string& mixer, const mixer_input& input) {
  const auto lists = evaluated(numbers_of<S>, find_mixer(mixer).evaluate(numbers_of<S>, input), input.state.cols());
  const auto finite = [](const S& x) { return is_finite(ends(x)); };
  return std::all_of(lists.gates.begin(), lists.gates.end(), finite) &&
         std::all_of(lists.derivatives.begin(), lists.derivatives.end(), finite);
}

/// The derivatives of H's entries by those of X: by the rules of differentiation alone where there are few, else by the
/// formulas.
std::vector<mp_interval> derivatives_of_H(const std::string& mixer, const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  if (n * d > 12) {
    const auto e = find_mixer(mixer).evaluate(numbers, input);
    return dense(numbers, e, e.dH, e.dH_arrays, d);
  }
  std::vector<matrix<double>> directions(n * d, matrix<double>(n, d, 0.0));
  for (std::size_t c = 0; c < n * d; ++c) directions[c].values()[c] = 1;
  const traced_evaluation e = trace(mixer, input, directions);
  std::vector<mp_interval> r;
  for (const traced& entry : e.H.values())
    for (std::size_t c = 0; c < n * d; ++c) r.push_back(entry.derivative(c));
  return r;
}

/// The sum of the squares of the entries of D(H(X) X).
mp_interval squared_norm(const std::string& mixer, const mixer_input& input) {
  const std::size_t n = input.state.rows(), d = input.state.cols(), size = n * d;
  const matrix<mp_interval> H = find_mixer(mixer).evaluate(numbers, input).H;
  const std::vector<mp_interval> dH = derivatives_of_H(mixer, input);
  mp_interval sum = numbers.exact(0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t f = 0; f < d; ++f)
      for (std::size_t c = 0; c < size; ++c) {
        mp_interval entry = c % d == f ? H(i, c / d) : numbers.exact(0);
        for (std::size_t j = 0; j < n; ++j) entry += dH[(i * n + j) * size + c] * numbers.exact(input.state(j, f));
        sum += sqr(entry);
      }
  return sum;
}

/// H(X) of one stream.
mp_interval only_entry(const std::string& mixer, const mixer_input& input) {
  const auto e = find_mixer(mixer).evaluate(numbers, input);
  BOOST_REQUIRE_EQUAL(e.H.values().size(), 1u);
  return e.H(0, 0);
}

mp_interval constant(const mixer_input& input, const char* key) {
  return input.convention.at(key).number().value(numbers);
}

mp_interval first(const mixer_input& input, const char* tensor, std::size_t index = 0) {
  return numbers.exact(input.parameters.at(tensor)[index]);
}

/// a tanh z + A for the column of dynamic_alpha_fn that feeds the only output.
template <class Logit> mp_interval tanh_gate(const mixer_input& input, Logit z) {
  std::vector<mp_interval> w;
  for (std::size_t c = 0; c < input.state.cols(); ++c) w.push_back(first(input, "dynamic_alpha_fn", 2 * c + 1));
  return first(input, "dynamic_alpha_scale") * tanh(z(w)) + first(input, "static_alpha", 1);
}

} // namespace

BOOST_AUTO_TEST_SUITE(numbers_of_streams)

BOOST_AUTO_TEST_CASE(the_table_has_every_mixer) {
  std::set<std::string> names;
  for (const auto& [name, row] : table) names.insert(name);
  const std::vector<std::string> known = mixcert::mixer_names();
  BOOST_TEST((names == std::set<std::string>(known.begin(), known.end())));
}

BOOST_AUTO_TEST_CASE(results_in_every_arithmetic_or_a_refusal) {
  for (const auto& [name, row] : table)
    for (const std::size_t n : all) BOOST_TEST_CONTEXT(name << ", n = " << n) {
        if (!row.defined.contains(n)) {
          check_refused([&] { input_of(name, n); }, {"'" + name + "'", row.refusal, std::to_string(n)});
          continue;
        }
        const mixer_input input = input_of(name, n);
        BOOST_TEST(is_finite_everywhere<double>(name, input));
        BOOST_TEST(is_finite_everywhere<quad>(name, input));
        BOOST_TEST(is_finite_everywhere<interval>(name, input));
        BOOST_TEST(is_finite_everywhere<mp_interval>(name, input));
      }
}

// A certificate of all nd singular values, whose squares sum to those of the Jacobian's entries.
BOOST_AUTO_TEST_CASE(certificates) {
  for (const auto& [name, row] : table)
    for (const std::size_t n : row.defined) BOOST_TEST_CONTEXT(name << ", n = " << n) {
        const mixer_input input = input_of(name, n);
        const mixcert::certificate c = certify(find_mixer(name), input, {});
        std::size_t count = 0;
        mp_interval sum = numbers.exact(0);
        for (const auto& cluster : c.spectrum)
          for (std::size_t k = 0; k < cluster.multiplicity; ++k, ++count) sum += sqr(lift(cluster.value, traced_bits));
        BOOST_TEST(count == n * features(name));
        const mp_interval expected = squared_norm(name, input);
        BOOST_TEST(!certainly_less(sum, expected));
        BOOST_TEST(!certainly_less(expected, sum));
        BOOST_TEST(magnitude_up(sum - sum) <= 1e-12 * magnitude_up(sum));
      }
}

// Sinkhorn, combinations of permutations, of shifts, energies of a rotation, a mean and a rotation, all of one stream.
BOOST_AUTO_TEST_CASE(one_stream_is_left_alone) {
  for (const char* name : {"lucid-mhc", "mhc-flat", "mhc-lite", "go-mhc", "shc", "jpmhc", "circulant", "static"})
    BOOST_TEST_CONTEXT(name) {
      const mixer_input input = input_of(name, 1);
      BOOST_TEST(magnitude_up(only_entry(name, input) - numbers.exact(1)) <= 1e-110);
      const auto e = find_mixer(name).evaluate(numbers, input);
      for (const mp_interval& x : dense(numbers, e, e.dH, e.dH_arrays, 3)) BOOST_TEST(magnitude_up(x) <= 1e-100);
      const mixcert::certificate c = certify(find_mixer(name), input, {});
      std::size_t ones = 0;
      for (const auto& cluster : c.spectrum)
        if (contains(cluster.value, 1.0) && width_up(cluster.value) <= 1e-15) ones += cluster.multiplicity;
      BOOST_TEST(ones == 3u);
    }
}

// A number c becomes c/(c + eps), for its column and as its row in turn.
BOOST_AUTO_TEST_CASE(one_stream_of_mhc_v4) {
  for (const char* iterations : {"1", "2", "20"}) {
    const mixer_input input =
        small_input(find_mixer("mhc-v4"), 41, 1, 3, {{"hc_eps", "0.125"}, {"iterations", iterations}});
    const mp_interval eps = constant(input, "hc_eps");
    mp_interval c = numbers.exact(1) + eps;
    for (int division = 1; division < 2 * std::stoi(iterations); ++division) c = c / (c + eps);
    BOOST_TEST(magnitude_up(only_entry("mhc-v4", input) - c) <= 1e-100);
  }
}

BOOST_AUTO_TEST_CASE(one_stream_of_hc) {
  const mixer_input input = input_of("hc", 1);
  mp_interval square = numbers.exact(0);
  for (const double x : input.state.values()) square += sqr(numbers.exact(x));
  const mp_interval expected = tanh_gate(input, [&](const std::vector<mp_interval>& w) {
    mp_interval inner = numbers.exact(0);
    for (std::size_t c = 0; c < w.size(); ++c)
      inner +=
          numbers.exact(input.state(0, c)) * (constant(input, "gamma_offset") + first(input, "norm.gamma", c)) * w[c];
    return sqrt(numbers.exact(3)) * inner / sqrt(square);
  });
  BOOST_TEST(magnitude_up(only_entry("hc", input) - expected) <= 1e-110);
}

BOOST_AUTO_TEST_CASE(one_stream_of_hc_paper) {
  const mixer_input input = input_of("hc-paper", 1);
  mp_interval mean = numbers.exact(0), variance = numbers.exact(0);
  for (const double x : input.state.values()) mean += numbers.exact(x) / numbers.exact(3);
  for (const double x : input.state.values()) variance += sqr(numbers.exact(x) - mean) / numbers.exact(3);
  const mp_interval root = sqrt(variance + constant(input, "norm_eps"));
  const mp_interval expected = tanh_gate(input, [&](const std::vector<mp_interval>& w) {
    mp_interval z = numbers.exact(0);
    for (std::size_t c = 0; c < w.size(); ++c)
      z += (first(input, "norm.weight", c) * (numbers.exact(input.state(0, c)) - mean) / root +
            first(input, "norm.bias", c)) *
           w[c];
    return z;
  });
  BOOST_TEST(magnitude_up(only_entry("hc-paper", input) - expected) <= 1e-110);
}

BOOST_AUTO_TEST_CASE(one_stream_of_given_matrices) {
  const mixer_input given = small_input(find_mixer("static"), 42, 1, 3, {{"kind", "matrix"}});
  BOOST_TEST(is_exact_zero(only_entry("static", given) - first(given, "H")));
  const mixer_input identity = small_input(find_mixer("static"), 43, 1, 3, {{"kind", "identity"}});
  BOOST_TEST(is_exact_zero(only_entry("static", identity) - numbers.exact(1)));
}

BOOST_AUTO_TEST_SUITE_END()
