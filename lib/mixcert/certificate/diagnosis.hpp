// What people measure on realised maps, at many states and sites, as a certificate.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/diagnostic/spectral_quantities.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/precision.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mixcert {

/// A site's prefix, its tensors in the order of mixer::tensors, and the states that enter it, all n x d.
struct diagnosed_site {
  std::string prefix;             ///< of the site's tensors
  std::vector<tensor> parameters; ///< in the order of mixer::tensors
  std::vector<tensor> states;     ///< in the order in which they were given
};

/// Sites in forward order, with the same states (tokens) in the same order at each.
struct diagnosis_request {
  const mixer* family = nullptr;                           ///< the mixer
  mixer_convention convention;                             ///< complete
  std::vector<diagnosed_site> sites;                       ///< in forward order
  std::vector<std::size_t> sequences;                      ///< how many of the states, in order, each sequence has
  std::vector<std::pair<std::size_t, std::size_t>> ranges; ///< first and last site of depth ranges, beside all sites
  std::size_t iterations = 0;             ///< sum errors after 1, ..., this many iterations are measured too
  bool jacobian = false;                  ///< the Jacobian of the residual map at every site and state is measured too
  std::vector<exact_constant> thresholds; ///< with it: how many of its singular values are at least so large
};

/// The names of one site's data.
struct site_reference {
  std::string prefix;                               ///< of the site's tensors
  std::vector<tensor_reference> parameters, states; ///< their names
};

/// What a diagnosis is about.
struct diagnosis_subject {
  std::string mixer;                  ///< its name
  mixer_convention convention;        ///< every constant
  std::size_t streams = 0, width = 0; ///< n and d
  std::vector<site_reference> sites;  ///< in forward order
  std::vector<std::size_t> sequences; ///< how many of the states, in order, each sequence has
};

/// H (rows: output streams) and the n read and write gates at a site and state, counted from 0.
struct realised_maps {
  std::size_t site = 0, state = 0;    ///< numbers of the site and of the state, from 0
  matrix<enclosure> H;                ///< the realised mixer
  std::vector<enclosure> read, write; ///< the gates
};

/// Whose comparison the enclosures do not decide.
struct undecided {};
/// Said instead of a value that could not be had.
struct not_bounded {
  std::string reason; ///< a phrase
};
/// A direction of n d numbers with an upper bound of the sine of the angle that it makes with a true one.
struct measured_direction {
  dyadic_matrix direction; ///< n x d
  double sine;             ///< upper bound of the sine of the angle
};
/// Directions near the first singular vectors.
struct measured_directions {
  measured_direction right, left; ///< that of the state, and that of its image
};
/// An index is a stream's.
using measured_value =
    std::variant<enclosure, std::size_t, enclosed_count, measured_directions, undecided, not_bounded>;

/// What a quantity is measured on. All numbers count from 0.
struct measured_at {
  std::optional<std::size_t> site = std::nullopt;                          ///< number of the site
  std::optional<std::pair<std::size_t, std::size_t>> sites = std::nullopt; ///< first and last
  bool composite = false;                                                  ///< of the product of H over these sites
  /// Number of the state, or of the sequence.
  std::optional<std::size_t> state = std::nullopt, sequence = std::nullopt;
  std::string mean_over = {}; ///< "states", "sequences", "sites and states", "sites and sequences"; else of one
  std::vector<std::size_t> streams = {};                  ///< those that it speaks of
  std::optional<exact_constant> threshold = std::nullopt; ///< of a count
  /// Of the Sinkhorn iteration; of the gates that are kept.
  std::optional<std::size_t> iterations = std::nullopt, kept = std::nullopt;
  std::string intervention = {}; ///< "identity", "token-mean", "top-k", "stopped-router"
  std::optional<std::pair<std::size_t, std::size_t>> replaced = std::nullopt; ///< first and last site of it
};

/// A quantity with its place and value.
struct measured_quantity {
  std::string name;                                    ///< as docs/reference/diagnose.md defines it
  measured_at where;                                   ///< of what
  measured_value value;                                ///< its value, or why there is none
  std::optional<measured_value> change = std::nullopt; ///< with an intervention, less without
};

/// A diagnosis: a certificate of what is measured on realised maps.
struct diagnosis {
  diagnosis_subject subject;                 ///< the maps and their data
  std::vector<realised_maps> forward;        ///< site by site, state by state
  std::vector<measured_quantity> quantities; ///< in the order of the document
  std::vector<claim> claims;                 ///< the proof, step by step
  std::vector<std::string> notes;            ///< remarks, which claim nothing
  producer made_by;                          ///< the program
};

/// The names of the data, and the sizes. Requires at least one site and state.
diagnosis_subject subject_of(const diagnosis_request& request);

/// Evaluates the mixer at every site and state, and encloses every quantity of measures.hpp there, for sequences, for
/// products of H over depth ranges, their means, and under interventions; where asked for, those of
/// jacobian_measures.hpp too. Rounding of every step is included. Throws not_certified, naming site and state, where H
/// or a derivative of it cannot be bounded; what does not exist or is not decided is so in the result.
diagnosis diagnose(const diagnosis_request& request, const precision& places = {});

/// The document, `"kind": "diagnosis"`.
std::string to_json(const diagnosis& diagnosis);
/// The document's diagnosis, as from_json (json.hpp) reads certificates of kind mixer. Each name is one that
/// definition_of (measures.hpp) knows, with that definition, and each place one of the document's sites, states,
/// sequences and streams.
diagnosis diagnosis_from_json(std::string_view text, const std::string& source);

/// What stands in its place when the input could not be certified.
std::string refusal_json(const diagnosis_subject& subject, const std::string& reason);

/// The result for people: tables of sites and of depth ranges.
std::string summary(const diagnosis& diagnosis);

} // namespace mixcert
