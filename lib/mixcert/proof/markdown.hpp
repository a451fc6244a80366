// Documents as Markdown with GitHub's mathematics.
#pragma once

#include "mixcert/proof/document.hpp"

#include <string>

namespace mixcert::proof {

/// GitHub-flavoured Markdown: formulas as $`...`$ and in ```math blocks, where nothing in them is taken for markup.
/// What comes from a file can neither end its code span nor be read as markup or HTML.
std::string to_markdown(const document& document);

} // namespace mixcert::proof
