#include "mixcert/certificate/checker/mixer.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

const constant& constant_of(const site& where, const std::string& name) {
  const auto found = where.constants.find(name);
  if (found == where.constants.end()) throw refuted("the convention has no " + name);
  found->second.used = true;
  return found->second;
}

/// The numbers r(i, c) (numerator of offset + denominator scale[c]), over the denominator of the offset.
dyadic_matrix as_row(const std::vector<double>& scale, const rational& offset) {
  dyadic_matrix row = exact_matrix(scale, 1, scale.size());
  for (integer& x : row.entries) x *= denominator(offset);
  dyadic_matrix shift = zeros(1, scale.size(), 0);
  for (integer& x : shift.entries) x = -numerator(offset);
  return difference(row, shift);
}

} // namespace

const std::vector<double>& site::tensor(const std::string& name, const std::vector<std::size_t>& shape) const {
  const auto found = tensors.find(name);
  if (found == tensors.end()) throw refuted("the parameters have no tensor " + name);
  const std::vector<std::size_t>& own = found->second.shape;
  if (own != shape && !(shape.empty() && own == std::vector<std::size_t>{1}))
    throw refuted("tensor " + name + " has not the shape that the mixer needs");
  return found->second.values;
}

rational site::number(const std::string& name) const { return exact(tensor(name, {}).front()); }

const rational& site::real(const std::string& name) const {
  const constant& c = constant_of(*this, name);
  if (!c.word.empty()) throw refuted("the constant " + name + " is not a number");
  return c.value;
}

const rational& site::at_least_zero(const std::string& name) const {
  if (real(name) < 0) throw refuted("the constant " + name + " is negative");
  return real(name);
}

const rational& site::positive(const std::string& name) const {
  if (real(name) <= 0) throw refuted("the constant " + name + " is not positive");
  return real(name);
}

long site::whole(const std::string& name, long least, long most) const {
  const rational& x = real(name);
  if (x < least || x > most || denominator(x) != 1)
    throw refuted("the constant " + name + " is no whole number that the mixer allows");
  return numerator(x).get_si();
}

const std::string& site::word(const std::string& name) const { return constant_of(*this, name).word; }

std::size_t site::choice(const std::string& name, std::initializer_list<std::string_view> words) const {
  const auto* const found = std::ranges::find(words, word(name));
  if (found == words.end()) throw refuted("the constant " + name + " is '" + printable(word(name)) + "', no such word");
  return static_cast<std::size_t>(found - words.begin());
}

void site::require_all_constants_used() const {
  for (const auto& [name, value] : constants)
    if (!value.used) throw refuted("the mixer has no constant '" + printable(name) + "'");
}

exact_rows rows_of(const std::vector<double>& tensor, std::size_t count, std::size_t first, std::size_t total,
                   bool stored_transposed) {
  const std::size_t columns = total == 0 ? 0 : tensor.size() / total;
  std::vector<double> rows;
  rows.reserve(count * columns);
  for (std::size_t w = first; w < first + count; ++w)
    for (std::size_t c = 0; c < columns; ++c)
      rows.push_back(tensor[stored_transposed ? c * total + w : w * columns + c]);
  return {exact_matrix(rows, count, columns), 1};
}

exact_rows times_features(exact_rows rows, const std::vector<double>& scale, const rational& offset) {
  const dyadic_matrix row = as_row(scale, offset);
  for (std::size_t w = 0; w < rows.entries.rows; ++w)
    for (std::size_t c = 0; c < rows.entries.cols; ++c) rows.entries(w, c) *= row(0, c);
  rows.entries.exp2 += row.exp2;
  rows.factor /= rational(denominator(offset));
  return rows;
}

exact_rows centred(exact_rows rows) {
  const std::size_t N = rows.entries.cols;
  for (std::size_t w = 0; w < rows.entries.rows; ++w) {
    integer sum;
    for (std::size_t c = 0; c < N; ++c) sum += rows.entries(w, c);
    for (std::size_t c = 0; c < N; ++c) rows.entries(w, c) = rows.entries(w, c) * N - sum;
  }
  rows.factor /= N;
  return rows;
}

exact_rows joined(const std::vector<exact_rows>& parts) {
  exact_rows r = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const exact_rows& part = parts[k];
    if (part.factor != r.factor) throw malformed("rows with different factors");
    dyadic_matrix& all = r.entries;
    const long least = std::min(all.exp2, part.entries.exp2);
    for (integer& x : all.entries) x <<= static_cast<unsigned long>(all.exp2 - least);
    for (const integer& x : part.entries.entries)
      all.entries.push_back(x << static_cast<unsigned long>(part.entries.exp2 - least));
    all.exp2 = least;
    all.rows += part.entries.rows;
  }
  return r;
}

std::vector<rational> products(const exact_rows& rows, const std::vector<double>& bias) {
  const dyadic_matrix dots = product(rows.entries, transpose(exact_matrix(bias, 1, bias.size())));
  std::vector<rational> r;
  for (std::size_t w = 0; w < dots.rows; ++w) r.push_back(dots.value(w, 0) * rows.factor);
  return r;
}

} // namespace mixcert::checker
