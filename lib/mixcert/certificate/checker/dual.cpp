#include "mixcert/certificate/checker/dual.hpp"

namespace mixcert::checker {

std::vector<dual> softmax(const std::vector<dual>& z) {
  std::size_t top = 0;
  for (std::size_t k = 1; k < z.size(); ++k)
    if (is_less(z[top].value, z[k].value)) top = k;
  const mpfr_prec_t bits = z.front().value.bits();
  std::vector<interval> power;
  interval sum(bits);
  for (std::size_t k = 0; k < z.size(); ++k) {
    power.push_back(k == top ? interval(1, bits) : exp(z[k].value - z[top].value));
    sum += power.back();
  }
  std::vector<dual> p;
  for (std::size_t k = 0; k < z.size(); ++k) {
    interval pull(bits);
    for (std::size_t l = 0; l < z.size(); ++l)
      if (l != k && !(is_zero(z[k].slope) && is_zero(z[l].slope))) add_product(pull, power[l], z[k].slope - z[l].slope);
    p.push_back({power[k] / sum, power[k] / sum * (pull / sum)});
  }
  return p;
}

} // namespace mixcert::checker
