// Unit quaternions as rotations of four streams (theorem T20).
#pragma once

#include "mixcert/error.hpp"
#include "mixcert/mixer/detail/inner_product.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/scalar/scalar.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace mixcert::quaternions {

/// Components of 1, i, j, k.
template <class S> using quaternion = std::array<S, 4>;

/// The matrix of x -> p x.
template <class S> matrix<S> left(const quaternion<S>& p) {
  return {4, 4, {p[0], -p[1], -p[2], -p[3], p[1], p[0], -p[3], p[2], p[2], p[3], p[0], -p[1], p[3], -p[2], p[1], p[0]}};
}

/// That of x -> x conj(q).
template <class S> matrix<S> right(const quaternion<S>& q) {
  return {4, 4, {q[0], q[1], q[2], q[3], -q[1], q[0], -q[3], q[2], -q[2], q[3], q[0], -q[1], -q[3], -q[2], q[1], q[0]}};
}

template <class S> matrix<S> product(const context<S>& context, const matrix<S>& a, const matrix<S>& b) {
  matrix<S> c(4, 4, context.exact(0));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t l = 0; l < 4; ++l)
      for (std::size_t j = 0; j < 4; ++j) c(i, j) += a(i, l) * b(l, j);
  return c;
}

/// p = x/||x||, which moves by sum_a <slope(a), dx> tangent(a) with the unit vectors p i, p j, p k.
template <class S> class direction {
 public:
  /// Throws not_certified, with its name, where x may be zero.
  direction(const context<S>& context, quaternion<S> x, const std::string& name) : p_(std::move(x)) {
    const S square = squared_norm(context, p_.data(), p_.size());
    if (!certainly_less(context.exact(0), square))
      throw not_certified(
          "the quaternion " + name +
          " may be zero, where the mixer is undefined; another state or another b_res can be certified");
    const S norm = sqrt(square);
    for (S& component : p_) component = component / norm;
    const matrix<S> L = left(p_);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t c = 0; c < 4; ++c) {
        tangent_[axis].push_back(L(c, 1 + axis));
        slope_[axis].push_back(L(c, 1 + axis) / norm);
      }
  }

  const quaternion<S>& value() const { return p_; }
  quaternion<S> tangent(std::size_t axis) const {
    const std::vector<S>& t = tangent_[axis];
    return {t[0], t[1], t[2], t[3]};
  }
  const std::vector<S>& slope(std::size_t axis) const { return slope_[axis]; }

 private:
  quaternion<S> p_;
  std::array<std::vector<S>, 3> tangent_, slope_;
};

} // namespace mixcert::quaternions
