#include "mixcert/construction/doubly_stochastic.hpp"
#include "mixcert/construction/table/eigenvalues.hpp"
#include "mixcert/construction/table/tables.hpp"

namespace mixcert::table {
namespace {

reproduction computed(const case_parameters& given, const reproduction_request& request) {
  const std::size_t n = std::stoul(text_of(given, "n"));
  matrix<rational> H = mixcert::three_cycle(n);
  H(0, 0) += request.perturbation.value(context<rational>{});
  const expected_eigenvalue root_of_unity{rational(-1, 2), {{sqrt(expression(3)) / 2, 1}}};
  return compare_eigenvalues(H, {{1, {}, n - 2}, root_of_unity}, values_of(given), request.in);
}

} // namespace

construction three_cycle() {
  return {"three-cycle",
          "T12",
          "the eigenvalues 1 and exp(2 pi i / 3), exp(-2 pi i / 3) of a cyclic permutation",
          "H_11",
          {{{"n", "3"}}, {{"n", "4"}}, {{"n", "8"}}},
          computed};
}

} // namespace mixcert::table
