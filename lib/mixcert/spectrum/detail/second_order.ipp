// All that second_order_svd does for a width of lanes.
#include "mixcert/ball/detail/lane_functions.ipp"

#include "mixcert/spectrum/detail/column_rotations.ipp"
#include "mixcert/spectrum/detail/square_product.ipp"

#include "mixcert/spectrum/detail/near_diagonal.ipp"
#include "mixcert/spectrum/detail/triangular_factor.ipp"

template <std::size_t lanes> void rotate(std::size_t order, double* W, double* V, double* squares) {
  rotate_columns<lanes>(order, W, V, squares);
}

template <std::size_t lanes>
void triangle(std::size_t order, double* A, std::size_t* ranking, double* squares, double* row) {
  reduce_to_triangle<lanes>(order, A, ranking, squares, row);
}

template <std::size_t lanes>
void multiply(std::size_t order, const double* A, const double* B, double* C, double* squares) {
  multiply_squares<lanes, false, false>(order, A, B, C);
  square_columns<lanes>(order, C, squares);
}

template <std::size_t lanes>
detail::near_diagonal_norms couple_all(std::size_t order, detail::near_diagonal_arrays& arrays) {
  return couple<lanes>(order, arrays);
}

template <std::size_t lanes> double squares_of(std::size_t count, const double* x) {
  return sum_of_squares<lanes>(count, x);
}

template <std::size_t lanes> void scale(std::size_t count, double* x, double factor) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t at = 0; at < count; at += lanes) store(T(factor * load<T>(x + at)), x + at);
}

template <std::size_t lanes> constexpr detail::near_diagonal_kernels kernels_for() {
  return {squares_of<lanes>, scale<lanes>, triangle<lanes>, rotate<lanes>, multiply<lanes>, couple_all<lanes>};
}
