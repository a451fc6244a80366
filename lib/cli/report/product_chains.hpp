// What a page shows of products.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"
#include "number_json.hpp"

#include <string>
#include <vector>

namespace mixcert::report {

/// Products of the same Jacobians from the first site on, however many: a chain, of which each is the gain so far.
class product_chains {
 public:
  void add(const product_certificate& c, const std::string& link);

  /// Of each chain its sites in forward order, a bound of the norm of the Jacobian at each (`local`), what these
  /// multiply to so far (`running`), rounded up, and its products with the number of sites that they have (`length`).
  json take();

 private:
  struct member {
    std::vector<std::string> factors; ///< what each factor is, by its data
    json sites, local, product;
  };
  std::vector<member> members_;
};

} // namespace mixcert::report
