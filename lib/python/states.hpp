// What is certified of many states, as arrays' bytes.
#pragma once

#include "inputs.hpp"

#include "mixcert/batch/enclose_states.hpp"
#include "mixcert/certificate/mixer_request.hpp"

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace mixcert::python {

class enclosed_states {
 public:
  /// Of all n x d arrays in X of shape (..., n, d), at the site that the request names; its parameters are read here.
  /// Numbers are copied some at a time, with the GIL held; it is released for the work on them.
  enclosed_states(mixer_request request, const parameters& parameters, const array_view& X);

  std::size_t count() const { return outcomes_.size(); }
  /// Ends lo, hi, lo, hi, ... as binary64 numbers: of `norm`, `frozen_norm`, `ratio`, `smallest` or `mean_square`. NaN
  /// where there is none. Throws std::out_of_range for another name.
  pybind11::bytes ends(const std::string& quantity) const;
  /// At least, at most, ... as 64-bit whole numbers; -1 where there is none.
  pybind11::bytes ranks() const;
  /// Whether each was certified in lanes.
  std::vector<bool> in_lanes() const;
  /// Number and reason of each that was not certified.
  pybind11::dict failures() const;
  /// Ends as of a quantity, multiplicities as 64-bit whole numbers, and where each is from. Throws not_certified where
  /// there is none.
  pybind11::tuple spectrum(std::size_t number) const;

 private:
  std::vector<state_outcome> outcomes_;
};

} // namespace mixcert::python
