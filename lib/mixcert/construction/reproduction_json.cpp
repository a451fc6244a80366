#include "mixcert/construction/detail/decimal_ends.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/expression/latex.hpp"
#include "mixcert/expression/text.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mixcert {
namespace {

using json = nlohmann::ordered_json;

/// Decimals that hold what so many binary places do, and 17 at least.
int digits_of(const arithmetic& in) {
  const mpfr_prec_t places = in.in == arithmetic::kind::mp ? in.bits : in.in == arithmetic::kind::binary128 ? 113 : 53;
  return std::max(17, 2 + static_cast<int>(static_cast<double>(places) * 0.30103));
}

class number_writer {
 public:
  explicit number_writer(int digits) : digits_(digits) {}

  json operator()(const mp_interval& x) const {
    const decimal_ends ends = ends_of(x, digits_);
    json r = {{"lo", ends.lo}, {"hi", ends.hi}};
    if (ends.exp2 != 0) r["exp2"] = ends.exp2;
    return {{"enclosure", std::move(r)}};
  }
  json operator()(const mp_float& x) const { return {{"estimate", decimal_nearest(x.get(), digits_)}}; }
  json operator()(const rational& x) const { return {{"number", to_string(x)}}; }

 private:
  int digits_;
};

json document(const comparison& c, int digits) {
  json r = {{"quantity", c.reference.quantity},
            {"count", c.reference.count},
            {"closed_form", to_text(c.reference.form)},
            {"latex", to_latex(c.reference.form)},
            {"value", decimal_nearest(midpoint(c.value, c.value.bits()).get(), digits)}};
  if (c.computed) r.update(std::visit(number_writer(digits), *c.computed));
  if (c.ulps)
    r[std::holds_alternative<mp_float>(*c.computed) ? "distance_ulps" : "width_ulps"] = decimal_up(c.ulps->get(), 3);
  r["outcome"] = to_string(c.result);
  return r;
}

json document(const reproduction_row& row) {
  json parameters = json::object(), values = json::array();
  for (const auto& [name, text] : row.parameters) parameters[name] = text;
  for (const comparison& c : row.found.values) values.push_back(document(c, digits_of(row.request.in)));
  json r = {{"format", "mixcert-reproduction"},
            {"version", 1},
            {"construction", row.construction},
            {"theorem", row.theorem},
            {"parameters", std::move(parameters)},
            {"perturbation", nullptr},
            {"arithmetic", to_string(row.request.in)},
            {"places", nullptr},
            {"values", std::move(values)},
            {"outcome", to_string(row.result)}};
  if (row.is_perturbed()) r["perturbation"] = {{"of", row.perturbed}, {"by", row.request.perturbation.text()}};
  if (row.found.places != 0) r["places"] = row.found.places;
  if (!row.found.reason.empty()) r["reason"] = row.found.reason;
  return r;
}

std::string text(const json& document) { return document.dump(1, ' ') + "\n"; }

} // namespace

std::string to_json(const reproduction_row& row) { return text(document(row)); }

std::string to_json(const std::vector<reproduction_row>& rows) {
  json list = json::array();
  for (const reproduction_row& row : rows) list.push_back(document(row));
  return text({{"format", "mixcert-reproductions"},
               {"version", 1},
               {"rows", std::move(list)},
               {"outcome", to_string(worst_of(rows))}});
}

} // namespace mixcert
