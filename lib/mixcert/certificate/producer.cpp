#include "mixcert/certificate/producer.hpp"

namespace mixcert {

producer this_producer() {
#ifdef __clang__
  const char* compiler = "clang " __clang_version__;
#else
  const char* compiler = "gcc " __VERSION__;
#endif
  return {MIXCERT_VERSION, compiler, "interval"};
}

} // namespace mixcert
