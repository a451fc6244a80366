// Documents as LaTeX.
#pragma once

#include "mixcert/proof/document.hpp"

#include <string>

namespace mixcert::proof {

/// An article that needs nothing beyond the packages of Debian's texlive-latex-base, with its bibliography inside. What
/// comes from a file is set letter by letter and cannot be read as a command.
std::string to_latex(const document& document);

} // namespace mixcert::proof
