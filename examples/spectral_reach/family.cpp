#include "spectral_reach/family.hpp"

namespace mixcert::study {

std::vector<family> families(std::size_t n) {
  std::vector<family> all{{"mhc-flat", "mhc-flat"},
                          {"mhc-lite", "mhc-lite"},
                          {"go-mhc s=1", "go-mhc", {{"s", "1"}}},
                          {"go-mhc s=2", "go-mhc", {{"s", "2"}}, true, true, true},
                          {"circulant", "circulant"},
                          {"kromhc", "kromhc", {}, false},
                          {"krom-go s=2", "krom-go", {}, false},
                          {"ohc", "ohc", {}, false, false}};
  std::erase_if(all, [&](const family& f) { return !f.any_order && n != 4; });
  return all;
}

} // namespace mixcert::study
