#include "study/constant_router.hpp"

#include "mixcert/error.hpp"

namespace mixcert::study {

constant_router::constant_router(const std::string& name, std::size_t n,
                                 const std::map<std::string, std::string>& convention)
    : mixer_(&find_mixer(name)) {
  if (name == "mhc-lite" || name == "kromhc") {
    tensor_ = "static_alpha";
    gates_ = n;
  } else if (name == "circulant") {
    tensor_ = "b";
    gates_ = 2 * n;
  } else if (name == "mhc-flat" || name == "go-mhc" || name == "krom-go" || name == "ohc") {
    tensor_ = "b_res";
  } else {
    throw input_error("no constant logits are known of mixer '" + name +
                      "'; choose mhc-flat, mhc-lite, kromhc, go-mhc, krom-go, ohc or circulant");
  }
  constexpr std::size_t features = 1;
  input_.convention = convention_of(*mixer_, convention);
  input_.state = matrix<double>(n, features, 1.0);
  for (const tensor_spec& tensor : mixer_->tensors(n, features, input_.convention)) {
    std::size_t size = 1;
    for (const std::size_t extent : extents(tensor)) size *= extent;
    input_.parameters[tensor.name].assign(size, 0.0);
  }
}

} // namespace mixcert::study
