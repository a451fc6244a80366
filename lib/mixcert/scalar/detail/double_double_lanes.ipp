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

/// product = a b rounded, and error = a b - product up to 2 * 2^-1074; exactly if |a b| >= 2^-960. Without a fused
/// operation (by Dekker) the error is NaN beyond |a|, |b| <= 2^996. Theorems T22 (a), T26 (a).
template <class T> [[gnu::always_inline]] inline void two_product(T a, T b, T& product, T& error) {
  product = a * b;
#if MIXCERT_IS_FUSED
  error = multiply_add(a, b, T(-product));
#else
  T a_high, a_low, b_high, b_low;
  halve(a, a_high, a_low);
  halve(b, b_high, b_low);
  error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
#endif
}

/// high + low: lanes of double_double numbers.
template <class T> struct lanes_of_double_double { T high, low; };

/// sum <- sum + a b: theorem T22 (a).
template <class T>
[[gnu::always_inline]] inline void add_product(lanes_of_double_double<T>& sum, const lanes_of_double_double<T>& a,
                                               const lanes_of_double_double<T>& b) {
  T product, error, leading, lost;
  two_product(a.high, b.high, product, error);
  const T rest = error + (a.high * b.low + a.low * b.high);
  two_sum(sum.high, product, leading, lost);
  two_sum(leading, lost + (sum.low + rest), sum.high, sum.low);
}
