// Spectra of many states of one site, with what depends on the parameters alone computed once.
#pragma once

#include "mixcert/mixer/convention.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/interval.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace mixcert {

/// The spectrum of J at a state: sigma_i(J) lies between the i-th largest of all lower and the i-th largest of all
/// upper ends of `core`, and of `frozen` taken `multiplicity` times (theorem T3 (d)). The k-th largest singular value
/// of H lies in frozen[k]. Both lists are descending; the members of `core` alone belong to no matrix that J defines,
/// unless one space serves all streams (`hc`).
struct state_spectrum {
  bool certified = false;             ///< whether the values below are proved
  std::vector<interval> core, frozen; ///< enclosures of the core's and of the frozen values, descending
  std::size_t multiplicity = 0;       ///< how often each frozen value occurs outside the core
};

/// What a thread needs of its own: memory that is used again for each lane of states.
class spectra_worker {
 public:
  virtual ~spectra_worker() = default;
  /// How many states are best given at once.
  virtual std::size_t lanes() const = 0;
  /// One result a state, states being n x d exact numbers row by row; at most `lanes()` of them. A state that could not
  /// be certified this way says so; it may be certified by certify().
  virtual void enclose(std::span<const double* const> states, std::span<state_spectrum> results) = 0;
};

/// A site, shared by threads.
class site_spectra {
 public:
  virtual ~site_spectra() = default;
  /// `single`: for one state at a time.
  virtual std::unique_ptr<spectra_worker> worker(bool single = false) const = 0;
};

/// Null where there is no fast path for the mixer, its convention or this size; the input's state is not read, but for
/// its shape.
std::unique_ptr<const site_spectra> fast_spectra(const mixer& mixer, const mixer_input& site);

} // namespace mixcert
