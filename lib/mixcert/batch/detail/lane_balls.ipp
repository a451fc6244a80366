// Balls in and out of arrays.

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> ball_of(const dd_ball& x) {
  return constant_ball<T>(x.high, x.low, x.radius);
}

template <class T> [[gnu::always_inline]] inline dd_ball_lanes<T> ball_at(const lane_balls& x, std::size_t at) {
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  return {load<T>(x.high + at * lanes), load<T>(x.low + at * lanes), load<T>(x.radius + at * lanes)};
}

template <class T>
[[gnu::always_inline]] inline void put_ball(const dd_ball_lanes<T>& value, lane_balls& x, std::size_t at) {
  constexpr std::size_t lanes = sizeof(T) / sizeof(double);
  store(value.high, x.high + at * lanes);
  store(value.low, x.low + at * lanes);
  store(value.radius, x.radius + at * lanes);
}
