#include "mixcert/batch/row.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace mixcert {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

template <class Bits> void put_bits(Bits bits, std::string& bytes) {
  for (std::size_t i = 0; i < sizeof(Bits); ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xff);
}

void put(double x, std::string& bytes) { put_bits(std::bit_cast<std::uint64_t>(x), bytes); }

void put(const std::optional<interval>& x, std::string& bytes) {
  put(x ? x->lower() : nothing, bytes);
  put(x ? x->upper() : nothing, bytes);
}

template <class Bits> Bits bits_at(const char* bytes) {
  Bits bits = 0;
  for (std::size_t i = sizeof(Bits); i-- > 0;)
    bits = static_cast<Bits>(bits << 8 | static_cast<unsigned char>(bytes[i]));
  return bits;
}

double number_at(const char* bytes) { return std::bit_cast<double>(bits_at<std::uint64_t>(bytes)); }

/// Both ends of a spectrum are descending: a hull has the upper end of its first member and the lower one of its last.
std::vector<spectrum_entry<interval>> joined(std::vector<spectrum_entry<interval>> spectrum, std::size_t most) {
  while (spectrum.size() > most) {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < spectrum.size(); ++i)
      if (const double width = spectrum[i].value.upper() - spectrum[i + 1].value.lower(); width < least) {
        least = width;
        best = i;
      }
    spectrum_entry<interval>& kept = spectrum[best];
    const spectrum_entry<interval>& other = spectrum[best + 1];
    kept = {interval(other.value.lower(), kept.value.upper()), kept.multiplicity + other.multiplicity, "merged"};
    spectrum.erase(spectrum.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  return spectrum;
}

} // namespace

row_layout layout_for(std::size_t core, std::size_t streams) {
  const std::size_t places = core + 2 * streams; // joined only where enclosures overlap often
  return {places + places % 2};
}

void append_row(const row_layout& layout, const spectrum_row& row, std::string& bytes) {
  const std::vector<spectrum_entry<interval>> spectrum = joined(row.spectrum, layout.values);
  const auto for_each_place = [&](auto&& put_place) {
    for (std::size_t i = 0; i < layout.values; ++i) put_place(i < spectrum.size() ? &spectrum[i] : nullptr);
  };
  put_bits(row.state, bytes);
  put_bits(row.site, bytes);
  put_bits(static_cast<std::uint32_t>(spectrum.size()), bytes);
  put(row.frozen, bytes);
  put(row.ratio, bytes);
  for_each_place([&](const auto* entry) { put(entry ? entry->value.lower() : nothing, bytes); });
  for_each_place([&](const auto* entry) { put(entry ? entry->value.upper() : nothing, bytes); });
  for_each_place([&](const auto* entry) {
    put_bits(entry ? static_cast<std::uint32_t>(entry->multiplicity) : std::uint32_t{0}, bytes);
  });
}

row_headline headline_of(const row_layout& layout, const char* bytes) {
  return {bits_at<std::uint64_t>(bytes), bits_at<std::uint32_t>(bytes + 8),         bits_at<std::uint32_t>(bytes + 12),
          number_at(bytes + 48),         number_at(bytes + 48 + 8 * layout.values), number_at(bytes + 32),
          number_at(bytes + 40)};
}

std::vector<spectrum_entry<interval>> spectrum_in(const row_layout& layout, const char* bytes) {
  const std::size_t count = headline_of(layout, bytes).count;
  if (count > layout.values) throw input_error("a stored spectrum has more values than places");
  const char *lower = bytes + 48, *upper = lower + 8 * layout.values, *multiplicity = upper + 8 * layout.values;
  std::vector<spectrum_entry<interval>> r;
  for (std::size_t i = 0; i < count; ++i) {
    const double low = number_at(lower + 8 * i), high = number_at(upper + 8 * i);
    if (!(low <= high)) throw input_error("a stored spectrum has an enclosure with its ends the wrong way round");
    r.push_back({interval(low, high), bits_at<std::uint32_t>(multiplicity + 4 * i), ""});
  }
  return r;
}

std::string npy_header_of(const row_layout& layout, std::size_t rows) {
  const std::string places = "(" + std::to_string(layout.values) + ",)";
  std::string header("\x93NUMPY\x01\x00", 8);
  put_bits(static_cast<std::uint16_t>(npy_header_bytes - 10), header);
  header += "{'descr': [('state', '<u8'), ('site', '<u4'), ('count', '<u4'), ('frozen', '<f8', (2,)), ('ratio', '<f8', "
            "(2,)), ('lower', '<f8', " +
            places + "), ('upper', '<f8', " + places + "), ('multiplicity', '<u4', " + places +
            ")], 'fortran_order': False, 'shape': (" + std::to_string(rows) + ",), }";
  header.resize(npy_header_bytes - 1, ' ');
  return header + '\n';
}

} // namespace mixcert
