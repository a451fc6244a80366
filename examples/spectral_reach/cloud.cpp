#include "spectral_reach/cloud.hpp"

#include <algorithm>
#include <cmath>

namespace mixcert::study {

std::vector<spectral_point> spectral_points(const constant_router& router, const std::vector<double>& logits,
                                            bool has_eigenvalue_one) {
  const matrix<mp_interval> H = router.evaluate(context<mp_interval>{evaluation_bits}, logits).H;
  std::vector<eigenvalue_group> groups = enclose_eigenvalues(H, eigenvalue_bits);
  if (has_eigenvalue_one) {
    const complex_interval one = real_rectangle(mp_interval(1, evaluation_bits));
    const auto trivial = std::find_if(groups.begin(), groups.end(),
                                      [&](const eigenvalue_group& g) { return !certainly_disjoint(g.value, one); });
    if (--trivial->count == 0) groups.erase(trivial);
  }
  std::vector<spectral_point> r;
  for (const eigenvalue_group& g : groups) r.push_back({g, karpelevich_membership(g.value, H.rows())});
  return r;
}

std::vector<double> random_logits(std::size_t count, uniform_source& source) {
  const double largest = source(-2, 6);
  std::vector<double> r(count);
  for (double& z : r) z = (source(0, 1) < 0.5 ? -1 : 1) * std::exp2(source(-4, largest));
  return r;
}

std::vector<double> three_cycle_logits(std::size_t n) {
  std::vector<double> r(n * (n - 1) / 2);
  r[0] = 1;     // (0, 1)
  r[1] = -1;    // (0, 2)
  r[n - 1] = 1; // (1, 2)
  return r;
}

} // namespace mixcert::study
