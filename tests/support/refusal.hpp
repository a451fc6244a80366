// Checks that wrong input is refused, and in words that help.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "mixcert/error.hpp"

namespace mixcert::test {

/// Calls `action`, which must throw input_error, and checks that its message holds every one of the pieces.
template <typename Action> void check_refused(Action action, std::initializer_list<std::string_view> pieces) {
  try {
    action();
    BOOST_ERROR("accepted; expected a refusal that says '" << *pieces.begin() << '\'');
  } catch (const input_error& error) {
    const std::string message = error.what();
    for (const std::string_view piece : pieces)
      BOOST_CHECK_MESSAGE(message.find(piece) != std::string::npos,
                          "'" << message << "' does not say '" << piece << '\'');
    BOOST_CHECK_MESSAGE(message.find(';') != std::string::npos, "'" << message << "' says no remedy");
  }
}

} // namespace mixcert::test
