// Numbers as a page shows them: `[text, lower end, upper end]`, three texts. The text has the digits on which both ends
// agree, or both ends; the ends are decimals that contain the enclosure.
#pragma once

#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/enclosure.hpp"
#include "mixcert/certificate/scaled_enclosure.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace mixcert::report {

using json = nlohmann::ordered_json;

inline constexpr int ordinary_digits = 6, few_digits = 4; ///< of the text, at most

json number(const enclosure& x, int digits = ordinary_digits);
json number(const scaled_enclosure& x);
json numbers(const std::vector<enclosure>& values);
/// Rows of columns, with few digits.
json numbers(const matrix<enclosure>& a);

/// null where there is nothing.
template <class Number> json number(const std::optional<Number>& x) { return x ? number(*x) : json(nullptr); }

/// An enclosure as above; `{"index": j}` of a stream; `"undecided"`; `{"none": reason}`.
json measured(const measured_value& value, int digits);

} // namespace mixcert::report
