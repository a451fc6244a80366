#include "mixcert/certificate/checker/mixers/mixers.hpp"

namespace mixcert::checker {

std::vector<std::vector<std::string>> named(std::initializer_list<const char*> names) {
  std::vector<std::vector<std::string>> r;
  for (const char* name : names) r.push_back({name});
  return r;
}

std::string place_label(const std::string& name, std::initializer_list<std::size_t> index) {
  std::string r = name;
  char separator = '[';
  for (const std::size_t i : index) {
    r += separator + std::to_string(i);
    separator = ',';
  }
  return r + ']';
}

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> r;
  for (std::size_t i = 0; i < count; ++i) r.push_back(place_label(name, {i}));
  return r;
}

std::string difference_label(const std::string& name, std::initializer_list<std::size_t> of,
                             std::initializer_list<std::size_t> from) {
  return place_label(name, of) + '-' + place_label(name, from);
}

std::vector<dual> sigmoid_gates(const std::vector<dual>& z, long times, const interval& offset) {
  std::vector<dual> r;
  for (const dual& x : z) r.push_back(sigmoid(x) * times + offset);
  return r;
}

head sigmoid_head(const std::string& name, std::size_t first, const rational& scale, const std::vector<double>& base,
                  long times, const interval& offset) {
  head h;
  for (std::size_t i = 0; i < base.size(); ++i)
    h.numbers.push_back({.weight = first + i, .scale = scale, .base = exact(base[i])});
  h.labels = numbered(name, base.size());
  h.outputs = [=](const std::vector<dual>& z) { return sigmoid_gates(z, times, offset); };
  return h;
}

head constant_head(const std::vector<interval>& values) {
  head h;
  h.outputs = [values](const std::vector<dual>&) {
    std::vector<dual> r;
    for (const interval& value : values) r.push_back({value, interval(value.bits())});
    return r;
  };
  return h;
}

equations rms_routed(const site& at, std::size_t m, mpfr_prec_t bits) {
  const std::size_t n = at.n, N = at.n * at.d;
  equations e;
  e.route = {.kind = normalisation::root_mean_square, .constant = at.at_least_zero("norm_eps")};
  e.route.weights = times_features(
      joined({rows_of(at.tensor("W_pre", {N, n}), n, 0, n, true), rows_of(at.tensor("W_post", {N, n}), n, 0, n, true),
              rows_of(at.tensor("W_res", {N, m}), m, 0, m, true)}),
      at.tensor("norm.weight", {N}));
  const std::vector<double>& b = at.tensor("b_res", {m});
  for (std::size_t l = 0; l < m; ++l)
    e.mix.numbers.push_back({.weight = 2 * n + l, .scale = at.number("a_res"), .base = exact(b[l])});
  e.read = sigmoid_head("pre", 0, at.number("a_pre"), at.tensor("b_pre", {n}), 1, interval(bits));
  e.write = sigmoid_head("post", n, at.number("a_post"), at.tensor("b_post", {n}), 2, interval(bits));
  e.logit_rows = 1;
  e.logit_cols = m;
  return e;
}

std::vector<std::vector<std::string>> rms_router_tensors() {
  return named({"norm.weight", "W_res", "a_res", "b_res", "W_pre", "a_pre", "b_pre", "W_post", "a_post", "b_post"});
}

} // namespace mixcert::checker
