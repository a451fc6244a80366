#include "mixcert/io/slice.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

std::size_t element_count(std::span<const std::size_t> shape) {
  if (std::ranges::find(shape, 0u) != shape.end()) return 0;
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

std::size_t slice_number(const std::string& label, std::span<const std::size_t> shape,
                         std::span<const std::size_t> leading_index) {
  if (leading_index.size() > shape.size())
    throw input_error(label + "has shape " + printable(shape) + " and no element " + printable(leading_index) +
                      "; give at most " + std::to_string(shape.size()) + " indices");
  std::size_t number = 0;
  for (std::size_t axis = 0; axis < leading_index.size(); ++axis) {
    const std::size_t length = shape[axis];
    if (leading_index[axis] >= length)
      throw input_error(label + "has shape " + printable(shape) + " and no slice " + printable(leading_index) +
                        "; axis " + std::to_string(axis) +
                        (length == 0 ? " is empty" : " takes 0 to " + std::to_string(length - 1)));
    number = number * length + leading_index[axis];
  }
  return number;
}

std::vector<std::size_t> full_index(std::span<const std::size_t> leading_index,
                                    std::span<const std::size_t> slice_shape, std::size_t position) {
  std::vector<std::size_t> index(leading_index.begin(), leading_index.end());
  index.resize(leading_index.size() + slice_shape.size());
  for (std::size_t axis = slice_shape.size(); axis-- > 0; position /= slice_shape[axis])
    index[leading_index.size() + axis] = position % slice_shape[axis];
  return index;
}

void require_finite(const tensor& slice) {
  const auto bad = std::ranges::find_if_not(slice.values, [](double x) { return std::isfinite(x); });
  if (bad == slice.values.end()) return;
  const auto position = static_cast<std::size_t>(bad - slice.values.begin());
  throw input_error(tensor_label(slice.file, slice.name) + "holds " +
                    (std::isnan(*bad) ? "NaN"
                     : *bad > 0       ? "Inf"
                                      : "-Inf") +
                    " at " + printable(full_index(slice.index, slice.shape, position)) +
                    "; nothing can be certified of it: repair the file, or choose a tensor of finite numbers");
}

} // namespace mixcert
