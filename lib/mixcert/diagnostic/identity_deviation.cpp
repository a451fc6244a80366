#include "mixcert/diagnostic/identity_deviation.hpp"

namespace mixcert {
namespace {

template <field S> S entry_of_difference(const context<S>& numbers, const matrix<S>& H, std::size_t i, std::size_t j) {
  return i == j ? H(i, j) - numbers.exact(1) : H(i, j);
}

} // namespace

template <field S> S identity_deviation(const context<S>& numbers, const matrix<S>& H) {
  S sum = numbers.exact(0);
  for (std::size_t i = 0; i < H.rows(); ++i)
    for (std::size_t j = 0; j < H.cols(); ++j) sum += abs(entry_of_difference(numbers, H, i, j));
  return sum / numbers.exact(static_cast<double>(H.values().size()));
}

template <field S> S squared_identity_distance(const context<S>& numbers, const matrix<S>& H) {
  S sum = numbers.exact(0);
  for (std::size_t i = 0; i < H.rows(); ++i)
    for (std::size_t j = 0; j < H.cols(); ++j) sum += sqr(entry_of_difference(numbers, H, i, j));
  return sum;
}

template float64 identity_deviation(const context<float64>&, const matrix<float64>&);
template rational identity_deviation(const context<rational>&, const matrix<rational>&);
template mp_interval identity_deviation(const context<mp_interval>&, const matrix<mp_interval>&);

template float64 squared_identity_distance(const context<float64>&, const matrix<float64>&);
template rational squared_identity_distance(const context<rational>&, const matrix<rational>&);
template mp_interval squared_identity_distance(const context<mp_interval>&, const matrix<mp_interval>&);

} // namespace mixcert
