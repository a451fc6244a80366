// Threads other than the first begin with what the variable MIXCERT_TEST_WORKERS names: `upward` or `flush`.
#include <cfenv>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <pthread.h>
#include <string_view>
#include <xmmintrin.h>

namespace {

struct beginning {
  void* (*run)(void*);
  void* argument;
};

void* run_in_another_environment(void* given) {
  const std::unique_ptr<beginning> start(static_cast<beginning*>(given));
  const std::string_view what = std::getenv("MIXCERT_TEST_WORKERS");
  if (what == "upward") std::fesetround(FE_UPWARD);
  if (what == "flush") _mm_setcsr(_mm_getcsr() | 0x8040);
  return start->run(start->argument);
}

} // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  using signature = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<signature>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, run_in_another_environment, new beginning{run, argument});
}
