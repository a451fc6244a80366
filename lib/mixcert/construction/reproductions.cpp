#include "mixcert/construction/reproduction.hpp"

#include "mixcert/construction/table/tables.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/near_names.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <stdexcept>

namespace mixcert {
namespace {

outcome worst(const reproduction& found) {
  outcome r = outcome::agrees;
  for (const comparison& c : found.values) r = std::max(r, c.result);
  return r;
}

outcome without_values(const arithmetic& in) {
  return in.encloses() ? outcome::undecided : in.guesses() ? outcome::not_resolved : outcome::not_rational;
}

} // namespace

const std::vector<construction>& constructions() {
  static const std::vector<construction> all{table::two_stream(), table::cayley(), table::three_stream(),
                                             table::three_cycle(), table::binary_kronecker()};
  return all;
}

const construction& find_construction(std::string_view name) {
  std::string known;
  std::vector<std::string> names;
  for (const construction& c : constructions()) {
    if (c.name == name) return c;
    known += (known.empty() ? "" : ", ") + c.name;
    names.push_back(c.name);
  }
  throw input_error("no construction '" + printable(name) + "'; " + did_you_mean(name, names) + "there are: " + known);
}

std::vector<const construction*> find_constructions(const std::vector<std::string>& names) {
  std::vector<const construction*> r;
  if (names.empty() || std::ranges::count(names, "all") > 0) {
    for (const construction& c : constructions()) r.push_back(&c);
    return r;
  }
  for (const std::string& name : names) r.push_back(&find_construction(name));
  return r;
}

exact_constant parse_perturbation(std::string_view text) {
  constexpr std::size_t most = 1000;
  exact_constant r(text);
  const rational X = r.value(context<rational>{});
  if (std::max(mpz_sizeinbase(mpq_numref(X.get()), 10), mpz_sizeinbase(mpq_denref(X.get()), 10)) > most + 1)
    throw input_error("the number has more than " + std::to_string(most) + " places; write a shorter one");
  return r;
}

reproduction_row reproduce(const construction& construction, const case_parameters& given,
                           const reproduction_request& request) {
  reproduction_row row{construction.name, construction.theorem, given, request, construction.perturbed, {},
                       outcome::agrees};
  try {
    row.found = construction.computed(given, request);
  } catch (const not_certified& reason) {
    row.found.reason = reason.what();
  }
  row.result = row.found.values.empty() ? without_values(request.in) : worst(row.found);
  return row;
}

bool reproduction_row::is_perturbed() const { return !is_exact_zero(request.perturbation.value(context<rational>{})); }

outcome worst_of(const std::vector<reproduction_row>& rows) {
  outcome r = outcome::agrees;
  for (const reproduction_row& row : rows) r = std::max(r, row.result);
  return r;
}

parameters values_of(const case_parameters& given) {
  parameters r;
  for (const auto& [name, text] : given) r[name] = exact_constant(text).value(context<rational>{});
  return r;
}

const std::string& text_of(const case_parameters& given, std::string_view name) {
  for (const auto& [key, text] : given)
    if (key == name) return text;
  throw std::out_of_range("a case has no parameter '" + std::string(name) + "'");
}

} // namespace mixcert
