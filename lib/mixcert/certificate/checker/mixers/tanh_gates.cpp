#include "mixcert/certificate/checker/mixers/tanh_gates.hpp"

#include "mixcert/certificate/checker/mixers/mixers.hpp"

namespace mixcert::checker {
namespace {

std::vector<dual> tanh_gate(const std::vector<dual>& z, const interval& scale, const std::vector<interval>& offset) {
  std::vector<dual> r;
  for (std::size_t k = 0; k < z.size(); ++k) r.push_back(tanh(z[k]) * scale + offset[k]);
  return r;
}

} // namespace

exact_rows tanh_gate_rows(const site& at) {
  const std::size_t n = at.n, d = at.d;
  return joined({rows_of(at.tensor("dynamic_alpha_fn", {d, 1 + n}), 1 + n, 0, 1 + n, true),
                 rows_of(at.tensor("dynamic_beta_fn", {d}), 1, 0, 1, false)});
}

equations tanh_gated(const site& at, router route, const rational& scale, const std::vector<rational>& shift,
                     mpfr_prec_t bits) {
  const std::size_t n = at.n;
  const std::vector<double>& A = at.tensor("static_alpha", {n, 1 + n});
  const std::vector<double>& B = at.tensor("static_beta", {n});
  const interval a(at.number("dynamic_alpha_scale"), bits), b(at.number("dynamic_beta_scale"), bits);

  equations e;
  e.route = std::move(route);
  for (std::size_t t = 0; t <= n; ++t) e.route.labels.push_back("w" + std::to_string(t));
  e.route.labels.emplace_back("b");

  const auto number = [&](std::size_t weight, std::size_t stream) {
    return routed_number{.weight = weight, .stream = stream, .scale = scale, .base = shift[weight]};
  };
  std::vector<interval> mix, read, write;
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      e.mix.numbers.push_back(number(1 + t, s));
      mix.emplace_back(exact(A[s * (1 + n) + 1 + t]), bits);
    }
    e.read.numbers.push_back(number(0, s));
    e.write.numbers.push_back(number(1 + n, s));
    read.emplace_back(exact(A[s * (1 + n)]), bits);
    write.emplace_back(exact(B[s]), bits);
  }
  e.mix.outputs = [=](const std::vector<dual>& z) { return transposed(tanh_gate(z, a, mix), n); };
  e.read.outputs = [=](const std::vector<dual>& z) { return tanh_gate(z, a, read); };
  e.write.outputs = [=](const std::vector<dual>& z) { return tanh_gate(z, b, write); };
  e.holds.numbers = n * n;
  e.logit_rows = e.logit_cols = n;
  e.logits_by_entry = true;
  return e;
}

std::vector<std::vector<std::string>> with_tanh_gates(std::vector<std::vector<std::string>> tensors) {
  for (const std::vector<std::string>& name : named({"static_alpha", "dynamic_alpha_fn", "dynamic_alpha_scale",
                                                     "static_beta", "dynamic_beta_fn", "dynamic_beta_scale"}))
    tensors.push_back(name);
  return tensors;
}

} // namespace mixcert::checker
