// Many states of one array.
#include "mixcert/io/state_list.hpp"

#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"

#include <numeric>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

using indices = std::vector<std::vector<std::size_t>>;

/// A file of this shape, filled with 0, 1, 2, ...
std::string counted(const std::vector<std::size_t>& shape) {
  std::vector<double> values(
      std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<std::size_t>()));
  std::iota(values.begin(), values.end(), 0.0);
  return npy_bytes("<f8", shape, f64_bytes(values));
}

state_indices of(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& index = {}) {
  return indices_of_states({"f.npy", "X", index}, shape);
}

} // namespace

BOOST_AUTO_TEST_SUITE(state_lists)

BOOST_AUTO_TEST_CASE(indices_are_in_order_and_sequences_in_the_last_axis) {
  BOOST_CHECK((of({4, 8}).indices == indices{{}}) && of({4, 8}).sequences == std::vector<std::size_t>{1});
  BOOST_CHECK((of({3, 4, 8}).indices == indices{{0}, {1}, {2}}) &&
              of({3, 4, 8}).sequences == std::vector<std::size_t>{3});
  BOOST_CHECK((of({2, 2, 4, 8}).indices == indices{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  BOOST_CHECK((of({2, 3, 5, 4, 8}).sequences == std::vector<std::size_t>(6, 5)));
}

BOOST_AUTO_TEST_CASE(an_index_picks_from_the_first_axes) {
  BOOST_CHECK((of({2, 2, 4, 8}, {1}).indices == indices{{1, 0}, {1, 1}}));
  BOOST_CHECK((of({2, 2, 4, 8}, {1}).sequences == std::vector<std::size_t>{2}));
  BOOST_CHECK((of({2, 2, 4, 8}, {1, 0}).indices == indices{{1, 0}}));
}

BOOST_AUTO_TEST_CASE(what_holds_no_states_is_refused) {
  check_refused([] { of({8}); }, {"'X'", "streams x features"});
  check_refused([] { of({2, 4, 8}, {0, 1}); }, {"'X'", "streams x features"});
  check_refused([] { of({2, 4, 8}, {2}); }, {"no slice [2]"});
  check_refused([] { of({0, 4, 8}); }, {"holds no state"});
  check_refused([] { of({2, 4, 0}); }, {"holds no state"});
}

BOOST_AUTO_TEST_CASE(states_are_those_of_the_file) {
  const scratch_file file("states.npy", counted({2, 3, 1, 2}));
  const state_list all = read_states(file.path().string());
  BOOST_REQUIRE(all.states.size() == 6 && (all.sequences == std::vector<std::size_t>{3, 3}));
  for (std::size_t k = 0; k < 6; ++k) {
    BOOST_CHECK(
        (all.states[k].values == std::vector<double>{2.0 * static_cast<double>(k), 2.0 * static_cast<double>(k) + 1}));
    BOOST_CHECK((all.states[k].index == std::vector<std::size_t>{k / 3, k % 3}));
  }
  const state_list one = read_states(file.path().string() + ":[1]");
  BOOST_REQUIRE(one.states.size() == 3);
  BOOST_CHECK((one.states[0].values == std::vector<double>{6, 7}));
}

BOOST_AUTO_TEST_SUITE_END()
