// Medians and the worst states, from rows in files.
#include "mixcert/batch/batch_summary.hpp"

#include "support/scratch_folder.hpp"

#include <algorithm>
#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

const row_layout layout{2};

} // namespace

BOOST_AUTO_TEST_SUITE(summaries)

BOOST_AUTO_TEST_CASE(medians_and_worst_states_are_those_of_sorting) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-300, 300);
  for (const std::size_t rows : {1U, 2U, 3U, 10U, 2501U}) {
    std::string bytes;
    std::vector<double> lower, upper;
    std::vector<std::pair<double, std::size_t>> order;
    std::size_t failed = 0;
    for (std::size_t state = 0; state < rows; ++state) {
      if (state % 5 == 4) {
        ++failed;
        append_row(layout, {state, 0, {}, {}, {}}, bytes);
        continue;
      }
      const double low = state % 3 == 0   ? 1.5
                         : state % 7 == 1 ? 0.0
                                          : std::pow(10, exponent(random)),
                   high = low * 1.25;
      lower.push_back(low);
      upper.push_back(high);
      order.emplace_back(-high, state);
      append_row(layout, {state, 0, interval(1), interval(low, high), {{interval(1), 1, {}}}}, bytes);
    }
    const scratch_folder folder;
    const std::filesystem::path file = folder.write("rows", "xyz" + bytes);
    const std::size_t half = rows / 2 * layout.bytes();
    const batch_summary r =
        summarise(layout, {"a", "empty"}, {{{file, 3, half}, {file, 3 + half, bytes.size() - half}}, {}}, 4);
    std::sort(lower.begin(), lower.end());
    std::sort(upper.begin(), upper.end());
    std::sort(order.begin(), order.end());
    const site_summary& site = r.sites[0];
    BOOST_TEST(site.states == rows);
    BOOST_TEST(site.failed == failed);
    BOOST_REQUIRE(site.median && site.largest);
    const std::size_t middle = (lower.size() - 1) / 2;
    BOOST_CHECK(site.median->lower() == lower[middle] && site.median->upper() == upper[middle]);
    BOOST_CHECK(site.largest->lower() == lower.back() && site.largest->upper() == upper.back());
    BOOST_TEST(r.worst.size() == std::min<std::size_t>(4, order.size()));
    for (std::size_t i = 0; i < r.worst.size(); ++i) BOOST_TEST(r.worst[i].state == order[i].second);
    BOOST_CHECK(r.sites[1].states == 0 && !r.sites[1].median);
  }
}

BOOST_AUTO_TEST_SUITE_END()
