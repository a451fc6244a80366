// The exact data that a certificate speaks of, as parts of a document.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/scaled_enclosure.hpp"
#include "mixcert/proof/document.hpp"
#include "mixcert/proof/equations.hpp"

#include <string>
#include <vector>

namespace mixcert::proof {

/// A tensor and the letter that stands for it, which may be empty.
struct named_tensor {
  std::string latex;       ///< in formulas
  tensor_reference tensor; ///< which it stands for
};

/// Name with index, and file.
text name_of(const tensor_reference& tensor);

/// Letter, name with index and file, type with shape, SHA-256.
table tensor_table(const std::vector<named_tensor>& tensors);

/// The tensors of the equations, then X and, with the write gate, y. Throws input_error where the mixer has no such
/// tensors.
std::vector<named_tensor> tensors_of(const certificate_subject& subject, const mixer_equations& equations);

/// Letter, key and exact value of each constant.
table constant_table(const mixer_convention& convention, const mixer_equations& equations);

/// What every document says of itself: that it states a certificate's claims, of which document and by which program.
std::vector<part> about(const producer& made_by, const std::string& document_sha256);

/// The entries of a spectrum, of which many are cut to the first and the last.
table spectrum_table(const std::vector<spectrum_entry<enclosure>>& entries);
table spectrum_table(const std::vector<spectrum_entry<scaled_enclosure>>& entries);

} // namespace mixcert::proof
