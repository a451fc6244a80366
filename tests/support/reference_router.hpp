// Values of a router at one state, as another program computed them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "mixcert/scalar/matrix.hpp"

namespace mixcert::test {

struct reference_router {
  std::string id;         ///< of the case; derivatives and states carry it as a prefix
  std::string parameters; ///< prefix of the site's tensors: final point included, or as far as the point
  matrix<double> H;
  std::vector<double> write, read; ///< empty where the file has none
  std::string family = {};
  std::map<std::string, std::string> convention = {}; ///< constants as a mixer of this family takes them
  bool is_accurate = true; ///< unless the file says that its float64 numbers deviate from its long ones
  std::vector<double> sigma_J = {}, sigma_H = {}; ///< descending; empty where the file has none
};

/// The cases of a file `*_expected.json`.
std::vector<reference_router> read_reference_routers(const std::filesystem::path& file);

} // namespace mixcert::test
