#include "mixcert/ball/integer_product.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"
#include "mixcert/ball/parallel.hpp"

#include <cstddef>
#include <vector>

namespace mixcert {
namespace {

namespace everywhere {
#include "mixcert/ball/detail/integer_product.ipp"
}

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2")
namespace wide {
#include "mixcert/ball/detail/integer_product.ipp"

void add(matrix<double>& C, const matrix<double>& A, const matrix<double>& B, std::size_t j) {
  add_columns<4, 6>(C, A, B, j);
}
} // namespace wide
#pragma GCC pop_options
#endif

} // namespace

void add_integer_product(matrix<double>& C, const matrix<double>& A, const matrix<double>& B) {
#if MIXCERT_CAN_BE_WIDE
  constexpr std::size_t wide_columns = 8;
  if (MIXCERT_IS_WIDE)
    return in_parallel((C.cols() + wide_columns - 1) / wide_columns,
                       [&](std::size_t k) { wide::add(C, A, B, k * wide_columns); });
#endif
  constexpr std::size_t columns = 4;
  in_parallel((C.cols() + columns - 1) / columns,
              [&](std::size_t k) { everywhere::add_columns<2, 4>(C, A, B, k * columns); });
}

} // namespace mixcert
