// Arguments and output of the studies' programs.
#pragma once

#include "mixcert/error.hpp"

#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string_view>

namespace mixcert::study {

/// Argument k, or `otherwise` where there are not so many; 0 if it is no positive number.
inline std::size_t count_argument(int argc, char** argv, int k, std::size_t otherwise) {
  if (argc <= k) return otherwise;
  const std::string_view text = argv[k];
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc{} && end == text.data() + text.size() ? count : 0;
}

/// The folder, made where there is none. Throws input_error if it cannot be made, or looks like an option.
inline std::filesystem::path output_folder(const std::filesystem::path& path) {
  if (path.native().starts_with('-'))
    throw input_error("no option '" + path.string() + "': the first argument is the folder to write to");
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw input_error("cannot make the folder " + path.string() + ": " + error.message());
  return path;
}

/// A file to write numbers to. Throws input_error if it cannot be written.
inline std::ofstream opened(const std::filesystem::path& path) {
  std::ofstream file(path);
  if (!file) throw input_error("cannot write " + path.string());
  file << std::setprecision(9);
  return file;
}

/// A column of a table on standard output.
template <class T> void column(const T& x) { std::cout << std::setw(13) << x; }

} // namespace mixcert::study
