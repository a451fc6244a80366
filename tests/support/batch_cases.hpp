// Sites of hc and mhc-v4 with several states each, to compare the fast paths with the slow one.
#pragma once

#include "mixcert/ball/lane_width.hpp"
#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mixcert::test {

/// The input's own state is the first of `states`, n x d each.
struct batch_case {
  std::string family;
  mixer_input input;
  std::vector<matrix<double>> states;
  bool usual; ///< one whose values are to be enclosed as sharply as promised
};

/// Binary64 data of all places: each family of parameters and states once.
std::vector<batch_case> hc_batch_cases(std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states);
std::vector<batch_case> mhc_batch_cases(std::uint64_t seed, std::size_t n, std::size_t d, std::size_t states);

/// The fast path of the input's mixer: hc, or mhc-v4.
std::unique_ptr<const site_spectra> fast_path(const mixer_input& input, lane_width lanes = widest_lanes());

/// The states by one worker, as many at once as it has lanes; or the other way round, or one by one.
enum class state_order { forward, backward, single };
std::vector<state_spectrum> fast_spectra_of(const site_spectra& site, const std::vector<matrix<double>>& states,
                                            state_order order = state_order::forward);

/// Enclosures of sigma_i(J) and of sigma_k(H) by the slow path, much narrower than binary64; none where it refuses.
struct slow_spectrum {
  std::vector<spectrum_entry<mp_interval>> all;
  std::vector<mp_interval> frozen;
};
slow_spectrum slow_spectrum_of(const mixer_input& input, const matrix<double>& state);

/// What the lists of a fast path say of sigma_i(J): theorem T3 (c).
std::vector<spectrum_entry<interval>> merged(const state_spectrum& fast);

/// The first place where the two exclude one another; empty if there is none.
std::string contradiction(const state_spectrum& fast, const slow_spectrum& slow);

/// Of each enclosure of sigma_i(J), in units of the last place of sigma_1(J).
std::vector<double> widths(const state_spectrum& fast);

bool same(const state_spectrum& a, const state_spectrum& b);

} // namespace mixcert::test
