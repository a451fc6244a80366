// A mathematical library whose functions are wrong in the sixth digit: no claim may rest on them.
#include <dlfcn.h>

namespace {

double wrong(const char* name, double x) {
  return reinterpret_cast<double (*)(double)>(dlsym(RTLD_NEXT, name))(x) * (1 - 1e-6);
}

} // namespace

extern "C" {
double exp(double x) noexcept { return wrong("exp", x); }
double exp2(double x) noexcept { return wrong("exp2", x); }
double log(double x) noexcept { return wrong("log", x); }
double log10(double x) noexcept { return wrong("log10", x); }
double log2(double x) noexcept { return wrong("log2", x); }
double tanh(double x) noexcept { return wrong("tanh", x); }
double sin(double x) noexcept { return wrong("sin", x); }
double cos(double x) noexcept { return wrong("cos", x); }
double pow(double x, double y) noexcept {
  return reinterpret_cast<double (*)(double, double)>(dlsym(RTLD_NEXT, "pow"))(x, y) * (1 - 1e-6);
}
}
