// Included more than once: within a namespace, and perhaps for a processor's wider lanes. What is compiled with them
// has to stand here as text, down to the last function.

template <std::size_t count> struct lanes_of {
  typedef double type __attribute__((vector_size(count * sizeof(double))));
};

template <class T> [[gnu::always_inline]] inline T load(const double* from) {
  T x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

template <class T> [[gnu::always_inline]] inline void store(const T& x, double* to) {
  __builtin_memcpy(to, &x, sizeof x);
}
