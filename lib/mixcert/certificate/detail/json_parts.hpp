// What the documents of all kinds are put together from.
#pragma once

#include "mixcert/certificate/certificate.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace mixcert::json_parts {

using json = nlohmann::ordered_json;

inline constexpr const char* scope =
    "pointwise singular spectrum of the exact real map at the given data; not a Lipschitz constant";

/// A name that is not UTF-8 (a file may have any) is written with replacement characters.
std::string text(const json& document);

json ends(const enclosure& x);
json upper_bound(double x);
json enclosures(const std::vector<enclosure>& values);
json enclosures(const matrix<enclosure>& a);
json constant(const convention_value& c);
json constants(const mixer_convention& convention);
json reference(const tensor_reference& t);
json indexed_reference(const tensor_reference& t);
json references(const std::vector<tensor_reference>& tensors);
json dyadic(const dyadic_matrix& a);
json claim_json(const claim& c);
json producer_json(const producer& p);

} // namespace mixcert::json_parts
