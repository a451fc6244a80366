// Everything that the fast paths compute for a width of lanes.
#include "mixcert/scalar/detail/dd_ball_lanes.ipp"

#include "mixcert/batch/detail/lane_balls.ipp"
#include "mixcert/batch/detail/row_differences.ipp"
#include "mixcert/batch/detail/row_products.ipp"
#include "mixcert/batch/detail/scaled_sinkhorn.ipp"
#include "mixcert/batch/detail/small_rotation.ipp"
#include "mixcert/batch/detail/state_by_state.ipp"
#include "mixcert/batch/detail/triangular_coordinates.ipp"

#include "mixcert/batch/detail/hc_core.ipp"
#include "mixcert/batch/detail/mhc_core.ipp"

template <std::size_t lanes>
void rows(std::size_t length, const chunked_row& a, std::size_t count, const chunked_row* rows,
          double_double* products) {
  multiply_all_rows<lanes, false>(length, a, count, rows, nullptr, products);
}

template <std::size_t lanes>
void long_rows(std::size_t length, const chunked_row& a, std::size_t count, const chunked_row* rows,
               const double* const* lows, double_double* products) {
  multiply_all_rows<lanes, true>(length, a, count, rows, lows, products);
}

template <std::size_t lanes, class T = typename lanes_of<lanes>::type> batch_kernels kernels_for() {
  constexpr std::size_t states = sizeof(T) / sizeof(double);
  return {states,
          lanes,
          bound_chunks<lanes>,
          rows<lanes>,
          long_rows<lanes>,
          subtract_row<lanes>,
          state_by_state<states>,
          hc_core<T>,
          mhc_core<T>};
}
