// LaTeX documents as PDF.
#pragma once

#include <string>

namespace mixcert::proof {

/// What pdflatex, or else lualatex, makes of the document in a temporary folder. Throws input_error, with the remedy,
/// where neither is installed, and with the first error of its log where it fails.
std::string pdf_of(const std::string& latex);

} // namespace mixcert::proof
