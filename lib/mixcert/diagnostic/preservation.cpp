#include "mixcert/diagnostic/preservation.hpp"

namespace mixcert {

template <field S> S hull_defect(const context<S>& numbers, const matrix<S>& H) {
  S defect = numbers.exact(0);
  for (std::size_t i = 0; i < H.rows(); ++i) {
    S sum = -numbers.exact(1), negative = numbers.exact(0);
    for (std::size_t j = 0; j < H.cols(); ++j) {
      sum += H(i, j);
      negative += max(numbers.exact(0), -H(i, j));
    }
    defect = max(defect, abs(sum) + negative);
  }
  return defect;
}

template <field S> S range_excess(const context<S>& numbers, const matrix<S>& H, const matrix<S>& X) {
  S excess = numbers.exact(0);
  for (std::size_t c = 0; c < X.cols(); ++c) {
    S least = X(0, c), largest = X(0, c);
    for (std::size_t j = 1; j < X.rows(); ++j) {
      least = min(least, X(j, c));
      largest = max(largest, X(j, c));
    }
    for (std::size_t i = 0; i < H.rows(); ++i) {
      S output = numbers.exact(0);
      for (std::size_t j = 0; j < X.rows(); ++j) output += H(i, j) * X(j, c);
      excess = max(excess, max(output - largest, least - output));
    }
  }
  return excess;
}

template <field S> std::vector<S> change_of_mean(const context<S>& numbers, const matrix<S>& H, const matrix<S>& X) {
  std::vector<S> change(X.cols(), numbers.exact(0));
  for (std::size_t j = 0; j < X.rows(); ++j) {
    S excess = -numbers.exact(1);
    for (std::size_t i = 0; i < H.rows(); ++i) excess += H(i, j);
    for (std::size_t c = 0; c < X.cols(); ++c) change[c] += excess * X(j, c);
  }
  for (S& x : change) x = x / numbers.exact(static_cast<double>(X.rows()));
  return change;
}

template float64 hull_defect(const context<float64>&, const matrix<float64>&);
template rational hull_defect(const context<rational>&, const matrix<rational>&);
template mp_interval hull_defect(const context<mp_interval>&, const matrix<mp_interval>&);

template float64 range_excess(const context<float64>&, const matrix<float64>&, const matrix<float64>&);
template rational range_excess(const context<rational>&, const matrix<rational>&, const matrix<rational>&);
template mp_interval range_excess(const context<mp_interval>&, const matrix<mp_interval>&, const matrix<mp_interval>&);

template std::vector<float64> change_of_mean(const context<float64>&, const matrix<float64>&, const matrix<float64>&);
template std::vector<rational> change_of_mean(const context<rational>&, const matrix<rational>&,
                                              const matrix<rational>&);
template std::vector<mp_interval> change_of_mean(const context<mp_interval>&, const matrix<mp_interval>&,
                                                 const matrix<mp_interval>&);

} // namespace mixcert
