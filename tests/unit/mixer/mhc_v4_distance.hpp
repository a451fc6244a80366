// How far evaluations of mhc-v4 are from the naive reference, and how wide.
#pragma once

#include "dense.hpp"
#include "mhc_v4_reference.hpp"

#include "support/exact_matrix.hpp"
#include "support/mhc_cases.hpp"

#include <algorithm>
#include <string>

struct mhc_v4_example {
  mixcert::mhc_v4_site site;
  mhc_v4_constants constants;
  mixcert::matrix<double> X;
};

inline mhc_v4_example small_mhc_example(std::uint64_t seed, std::size_t n, std::size_t d,
                                        const mhc_v4_constants& constants = {}) {
  const mixcert::mixer_input input = mixcert::test::small_mhc_input(seed, n, d);
  return {with(mhc_v4_site_of(input), constants), constants, input.state};
}

template <class N> using mhc_v4_lists = router_lists<N>;

inline mhc_v4_lists<mixcert::mp_float> naive(const mhc_v4_example& example, mpfr_prec_t bits) {
  const std::size_t size = example.X.values().size();
  std::vector<mhc_v4_slopes> along;
  for (std::size_t c = 0; c < size; ++c) {
    mixcert::matrix<double> V(example.X.rows(), example.X.cols(), 0.0);
    V.values()[c] = 1;
    along.push_back(naive_mhc_v4(example.site, example.constants, example.X, V, bits));
  }
  mhc_v4_lists<mixcert::mp_float> r{along.front().value, {}};
  for (std::size_t gate = 0; gate < r.gates.size(); ++gate)
    for (const mhc_v4_slopes& v : along) r.derivatives.push_back(v.slope[gate]);
  return r;
}

/// Parts of the largest reference value of a group: how far a reference value lies outside, how wide an enclosure is.
/// NaN and infinity count as infinite.
struct mhc_v4_distance {
  double outside = 0, width = 0;
};

inline void join(mhc_v4_distance& a, const mhc_v4_distance& b) {
  a.outside = std::max(a.outside, b.outside);
  a.width = std::max(a.width, b.width);
}

template <class S>
mhc_v4_distance distance(const std::vector<S>& computed, const std::vector<mixcert::mp_float>& reference,
                         std::size_t first, std::size_t count) {
  using mixcert::mp_float;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  mp_float size(0.0, 400);
  for (std::size_t i = first; i < first + count; ++i)
    if (mpfr_cmpabs(reference[i].get(), size.get()) > 0) mpfr_abs(size.get(), reference[i].get(), MPFR_RNDN);
  const auto part = [&](const mp_float& x) {
    if (!mpfr_number_p(x.get())) return infinity;
    if (mpfr_sgn(x.get()) <= 0) return 0.0;
    return mpfr_zero_p(size.get()) ? infinity : to_double_up(x / size);
  };
  mhc_v4_distance worst;
  for (std::size_t i = first; i < first + count; ++i) {
    const mixcert::mp_interval x = ends(computed[i]);
    const mp_float lower(x.lower(), x.bits()), upper(x.upper(), x.bits());
    join(worst, {std::max(part(lower - reference[i]), part(reference[i] - upper)), part(upper - lower)});
  }
  return worst;
}

/// In groups: each gate by itself, and the derivatives of each gate; or all gates, and all derivatives.
template <class S>
mhc_v4_distance distance(const mhc_v4_lists<S>& computed, const mhc_v4_lists<mixcert::mp_float>& reference,
                         bool gate_by_gate) {
  const std::size_t gates = reference.gates.size(), groups = gate_by_gate ? gates : 1;
  if (computed.gates.size() != gates || computed.derivatives.size() != reference.derivatives.size())
    throw std::logic_error("the lists differ in length");
  mhc_v4_distance worst;
  for (const auto& [c, r] :
       {std::pair(&computed.gates, &reference.gates), std::pair(&computed.derivatives, &reference.derivatives)}) {
    const std::size_t count = r->size() / groups;
    for (std::size_t g = 0; g < groups; ++g) join(worst, distance(*c, *r, g * count, count));
  }
  return worst;
}

template <class S>
mhc_v4_distance distance(const mhc_v4_example& example, const mhc_v4_lists<mixcert::mp_float>& reference,
                         bool gate_by_gate) {
  const mixcert::context<S>& numbers = numbers_of<S>;
  return distance(evaluated(numbers,
                            evaluate_mhc_v4(numbers, example.site, mixcert::test::exact_matrix(numbers, example.X)),
                            example.X.cols()),
                  reference, gate_by_gate);
}
