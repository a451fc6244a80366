#include "product_chains.hpp"

#include "mixcert/mixer/description.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::report {
namespace {

std::string data_of(const tensor_reference& t) {
  std::string r = t.sha256 + t.type;
  for (const std::size_t length : t.shape) r += ',' + std::to_string(length);
  return r + ';';
}

/// Two factors of this text are the same matrix.
std::string factor_of(const product_certificate& c, const certificate_subject& s) {
  std::string r = c.mixer + ';' + c.with + ';';
  for (const auto& [key, value] : c.convention) r += key + '=' + in_words(value) + ';';
  for (const tensor_reference& t : s.parameters) r += data_of(t);
  return r + data_of(s.state) + (s.branch_output ? data_of(*s.branch_output) : "");
}

/// Products of the first, the first two, ... bounds, each at most the decimal.
json running_products(const json& local) {
  constexpr mpfr_prec_t bits = 512;
  constexpr int digits = 6;
  mp_float product(1.0, bits);
  json r = json::array();
  for (const json& bound : local) {
    const mp_interval factor = lift(enclosure("0", bound.get<std::string>()), bits);
    mpfr_mul(product.get(), product.get(), factor.upper(), MPFR_RNDU);
    r.push_back(plain_decimal(decimal_up(product.get(), digits)));
  }
  return r;
}

} // namespace

void product_chains::add(const product_certificate& c, const std::string& link) {
  member m{{}, json::array(), c.norms_at_most, {}};
  for (const certificate_subject& s : c.sites) {
    m.factors.push_back(factor_of(c, s));
    m.sites.push_back({{"name", s.site}, {"state", s.state.name}});
  }
  const product_quantities& q = c.quantities;
  m.product = {{"length", c.sites.size()},
               {"link", link},
               {"mixer", c.mixer},
               {"with", c.with},
               {"method", c.method},
               {"norm", number(q.norm)},
               {"frozen_norm", number(q.frozen_norm)},
               {"norm_ratio", number(q.norm_ratio)},
               {"smallest", number(q.smallest)},
               {"mean_square_ratio", number(q.mean_square_ratio)},
               {"product_of_norms", plain_decimal(c.product_of_norms)}};
  members_.push_back(std::move(m));
}

json product_chains::take() {
  std::ranges::stable_sort(members_, std::ranges::greater{}, [](const member& m) { return m.factors.size(); });
  json chains = json::array();
  std::vector<const member*> longest;
  for (const member& m : members_) {
    const auto begins_with = [&](const member* other) {
      return std::equal(m.factors.begin(), m.factors.end(), other->factors.begin());
    };
    const std::size_t k = static_cast<std::size_t>(std::ranges::find_if(longest, begins_with) - longest.begin());
    if (k == longest.size()) {
      longest.push_back(&m);
      chains.push_back({{"sites", m.sites},
                        {"local", m.local},
                        {"running", running_products(m.local)},
                        {"products", json::array()}});
    }
    chains[k]["products"].push_back(m.product);
  }
  for (json& chain : chains) std::reverse(chain["products"].begin(), chain["products"].end());
  return chains;
}

} // namespace mixcert::report
