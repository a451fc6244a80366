// Certificates made in several threads at once are those made one after the other.
#include "mixcert/ball/parallel.hpp"
#include "mixcert/certificate/certify.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/mixer/hc.hpp"
#include "mixcert/scalar/pi.hpp"
#include "support/hc_cases.hpp"
#include "support/thread_memory.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace mixcert::test {
namespace {

/// Of different precisions and sizes, so that whatever threads shared would be overwritten.
std::vector<std::function<std::string()>> makers() {
  std::vector<std::function<std::string()>> all;
  for (const std::uint64_t seed : {1U, 2U}) {
    all.emplace_back([=] { return to_json(certify(hc_mixer(), small_hc_input(seed, 2, 3 + seed), {})); });
    for (const int digits : {20, 60})
      all.emplace_back([=] { return to_json(certify_digits(hc_mixer(), small_hc_input(seed, 2, 3), {}, digits)); });
    all.emplace_back([=] { return to_json(certify_matrix({small_hc_input(seed, 3, 4).state, {}}, 0)); });
  }
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(certificates_are_those_of_one_thread) {
  const auto all = makers();
  std::vector<std::string> alone;
  for (const auto& make : all) alone.push_back(make());
  constexpr std::size_t number = 4, rounds = 5;
  std::vector<std::size_t> different(number);
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < number; ++t)
    running.emplace_back([&, t] {
      for (std::size_t k = 0; k < rounds * all.size(); ++k) {
        const std::size_t which = (k + 3 * t) % all.size();
        different[t] += all[which]() != alone[which];
      }
    });
  for (std::thread& thread : running) thread.join();
  for (const std::size_t count : different) BOOST_TEST(count == 0U);
}

// MPFR keeps constants and spare numbers for each thread.
BOOST_AUTO_TEST_CASE(leave_no_memory_behind) {
  const auto all = makers();
  for (const auto& make : all) make(); // what is made once for the process
  const context<mp_interval> numbers{200};
  const auto elementary = [&] { exp(pi(numbers)); };
  const auto shared = [&] { in_parallel(8, [&](std::size_t) { elementary(); }); };
  std::vector<long> left;
  {
    const counted_memory memory;
    for (const auto& make : all) left.push_back(memory.left_by(make));
    left.push_back(memory.left_by(elementary));
    left.push_back(memory.left_by(shared));
  }
  BOOST_TEST(left == std::vector<long>(left.size(), 0), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
