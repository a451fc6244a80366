// A statement of the interval test language of ITF1788, as data.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace mixcert::test {

/// `[1.0,2.0]_com`, `[entire]`, `[empty]` or `[nai]` (not an interval). The ends mean something for a set only; the
/// decoration is kept as text and means nothing to the library.
struct itl_interval {
  enum class kinds { set, empty, nai };

  kinds kind = kinds::set;
  double lower = 0;
  double upper = 0;
  std::string decoration;
};

/// A quoted text, without its quotes and escapes.
struct itl_text {
  std::string text;
};

/// A decoration that stands by itself: `setDec [1,2] trv`.
struct itl_decoration {
  std::string name;
};

using itl_value = std::variant<itl_interval, double, bool, itl_text, itl_decoration>;

/// `operation operands = results signal SIGNAL;`, where the signal may be missing and is then empty.
struct itl_statement {
  std::size_t line = 0; // where it begins; the first line is 1
  std::string source;   // as written, blanks made single
  std::string operation;
  std::vector<itl_value> operands;
  std::vector<itl_value> results;
  std::string signal;
};

/// What is not the interval test language, and where.
class itl_error : public std::runtime_error {
 public:
  itl_error(std::size_t line, const std::string& what) : std::runtime_error(what), line_(line) {}

  std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

} // namespace mixcert::test
