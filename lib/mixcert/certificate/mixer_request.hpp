// All that a certificate of one state is made from.
#pragma once

#include "mixcert/certificate/certify.hpp"
#include "mixcert/io/tensor.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// By how much each entry may differ, as it was given and in numbers.
struct requested_radius {
  mixcert::state_radius given; ///< as it was asked for
  matrix<double> values;       ///< n x d, >= 0
};

/// One number for all n x d entries, rounded up. Throws input_error where it is negative or beyond binary64.
requested_radius uniform_radius(const exact_constant& radius, std::size_t n, std::size_t d);
/// Throws input_error where the tensor is not of the state's shape, or has a negative number.
requested_radius entrywise_radius(const tensor& radius, const tensor& state);

/// What is asked for: the map, its data by name, the options.
struct mixer_request {
  const mixer* family;                                   ///< the mixer
  mixer_convention convention;                           ///< complete
  std::string site;                                      ///< its prefix
  std::vector<tensor> parameters;                        ///< as read_site gives them
  tensor state;                                          ///< X
  std::string with = "residual";                         ///< or `write` (then with the branch output), or `read`
  std::optional<tensor> branch_output = std::nullopt;    ///< y, for the map with the write gate
  std::optional<requested_radius> radius = std::nullopt; ///< of a box of states
  certify_options options = {};                          ///< how it is certified
  int digits = 0;                                        ///< or as certify_digits wants them
};

/// Throws input_error unless `with` is residual, read, or write; the last with a branch output, the others without.
/// `branch_output` says in messages how it is given.
void require_gate(std::string_view with, bool has_branch_output, std::string_view branch_output);

/// The exact numbers that are asked about, and their names.
mixer_input input_of(const mixer_request& request);
/// All of it: what a refusal says too.
certificate_subject subject_of(const mixer_request& request);

/// As certify or certify_digits.
certificate certify(const mixer_request& request);

/// `stream-adapted` or `common`. Throws input_error for any other name.
core_method parse_core(std::string_view name);
/// `interval`, or `mp:BITS` with BITS from 24 to 1000000. Throws input_error otherwise.
router_arithmetic parse_router_arithmetic(std::string_view text);

} // namespace mixcert
