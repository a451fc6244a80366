#include "mixcert/ball/parallel.hpp"

#include "mixcert/scalar/environment.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mpfr.h>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace mixcert {
namespace {

thread_local bool is_part_of_parallel_work = false;

} // namespace

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const auto run = [&] {
    const bool before = std::exchange(is_part_of_parallel_work, true);
    try {
      require_ieee_environment();
      for (std::size_t k = next++; k < count; k = next++) work(k);
    } catch (...) {
      const std::scoped_lock lock(guard);
      failure = std::current_exception();
      next = count;
    }
    is_part_of_parallel_work = before;
  };
  std::vector<std::jthread> others;
  const bool can_share = mpfr_buildopt_tls_p() != 0 && !is_part_of_parallel_work;
  const std::size_t processors = can_share ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  for (std::size_t k = 1; k < std::min(processors, count); ++k) others.emplace_back(run);
  run();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

} // namespace mixcert
