// A certificate as it is written, numbers exactly. Nothing of it is believed yet.
#pragma once

#include "mixcert/certificate/checker/dyadic.hpp"
#include "mixcert/certificate/checker/mixer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mixcert::checker {

struct enclosure {
  rational lo, hi;
};

struct enclosure_matrix {
  std::size_t rows = 0, cols = 0;
  std::vector<enclosure> entries; ///< row by row
};

struct tensor_record {
  std::string name, file, dtype, sha256;
  std::vector<std::size_t> shape, index;
};

struct claim_record {
  std::string id, type;
  std::map<std::string, dyadic_matrix> matrices;
  std::map<std::string, std::vector<long>> integers;
  std::map<std::string, std::vector<std::string>> texts;
  std::map<std::string, rational> bounds;
  std::map<std::string, enclosure_matrix> enclosures;

  /// All throw malformed, with its name, for what is missing.
  const dyadic_matrix& matrix(const std::string& name) const;
  const dyadic_matrix& matrix(const std::string& name, std::size_t rows, std::size_t cols) const;
  const std::vector<long>& whole_numbers(const std::string& name) const;
  const std::vector<std::string>& words(const std::string& name) const;
  const rational& bound(const std::string& name) const;
  const enclosure_matrix& enclosed(const std::string& name, std::size_t rows, std::size_t cols) const;

  /// Throws malformed for a witness or a bound that nobody asked for: it would pass for one that is established.
  void require_all_used() const;

 private:
  template <class Map> const auto& part(const Map& parts, const std::string& name, const char* kind) const;
  mutable std::set<std::string> used_;
};

struct spectrum_record {
  enclosure value;
  std::size_t multiplicity;
  std::string from = {};
};

struct tail_record {
  std::size_t k;
  enclosure value;
  std::size_t multiplicity;
  bool coincident;
};

struct core_record {
  std::string method;
  std::size_t dimension;
  std::vector<std::size_t> stream_dimensions, generators;
  std::optional<rational> tau;
  rational radius;
  std::vector<enclosure> values;
  std::vector<tail_record> tails;
};

struct forward_record {
  enclosure_matrix H;
  enclosure row_sum_error, column_sum_error, min_entry;
};

/// Null where the document says null; a ratio without value too.
struct quantities_record {
  std::optional<enclosure> norm, frozen_norm, norm_ratio, mean_square, frozen_mean_square, mean_square_ratio, smallest;
  std::optional<std::pair<std::size_t, std::size_t>> feedback_rank; ///< at least, at most
};

/// A site at a state.
struct site_record {
  std::string mixer, with, site;
  std::map<std::string, constant> convention;
  std::size_t streams, width;
  std::vector<tensor_record> parameters;
  tensor_record state;
  std::optional<tensor_record> branch_output;
  std::optional<rational> radius;             ///< of every entry of the state
  std::optional<tensor_record> radius_tensor; ///< or one each
};

struct mixer_record : site_record {
  forward_record forward;
  core_record core;
  std::vector<enclosure> frozen_spectrum;
};

struct matrix_record {
  tensor_record values;
  std::optional<tensor_record> radius;

  bool has_values() const { return std::ranges::count(values.shape, std::size_t{0}) == 0; }
};

struct construction_record {
  std::string formula;
  std::map<std::string, constant> parameters;
  std::size_t streams, width;
};

struct site_states {
  std::string site;
  std::vector<tensor_record> parameters, states;
};

struct maps_record {
  std::size_t site, state;
  enclosure_matrix H;
  std::array<std::vector<enclosure>, 2> gates; ///< read and write
};

/// A whole number between two.
struct enclosed_count {
  std::size_t at_least, at_most;
};

/// The sine of its angle with a line is at most `sine`.
struct bounded_direction {
  dyadic_matrix direction;
  rational sine;
};

struct bounded_directions {
  bounded_direction right, left;
};

/// An enclosure, a stream, a count, directions, or nothing that is claimed.
using measured_value = std::variant<std::monostate, enclosure, std::size_t, enclosed_count, bounded_directions>;

struct measured_record {
  using range = std::pair<std::size_t, std::size_t>;
  std::string name, definition, mean_over, intervention; ///< the last two may be empty
  std::optional<std::size_t> site, state, sequence, stream, iterations, kept;
  std::optional<range> sites, streams, replaced;
  std::optional<rational> threshold;
  bool composite = false;
  measured_value value;
  std::optional<measured_value> change;
};

struct diagnosis_record {
  std::string mixer;
  std::map<std::string, constant> convention;
  std::size_t streams, width;
  std::vector<site_states> sites;
  std::vector<std::size_t> sequences;
  std::vector<maps_record> forward;
  std::vector<measured_record> quantities;
};

/// Both ends times 2^exp2.
struct scaled_enclosure {
  enclosure value;
  long exp2 = 0;
};

struct scaled_value_record {
  scaled_enclosure value;
  std::size_t multiplicity;
};

/// Null where the document says null; a ratio without value too.
struct product_quantities_record {
  std::optional<scaled_enclosure> norm, frozen_norm, norm_ratio, mean_square, frozen_mean_square, mean_square_ratio,
      smallest;
  std::optional<scaled_enclosure> local_norms_product; ///< from 0
};

/// Of a given tensor or a vector beside it: exactly one.
struct direction_record {
  bool transposed;
  std::optional<tensor_record> tensor;
  std::optional<dyadic_matrix> vector;
  enclosure log_norm;
  scaled_enclosure gain;
  std::optional<enclosure> gain_over_norm; ///< null where the document says null
  dyadic_matrix image;
  rational distance;
  std::optional<rational> sine;
};

struct product_record {
  std::size_t streams, width;
  std::vector<site_record> sites; ///< the first acts first
  std::vector<rational> norms_at_most;
  rational norms_product_at_most;
  std::vector<scaled_value_record> spectrum;
  std::vector<scaled_enclosure> frozen_spectrum;
  product_quantities_record quantities;
  std::optional<direction_record> direction;
};

struct document {
  std::string kind;
  std::optional<mixer_record> mixer;               ///< of kind "mixer"
  std::optional<matrix_record> matrix;             ///< of kind "matrix"
  std::optional<construction_record> construction; ///< of kind "construction"
  std::optional<diagnosis_record> diagnosis;       ///< of kind "diagnosis"
  std::optional<product_record> product;           ///< of kind "product"; the spectrum and the quantities are in it
  std::vector<spectrum_record> spectrum;
  quantities_record quantities;
  std::vector<claim_record> claims;

  /// Null when there is none.
  const claim_record* claim(std::string_view type) const;

  /// What a certificate of this kind claims, in order.
  std::vector<std::string_view> claim_types() const;
  /// Throws malformed for a claim of another type, twice, or out of order.
  void require_claims() const;
};

/// Throws malformed, with the place, for what is no certificate of version 1: not JSON, a key twice, a number of
/// another form, an end that is not finite, a lower end above the upper one, decimal ends within the hexadecimal ones.
document read_document(std::string_view text);

} // namespace mixcert::checker
