// Rows of balls of double_double numbers: theorem T28 (b).

template <class T>
[[gnu::always_inline]] inline T subtract_at(std::size_t at, double multiple, const lane_balls& of,
                                            const lane_balls& from) {
  const auto number = [at](const lane_balls& row) {
    return dd_ball_lanes<T>{load<T>(row.high + at), load<T>(row.low + at), load<T>(row.radius + at)};
  };
  const dd_ball_lanes<T> x = number(of);
  const T factor = in_all_lanes<T>(multiple);
  const auto is_number = (x.low == 0) & (x.radius == 0); // whose multiple is a point, so that zeros can come out
  const dd_ball_lanes<T> y = number(from) - select(is_number, exact_product(x.high, factor), times_exact(x, factor));
  store(y.high, from.high + at);
  store(y.low, from.low + at);
  store(y.radius, from.radius + at);
  return y.radius;
}

/// from <- from - multiple of, for rows of balls; at least the sum of the radii, 0 only where all of them are.
template <std::size_t lanes>
double subtract_row(std::size_t length, double multiple, const lane_balls& of, const lane_balls& from) {
  using T = typename lanes_of<lanes>::type;
  T radii{};
  std::size_t at = 0;
  for (; at + lanes <= length; at += lanes) radii += subtract_at<T>(at, multiple, of, from);
  double sum = sum_of_lanes(radii);
  for (; at < length; ++at) sum += subtract_at<double>(at, multiple, of, from);
  return 2 * sum;
}
