// Closed forms for a paper.
#pragma once

#include "mixcert/expression/expression.hpp"

#include <string>

namespace mixcert {

/// LaTeX for math mode, such as `\left|1+K\right|^{L}`. A parameter with the English name of a Greek letter is that
/// letter, one of several letters is set as a word, and `b_1` has an index.
std::string to_latex(const expression& x);

} // namespace mixcert
