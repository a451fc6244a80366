// merge: the i-th largest value of a union lies in the i-th enclosure.
#include "mixcert/spectrum/order_statistics.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;

using entries = std::vector<spectrum_entry<interval>>;

spectrum_entry<interval> entry(double low, double high, std::size_t multiplicity = 1, std::string from = "core") {
  return {interval(low, high), multiplicity, std::move(from)};
}

std::vector<interval> expanded(const entries& list) {
  std::vector<interval> r;
  for (const auto& e : list) r.insert(r.end(), e.multiplicity, e.value);
  return r;
}

/// Whether the i-th largest of the values, one from each expanded enclosure, lies in the i-th merged one.
bool holds(const entries& merged, std::vector<double> values) {
  std::sort(values.begin(), values.end(), std::greater<>());
  const std::vector<interval> enclosures = expanded(merged);
  if (enclosures.size() != values.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!contains(enclosures[i], values[i])) return false;
  return true;
}

/// Whether that is so for every choice of whole values.
bool holds_every_choice(const entries& parts, const entries& merged) {
  const std::vector<interval> enclosures = expanded(parts);
  std::vector<double> values;
  for (const interval& x : enclosures) values.push_back(x.lower());
  for (;;) {
    if (!holds(merged, values)) return false;
    std::size_t i = 0;
    while (i < values.size() && values[i] == enclosures[i].upper()) {
      values[i] = enclosures[i].lower();
      ++i;
    }
    if (i == values.size()) return true;
    values[i] += 1;
  }
}

/// What must not be done: the enclosures ordered by their lower ends, and kept.
entries merge_by_lower_end(entries parts) {
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.value.lower() > b.value.lower(); });
  return parts;
}

/// The sharpest answer: the ends sorted, each list for itself.
std::pair<std::vector<double>, std::vector<double>> sorted_ends(const entries& list) {
  std::vector<double> low, high;
  for (const interval& x : expanded(list)) {
    low.push_back(x.lower());
    high.push_back(x.upper());
  }
  std::sort(low.begin(), low.end(), std::greater<>());
  std::sort(high.begin(), high.end(), std::greater<>());
  return {low, high};
}

void check_merge(const entries& parts) {
  const entries merged = merge(parts);
  BOOST_CHECK(holds_every_choice(parts, merged));
  const std::vector<interval> enclosures = expanded(merged);
  const auto [low, high] = sorted_ends(parts);
  BOOST_REQUIRE_EQUAL(enclosures.size(), low.size());
  for (std::size_t i = 0; i < enclosures.size(); ++i)
    BOOST_CHECK(enclosures[i].lower() == low[i] && enclosures[i].upper() == high[i]);
  for (const auto& e : merged) BOOST_CHECK(e.multiplicity > 0);
  std::vector<spectrum_entry<mp_interval>> in_more_places;
  for (const auto& [value, multiplicity, from] : parts)
    in_more_places.push_back({{mp_float(value.lower(), 53), mp_float(value.upper(), 53), 200}, multiplicity, from});
  const auto the_same = merge(in_more_places);
  BOOST_REQUIRE_EQUAL(the_same.size(), merged.size());
  for (std::size_t i = 0; i < merged.size(); ++i) {
    BOOST_CHECK(mpfr_cmp_d(the_same[i].value.lower(), merged[i].value.lower()) == 0);
    BOOST_CHECK(mpfr_cmp_d(the_same[i].value.upper(), merged[i].value.upper()) == 0);
    BOOST_CHECK(the_same[i].multiplicity == merged[i].multiplicity && the_same[i].from == merged[i].from);
  }
}

/// All intervals with whole ends from 0 to 3.
std::vector<interval> small_intervals() {
  std::vector<interval> list;
  for (int low = 0; low <= 3; ++low)
    for (int high = low; high <= 3; ++high) list.emplace_back(low, high);
  return list;
}

} // namespace

BOOST_AUTO_TEST_SUITE(merging)

BOOST_AUTO_TEST_CASE(holds_every_choice_from_all_small_lists) {
  const std::vector<interval> all = small_intervals();
  check_merge({});
  for (const interval& a : all) {
    check_merge({{a, 1, "core"}});
    for (const interval& b : all) {
      check_merge({{a, 1, "core"}, {b, 1, "tail"}});
      for (const interval& c : all) check_merge({{a, 1, "core"}, {b, 1, "core"}, {c, 1, "tail"}});
    }
  }
}

BOOST_AUTO_TEST_CASE(holds_every_choice_with_multiplicities) {
  std::mt19937_64 random(40);
  const std::vector<interval> all = small_intervals();
  for (int trial = 0; trial < 2000; ++trial) {
    entries parts;
    for (std::size_t count = random() % 4, values = 0; count > 0; --count) {
      const std::size_t multiplicity = std::min<std::size_t>(random() % 4, 5 - values);
      values += multiplicity;
      parts.push_back({all[random() % all.size()], multiplicity, random() % 2 == 0 ? "core" : "tail"});
    }
    check_merge(parts);
  }
}

BOOST_AUTO_TEST_CASE(by_lower_ends_alone_is_false) {
  const entries parts = {entry(0, 10), entry(1, 2)};
  BOOST_CHECK(!holds(merge_by_lower_end(parts), {10, 1}));
  BOOST_CHECK(!holds_every_choice(parts, merge_by_lower_end(parts)));
  const entries merged = merge(parts);
  BOOST_REQUIRE_EQUAL(merged.size(), 2U);
  BOOST_CHECK(merged[0].value.lower() == 1 && merged[0].value.upper() == 10);
  BOOST_CHECK(merged[1].value.lower() == 0 && merged[1].value.upper() == 2);
}

BOOST_AUTO_TEST_CASE(orders_disjoint_enclosures) {
  const entries merged = merge(entries{entry(1, 2, 3, "tail"), entry(5, 6, 1), entry(3, 4, 2)});
  BOOST_REQUIRE_EQUAL(merged.size(), 3U);
  BOOST_CHECK_EQUAL(merged[0].value.lower(), 5);
  BOOST_CHECK_EQUAL(merged[1].multiplicity, 2U);
  BOOST_CHECK_EQUAL(merged[2].multiplicity, 3U);
  BOOST_CHECK_EQUAL(merged[2].from, "tail");
}

BOOST_AUTO_TEST_CASE(drops_entries_of_multiplicity_zero) {
  const entries merged = merge(entries{entry(0, 100, 0, "tail"), entry(1, 2), entry(7, 8, 0)});
  BOOST_REQUIRE_EQUAL(merged.size(), 1U);
  BOOST_CHECK_EQUAL(merged[0].value.upper(), 2);
  BOOST_CHECK_EQUAL(merged[0].from, "core");
  BOOST_CHECK(merge(entries{entry(1, 2, 0)}).empty());
}

BOOST_AUTO_TEST_CASE(keeps_large_multiplicities_together) {
  const entries merged = merge(entries{entry(1, 1, 1'000'000'000, "tail"), entry(0.5, 2, 1)});
  BOOST_REQUIRE_EQUAL(merged.size(), 3U);
  BOOST_CHECK(merged[0].value.lower() == 1 && merged[0].value.upper() == 2 && merged[0].multiplicity == 1);
  BOOST_CHECK(merged[1].value.lower() == 1 && merged[1].value.upper() == 1 && merged[1].multiplicity == 999'999'999);
  BOOST_CHECK(merged[2].value.lower() == 0.5 && merged[2].value.upper() == 1 && merged[2].multiplicity == 1);
}

BOOST_AUTO_TEST_CASE(names_where_both_ends_come_from) {
  const entries merged = merge(entries{entry(0, 10, 1, "core"), entry(1, 2, 2, "tail")});
  BOOST_REQUIRE_EQUAL(merged.size(), 3U);
  BOOST_CHECK_EQUAL(merged[0].from, "merged"); // [1, 10]
  BOOST_CHECK_EQUAL(merged[1].from, "tail");   // [1, 2]
  BOOST_CHECK_EQUAL(merged[2].from, "merged"); // [0, 2]
  for (const auto& e : merge(entries{entry(0, 10, 1, "tail"), entry(1, 2, 2, "tail")}))
    BOOST_CHECK_EQUAL(e.from, "tail");
}

BOOST_AUTO_TEST_CASE(keeps_unbounded_enclosures) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const entries merged = merge(entries{entry(0, inf), entry(1, 2)});
  BOOST_REQUIRE_EQUAL(merged.size(), 2U);
  BOOST_CHECK(merged[0].value.lower() == 1 && merged[0].value.upper() == inf);
  BOOST_CHECK(merged[1].value.lower() == 0 && merged[1].value.upper() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
