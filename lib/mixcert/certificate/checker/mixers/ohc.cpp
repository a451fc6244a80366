#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <array>

namespace mixcert::checker {
namespace {

/// Components of 1, i, j, k.
using quaternion = std::array<dual, 4>;

quaternion operator*(const quaternion& a, const quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}
quaternion conjugate(const quaternion& a) { return {a[0], -a[1], -a[2], -a[3]}; }
/// As it is, not moving.
dual fixed(const interval& x) { return {x, interval(x.bits())}; }

/// The direction u of x, and how it moves: u' = u (t_1 i + t_2 j + t_3 k). The t, which are 0 themselves, are the
/// features; behind them stands u.
void add_direction(std::vector<dual>& features, std::vector<dual>& further, const dual* x, const char* name) {
  interval square_sum(x[0].value.bits());
  for (std::size_t c = 0; c < 4; ++c) square_sum += square(x[c].value);
  if (!is_positive(square_sum))
    throw not_established(std::string("the quaternion ") + name + " may be zero, where there is no direction");
  const interval norm = sqrt(square_sum);
  quaternion u, moved;
  for (std::size_t c = 0; c < 4; ++c) {
    u[c] = fixed(x[c].value / norm);
    moved[c] = fixed(x[c].slope / norm);
    further.push_back(u[c]);
  }
  const quaternion t = conjugate(u) * moved;
  for (std::size_t axis = 1; axis < 4; ++axis) features.push_back({interval(norm.bits()), t[axis].value});
}

quaternion direction(const dual* t, const dual* u, mpfr_prec_t bits) {
  return quaternion{u[0], u[1], u[2], u[3]} * quaternion{fixed(interval(1, bits)), t[0], t[1], t[2]};
}

equations ohc(const site& at, mpfr_prec_t bits) {
  if (at.n != 4) throw refuted("mixer 'ohc' has four streams");
  equations e = rms_routed(at, 8, bits);
  e.mix.labels = {"p i", "p j", "p k", "q i", "q j", "q k"};
  e.mix.features = [](const std::vector<dual>& numbers) {
    std::vector<dual> features, further;
    add_direction(features, further, &numbers[0], "p");
    add_direction(features, further, &numbers[4], "q");
    features.insert(features.end(), further.begin(), further.end());
    return features;
  };
  e.mix.outputs = [bits](const std::vector<dual>& x) {
    const quaternion p = direction(&x[0], &x[6], bits), q = direction(&x[3], &x[10], bits);
    std::vector<dual> columns;
    for (std::size_t j = 0; j < 4; ++j) {
      quaternion unit;
      for (std::size_t c = 0; c < 4; ++c) unit[c] = fixed(interval(c == j ? 1 : 0, bits));
      for (const dual& y : p* unit* conjugate(q)) columns.push_back(y);
    }
    return transposed(columns, 4);
  };
  e.holds = {.orthogonal = true, .numbers = 6};
  return e;
}

} // namespace

const mixer_entry ohc_entry{"ohc", rms_router_tensors(), ohc};

} // namespace mixcert::checker
