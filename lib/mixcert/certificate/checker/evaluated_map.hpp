// A mixer at a state, evaluated with one number of places.
#pragma once

#include "mixcert/certificate/checker/data.hpp"
#include "mixcert/certificate/checker/span.hpp"

#include <string>

namespace mixcert::checker {

/// `map` is that which `with` names: residual, write or read. `data` must outlive it.
struct evaluated_map {
  equations mixer;
  weight_products products;
  head_values mix;
  differentiated_map map;

  /// Throws refuted where data or constants are not those that the mixer needs.
  evaluated_map(const mixer_entry& entry, const mixer_data& data, const std::string& with, mpfr_prec_t bits);
  evaluated_map(const evaluated_map&) = delete;
  evaluated_map& operator=(const evaluated_map&) = delete;

 private:
  evaluated_head head_at(const head& h) const;
};

} // namespace mixcert::checker
