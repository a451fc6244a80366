#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/mixers/sinkhorn.hpp"

namespace mixcert::checker {
namespace {

std::vector<interval> intervals(const std::vector<double>& x, mpfr_prec_t bits) {
  std::vector<interval> r;
  for (const double value : x) r.emplace_back(exact(value), bits);
  return r;
}

head softmax_head(const std::vector<double>& logits, mpfr_prec_t bits) {
  std::vector<dual> z;
  for (const interval& x : intervals(logits, bits)) z.push_back({x, interval(bits)});
  std::vector<interval> values;
  for (dual& p : softmax(z)) values.push_back(std::move(p.value));
  return constant_head(values);
}

/// The logits are numbers that no weight moves.
void set_sinkhorn(equations& e, const site& at, const rational& temperature, long iterations, mpfr_prec_t bits) {
  const std::size_t n = at.n;
  const std::vector<double>& logits = at.tensor("H_res_logits", {n, n});
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) {
      e.mix.numbers.push_back({.weight = 0, .scale = 0, .base = exact(logits[j * n + k]) / temperature});
      e.mix.labels.push_back(place_label("logit", {j, k}));
    }
  e.mix.outputs = [=](const std::vector<dual>& L) {
    const sum_floor none{interval(bits), interval(bits)};
    return transposed(alternately_divided(softmax_of_rows(L, n), n, iterations, none), n);
  };
  e.read = softmax_head(at.tensor("H_pre_logits", {n}), bits);
  e.write = softmax_head(at.tensor("H_post_logits", {n}), bits);
  e.holds.rows_sum_to_one = true;
  e.logit_rows = e.logit_cols = n;
}

equations static_router(const site& at, mpfr_prec_t bits) {
  const std::size_t n = at.n;
  const std::size_t kind = at.choice("kind", {"sinkhorn", "matrix", "identity"});
  const rational& temperature = at.positive("temperature"); // every kind has them, the first makes use of them
  const long iterations = at.whole("iterations", 1, 1000);
  equations e;
  e.route.constant = 1; // any normalisation that exists at every state
  e.route.weights.entries = zeros(1, n * at.d, 0);
  e.holds.numbers = 0;
  e.logit_rows = e.logit_cols = 0;
  if (kind == 0) {
    set_sinkhorn(e, at, temperature, iterations, bits);
    return e;
  }
  std::vector<double> H(n * n);
  for (std::size_t i = 0; i < n; ++i) H[i * n + i] = 1;
  e.mix = constant_head(intervals(kind == 1 ? at.tensor("H", {n, n}) : H, bits));
  e.read = constant_head(intervals(at.tensor("pre", {n}), bits));
  e.write = constant_head(intervals(at.tensor("post", {n}), bits));
  e.holds.rows_sum_to_one = e.holds.columns_sum_to_one = e.holds.orthogonal = kind == 2;
  return e;
}

} // namespace

const mixer_entry static_entry{"static", named({"H_res_logits", "H_pre_logits", "H_post_logits", "H", "pre", "post"}),
                               static_router};

} // namespace mixcert::checker
