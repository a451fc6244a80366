#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/rotation.hpp"
#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"

namespace mixcert::checker {
namespace {

/// times the sums over i of softmax_j of n x n numbers. Their features are all but the last, which the others make up
/// for; behind them stand the values of all.
void set_softmax_gates(head& h, const std::string& name, std::size_t n, const interval& times) {
  if (n > 1) h.labels = numbered(name, n - 1);
  h.features = [=](const std::vector<dual>& z) {
    std::vector<dual> gates(n, {interval(times.bits()), interval(times.bits())});
    const std::vector<dual> p = softmax_of_rows(z, n);
    for (std::size_t l = 0; l < n * n; ++l) gates[l % n] += p[l] * times;
    std::vector<dual> r(gates.begin(), gates.end() - 1);
    r.insert(r.end(), gates.begin(), gates.end());
    return r;
  };
  h.outputs = [=](const std::vector<dual>& x) {
    std::vector<dual> gates(x.end() - static_cast<std::ptrdiff_t>(n), x.end());
    gates.back().slope = interval(times.bits());
    for (std::size_t j = 0; j + 1 < n; ++j) {
      gates[j].slope = x[j].slope;
      gates.back().slope -= x[j].slope;
    }
    return gates;
  };
}

equations jpmhc(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d, entries = n * n;
  const exact_rows W = rows_of(at.tensor("fused_proj.weight", {3 * entries, N}), 3 * entries, 0, 3 * entries, false);
  const std::vector<double>& b = at.tensor("fused_proj.bias", {3 * entries});
  const std::vector<rational> shift = products(W, at.tensor("layer_norm.bias", {N}));
  const long iterations = at.whole("iterations", 0, 1000);

  equations e;
  e.route = {.kind = normalisation::layer, .constant = at.at_least_zero("norm_eps"), .arrays_are_derivatives = true};
  e.route.weights = centred(times_features(W, at.tensor("layer_norm.weight", {N})));
  const auto number = [&](std::size_t weight, std::size_t relative_to) {
    const rational base = shift[weight] + exact(b[weight]);
    return routed_number{.weight = weight, .scale = 1, .base = base, .relative_to = relative_to};
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t first = j == 0 ? routed_number::itself : i * n;
      e.read.numbers.push_back(number(i * n + j, first));
      e.write.numbers.push_back(number(entries + j * n + i, first)); // R^T, a softmax for each of its rows
      e.mix.numbers.push_back(number(2 * entries + i * n + j, routed_number::itself));
      if (i < j) e.mix.labels.push_back(difference_label("res", {i, j}, {j, i}));
    }
  set_softmax_gates(e.read, "read", n, 1 / interval(static_cast<long>(n), bits));
  set_softmax_gates(e.write, "write", n, interval(1, bits));
  const interval alpha(at.real("cayley_alpha"), bits);
  const skew_places places = places_above(n, true);
  e.mix.features = [=](const std::vector<dual>& L) {
    std::vector<dual> S;
    for (const auto& [i, j] : places) S.push_back(L[i * n + j] - L[j * n + i]);
    return S;
  };
  e.mix.outputs = [=](const std::vector<dual>& S) {
    return iterated_cayley_transform(S, places, n, alpha, iterations);
  };
  e.holds.numbers = e.mix.labels.size();
  e.logit_rows = e.logit_cols = n;
  return e;
}

} // namespace

const mixer_entry jpmhc_entry{
    "jpmhc", named({"layer_norm.weight", "layer_norm.bias", "fused_proj.weight", "fused_proj.bias"}), jpmhc};

} // namespace mixcert::checker
