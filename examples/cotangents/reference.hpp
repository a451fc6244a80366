// Numbers that others computed for the same model: expected.json and gradients.safetensors.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mixcert::cotangents {

/// A bound of the distance of references from the exact values, as the file itself states it of its worst sequence: of
/// a logit, of the loss, and of a gradient relative to its norm.
struct reference_accuracy {
  double logit, loss, gradient;
};

struct reference {
  std::string text;
  std::map<std::string, double> quantities; ///< by the names of quantities.hpp
  std::map<std::string, std::vector<double>>
      tensors; ///< logits, grad, grad_stopped, grad_expanded, grad_expanded_stopped
};

struct reference_file {
  reference_accuracy accuracy;
  std::vector<reference> sequences;
};

/// Throws input_error, naming the file, where something is missing.
reference_file read_references(const std::filesystem::path& folder);

/// What the accuracy of the loss and of the gradients makes that of a quantity, to first order.
double accuracy_of(const std::string& quantity, const reference& values, const reference_accuracy& accuracy);

} // namespace mixcert::cotangents
