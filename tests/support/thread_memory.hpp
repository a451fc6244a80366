// What threads leave behind in the memory of GMP and MPFR.
#pragma once

#include <atomic>
#include <cstdlib>
#include <functional>
#include <gmp.h>
#include <thread>

namespace mixcert::test {

/// Counts the blocks that GMP and MPFR have, as long as it lives; one at a time.
class counted_memory {
 public:
  counted_memory() {
    mp_get_memory_functions(&allocate_, &reallocate_, &deallocate_);
    mp_set_memory_functions(
        [](std::size_t size) {
          ++blocks;
          return std::malloc(size);
        },
        [](void* block, std::size_t, std::size_t size) { return std::realloc(block, size); },
        [](void* block, std::size_t) {
          --blocks;
          std::free(block);
        });
  }
  ~counted_memory() { mp_set_memory_functions(allocate_, reallocate_, deallocate_); }
  counted_memory(const counted_memory&) = delete;
  counted_memory& operator=(const counted_memory&) = delete;

  /// How many blocks a thread that does this leaves behind.
  static long left_by(const std::function<void()>& work) {
    const long before = blocks;
    std::thread(work).join();
    return blocks - before;
  }

 private:
  inline static std::atomic<long> blocks;
  void* (*allocate_)(std::size_t) = nullptr;
  void* (*reallocate_)(void*, std::size_t, std::size_t) = nullptr;
  void (*deallocate_)(void*, std::size_t) = nullptr;
};

} // namespace mixcert::test
