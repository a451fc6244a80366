#include "mixcert/proof/written_proof.hpp"

#include "mixcert/certificate/any_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/latex.hpp"
#include "mixcert/proof/markdown.hpp"
#include "mixcert/proof/pdf.hpp"
#include "mixcert/proof/prove.hpp"

#include <span>

namespace mixcert::proof {

void require_proof_format(std::string_view format) {
  if (format != "md" && format != "tex" && format != "pdf" && format != "coq")
    throw input_error(printable(format) + ": must be md, tex, pdf or coq");
}

std::string written_proof(const std::string& certificate, const std::string& source, std::string_view format) {
  require_proof_format(format);
  const std::string sha256 = sha256_hex(std::as_bytes(std::span(certificate)));
  const auto in_format = [&](const auto& read) {
    if (format == "coq") return coq_of(read, sha256);
    const document written = document_of(read, sha256);
    if (format == "md") return to_markdown(written);
    return format == "tex" ? to_latex(written) : pdf_of(to_latex(written));
  };
  return std::visit(in_format, any_from_json(certificate, source));
}

} // namespace mixcert::proof
