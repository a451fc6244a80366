// Spectra as rows of fixed length.
#include "mixcert/batch/row.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;

using entries = std::vector<spectrum_entry<interval>>;

double number(const std::string& bytes, std::size_t at) {
  std::uint64_t bits = 0;
  for (std::size_t i = 8; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(bytes[at + i]);
  return std::bit_cast<double>(bits);
}

std::uint32_t count(const std::string& bytes, std::size_t at) {
  std::uint32_t bits = 0;
  for (std::size_t i = 4; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(bytes[at + i]);
  return bits;
}

std::string row_bytes(const row_layout& layout, const spectrum_row& row) {
  std::string bytes;
  append_row(layout, row, bytes);
  BOOST_TEST(bytes.size() == layout.bytes());
  return bytes;
}

entries stored(const row_layout& layout, const std::string& bytes) {
  entries r;
  for (std::size_t i = 0; i < count(bytes, 12); ++i)
    r.push_back({interval(number(bytes, 48 + 8 * i), number(bytes, 48 + 8 * (layout.values + i))),
                 count(bytes, 48 + 16 * layout.values + 4 * i),
                 {}});
  return r;
}

std::vector<interval> expanded(const entries& spectrum) {
  std::vector<interval> r;
  for (const auto& entry : spectrum) r.insert(r.end(), entry.multiplicity, entry.value);
  return r;
}

/// Ends descend, enclosures overlap now and then.
entries random_spectrum(std::mt19937_64& random, std::size_t size) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> lower, upper;
  for (std::size_t i = 0; i < size; ++i) {
    lower.push_back(uniform(random));
    upper.push_back(lower.back() + uniform(random) * 0.1);
  }
  std::sort(lower.rbegin(), lower.rend());
  std::sort(upper.rbegin(), upper.rend());
  entries r;
  for (std::size_t i = 0; i < size; ++i) r.push_back({interval(lower[i], upper[i]), 1 + random() % 4, {}});
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rows)

BOOST_AUTO_TEST_CASE(a_spectrum_that_fits_is_kept_as_it_is) {
  std::mt19937_64 random(1);
  const row_layout layout = layout_for(5, 2);
  for (std::size_t size = 1; size <= layout.values; ++size) {
    const entries spectrum = random_spectrum(random, size);
    const std::string bytes = row_bytes(layout, {7, 3, interval(1, 2), interval(3, 4), spectrum});
    const entries found = stored(layout, bytes);
    BOOST_REQUIRE_EQUAL(found.size(), size);
    for (std::size_t i = 0; i < size; ++i)
      BOOST_CHECK(found[i].value.lower() == spectrum[i].value.lower() &&
                  found[i].value.upper() == spectrum[i].value.upper() &&
                  found[i].multiplicity == spectrum[i].multiplicity);
    for (std::size_t i = size; i < layout.values; ++i)
      BOOST_CHECK(std::isnan(number(bytes, 48 + 8 * i)) && std::isnan(number(bytes, 48 + 8 * (layout.values + i))) &&
                  count(bytes, 48 + 16 * layout.values + 4 * i) == 0);
    const row_headline headline = headline_of(layout, bytes.data());
    BOOST_CHECK(headline.state == 7 && headline.site == 3 && headline.count == size && headline.ratio_lower == 3 &&
                headline.ratio_upper == 4 && headline.norm_lower == spectrum[0].value.lower() &&
                headline.norm_upper == spectrum[0].value.upper());
    BOOST_CHECK(number(bytes, 16) == 1 && number(bytes, 24) == 2);
  }
}

BOOST_AUTO_TEST_CASE(of_a_longer_one_each_value_is_still_enclosed_and_few_are_joined) {
  std::mt19937_64 random(2);
  const row_layout layout = layout_for(6, 3);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const entries spectrum = random_spectrum(random, layout.values + 1 + random() % 8);
    const entries found = stored(layout, row_bytes(layout, {0, 0, {}, {}, spectrum}));
    BOOST_TEST(found.size() == layout.values);
    const std::vector<interval> one = expanded(spectrum), other = expanded(found);
    BOOST_REQUIRE_EQUAL(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i)
      BOOST_CHECK(other[i].lower() <= one[i].lower() && one[i].upper() <= other[i].upper());
    for (std::size_t i = 1; i < found.size(); ++i)
      BOOST_CHECK(found[i].value.lower() <= found[i - 1].value.lower() &&
                  found[i].value.upper() <= found[i - 1].value.upper());
  }
}

BOOST_AUTO_TEST_CASE(the_neighbours_that_it_widens_least_are_joined) {
  const row_layout layout{2};
  const entries spectrum{{interval(9), 1, {}}, {interval(5), 2, {}}, {interval(4.5), 3, {}}};
  const entries found = stored(layout, row_bytes(layout, {0, 0, {}, {}, spectrum}));
  BOOST_REQUIRE_EQUAL(found.size(), 2U);
  BOOST_CHECK(found[0].value.lower() == 9 && found[0].multiplicity == 1);
  BOOST_CHECK(found[1].value.lower() == 4.5 && found[1].value.upper() == 5 && found[1].multiplicity == 5);
}

BOOST_AUTO_TEST_CASE(without_a_spectrum_all_places_are_empty) {
  const row_layout layout = layout_for(4, 2);
  const row_headline headline = headline_of(layout, row_bytes(layout, {1, 2, {}, {}, {}}).data());
  BOOST_CHECK(headline.count == 0 && std::isnan(headline.norm_lower) && std::isnan(headline.norm_upper) &&
              std::isnan(headline.ratio_lower) && std::isnan(headline.ratio_upper));
}

BOOST_AUTO_TEST_CASE(headers_have_one_length_whatever_they_say) {
  for (const std::size_t values : {std::size_t{2}, std::size_t{40}, std::size_t{1'000'000}})
    for (const std::size_t rows : {std::size_t{0}, std::size_t{1} << 40}) {
      const std::string header = npy_header_of({values}, rows);
      BOOST_TEST(header.size() == npy_header_bytes);
      BOOST_TEST(header.back() == '\n');
      BOOST_TEST(header.find("'shape': (" + std::to_string(rows) + ",), }") != header.npos);
    }
}

BOOST_AUTO_TEST_SUITE_END()
