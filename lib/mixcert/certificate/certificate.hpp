// The certificate as a value: everything the JSON document of format version 1 says.
#pragma once

#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/mixer/convention.hpp"
#include "mixcert/scalar/interval.hpp"
#include "mixcert/scalar/matrix.hpp"
#include "mixcert/spectrum/order_statistics.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mixcert {

/// Which bytes a certificate speaks of.
struct tensor_reference {
  std::string name, file, type; ///< `type` as safetensors names it: F32, ...
  std::vector<std::size_t> shape;
  std::string sha256;             ///< of the little-endian C-order bytes of the slice used
  std::vector<std::size_t> index; ///< leading indices that pick the slice; states only
};

/// By how much each entry of the state may differ: one number for all, or a tensor of the state's shape.
using state_radius = std::variant<exact_constant, tensor_reference>;

struct certificate_subject {
  std::string mixer, with = "residual", site;
  mixer_convention convention;
  std::size_t streams = 0, width = 0;
  std::vector<tensor_reference> parameters;
  tensor_reference state;
  std::optional<mixcert::state_radius> state_radius; ///< then everything holds for every state in the box
  std::optional<tensor_reference> branch_output;     ///< y of R(X) + beta(X) y^T, with the write gate
};

struct forward_enclosures {
  matrix<enclosure> H;
  enclosure row_sum_error{interval(0)}, column_sum_error{interval(0)}, min_entry{interval(0)};
};

struct core_tail {
  std::size_t k;
  enclosure value;
  std::size_t multiplicity;
  bool coincident; ///< sigma_k(H) itself is that often a singular value of J, by counting generators
};

/// How the feature directions of a truncated core were selected, and the algebraic bound that goes with it: binary64
/// numbers, of which nothing is certified.
struct core_selection {
  std::string tau; ///< the decimal number as it was given
  double delta = 0;
  std::array<double, 4> delta_terms = {}; ///< theorem T4 (a); delta is their sum
};

struct core_summary {
  std::string method = "stream-adapted";
  std::size_t dimension = 0;
  std::vector<std::size_t> stream_dimensions, generators;
  std::optional<core_selection> selection; ///< when a tolerance was given
  double radius = 0;
  std::vector<enclosure> values;
  std::vector<core_tail> tails;
};

struct certified_quantities {
  enclosure norm{interval(0)}, frozen_norm{interval(0)}, mean_square{interval(0)}, frozen_mean_square{interval(0)},
      smallest{interval(0)};
  std::optional<enclosure> norm_ratio, mean_square_ratio; ///< absent when the frozen quantity may be zero
  std::size_t rank_at_least = 0, rank_at_most = 0;
  std::string rank_theorem;
};

/// Integers times 2^exp2, in row-major order, each as signed hexadecimal digits.
struct dyadic_matrix {
  std::size_t rows = 0, cols = 0;
  long exp2 = 0;
  std::vector<std::string> entries;
};

/// One step of the proof: what it says, the witness that lets others check it, the bounds that it claims.
struct claim {
  std::string id, type, theorem, says;
  std::vector<std::string> uses = {};
  std::map<std::string, dyadic_matrix> matrices = {};
  std::map<std::string, std::vector<long>> integers = {};
  std::map<std::string, std::vector<std::string>> names = {};
  std::map<std::string, double> bounds = {}; ///< each an upper bound
  std::map<std::string, matrix<enclosure>> enclosures = {};
};

struct producer {
  std::string version, compiler, arithmetic;
};

struct certificate {
  certificate_subject subject;
  forward_enclosures forward;
  core_summary core;
  std::vector<spectrum_entry<enclosure>> spectrum;
  std::vector<enclosure> frozen_spectrum;
  certified_quantities quantities;
  std::vector<claim> claims;
  std::vector<std::string> notes;
  producer made_by;
};

} // namespace mixcert
