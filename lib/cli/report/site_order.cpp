#include "site_order.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace mixcert::report {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The digits that a text begins with, without zeros in front.
std::string_view take_number(std::string_view& text) {
  const std::size_t end =
      std::min(text.size(), static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()));
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.size(), digits.find_first_not_of('0')));
  return digits;
}

/// Numbers in names by their size, everything else by bytes.
bool comes_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view m = take_number(a), n = take_number(b);
      if (m != n) return m.size() != n.size() ? m.size() < n.size() : m < n;
      continue;
    }
    if (a.front() != b.front()) return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && !b.empty();
}

} // namespace

void sort_sites(source& of) {
  std::vector<std::size_t> order(of.sites.size()), place(of.sites.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, comes_before, [&](std::size_t i) { return std::string_view(of.sites[i].prefix); });
  std::vector<reported_site> sites;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sites.push_back(std::move(of.sites[order[i]]));
  }
  of.sites = std::move(sites);
  for (reported_state& s : of.states) s.site = place[s.site];
  std::ranges::stable_sort(of.states, {}, &reported_state::site);
}

} // namespace mixcert::report
