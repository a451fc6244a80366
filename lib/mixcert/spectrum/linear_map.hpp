// A linear map that is known by its products with vectors.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace mixcert {

/// A map M of `columns` numbers to `rows` numbers: M x, and M^T y. In an arithmetic of enclosures they hold the
/// products of every member.
template <class S> struct linear_map {
  std::size_t rows, columns;                                          ///< the shape
  std::function<std::vector<S>(const std::vector<S>&)> times;         ///< M x
  std::function<std::vector<S>(const std::vector<S>&)> adjoint_times; ///< M^T y
};

} // namespace mixcert
