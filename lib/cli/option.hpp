// Values of options, read by the library.
#pragma once

#include "mixcert/error.hpp"

#include <string>

namespace mixcert::cli {

/// What `parse` makes of the option's value; what it refuses, with the option's name in front.
template <class Parse> auto of_option(const std::string& option, const Parse& parse) {
  try {
    return parse();
  } catch (const input_error& error) {
    throw input_error(option + error.what());
  }
}

} // namespace mixcert::cli
