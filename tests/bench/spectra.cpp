// Time a state of certified spectra in lanes, one state at a time and many, and of the same reduction in plain
// binary64.
//
// usage: bench_spectra MIXER PARAMS SITE STATES [options of Google Benchmark]
#include "plain_spectra.hpp"

#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/state_list.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <exception>

namespace {

using namespace mixcert;

struct subject {
  std::unique_ptr<const site_spectra> fast;
  std::unique_ptr<bench::plain_spectra> plain;
  std::vector<tensor> states;
};

subject read(const char* mixer_name, const char* params, const char* site, const char* states) {
  const mixer& family = find_mixer(mixer_name);
  const mixer_convention convention = convention_of(family, {});
  subject r{{}, {}, read_states(states).states};
  const std::size_t n = r.states.front().shape[0], d = r.states.front().shape[1];
  const mixer_input input =
      input_of(family, read_site(checkpoint(params), site, family, convention, n, d), r.states.front(), convention);
  r.fast = fast_spectra(family, input);
  if (family.name() == "hc") r.plain = bench::plain_hc(hc_site_of(input));
  if (family.name() == "mhc-v4") r.plain = bench::plain_mhc(mhc_v4_site_of(input), n);
  return r;
}

double ulps(const interval& x) { return (x.upper() - x.lower()) / (std::nextafter(x.upper(), INFINITY) - x.upper()); }

/// All states once; time and widths are of a state.
void certify(benchmark::State& run, const subject& all, bool single) {
  const std::unique_ptr<spectra_worker> worker = all.fast->worker(single);
  const std::size_t lanes = worker->lanes();
  std::vector<state_spectrum> results(lanes);
  std::vector<double> widths;
  double worst = 0;
  std::size_t failed = 0;
  for (auto _ : run)
    for (std::size_t first = 0; first < all.states.size(); first += lanes) {
      const std::size_t count = std::min(lanes, all.states.size() - first);
      const double* states[8];
      for (std::size_t l = 0; l < count; ++l) states[l] = all.states[first + l].values.data();
      worker->enclose({states, count}, std::span(results).first(count));
      if (widths.size() >= 64 * all.states.size()) continue;
      for (std::size_t l = 0; l < count; ++l) {
        failed += results[l].certified ? 0 : 1;
        for (const interval& x : results[l].core) {
          widths.push_back(ulps(x));
          worst = std::max(worst, (x.upper() - x.lower()) / results[l].core.front().upper());
        }
      }
    }
  std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2), widths.end());
  run.counters["us_a_state"] =
      benchmark::Counter(static_cast<double>(all.states.size()) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  run.counters["median_ulp"] = widths.empty() ? 0 : widths[widths.size() / 2];
  run.counters["worst_of_norm"] = worst;
  run.counters["not_certified"] = static_cast<double>(failed);
}

void compute(benchmark::State& run, const subject& all) {
  for (auto _ : run)
    for (const tensor& state : all.states) benchmark::DoNotOptimize(all.plain->values(state.values.data()).front());
  run.counters["us_a_state"] =
      benchmark::Counter(static_cast<double>(all.states.size()) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

} // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s MIXER PARAMS SITE STATES [--benchmark_...]\n", argv[0]);
    return 2;
  }
  try {
    const subject all = read(argv[1], argv[2], argv[3], argv[4]);
    if (!all.fast || !all.plain) throw std::invalid_argument("no fast path for this mixer and size");
    benchmark::RegisterBenchmark("certified, one state at a time",
                                 [&](benchmark::State& run) { certify(run, all, true); });
    benchmark::RegisterBenchmark("certified, in lanes", [&](benchmark::State& run) { certify(run, all, false); });
    benchmark::RegisterBenchmark("uncertified binary64", [&](benchmark::State& run) { compute(run, all); });
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
