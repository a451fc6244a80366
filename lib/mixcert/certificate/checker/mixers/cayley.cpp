#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <array>

namespace mixcert::checker {
namespace {

equations cayley(const site& at, mpfr_prec_t bits) {
  if (at.n != 3) throw refuted("mixer 'cayley' has three streams");
  const dyadic_matrix v = exact_matrix(at.tensor("v", {at.d}), 1, at.d);
  const rational square = squared_frobenius(v);
  if (square == 0) throw refuted("the tensor v is zero");
  // u_1 sqrt 2 and u_2 sqrt 6
  const std::array<long, 3> first{1, -1, 0}, second{1, 1, -2};

  equations e;
  // a = (K/2) <second v^T, X>/(sqrt 6 |v| |X|), and |X| = sqrt(3 d) times the root mean square
  e.route = {.kind = normalisation::root_mean_square,
             .gain = 1 / sqrt(interval(rational(72 * square * at.d), bits)),
             .weights = {v},
             .labels = {"v"},
             .pattern = {second.begin(), second.end()}};
  e.mix.numbers = {{.weight = 0, .scale = at.real("K"), .base = 0}};
  e.mix.outputs = [=](const std::vector<dual>& a) {
    const dual square_a = a[0] * a[0], norm = square_a + 1;
    const dual c_less_1 = square_a * -2 / norm, s = a[0] * 2 / norm;
    const interval root = sqrt(interval(12, bits));
    std::vector<dual> H;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const interval in_plane = (interval(i == j ? 3 : 0, bits) - 1) / 3; // u_1 u_1^T + u_2 u_2^T
        const interval turn = interval(second[i] * first[j] - first[i] * second[j], bits) / root;
        H.push_back(c_less_1 * in_plane + s * turn + (i == j ? 1 : 0));
      }
    return H;
  };
  e.read = e.write = constant_head(std::vector<interval>(3, interval(bits)));
  e.holds = {.rows_sum_to_one = true, .columns_sum_to_one = true, .orthogonal = true, .numbers = 1};
  e.logit_rows = e.logit_cols = 1;
  return e;
}

} // namespace

const mixer_entry cayley_entry{"cayley", named({"v"}), cayley};

} // namespace mixcert::checker
