// The numbers and the data of a product's certificate.
#include "mixcert/printable.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/product_sections.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/shortened_list.hpp"

namespace mixcert::proof {
namespace {

std::vector<text> row_of(std::size_t l, const std::string& letter, const std::string& site,
                         const tensor_reference& tensor) {
  return {{math{letter + "_{" + std::to_string(l + 1) + "}"}},
          {code{site}},
          name_of(tensor),
          {code{tensor.type + " " + printable(tensor.shape)}},
          {code{tensor.sha256}}};
}

/// The states and branch outputs in forward order.
table site_table(const product_certificate& c) {
  table r{
      {{{}}, {prose("site"), 0.18}, {prose("tensor"), 0.22}, {prose("type, shape"), 0.13}, {prose("SHA-256"), 0.32}},
      {}};
  const shortened_list list{c.sites.size(), 128, 30};
  for (std::size_t l = 0; l < c.sites.size(); ++l) {
    if (list.is_gap(l))
      r.rows.push_back(
          {prose("$\\vdots$"), prose("%1 further sites, in the certificate", {in_text(list.left_out())}), {}, {}, {}});
    if (!list.is_shown(l)) continue;
    const certificate_subject& s = c.sites[l];
    r.rows.push_back(row_of(l, "X", s.site, s.state));
    if (s.branch_output) r.rows.push_back(row_of(l, "y", s.site, *s.branch_output));
  }
  return r;
}

} // namespace

section frozen_section(const product_certificate& c) {
  table values{{{prose("$k$")}, {prose("$\\sigma_k(F)$ lies in"), 0.8}}, {}};
  for (std::size_t k = 0; k < c.frozen_spectrum.size(); ++k)
    values.rows.push_back({in_text(k + 1), in_text(c.frozen_spectrum[k])});
  return {prose("The product of the mixers, $F=H_L\\cdots H_1$"), {std::move(values)}, true};
}

section local_section(const product_certificate& c) {
  table norms{{{prose("$l$")}, {prose("site"), 0.5}, {prose("$a_l$"), 0.3}}, {}};
  const shortened_list list{c.sites.size(), 128, 30};
  for (std::size_t l = 0; l < c.sites.size(); ++l) {
    if (list.is_gap(l))
      norms.rows.push_back(
          {prose("$\\vdots$"), prose("%1 further sites, in the certificate", {in_text(list.left_out())}), {}});
    if (list.is_shown(l)) norms.rows.push_back({in_text(l + 1), {code{c.sites[l].site}}, {number{c.norms_at_most[l]}}});
  }
  return {prose("Bounds of the norms of the factors, $\\lVert J_l\\rVert\\le a_l$"), {std::move(norms)}, true};
}

section sites_section(const product_certificate& c) {
  section r{prose("The sites, their states and tensors"), {site_table(c)}, true};
  const mixer_equations e = equations_of(c.mixer, c.convention);
  const shortened_list list{c.sites.size(), 12, 4};
  for (std::size_t l = 0; l < c.sites.size(); ++l) {
    if (list.is_gap(l))
      r.parts.emplace_back(paragraph{prose("%1 further sites, in the certificate.", {in_text(list.left_out())})});
    if (!list.is_shown(l)) continue;
    std::vector<named_tensor> tensors = tensors_of(c.sites[l], e);
    tensors.resize(c.sites[l].parameters.size());
    r.parts.emplace_back(paragraph{prose("Site %1, %2:", {in_text(l + 1), {code{c.sites[l].site}}})});
    r.parts.emplace_back(tensor_table(tensors));
  }
  return r;
}

} // namespace mixcert::proof
