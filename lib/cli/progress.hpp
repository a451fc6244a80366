// A line on the terminal that says how far a long run is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace mixcert::cli {

/// Writes to standard error, only where that is a terminal, and a few times a second.
class progress_line {
 public:
  explicit progress_line(bool quiet);
  ~progress_line();
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  /// `done` of `total`; `here` of them since the line began, from which the time that is left is estimated.
  void show(std::size_t done, std::size_t total, std::size_t here);
  /// What is being done from now on, with the time since the line began.
  void say(const std::string& step);
  /// Clears the line.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  void write(const std::string& text);
  bool visible_;
  clock::time_point begun_ = clock::now(), shown_ = {};
};

} // namespace mixcert::cli
