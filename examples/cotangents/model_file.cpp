#include "cotangents/model_file.hpp"

#include "cotangents/json_file.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/scalar/decimal.hpp"

namespace mixcert::cotangents {
namespace {

/// What config.json says that the tensors do not.
struct sizes {
  std::size_t layers, heads, streams, d, vocabulary, positions, hidden;
};

/// A constant as it is written there in hex.
const std::string& constant(const nlohmann::json& config, const char* name) {
  return config.at("constants").at(name).at("hex").get_ref<const std::string&>();
}

class reader {
 public:
  reader(const std::filesystem::path& folder, const sizes& sizes, const std::string& norm_clamp)
      : tensors_(folder / "model.safetensors"), sizes_(sizes),
        convention_(convention_of(find_mixer("hc"), {{"norm_clamp", norm_clamp}})) {}

  matrix<double> table(const std::string& name, std::size_t rows, std::size_t cols) const {
    return {rows, cols, values(name, {rows, cols})};
  }

  std::vector<double> list(const std::string& name) const { return values(name, {sizes_.d}); }

  hc_site router(const std::string& prefix) const {
    const mixer& hc = find_mixer("hc");
    const std::vector<tensor_spec> specs = hc.tensors(sizes_.streams, sizes_.d, convention_);
    std::vector<tensor> tensors = read_site(tensors_, prefix, hc, convention_, sizes_.streams, sizes_.d);
    mixer_input input{{}, convention_, matrix<double>(sizes_.streams, sizes_.d, 0.0)};
    for (std::size_t k = 0; k < specs.size(); ++k) input.parameters[specs[k].name] = std::move(tensors[k].values);
    return hc_site_of(input);
  }

 private:
  std::vector<double> values(const std::string& name, const std::vector<std::size_t>& shape) const {
    if (tensors_.shape(name) != shape)
      throw input_error(tensor_label(tensors_.path(), name) + "has not the shape that config.json beside it implies");
    return tensors_.read(name).values;
  }

  checkpoint tensors_;
  sizes sizes_;
  mixer_convention convention_;
};

} // namespace

model_file read_model(const std::filesystem::path& folder) {
  const std::filesystem::path config = folder / "config.json";
  const nlohmann::json document = read_json(config);
  try {
    const auto size = [&](const char* key) { return document.at(key).get<std::size_t>(); };
    const sizes of{size("n_layer"),    size("n_head"),     size("streams"),   size("n_embd"),
                   size("vocab_size"), size("block_size"), size("mlp_hidden")};
    const reader read(folder, of, constant(document, "f_normalize_eps"));
    model_file r;
    r.vocabulary = document.at("vocab").get<std::string>();
    if (r.vocabulary.size() != of.vocabulary) throw input_error(config.string() + ": 'vocab' is not vocab_size long");
    if (of.heads == 0 || of.d % of.heads != 0) throw input_error(config.string() + ": n_head does not divide n_embd");
    model_weights<double>& w = r.weights;
    w.streams = of.streams;
    w.epsilon = parse_hex(constant(document, "layer_norm_eps"));
    w.wte = read.table("transformer.wte.weight", of.vocabulary, of.d);
    w.wpe = read.table("transformer.wpe.weight", of.positions, of.d);
    w.final_norm = read.list("transformer.ln_f.weight");
    for (std::size_t l = 0; l < of.layers; ++l) {
      const std::string block = "transformer.h." + std::to_string(l) + ".";
      w.blocks.push_back({{read.router(block + "hc_attn"),
                           read.list(block + "ln_1.weight"),
                           {read.table(block + "attn.c_attn.weight", 3 * of.d, of.d),
                            read.table(block + "attn.c_proj.weight", of.d, of.d), of.heads}},
                          {read.router(block + "hc_mlp"),
                           read.list(block + "ln_2.weight"),
                           {read.table(block + "mlp.c_fc.weight", of.hidden, of.d),
                            read.table(block + "mlp.c_proj.weight", of.d, of.hidden)}}});
    }
    return r;
  } catch (const nlohmann::json::exception& error) {
    throw input_error(config.string() + ": not the configuration of a model: " + error.what());
  }
}

std::vector<std::size_t> tokens_of(const model_file& model, const std::string& text) {
  if (text.size() < 2 || text.size() > model.weights.wpe.rows())
    throw input_error("a text of " + std::to_string(text.size()) + " characters: give 2 to " +
                      std::to_string(model.weights.wpe.rows()));
  std::vector<std::size_t> tokens;
  for (const char character : text) {
    tokens.push_back(model.vocabulary.find(character));
    if (tokens.back() == std::string::npos)
      throw input_error("the model's vocabulary has no character '" + std::string(1, character) + "'");
  }
  return tokens;
}

} // namespace mixcert::cotangents
