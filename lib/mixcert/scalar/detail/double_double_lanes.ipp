// Included more than once: within a namespace, and perhaps for a processor's wider lanes.

/// a + b = sum + error, exactly (Knuth).
template <class T> [[gnu::always_inline]] inline void two_sum(T a, T b, T& sum, T& error) {
  sum = a + b;
  const T b_part = sum - a;
  error = (a - (sum - b_part)) + (b - b_part);
}

/// x = high + low with at most 26 places each (Veltkamp), for |x| <= 2^996.
template <class T> [[gnu::always_inline]] inline void halve(const T& x, T& high, T& low) {
  const T c = x * 134217729.0;
  high = c - (c - x);
  low = x - high;
}

/// high + low: lanes of double_double numbers.
template <class T> struct lanes_of_double_double { T high, low; };

/// sum <- sum + a b, by Dekker's product: theorem T22 (a).
template <class T>
[[gnu::always_inline]] inline void add_product(lanes_of_double_double<T>& sum, const lanes_of_double_double<T>& a,
                                               const lanes_of_double_double<T>& b) {
  T a_high, a_low, b_high, b_low;
  halve(a.high, a_high, a_low);
  halve(b.high, b_high, b_low);
  const T product = a.high * b.high;
  const T error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  const T rest = error + (a.high * b.low + a.low * b.high);
  T leading, lost;
  two_sum(sum.high, product, leading, lost);
  two_sum(leading, lost + (sum.low + rest), sum.high, sum.low);
}
