// Certificates of the whole spectrum of a construction, from its closed form alone.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/construction/closed_form.hpp"
#include "mixcert/scalar/constant.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// The certificate of a construction, whose data are its parameters.
struct construction_certificate {
  std::string formula;                              ///< the theorem that states the closed form: T10 or T11
  std::map<std::string, exact_constant> parameters; ///< by name
  std::size_t streams = 0, width = 0;               ///< n and d
  std::vector<spectrum_entry<enclosure>> spectrum;  ///< one entry for each value of the form, descending
  std::vector<claim> claims; ///< data, exact (its `names` and `multiplicity` go with the spectrum), derived
  producer made_by;          ///< the program
};

/// Theorems whose closed form is all of a spectrum.
bool has_closed_spectrum(std::string_view formula);

/// The form of the theorem. Throws input_error for any but T10 and T11.
closed_form spectrum_form(std::string_view formula);

/// Every singular value of the construction, as what its closed form evaluates to: a rational value that is a binary64
/// number as that number, any other between two of them. No Jacobian is computed. Theorem T10: parameters K and epsilon
/// > -1; T11: K and whole numbers L >= 0, d >= 1. Throws input_error for other parameters, and not_certified where a
/// value lies beyond the range of binary64.
construction_certificate certify_construction(std::string_view formula,
                                              const std::map<std::string, exact_constant>& given);

/// Streams and width of the construction. Throws input_error where the parameters are not those of the theorem.
struct construction_size {
  std::size_t streams, width; ///< n and d
};
/// The size that a formula has with these parameters. Throws input_error for a formula that is not known.
construction_size size_of(std::string_view formula, const std::map<std::string, exact_constant>& given);

/// The document, `"kind": "construction"`.
std::string to_json(const construction_certificate& certificate);

/// The certificate for people.
std::string summary(const construction_certificate& certificate);

} // namespace mixcert
