#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

/// m^2 + delta^2 is the mean square of X = (m + delta, m - delta).
equations balanced(const site& at, mpfr_prec_t bits) {
  if (at.n != 2 || at.d != 1) throw refuted("mixer 'balanced' has two streams of one feature");
  equations e;
  e.route = {.kind = normalisation::root_mean_square, .constant = at.real("epsilon")};
  e.route.weights = {exact_matrix({1}, 1, 1)};
  e.route.labels = {"1"};
  e.route.pattern = {rational(1, 2), rational(1, 2)};
  e.mix.numbers = {{.weight = 0, .scale = at.real("K"), .base = 0}};
  e.mix.outputs = [](const std::vector<dual>& z) {
    const dual p = sigmoid(z[0] * 2), q = sigmoid(z[0] * -2);
    return std::vector<dual>{p, q, q, p};
  };
  e.read = e.write = constant_head(std::vector<interval>(2, interval(bits)));
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .numbers = 1};
  e.logit_rows = e.logit_cols = 1;
  return e;
}

} // namespace

const mixer_entry balanced_entry{"balanced", {}, balanced};

} // namespace mixcert::checker
