#include "mixcert/certificate/checker/mixers/factors.hpp"

#include "mixcert/certificate/checker/mixers/mixers.hpp"
#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <charconv>
#include <system_error>
#include <utility>

namespace mixcert::checker {
namespace {

/// Takes the first `count` numbers from what is at `from`.
std::vector<dual> take(std::vector<dual>::const_iterator& from, std::size_t count) {
  const auto first = from;
  from += static_cast<std::ptrdiff_t>(count);
  return {first, from};
}

void append(std::vector<dual>& to, const std::vector<dual>& what) { to.insert(to.end(), what.begin(), what.end()); }

std::vector<dual> kronecker(const std::vector<dual>& A, std::size_t a, const std::vector<dual>& B, std::size_t b) {
  std::vector<dual> r;
  for (std::size_t i = 0; i < a * b; ++i)
    for (std::size_t j = 0; j < a * b; ++j) r.push_back(A[i / b * a + j / b] * B[i % b * b + j % b]);
  return r;
}

} // namespace

std::vector<std::size_t> whole_numbers(const std::string& text, char separator, std::size_t least, std::size_t most) {
  std::vector<std::size_t> r;
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    std::size_t x = 0;
    const auto [after, error] = std::from_chars(at, end, x);
    if (error != std::errc{} || x < least || x > most || (after != end && *after != separator))
      throw refuted("'" + printable(text) + "' are no whole numbers that the mixer allows");
    r.push_back(x);
    if (after == end) return r;
    at = after;
  }
}

std::vector<std::size_t> factors_of(const site& at, std::size_t most) {
  const std::string& text = at.word("factors");
  std::vector<std::size_t> r;
  std::size_t product = 1;
  if (text == "binary")
    for (; product < at.n; product *= 2) r.push_back(2);
  else
    for (const std::size_t f : r = whole_numbers(text, 'x', 2, most)) product = product > at.n ? product : product * f;
  if (r.empty() || product != at.n) throw refuted("the factors do not multiply to the number of streams");
  return r;
}

std::vector<dual> entries_and_values(const std::vector<dual>& U, std::size_t f) {
  std::vector<dual> r;
  for (std::size_t i = 0; i + 1 < f; ++i)
    for (std::size_t j = 0; j + 1 < f; ++j) r.push_back(U[i * f + j]);
  append(r, U);
  return r;
}

std::vector<dual> from_entries_and_values(const std::vector<dual>& x, std::size_t f) {
  const std::size_t last = f - 1;
  std::vector<dual> U(x.begin() + static_cast<std::ptrdiff_t>(last * last), x.end());
  for (dual& u : U) u.slope = interval(u.value.bits());
  for (std::size_t i = 0; i < last; ++i)
    for (std::size_t j = 0; j < last; ++j) {
      const interval& slope = x[i * last + j].slope;
      U[i * f + j].slope = slope;
      U[i * f + last].slope -= slope;
      U[last * f + j].slope -= slope;
      U[last * f + last].slope += slope;
    }
  return U;
}

std::vector<std::string> entry_labels(const std::string& name, std::size_t f) {
  std::vector<std::string> r;
  for (std::size_t i = 0; i + 1 < f; ++i)
    for (std::size_t j = 0; j + 1 < f; ++j) r.push_back(place_label(name, {i, j}));
  return r;
}

void set_kronecker_product(head& mix, const std::vector<kronecker_factor>& factors, bool is_transposed,
                           mpfr_prec_t bits) {
  for (const kronecker_factor& factor : factors)
    mix.labels.insert(mix.labels.end(), factor.labels.begin(), factor.labels.end());
  mix.features = [factors](const std::vector<dual>& numbers) {
    std::vector<dual> features, further;
    auto at = numbers.begin();
    for (const kronecker_factor& factor : factors) {
      const std::vector<dual> all = factor.features(take(at, factor.numbers));
      auto part = all.begin();
      append(features, take(part, factor.labels.size()));
      append(further, take(part, factor.further));
    }
    append(features, further);
    return features;
  };
  mix.outputs = [factors, is_transposed, bits, count = mix.labels.size()](const std::vector<dual>& x) {
    std::vector<dual> H{{interval(1, bits), interval(bits)}};
    std::size_t size = 1;
    auto feature = x.begin(), further = feature + static_cast<std::ptrdiff_t>(count);
    for (const kronecker_factor& factor : factors) {
      std::vector<dual> own = take(feature, factor.labels.size());
      append(own, take(further, factor.further));
      H = kronecker(H, size, factor.matrix(own), factor.size);
      size *= factor.size;
    }
    return is_transposed ? transposed(H, size) : H;
  };
}

} // namespace mixcert::checker
