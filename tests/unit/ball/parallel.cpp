// Pieces of work are done once each, and what one throws arrives.
#include "mixcert/ball/parallel.hpp"

#include "mixcert/error.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cfenv>
#include <stdexcept>
#include <vector>

BOOST_AUTO_TEST_SUITE(parallel)

BOOST_AUTO_TEST_CASE(every_piece_once) {
  for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
    std::vector<std::atomic<int>> done(count);
    mixcert::in_parallel(count, [&](std::size_t k) { ++done[k]; });
    for (const auto& times : done) BOOST_TEST(times == 1);
  }
}

BOOST_AUTO_TEST_CASE(a_failure_is_thrown_here) {
  for (const std::size_t bad : {0U, 57U, 99U})
    BOOST_CHECK_THROW(mixcert::in_parallel(100,
                                           [&](std::size_t k) {
                                             if (k == bad) throw std::domain_error("a piece failed");
                                           }),
                      std::domain_error);
}

// Threads begin with the mode of the one that starts them.
BOOST_AUTO_TEST_CASE(every_thread_rounds_to_nearest) {
  std::fesetround(FE_UPWARD);
  bool refused = false;
  try {
    mixcert::in_parallel(2, [](std::size_t) {});
  } catch (const mixcert::not_certified&) {
    refused = true;
  }
  std::fesetround(FE_TONEAREST);
  BOOST_TEST(refused);
}

BOOST_AUTO_TEST_SUITE_END()
