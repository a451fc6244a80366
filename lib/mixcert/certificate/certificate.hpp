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
  std::string name, file, type;   ///< the tensor's name, its file's, and the `type` as safetensors names it: F32, ...
  std::vector<std::size_t> shape; ///< of the slice used
  std::string sha256;             ///< of the little-endian C-order bytes of the slice used
  std::vector<std::size_t> index; ///< leading indices that pick the slice; states only
};

/// By how much each entry of the state may differ: one number for all, or a tensor of the state's shape.
using state_radius = std::variant<exact_constant, tensor_reference>;

/// What a certificate is about: the map and its data.
struct certificate_subject {
  /// The mixer's name, the map ("residual", "write", "read"), the site's prefix.
  std::string mixer, with = "residual", site;
  mixer_convention convention;                       ///< every constant
  std::size_t streams = 0, width = 0;                ///< n and d
  std::vector<tensor_reference> parameters;          ///< in the order of mixer::tensors
  tensor_reference state;                            ///< X
  std::optional<mixcert::state_radius> state_radius; ///< then everything holds for every state in the box
  std::optional<tensor_reference> branch_output;     ///< y of R(X) + beta(X) y^T, with the write gate
};

/// What is enclosed of the realised mixer.
struct forward_enclosures {
  matrix<enclosure> H; ///< n x n; of the branch input 1 x n
  /// Max |row sum - 1|, max |column sum - 1|, least entry.
  enclosure row_sum_error{interval(0)}, column_sum_error{interval(0)}, min_entry{interval(0)};
};

/// Singular values outside the core: those of H.
struct core_tail {
  std::size_t k;            ///< number of the singular value of H, from 0
  enclosure value;          ///< an enclosure of it
  std::size_t multiplicity; ///< how often, outside the core
  bool coincident;          ///< sigma_k(H) itself is that often a singular value of J, by counting generators
};

/// How the feature directions of a truncated core were selected, and the algebraic bound that goes with it: binary64
/// numbers, of which nothing is certified.
struct core_selection {
  std::string tau;                        ///< the decimal number as it was given
  double delta = 0;                       ///< the sum of the terms
  std::array<double, 4> delta_terms = {}; ///< theorem T4 (a); delta is their sum
};

/// The core, and what is left of the spectrum beside it.
struct core_summary {
  std::string method = "stream-adapted";                  ///< "stream-adapted" or "common"
  std::size_t dimension = 0;                              ///< order of the core
  std::vector<std::size_t> stream_dimensions, generators; ///< for each stream
  std::optional<core_selection> selection;                ///< when a tolerance was given
  double radius = 0;             ///< certified: of everything between the map and the stored core
  std::vector<enclosure> values; ///< of the core, descending
  std::vector<core_tail> tails;  ///< one for each singular value of H
};

/// The headline numbers.
struct certified_quantities {
  enclosure norm{interval(0)};                            ///< ||J||
  enclosure frozen_norm{interval(0)};                     ///< ||H||
  enclosure mean_square{interval(0)};                     ///< ||J||_F^2 / (n d)
  enclosure frozen_mean_square{interval(0)};              ///< ||H||_F^2 / n
  enclosure smallest{interval(0)};                        ///< the least singular value of J
  std::optional<enclosure> norm_ratio, mean_square_ratio; ///< absent when the frozen quantity may be zero
  std::size_t rank_at_least = 0, rank_at_most = 0;        ///< certified bounds of the feedback's rank
  std::string rank_theorem;                               ///< which says that it is at most that
};

/// Integers times 2^exp2, in row-major order, each as signed hexadecimal digits.
struct dyadic_matrix {
  std::size_t rows = 0, cols = 0;   ///< the shape
  long exp2 = 0;                    ///< the power of two
  std::vector<std::string> entries; ///< row by row
};

/// One step of the proof: what it says, the witness that lets others check it, the bounds that it claims.
struct claim {
  std::string id, type, theorem, says;                        ///< as "C7"; as "svd"; as "T6"; a sentence
  std::vector<std::string> uses = {};                         ///< ids of claims before it
  std::map<std::string, dyadic_matrix> matrices = {};         ///< witnesses
  std::map<std::string, std::vector<long>> integers = {};     ///< witnesses
  std::map<std::string, std::vector<std::string>> names = {}; ///< witnesses
  std::map<std::string, double> bounds = {};                  ///< each an upper bound
  std::map<std::string, matrix<enclosure>> enclosures = {};   ///< what it claims
};

/// What made a certificate.
struct producer {
  std::string version, compiler, arithmetic; ///< of mixcert; its compiler; the arithmetic of the mixer
};

/// The certificate of one state's Jacobian.
struct certificate {
  certificate_subject subject;                     ///< the map and its data
  forward_enclosures forward;                      ///< H
  core_summary core;                               ///< how the spectrum was reduced
  std::vector<spectrum_entry<enclosure>> spectrum; ///< all nd values, descending, index by index
  std::vector<enclosure> frozen_spectrum;          ///< of H, descending
  certified_quantities quantities;                 ///< the headline numbers
  std::vector<claim> claims;                       ///< the proof, step by step
  std::vector<std::string> notes;                  ///< remarks, which claim nothing
  producer made_by;                                ///< the program
};

} // namespace mixcert
