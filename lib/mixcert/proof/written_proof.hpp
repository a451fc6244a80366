// A certificate's document in, its proof out.
#pragma once

#include <string>
#include <string_view>

namespace mixcert::proof {

/// `md`, `tex`, `pdf` or `coq`. Throws input_error for any other name.
void require_proof_format(std::string_view format);

/// What the certificate, a JSON document from `source`, claims, in the format: document_of or coq_of, or what LaTeX
/// makes of the former. Throws input_error as these, the reader of the certificate's kind and pdf_of.
std::string written_proof(const std::string& certificate, const std::string& source, std::string_view format);

} // namespace mixcert::proof
