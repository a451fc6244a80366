// The target that the variable MIXCERT_FUZZ_TARGET names, for libFuzzer.
#include "target.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const char* const name = std::getenv("MIXCERT_FUZZ_TARGET");
  static const mixcert::fuzz::target& chosen = mixcert::fuzz::find_target(name == nullptr ? "" : name);
  run(chosen, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
