#include "support/batch_cases.hpp"

#include "mixcert/batch/hc_spectra.hpp"
#include "mixcert/batch/mhc_spectra.hpp"
#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/jacobian/map.hpp"
#include "mixcert/spectrum/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <span>

namespace mixcert::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using numbers_of = std::vector<double>;
using row = std::span<double>;

class generator {
 public:
  explicit generator(std::uint64_t seed) : engine_(seed) {}
  numbers_of numbers(std::size_t count, double size = 1, double middle = 0) {
    std::normal_distribution<double> normal(0, size);
    numbers_of r(count);
    for (double& x : r) x = middle + normal(engine_);
    return r;
  }

 private:
  std::mt19937_64 engine_;
};

/// What is done to a random case.
struct family {
  std::string name;
  std::function<void(mixer_input&)> site;
  std::function<void(matrix<double>&, generator&)> state;
  bool usual = false;
};

row row_of(matrix<double>& X, std::size_t s) { return {&X(s, 0), X.cols()}; }

/// All rows near row `from`, or equal to it.
void collapse(matrix<double>& X, generator& random, double distance, std::size_t from = 0) {
  for (std::size_t s = 0; s < X.rows(); ++s)
    if (s != from) {
      const numbers_of noise = random.numbers(X.cols(), distance);
      for (std::size_t c = 0; c < X.cols(); ++c) X(s, c) = X(from, c) * (1 + noise[c]);
    }
}

double in_binary32(double x) { return static_cast<float>(x); }

/// All rows combinations of the first few, but for rounding.
void combine(matrix<double>& X, generator& random, std::size_t first) {
  for (std::size_t s = first; s < X.rows(); ++s) {
    const numbers_of factors = random.numbers(first);
    for (std::size_t c = 0; c < X.cols(); ++c) {
      X(s, c) = 0;
      for (std::size_t j = 0; j < first; ++j) X(s, c) += factors[j] * X(j, c);
    }
  }
  X = map(X, in_binary32);
}

void multiply(matrix<double>& X, double factor) {
  X = map(X, [&](double x) { return x * factor; });
}
void multiply(numbers_of& x, double factor) {
  for (double& value : x) value *= factor;
}

std::vector<family> families_of_states() {
  std::vector<family> r = {
      {"random", {}, {}, true},
      {"a zero stream", {}, [](auto& X, auto&) { std::ranges::fill(row_of(X, X.rows() - 1), 0.0); }},
      {"a first stream of zeros", {}, [](auto& X, auto&) { std::ranges::fill(row_of(X, 0), 0.0); }},
      {"zero", {}, [](auto& X, auto&) { multiply(X, 0); }},
      {"equal streams", {}, [](auto& X, auto& random) { collapse(X, random, 0); }},
      {"opposite streams",
       {},
       [](auto& X, auto&) {
         for (std::size_t c = 0; c < X.cols(); ++c) X(X.rows() - 1, c) = -X(0, c);
       }},
      {"multiples in binary32", {}, [](auto& X, auto& random) { combine(X, random, 1); }, true},
      {"combinations of two rows in binary32", {}, [](auto& X, auto& random) { combine(X, random, 2); }, true},
      {"near the last stream", {}, [](auto& X, auto& random) { collapse(X, random, 1e-7, X.rows() - 1); }},
      {"one feature",
       {},
       [](auto& X, auto&) {
         for (std::size_t c = 1; c < X.cols(); ++c) X(0, c) = 0;
       }},
      {"one feature that hides the others", {}, [](auto& X, auto&) {
         for (std::size_t s = 0; s < X.rows(); ++s)
           for (std::size_t c = 1; c < X.cols(); ++c) X(s, c) *= 0x1p-600;
         for (std::size_t s = 1; s < X.rows(); ++s) X(s, 0) = X(0, 0);
       }}};
  for (const int k : {3, 5, 7, 9, 11, 12})
    r.push_back({"streams 1e-" + std::to_string(k) + " apart", {}, [k](auto& X, auto& random) {
                   collapse(X, random, std::pow(10.0, -k));
                 }});
  for (const int exponent : {-600, -300, -100, -20, 20, 100, 300, 600})
    r.push_back({"states of size 2^" + std::to_string(exponent), {}, [exponent](auto& X, auto&) {
                   multiply(X, std::ldexp(1.0, exponent));
                 }});
  return r;
}

std::vector<batch_case> cases_of(std::vector<family> families, const std::function<mixer_input()>& input,
                                 generator& random, std::size_t n, std::size_t d, std::size_t states) {
  std::vector<batch_case> r;
  for (const family& f : families) {
    batch_case c{f.name, input(), {}, f.usual};
    if (f.site) f.site(c.input);
    for (std::size_t k = 0; k < states; ++k) {
      matrix<double> X(n, d, random.numbers(n * d));
      if (f.state) f.state(X, random);
      c.states.push_back(std::move(X));
    }
    c.input.state = c.states.front();
    r.push_back(std::move(c));
  }
  return r;
}

/// Column `to` of rows of `columns` numbers becomes a multiple of `from`.
void copy_column(numbers_of& values, std::size_t columns, std::size_t from, std::size_t to, double factor) {
  for (std::size_t at = 0; at < values.size(); at += columns) values[at + to] = factor * values[at + from];
}

} // namespace

std::vector<batch_case> hc_batch_cases(std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states) {
  generator random(seed);
  const double per_feature = 1 / std::sqrt(static_cast<double>(d));
  const auto input = [&] {
    mixer_input r{{}, convention_of(hc_mixer(), {}), {}};
    r.parameters["norm.gamma"] = random.numbers(d, 0.1);
    r.parameters["static_alpha"] = random.numbers(n * (1 + n), 0.2);
    for (std::size_t s = 0; s < n; ++s) r.parameters["static_alpha"][s * (1 + n) + 1 + s] += 1;
    r.parameters["dynamic_alpha_fn"] = random.numbers(d * (1 + n), per_feature);
    r.parameters["dynamic_alpha_scale"] = {0.3};
    r.parameters["static_beta"] = random.numbers(n);
    r.parameters["dynamic_beta_fn"] = random.numbers(d);
    r.parameters["dynamic_beta_scale"] = {-1.25};
    return r;
  };
  std::vector<family> families = families_of_states();
  const auto weights = [](mixer_input& x) -> numbers_of& { return x.parameters["dynamic_alpha_fn"]; };
  const auto scale = [](mixer_input& x) -> double& { return x.parameters["dynamic_alpha_scale"][0]; };
  const auto site = [&](const std::string& name, std::function<void(mixer_input&)> change) {
    families.push_back({name, std::move(change), {}});
  };
  site("no weights", [=](auto& x) { multiply(weights(x), 0); });
  site("one weight of zeros", [=](auto& x) { copy_column(weights(x), 1 + n, 1, n, 0); });
  site("a weight twice", [=](auto& x) { copy_column(weights(x), 1 + n, 1, n, 1); });
  families.push_back({"multiples of a weight in binary32",
                      [=](auto& x) {
                        for (double& value : weights(x)) value = in_binary32(value);
                        for (std::size_t t = 2; t <= n; ++t)
                          copy_column(weights(x), 1 + n, 1, t, 0.3 * static_cast<double>(t));
                        for (double& value : weights(x)) value = in_binary32(value);
                      },
                      {},
                      true});
  site("a multiple of a weight", [=](auto& x) { copy_column(weights(x), 1 + n, 1, n, -3); });
  site("scale 0", [=](auto& x) { scale(x) = 0; });
  site("tiny scale", [=](auto& x) {
    scale(x) = 0x1p-600;
    for (double& value : x.parameters["static_alpha"]) value = value > 0.5 ? 1 : 0;
  });
  site("no offsets", [=](auto& x) { multiply(x.parameters["static_alpha"], 0); });
  site("H = I", [=](auto& x) {
    scale(x) = 0;
    for (double& value : x.parameters["static_alpha"]) value = value > 0.5 ? 1 : 0;
  });
  site("a large scale", [=](auto& x) { scale(x) = 1e5; });
  for (const double factor : {30.0, 1e2, 1e3, 1e4, 0x1p-540, 0x1p-1000})
    site("weights times " + std::to_string(std::ilogb(factor)), [=](auto& x) { multiply(weights(x), factor); });
  site("tiny weights, huge scale", [=](auto& x) {
    multiply(weights(x), 0x1p-980);
    scale(x) = 0x1p980;
  });
  return cases_of(std::move(families), input, random, n, d, states);
}

std::vector<batch_case> mhc_batch_cases(std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states) {
  generator random(seed);
  const double per_feature = 1 / std::sqrt(static_cast<double>(n * d));
  const std::size_t comb = 2 * n;
  const auto input = [&] {
    mixer_input r{{}, convention_of(mhc_v4_mixer(), {}), {}};
    r.parameters["fn"] = random.numbers((2 + n) * n * n * d, per_feature);
    r.parameters["scale"] = {0.75, -1.25, 0.625};
    r.parameters["base"] = random.numbers((2 + n) * n);
    for (std::size_t s = 0; s < n; ++s) r.parameters["base"][comb + s * n + s] += 2;
    return r;
  };
  const auto with = [](const std::string& key, const std::string& value) {
    return [=](mixer_input& x) { x.convention = convention_of(mhc_v4_mixer(), {{key, value}}); };
  };
  const auto row_of_weights = [=](mixer_input& x, std::size_t i, std::size_t l) {
    return std::span(x.parameters["fn"]).subspan((comb + i * n + l) * n * d, n * d);
  };
  std::vector<family> families = families_of_states();
  const auto site = [&](const std::string& name, std::function<void(mixer_input&)> change) {
    families.push_back({name, std::move(change), {}});
  };
  site("no weights", [](auto& x) { multiply(x.parameters["fn"], 0); });
  site("equal weights of a row", [=](auto& x) {
    for (std::size_t l = 1; l < n; ++l) std::ranges::copy(row_of_weights(x, 0, 0), row_of_weights(x, 0, l).begin());
  });
  site("a weight twice", [=](auto& x) {
    std::ranges::copy(row_of_weights(x, 0, 1), row_of_weights(x, n - 1, 1).begin());
    std::ranges::copy(row_of_weights(x, 0, 0), row_of_weights(x, n - 1, 0).begin());
  });
  site("scale 0", [](auto& x) { x.parameters["scale"][2] = 0; });
  for (const double factor : {1e2, 1e3, 1e4, 0x1p-540})
    site("weights times 2^" + std::to_string(std::ilogb(factor)),
         [=](auto& x) { multiply(x.parameters["fn"], factor); });
  for (const double size : {10.0, 30.0, 60.0})
    site("a permutation nearly, e^-" + std::to_string(static_cast<int>(size)), [=](auto& x) {
      for (std::size_t s = 0; s < n; ++s) x.parameters["base"][comb + s * n + (s + 1) % n] += size;
    });
  site("hc_eps 0", with("hc_eps", "0"));
  site("hc_eps 0.1", with("hc_eps", "0.1"));
  site("one iteration", with("iterations", "1"));
  families.push_back({"norm_eps 0", with("norm_eps", "0"), {}});
  families.push_back({"norm_eps 0, tiny states", with("norm_eps", "0"), [](auto& X, auto&) { multiply(X, 0x1p-150); }});
  families.push_back({"tiny states, huge weights", [](auto& x) { multiply(x.parameters["fn"], 0x1p500); },
                      [](auto& X, auto&) { multiply(X, 0x1p-540); }});
  return cases_of(std::move(families), input, random, n, d, states);
}

std::unique_ptr<const site_spectra> fast_path(const mixer_input& input, lane_width lanes) {
  if (input.parameters.contains("fn")) return mhc_spectra(mhc_v4_site_of(input), input.state.rows(), lanes);
  return hc_spectra(hc_site_of(input), lanes);
}

std::vector<state_spectrum> fast_spectra_of(const site_spectra& site, const std::vector<matrix<double>>& states,
                                            state_order order) {
  const std::unique_ptr<spectra_worker> worker = site.worker(order == state_order::single);
  std::vector<const double*> from;
  for (const matrix<double>& X : states) from.push_back(X.values().data());
  if (order == state_order::backward) std::ranges::reverse(from);
  std::vector<state_spectrum> r(states.size());
  for (std::size_t first = 0; first < from.size(); first += worker->lanes()) {
    const std::size_t count = std::min(worker->lanes(), from.size() - first);
    worker->enclose(std::span(from).subspan(first, count), std::span(r).subspan(first, count));
  }
  if (order == state_order::backward) std::ranges::reverse(r);
  return r;
}

slow_spectrum slow_spectrum_of(const mixer_input& input, const matrix<double>& state) {
  mixer_input at = input;
  at.state = state;
  const precision places{};
  const context<mp_interval> numbers{places.working};
  const mixer& mixer = input.parameters.contains("fn") ? mhc_v4_mixer() : hc_mixer();
  try {
    mixer_evaluation<mp_interval> evaluation = mixer.evaluate(numbers, at);
    const std::vector<mp_interval> frozen = enclose_singular_values(evaluation.H, places);
    return {enclose_spectrum(feedback_of(numbers, std::move(evaluation), at, core_method::stream_adapted), state.cols(),
                             places),
            frozen};
  } catch (const not_certified&) {
    return {};
  }
}

std::vector<spectrum_entry<interval>> merged(const state_spectrum& fast) {
  std::vector<spectrum_entry<interval>> parts;
  for (const interval& x : fast.core) parts.push_back({x, 1, "core"});
  for (const interval& x : fast.frozen) parts.push_back({x, fast.multiplicity, "tail"});
  return merge(parts);
}

std::string contradiction(const state_spectrum& fast, const slow_spectrum& slow) {
  const auto apart = [](const interval& a, const mp_interval& b) {
    return mpfr_cmp_d(b.upper(), a.lower()) < 0 || mpfr_cmp_d(b.lower(), a.upper()) > 0;
  };
  for (std::size_t k = 0; k < slow.frozen.size(); ++k)
    if (apart(fast.frozen.at(k), slow.frozen[k])) return "frozen value " + std::to_string(k);
  const std::vector<spectrum_entry<interval>> all = merged(fast);
  std::size_t i = 0, j = 0, left = 0, right = 0, index = 0; // left, right: how many of an entry are used up
  while (i < all.size() && j < slow.all.size()) {
    if (apart(all[i].value, slow.all[j].value)) return "value " + std::to_string(index);
    const std::size_t both = std::min(all[i].multiplicity - left, slow.all[j].multiplicity - right);
    index += both;
    left += both;
    right += both;
    if (left == all[i].multiplicity) ++i, left = 0;
    if (right == slow.all[j].multiplicity) ++j, right = 0;
  }
  return i == all.size() && j == slow.all.size() ? "" : "the number of values";
}

std::vector<double> widths(const state_spectrum& fast) {
  std::vector<double> r;
  const std::vector<spectrum_entry<interval>> all = merged(fast);
  const double largest = all.front().value.upper(), ulp = std::nextafter(largest, infinity) - largest;
  for (const auto& [value, multiplicity, from] : all)
    r.insert(r.end(), multiplicity, (value.upper() - value.lower()) / ulp);
  return r;
}

bool same(const state_spectrum& a, const state_spectrum& b) {
  const auto equal = [](const std::vector<interval>& x, const std::vector<interval>& y) {
    return std::ranges::equal(
        x, y, [](const interval& u, const interval& v) { return u.lower() == v.lower() && u.upper() == v.upper(); });
  };
  if (!a.certified && !b.certified) return true;
  return a.certified == b.certified && equal(a.core, b.core) && equal(a.frozen, b.frozen) &&
         a.multiplicity == b.multiplicity;
}

} // namespace mixcert::test
