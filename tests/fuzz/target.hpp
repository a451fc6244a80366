// What reads bytes that anybody may have made.
#pragma once

#include <span>
#include <string_view>

namespace mixcert::fuzz {

/// May refuse its bytes by input_error or not_certified; anything else that leaves it, and any crash, is a fault.
struct target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

std::span<const target> targets();

/// Throws std::invalid_argument when there is none of that name.
const target& find_target(std::string_view name);

/// The target on these bytes; refusals are caught.
void run(const target& chosen, std::string_view bytes);

} // namespace mixcert::fuzz
