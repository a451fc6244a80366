// Many states of one array.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "mixcert/io/address.hpp"
#include "mixcert/io/tensor.hpp"

namespace mixcert {

/// The leading indices of states, sequence by sequence, and how many states each sequence has.
struct state_indices {
  std::vector<std::vector<std::size_t>> indices; ///< leading indices of each state
  std::vector<std::size_t> sequences;            ///< how many of them, in order, each sequence has
};

/// Of an array whose axes before the last two remain when `index` has picked from the first ones, in C order: the last
/// of these counts the states of a sequence, those before it, sequences; where none remains there is one state. Throws
/// input_error for an array with less axes, an index out of range, or an axis without a state; `where` is named in it.
state_indices indices_of_states(const tensor_address& where, std::span<const std::size_t> shape);

/// States in order, and which of them form a sequence.
struct state_list {
  std::vector<tensor> states;         ///< n x d each
  std::vector<std::size_t> sequences; ///< how many of them, in order, each sequence has
};

/// The states of the array that FILE, FILE:TENSOR or FILE:TENSOR[i,...] names. Throws as read_state and
/// indices_of_states.
state_list read_states(std::string_view address);

} // namespace mixcert
