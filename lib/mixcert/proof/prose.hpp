// Sentences of this program as text, in a small markup.
#pragma once

#include "mixcert/proof/document.hpp"

#include <string_view>
#include <vector>

namespace mixcert::proof {

/// `$...$` is a formula, `*...*` emphasis, `` `...` `` code, `[@key]` a citation and `%1` to `%9` are the texts given.
/// For what this program says itself: data are given as texts, and never read as markup. Throws std::invalid_argument
/// when something is not closed or a text is missing.
text prose(std::string_view words, const std::vector<text>& given = {});

/// A paragraph for each.
std::vector<block> paragraphs(const std::vector<std::string_view>& words);

} // namespace mixcert::proof
