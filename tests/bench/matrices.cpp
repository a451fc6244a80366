// Time of certified singular values of one small dense matrix: in lanes, in MPFI, and, where Arb is installed, as the
// roots of Arb's eigenvalues of C^T C.
//
// usage: bench_matrices [options of Google Benchmark]
#include "mixcert/scalar/mp_interval.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "mixcert/spectrum/second_order.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#if MIXCERT_BENCH_ARB
#include <acb_mat.h>
#endif

namespace {

using namespace mixcert;

/// Descending.
using enclosures = std::vector<interval>;

/// Entries near those of a normal distribution.
matrix<double> sample(std::size_t m) {
  std::mt19937_64 random(m);
  matrix<double> C(m, m, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (int k = 0; k < 12; ++k) C(i, j) += static_cast<double>(static_cast<std::int64_t>(random()) >> 32) * 0x1p-32;
  return C;
}

enclosures in_lanes(second_order_svd& svd, const matrix<double>& C) {
  svd.reset(C.rows());
  for (std::size_t i = 0; i < C.rows(); ++i)
    for (std::size_t j = 0; j < C.cols(); ++j) svd.set(i, j, {C(i, j), 0});
  const std::span<const interval> values = svd.enclose(0);
  return {values.begin(), values.end()};
}

enclosures in_mpfi(const matrix<double>& C) {
  matrix<mp_interval> M(C.rows(), C.cols(), mp_interval(0.0, 53));
  for (std::size_t i = 0; i < C.rows(); ++i)
    for (std::size_t j = 0; j < C.cols(); ++j) M(i, j) = mp_interval(C(i, j), 53);
  enclosures r;
  for (const mp_interval& value : enclose_singular_values(M, precision{})) r.push_back(to_interval(value));
  return r;
}

#if MIXCERT_BENCH_ARB
constexpr slong places = 128;

/// All at once, with what its documentation says to try first: approximate eigenvectors, then a verification.
enclosures in_arb(const matrix<double>& C) {
  const slong m = static_cast<slong>(C.rows());
  acb_mat_t A, S, T, right;
  for (acb_mat_struct* const each : {A, S, T, right}) acb_mat_init(each, m, m);
  for (slong i = 0; i < m; ++i)
    for (slong j = 0; j < m; ++j)
      acb_set_d(acb_mat_entry(A, i, j), C(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  acb_mat_transpose(T, A);
  acb_mat_mul(S, T, A, 3 * places); // exactly
  acb_ptr guess = _acb_vec_init(m), values = _acb_vec_init(m);
  acb_mat_approx_eig_qr(guess, nullptr, right, S, nullptr, 0, places);
  enclosures r;
  if (acb_mat_eig_simple(values, nullptr, nullptr, S, guess, right, places))
    for (slong i = 0; i < m; ++i) {
      arb_t root;
      arf_t low, high;
      arb_init(root);
      arf_init(low);
      arf_init(high);
      arb_sqrtpos(root, acb_realref(values + i), places);
      arb_get_interval_arf(low, high, root, places);
      r.emplace_back(arf_get_d(low, ARF_RND_FLOOR), arf_get_d(high, ARF_RND_CEIL));
      arf_clear(low);
      arf_clear(high);
      arb_clear(root);
    }
  _acb_vec_clear(guess, m);
  _acb_vec_clear(values, m);
  for (acb_mat_struct* const each : {A, S, T, right}) acb_mat_clear(each);
  std::sort(r.begin(), r.end(), [](const interval& a, const interval& b) { return a.upper() > b.upper(); });
  return r;
}
#endif

void time(benchmark::State& run, const std::function<enclosures()>& compute, const enclosures& others) {
  enclosures found;
  for (auto _ : run) found = compute();
  if (found.empty()) return run.SkipWithError("nothing is certified");
  double widest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    widest = std::max(widest, (found[i].upper() - found[i].lower()) / found.front().upper());
    if (found.size() != others.size() ||
        !(found[i].lower() <= others[i].upper() && others[i].lower() <= found[i].upper()))
      return run.SkipWithError("two enclosures of one value have no common member");
  }
  run.counters["widest_of_norm"] = widest;
}

} // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const std::size_t m : {std::size_t{32}, std::size_t{64}}) {
    const matrix<double> C = sample(m);
    second_order_svd svd(m);
    const enclosures ours = in_lanes(svd, C);
    const auto add = [&](const char* name, std::function<enclosures()> compute) {
      const std::string label = std::to_string(m) + ", " + name;
      benchmark::RegisterBenchmark(label.c_str(), [compute, ours](benchmark::State& run) {
        time(run, compute, ours);
      })->Unit(benchmark::kMicrosecond);
    };
    add("in lanes", [C] {
      thread_local second_order_svd own(64);
      return in_lanes(own, C);
    });
    add("MPFI, witnesses of 128 bits", [C] { return in_mpfi(C); });
#if MIXCERT_BENCH_ARB
    add("Arb, 128 bits", [C] { return in_arb(C); });
#endif
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
