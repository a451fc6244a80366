#include "cotangents/reference.hpp"

#include "cotangents/json_file.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>

namespace mixcert::cotangents {
namespace {

/// The worst of what an independent computation found; two digits are given, so 5 % more.
reference_accuracy stated_accuracy(const nlohmann::json& document) {
  reference_accuracy worst{0, 0, 0};
  for (const nlohmann::json& checked : document.at("independent_check").at("results")) {
    const auto stated = [&](const char* key) {
      return 1.05 * parse_decimal_up(checked.at(key).get_ref<const std::string&>());
    };
    worst.logit = std::max(worst.logit, stated("logits_maxdev"));
    worst.loss = std::max(worst.loss, stated("loss_dev"));
    worst.gradient = std::max({worst.gradient, stated("grad_dir_rel"), stated("grad_stopped_dir_rel")});
  }
  return worst;
}

} // namespace

reference_file read_references(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "expected.json";
  const nlohmann::json document = read_json(path);
  const safetensors_file gradients(folder / "gradients.safetensors");
  try {
    reference_file r{stated_accuracy(document), {}};
    for (const nlohmann::json& sequence : document.at("sequences")) {
      reference of{sequence.at("text").get<std::string>(), {}, {}};
      of.quantities["loss"] = parse_hex(sequence.at("loss_hex").get_ref<const std::string&>());
      for (const char* name :
           {"grad_norm", "grad_stopped_norm", "norm_ratio_stopped_over_true", "norm_ratio_true_over_stopped", "cosine",
            "relative_difference_over_true", "relative_difference_over_stopped"})
        of.quantities[name] = parse_decimal_up(sequence.at(name).get_ref<const std::string&>());
      const std::string prefix = "seq" + std::to_string(sequence.at("seq").get<std::size_t>()) + ".";
      for (const char* name : {"logits", "grad", "grad_stopped", "grad_expanded", "grad_expanded_stopped"})
        of.tensors[name] = gradients.read(prefix + name).values;
      r.sequences.push_back(std::move(of));
    }
    if (r.sequences.empty()) throw input_error(path.string() + ": no sequences");
    return r;
  } catch (const nlohmann::json::exception& error) {
    throw input_error(path.string() + ": not the references of a model: " + error.what());
  }
}

double accuracy_of(const std::string& quantity, const reference& values, const reference_accuracy& accuracy) {
  const double value = values.quantities.at(quantity), a = accuracy.gradient;
  const double stopped_over_true = values.quantities.at("norm_ratio_stopped_over_true");
  if (quantity == "loss") return accuracy.loss;
  if (quantity == "cosine") return 2 * a;
  if (quantity == "relative_difference_over_true") return a * (1 + stopped_over_true + value);
  if (quantity == "relative_difference_over_stopped") return a * (1 + 1 / stopped_over_true + value);
  return (quantity.starts_with("norm_ratio") ? 2 : 1) * a * value;
}

} // namespace mixcert::cotangents
