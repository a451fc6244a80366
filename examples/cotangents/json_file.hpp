// A JSON document, with errors that name its file.
#pragma once

#include "mixcert/error.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace mixcert::cotangents {

/// Throws input_error where the file is missing or no JSON.
inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw input_error(path.string() + ": cannot be read; give the folder that holds it");
  nlohmann::json document = nlohmann::json::parse(file, nullptr, false);
  if (document.is_discarded()) throw input_error(path.string() + ": no JSON");
  return document;
}

} // namespace mixcert::cotangents
