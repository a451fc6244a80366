#include "mixcert/io/state_list.hpp"

#include <string>

#include "mixcert/error.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::string_view kind = "state", meaning = "a state is streams x features";

} // namespace

state_indices indices_of_states(const tensor_address& where, std::span<const std::size_t> shape) {
  const std::string label = tensor_label(where.file, where.tensor);
  const std::size_t picked = where.index.size();
  if (shape.size() < picked + 2) require_axes(2, where.file, where.tensor, shape, where.index, meaning);
  slice_number(label, shape, where.index);
  const std::span<const std::size_t> leading = shape.subspan(picked, shape.size() - picked - 2);
  const std::size_t states = element_count(leading);
  if (element_count(shape) == 0)
    throw input_error(label + "has shape " + printable(shape) +
                      " and holds no state; a state has at least one stream and one feature");
  state_indices r;
  for (std::size_t k = 0; k < states; ++k) r.indices.push_back(full_index(where.index, leading, k));
  const std::size_t length = leading.empty() ? 1 : leading.back();
  r.sequences.assign(states / length, length);
  return r;
}

state_list read_states(std::string_view address) {
  tensor_address where = parse_address(address, kind);
  const state_indices all = indices_of_states(where, shape_of(where, kind));
  state_list r{{}, all.sequences};
  for (const std::vector<std::size_t>& index : all.indices) {
    where.index = index;
    r.states.push_back(read_array(where, kind, meaning));
  }
  return r;
}

} // namespace mixcert
