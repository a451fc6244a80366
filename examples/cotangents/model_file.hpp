// The model of a folder: config.json and model.safetensors.
#pragma once

#include "cotangents/transformer.hpp"

#include <filesystem>
#include <string>

namespace mixcert::cotangents {

struct model_file {
  model_weights<double> weights;
  std::string vocabulary; ///< token k is the character vocabulary[k]
};

/// Throws input_error, naming the file, where it cannot be read, or is no model whose tensors' shapes fit.
model_file read_model(const std::filesystem::path& folder);

/// The tokens of a text. Throws input_error for a character that the vocabulary has not, or unless there are two or
/// more and no more than the model has positions.
std::vector<std::size_t> tokens_of(const model_file& model, const std::string& text);

} // namespace mixcert::cotangents
