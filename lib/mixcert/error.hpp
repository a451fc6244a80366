// The two ways a request can end without a certificate.
#pragma once

#include <stdexcept>
#include <string>

namespace mixcert {

/// The request or its input is wrong. The message names file, tensor and index and says what to do. Exit status 2.
class input_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Nothing is wrong with the input, but it could not be certified; the message is the reason. Exit status 3.
class not_certified : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

} // namespace mixcert
