// A certificate as one sentence for a paper.
#pragma once

#include "mixcert/certificate/certificate.hpp"

#include <string>
#include <string_view>

namespace mixcert {

/// A LaTeX sentence in text mode: the map, the data by SHA-256, the enclosures of the largest and the smallest singular
/// value and of the frozen norm with the stored ends, and the certificate by the SHA-256 of its document.
std::string quote(const certificate& certificate, std::string_view document_sha256);

/// A decimal as decimal_down and decimal_up write it, in LaTeX math: 1.25e+01 is 12.5, 1.25e+40 is `1.25\times10^{40}`.
/// No digit is lost.
std::string latex_number(std::string_view decimal);

} // namespace mixcert
