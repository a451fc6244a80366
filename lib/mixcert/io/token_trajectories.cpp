#include "mixcert/io/token_trajectories.hpp"

#include "mixcert/io/address.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/state_list.hpp"

namespace mixcert {

token_trajectories read_token_trajectories(std::string_view address, const std::string& sites) {
  tensor_address where = parse_address(address, "trajectory");
  const trajectory_choice choice{.sites = sites};
  const safetensors_file file = open_trajectory(where.file);
  if (!where.tensor.empty() || !file.contains("site000.X") || file.shape("site000.X").size() <= where.index.size() + 2)
    return {{read_trajectory(address, choice)}, {1}};
  where.tensor = "site000.X";
  const state_indices all = indices_of_states(where, file.shape(where.tensor));
  token_trajectories r{{}, all.sequences};
  for (const std::vector<std::size_t>& index : all.indices) {
    std::string numbers;
    for (const std::size_t i : index) numbers += (numbers.empty() ? "" : ",") + std::to_string(i);
    r.tokens.push_back(read_trajectory(where.file.string() + ":[" + numbers + "]", choice));
  }
  return r;
}

} // namespace mixcert
