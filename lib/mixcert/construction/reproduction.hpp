// Constructions of the literature, computed like any other data, and compared with their closed forms.
#pragma once

#include "mixcert/construction/comparison.hpp"
#include "mixcert/scalar/constant.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mixcert {

/// Names with exact numbers, as they are written.
using case_parameters = std::vector<std::pair<std::string, std::string>>;

/// How constructions are computed.
struct reproduction_request {
  arithmetic in = {};               ///< the arithmetic
  exact_constant perturbation{"0"}; ///< added to one parameter of the computed side only
};

/// What was found for one case.
struct reproduction {
  std::vector<comparison> values; ///< none where nothing could be computed, for `reason`
  std::string reason = {};        ///< why nothing was computed
  mpfr_prec_t places = 0;         ///< with which enclosures were evaluated in the end; 0 for other arithmetics
};

/// A row of a construction's table.
struct reproduction_row {
  std::string construction, theorem; ///< its name, and the theorem
  case_parameters parameters;        ///< of this row
  reproduction_request request;      ///< how it was computed
  std::string perturbed;             ///< the parameter that the perturbation is added to
  reproduction found;                ///< what was found
  outcome result; ///< the worst of its values; without values undecided, not resolved or not rational

  bool is_perturbed() const; ///< whether a perturbation was asked for
};

/// `agrees` when there are none.
outcome worst_of(const std::vector<reproduction_row>& rows);

/// A construction with its table. `computed` evaluates one case; the closed form must have no part in that. It may
/// throw not_certified.
struct construction {
  std::string name, theorem, summary, perturbed;                                 ///< in one line each
  std::vector<case_parameters> table;                                            ///< rows that are computed
  reproduction (*computed)(const case_parameters&, const reproduction_request&); ///< computes one row
};

/// All there are: a new one is a function that returns it, listed in reproductions.cpp.
const std::vector<construction>& constructions();

/// Throws input_error with the list of names.
const construction& find_construction(std::string_view name);

/// All for no names, or for `all` among them; else those named, in that order. Throws input_error as find_construction.
std::vector<const construction*> find_constructions(const std::vector<std::string>& names);

/// Throws input_error, quoting the text, as exact_constant, and for a number of more than 1000 places.
exact_constant parse_perturbation(std::string_view text);

/// One row. Throws input_error when the perturbed parameter is none that the construction allows.
reproduction_row reproduce(const construction& construction, const case_parameters& given,
                           const reproduction_request& request);

/// The exact numbers of a case.
parameters values_of(const case_parameters& given);
/// The text of one. Throws std::out_of_range when there is none of that name.
const std::string& text_of(const case_parameters& given, std::string_view name);

/// The row as a JSON document, `"format": "mixcert-reproduction"`; the same in a list with the worst outcome.
std::string to_json(const reproduction_row& row);
std::string to_json(const std::vector<reproduction_row>& rows);
/// The row for people, a line for each value.
std::string summary(const reproduction_row& row);
/// `cayley-K=0.1-L=64-d=8`: letters, digits, `.`, `-`, `+`, `,` and `=` only.
std::string file_name(const reproduction_row& row);

} // namespace mixcert
