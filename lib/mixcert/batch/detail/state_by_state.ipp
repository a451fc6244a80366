// From lanes of states to states.

/// to[l * count + at] = from[at * lanes + l]; count is a multiple of the lanes.
template <std::size_t lanes> void state_by_state(std::size_t count, const double* from, double* to) {
  using T = typename lanes_of<lanes>::type;
  for (std::size_t at = 0; at < count; at += lanes) {
    T rows[lanes];
    for (std::size_t k = 0; k < lanes; ++k) rows[k] = load<T>(from + (at + k) * lanes);
    // Exchanges the halves, quarters, ... that are on the wrong side of the diagonal.
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
      const auto exchange = exchange_of<lanes>(half);
      const auto in_upper = (exchange_of<lanes>(0) & static_cast<long long>(half)) != 0;
      for (std::size_t k = 0; k < lanes; ++k)
        if ((k & half) == 0) {
          const T first = rows[k], second = rows[k + half];
          rows[k] = in_upper ? exchanged(second, exchange) : first;
          rows[k + half] = in_upper ? second : exchanged(first, exchange);
        }
    }
    for (std::size_t l = 0; l < lanes; ++l) store(rows[l], to + l * count + at);
  }
}

template <> inline void state_by_state<1>(std::size_t count, const double* from, double* to) {
  __builtin_memcpy(to, from, count * sizeof(double));
}
