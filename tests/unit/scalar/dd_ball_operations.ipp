// Included more than once: every operation on balls, compiled for several processors and lanes.
#include "mixcert/scalar/detail/dd_ball_lanes.ipp"

constexpr std::size_t operations = 22, numbers = 8;

template <class T>
[[gnu::always_inline]] inline void evaluate_at(const double (*in)[numbers], double (*out)[3][numbers], std::size_t i) {
  const dd_ball_lanes<T> a{load<T>(in[0] + i), load<T>(in[1] + i), load<T>(in[2] + i)};
  const dd_ball_lanes<T> b{load<T>(in[3] + i), load<T>(in[4] + i), load<T>(in[5] + i)};
  const auto tanhs = tanh_and_sech_squared(a), sigmoids = sigmoid_and_derivative(a);
  const dd_ball_lanes<T> results[operations] = {a + b,
                                                a - b,
                                                a * b,
                                                a / b,
                                                sqr(a),
                                                fma(a, b, a),
                                                times_exact(a, b.high),
                                                exact_product(a.high, b.high),
                                                scaled(a, in_all_lanes<T>(0x1p-7)),
                                                scaled(a, in_all_lanes<T>(0x1p9)),
                                                abs(a),
                                                max(a, b),
                                                min(a, b),
                                                sqrt(a),
                                                exp(a),
                                                expm1(a),
                                                tanhs.value,
                                                tanhs.derivative,
                                                sech(a),
                                                sigmoids.value,
                                                sigmoids.derivative,
                                                {T{}, T{}, magnitude(a)}};
  for (std::size_t k = 0; k < operations; ++k) {
    store(results[k].high, out[k][0] + i);
    store(results[k].low, out[k][1] + i);
    store(results[k].radius, out[k][2] + i);
  }
}

template <class T>
[[gnu::always_inline]] inline void evaluate_all(const double (*in)[numbers], double (*out)[3][numbers]) {
  for (std::size_t i = 0; i < numbers; i += sizeof(T) / sizeof(double)) evaluate_at<T>(in, out, i);
}

// One by one, and in lanes of two, four and eight.
inline void evaluate_1(const double (*in)[numbers], double (*out)[3][numbers]) { evaluate_all<double>(in, out); }
inline void evaluate_2(const double (*in)[numbers], double (*out)[3][numbers]) {
  evaluate_all<lanes_of<2>::type>(in, out);
}
inline void evaluate_4(const double (*in)[numbers], double (*out)[3][numbers]) {
  evaluate_all<lanes_of<4>::type>(in, out);
}
inline void evaluate_8(const double (*in)[numbers], double (*out)[3][numbers]) {
  evaluate_all<lanes_of<8>::type>(in, out);
}
