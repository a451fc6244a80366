#include "progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace mixcert::cli {
namespace {

std::string duration(double seconds) {
  const long whole = std::lround(seconds);
  const auto two = [](long x) { return (x < 10 ? "0" : "") + std::to_string(x); };
  return std::to_string(whole / 3600) + ':' + two(whole / 60 % 60) + ':' + two(whole % 60);
}

} // namespace

progress_line::progress_line(bool quiet) : visible_(!quiet && isatty(STDERR_FILENO) != 0) {}

progress_line::~progress_line() { clear(); }

void progress_line::show(std::size_t done, std::size_t total, std::size_t here) {
  const clock::time_point now = clock::now();
  if (!visible_ || now - shown_ < std::chrono::milliseconds(200)) return;
  const double elapsed = std::max(1e-3, std::chrono::duration<double>(now - begun_).count());
  const double left = here == 0 ? 0 : elapsed * static_cast<double>(total - done) / static_cast<double>(here);
  const std::string text = std::to_string(done) + " of " + std::to_string(total) + " states, " +
                           std::to_string(std::lround(static_cast<double>(here) / elapsed)) + " a second, " +
                           duration(left) + " left";
  write(text);
}

void progress_line::say(const std::string& step) {
  if (visible_) write(duration(std::chrono::duration<double>(clock::now() - begun_).count()) + "  " + step);
}

void progress_line::write(const std::string& text) {
  shown_ = clock::now();
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
}

void progress_line::clear() {
  if (visible_ && shown_ != clock::time_point{}) std::fputs("\r\033[K", stderr);
}

} // namespace mixcert::cli
