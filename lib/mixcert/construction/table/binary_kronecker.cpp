#include "mixcert/construction/doubly_stochastic.hpp"
#include "mixcert/construction/table/eigenvalues.hpp"
#include "mixcert/construction/table/perturbed.hpp"
#include "mixcert/construction/table/tables.hpp"

namespace mixcert::table {
namespace {

reproduction computed(const case_parameters& given, const reproduction_request& request) {
  case_parameters moved = given;
  moved.front().second = perturbed(given.front().second, request);
  const matrix<rational> H = evaluate(context<rational>{}, mixcert::binary_kronecker(given.size()), values_of(moved));
  std::vector<expected_eigenvalue> expected;
  for (const expression& value : binary_kronecker_eigenvalues(given.size())) expected.push_back({value});
  return compare_eigenvalues(H, expected, values_of(given), request.in);
}

} // namespace

construction binary_kronecker() {
  return {"binary-kronecker",
          "T12",
          "the eigenvalues of Kronecker products of 2 x 2 mixers, over all subsets of the factors",
          "a_1",
          {{{"a_1", "0.9"}},
           {{"a_1", "0.9"}, {"a_2", "0.7"}},
           {{"a_1", "0.75"}, {"a_2", "0.75"}},
           {{"a_1", "0.9"}, {"a_2", "0.7"}, {"a_3", "0.4"}},
           {{"a_1", "0.5"}, {"a_2", "0.8"}, {"a_3", "0.6"}}},
          computed};
}

} // namespace mixcert::table
