// A mathematical library whose fma rounds twice.
extern "C" double fma(double x, double y, double z) noexcept {
  const volatile double product = x * y;
  return product + z;
}
