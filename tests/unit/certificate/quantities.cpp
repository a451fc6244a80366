// The headline numbers on spectra made by hand.
#include "mixcert/certificate/quantities.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace mixcert::test;
using mixcert::certified_quantities;
using mixcert::feedback_rank_at_least;
using mixcert::interval;
using mixcert::quantities_of;
using mixcert::spectrum_entry;

namespace {

std::vector<spectrum_entry<mixcert::enclosure>> points(const std::vector<std::pair<double, std::size_t>>& values) {
  std::vector<spectrum_entry<mixcert::enclosure>> r;
  for (const auto& [value, multiplicity] : values) r.push_back({interval(value), multiplicity, "core"});
  return r;
}

bool contains(const interval& x, const mpq_class& value) {
  return rational(x.lower()) <= value && value <= rational(x.upper());
}

const std::vector<mixcert::enclosure> two_and_one{interval(2.0), interval(1.0)};

} // namespace

BOOST_AUTO_TEST_SUITE(quantities)

BOOST_AUTO_TEST_CASE(rank_by_counting) {
  const auto rank = [](const std::vector<std::pair<double, std::size_t>>& values) {
    return feedback_rank_at_least(points(values), two_and_one, 3);
  };
  BOOST_TEST(rank({{2, 3}, {1, 3}}) == 0u);         // H kron I itself
  BOOST_TEST(rank({{5, 1}, {2, 2}, {1, 3}}) == 1u); // one above the largest
  BOOST_TEST(rank({{5, 1}, {4, 1}, {2, 1}, {1, 3}}) == 2u);
  BOOST_TEST(rank({{2, 3}, {1, 2}, {0, 1}}) == 1u);   // one below the smallest
  BOOST_TEST(rank({{2, 3}, {1.5, 1}, {1, 2}}) == 1u); // four above 1, where three may be
  BOOST_TEST(rank({{2, 2}, {1.5, 1}, {1, 3}}) == 1u); // four below 2
  BOOST_TEST(rank({{3, 6}}) == 6u);
  BOOST_TEST(rank({{0, 6}}) == 6u);
  BOOST_TEST(rank({{1.5, 6}}) == 3u);
  BOOST_TEST(rank({{9, 1}, {2, 2}, {1, 2}, {0, 1}}) == 1u); // one above and one below: rank 1 can do both
}

BOOST_AUTO_TEST_CASE(rank_counts_only_what_is_certain) {
  const std::vector<spectrum_entry<mixcert::enclosure>> wide{{interval(2, 5), 3, "core"},
                                                             {interval(0.5, 1), 3, "core"}};
  BOOST_TEST(feedback_rank_at_least(wide, two_and_one, 3) == 0u);
  const std::vector<mixcert::enclosure> wide_frozen{interval(1.5, 2.5), interval(0.5, 1.5)};
  BOOST_TEST(feedback_rank_at_least(points({{2.5, 3}, {0.5, 3}}), wide_frozen, 3) == 0u);
  BOOST_TEST(feedback_rank_at_least(points({{2.75, 1}, {2, 2}, {1, 3}}), wide_frozen, 3) == 1u);
}

BOOST_AUTO_TEST_CASE(rank_with_repeated_values) {
  const std::vector<mixcert::enclosure> equal{interval(1.0), interval(1.0)};
  // All of H kron I is 1: each value off 1 on either side needs rank of its own side.
  BOOST_TEST(feedback_rank_at_least(points({{2, 2}, {1, 3}, {0, 1}}), equal, 3) == 2u);
  BOOST_TEST(feedback_rank_at_least(points({{2, 1}, {1, 2}, {0, 3}}), equal, 3) == 3u);
  BOOST_TEST(feedback_rank_at_least(points({{1, 6}}), equal, 3) == 0u);
}

BOOST_AUTO_TEST_CASE(ends_and_ratios) {
  const certified_quantities q = quantities_of(points({{5, 1}, {2, 2}, {1, 2}, {0.25, 1}}), two_and_one, 3);
  BOOST_TEST(q.norm.lower() == 5);
  BOOST_TEST(q.norm.upper() == 5);
  BOOST_TEST(q.smallest.lower() == 0.25);
  BOOST_TEST(q.frozen_norm.upper() == 2);
  BOOST_TEST(contains(*q.norm_ratio, mpq_class(5, 2)));
  BOOST_TEST(width_up(*q.norm_ratio) < 1e-14);
  BOOST_TEST(contains(q.mean_square, (25 + 8 + 2 + mpq_class(1, 16)) / 6));
  BOOST_TEST(width_up(q.mean_square) < 1e-13);
  BOOST_TEST(contains(q.frozen_mean_square, mpq_class(5, 2)));
  BOOST_TEST(contains(*q.mean_square_ratio, (25 + 8 + 2 + mpq_class(1, 16)) / 6 / mpq_class(5, 2)));
  BOOST_TEST(q.rank_at_least == 1u);
}

BOOST_AUTO_TEST_CASE(random_enclosures) {
  std::mt19937_64 engine(1);
  const auto number = [&] { return std::uniform_real_distribution<double>(0, 3)(engine); };
  for (int round = 0; round < 200; ++round) {
    std::vector<double> ends(6);
    for (double& x : ends) x = number();
    std::sort(ends.rbegin(), ends.rend());
    const std::vector<spectrum_entry<mixcert::enclosure>> spectrum{{interval(ends[1], ends[0]), 2, "core"},
                                                                   {interval(ends[3], ends[2]), 3, "tail"}};
    const std::vector<mixcert::enclosure> frozen{interval(ends[5], ends[4])};
    const certified_quantities q = quantities_of(spectrum, frozen, 5);
    for (const bool low : {false, true}) {
      const mpq_class a = rational(low ? ends[1] : ends[0]), b = rational(low ? ends[3] : ends[2]),
                      f = rational(low ? ends[4] : ends[5]);
      const mpq_class square = (2 * a * a + 3 * b * b) / 5;
      BOOST_TEST(contains(q.mean_square, square));
      BOOST_TEST(contains(*q.norm_ratio, a / f));
      BOOST_TEST(contains(*q.mean_square_ratio, square / (f * f)));
    }
  }
}

BOOST_AUTO_TEST_CASE(no_ratio_to_what_may_be_zero) {
  for (const interval& frozen : {interval(0.0), interval(0, 1)}) {
    const certified_quantities q = quantities_of(points({{1, 3}}), {frozen}, 3);
    BOOST_TEST(!q.norm_ratio);
    BOOST_TEST(!q.mean_square_ratio);
    BOOST_TEST(q.norm.upper() == 1);
  }
  // However small, it is not zero; nor is its square, which binary64 does not hold.
  const certified_quantities q = quantities_of(points({{1e-200, 3}}), {interval(1e-200)}, 3);
  BOOST_TEST(contains(*q.norm_ratio, 1));
  BOOST_TEST(contains(*q.mean_square_ratio, 1));
}

BOOST_AUTO_TEST_SUITE_END()
