// The document of a product's certificate.
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/product_sections.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/prove.hpp"
#include "mixcert/proof/theorems.hpp"

namespace mixcert::proof {
namespace {

section map_section(const product_certificate& c) {
  const mixer_equations e = equations_of(c.mixer, c.convention);
  const bool has_write_gate = c.with == "write";
  section r{prose("The maps and their data"), {}};
  const auto say = [&r](std::string_view words, const std::vector<text>& given = {}) {
    r.parts.emplace_back(paragraph{prose(words, given)});
  };
  say("Mixer %1 at %2 sites, in forward order, with %3 and %4 features; a state is $X\\in\\mathbb R^{n\\times d}$, one "
      "stream a row. The equations are those of one site: at site $l$ their letters stand for its tensors (fourth "
      "appendix), $X$ for $X_l$ and $H$ for $H_l$.",
      {{code{c.mixer}},
       {math{"L=" + std::to_string(c.sites.size())}},
       {math{"n=" + std::to_string(c.streams)}, plain{" streams"}},
       {math{"d=" + std::to_string(c.width)}}});
  say(e.setting);
  r.parts.emplace_back(display{e.lines});
  if (!e.remark.empty()) say(e.remark);
  say("The map of site $l$ and the product of the Jacobians are");
  r.parts.emplace_back(
      display{{std::string("R_l(X)=H_l(X)\\,X") +
                   (has_write_gate ? "+\\mathrm{write}_l(X)\\,y_l^\\top\\quad\\text{with }y_l\\text{ fixed}," : ","),
               "P=J_L\\cdots J_1\\in\\mathbb R^{nd\\times nd},\\quad J_l\\text{ the matrix of the derivative of }"
               "R_l\\text{ at }X_l."}});
  say("These are exact equations over the real numbers; the tensors hold exactly the numbers stored, and a constant in "
      "hexadecimal is that binary number. The states are those stored: that $X_{l+1}$ comes out of $X_l$ is not "
      "claimed. Where $X_{l+1}=R_l(X_l)$ for every $l$, $P$ is by the chain rule the derivative of "
      "$R_L\\circ\\dots\\circ R_1$ at $X_1$. Nothing here is a Lipschitz constant.");
  if (!c.convention.empty()) r.parts.emplace_back(constant_table(c.convention, e));
  return r;
}

section theorem_section(const product_certificate& c) {
  section r{prose("The theorems"), {theorems::notation(), theorems::feedback_factors()}};
  if (c.with == "write") r.parts.emplace_back(theorems::write_gate());
  r.parts.emplace_back(theorems::rotation());
  r.parts.emplace_back(theorems::computed_core());
  r.parts.emplace_back(theorems::core_certificate());
  r.parts.emplace_back(theorems::singular_value_enclosure());
  const product_method method = method_of(c);
  const bool is_largest = method == product_method::largest;
  if (method == product_method::dense || is_by_dense_matrix(c)) r.parts.emplace_back(theorems::product_in_steps());
  if (method == product_method::factored) r.parts.emplace_back(theorems::product_in_coordinates());
  if (is_largest || are_norms_by_factors(c)) r.parts.emplace_back(theorems::thin_factors());
  if (is_by_dense_matrix(c)) r.parts.emplace_back(theorems::norm_by_deflation());
  if (is_largest) r.parts.emplace_back(theorems::order_statistics());
  if (c.direction) r.parts.emplace_back(theorems::product_with_a_vector());
  if (c.direction && c.direction->sine) r.parts.emplace_back(theorems::singular_vector_angle());
  return r;
}

table hypothesis_table(const product_certificate& c) {
  table r{{{prose("what is claimed"), 0.55}, {prose("claim"), 0.08}, {prose("number"), 0.28}}, {}};
  const auto add = [&](const char* type, const std::string& words, const text& number) {
    r.rows.push_back({prose(words), {code{claim_of(c.claims, type).id}}, number});
  };
  add("data", "the tensors and constants of section 1 and of the fourth appendix are these exact numbers", {});
  add("frozen",
      "each mixer is defined at its state; $\\sigma_k(F)$, $F=H_L\\cdots H_1$, lies in the $k$-th interval of the "
      "second "
      "appendix",
      {});
  add("local",
      "$R_l$ is differentiable at $X_l$: no norm or sum is at its clamp, no divisor zero; $\\lVert "
      "J_l\\rVert\\le a_l$ with the $a_l$ of the third appendix",
      {});
  add("local", "$\\prod_la_l\\le a$", {number{c.product_of_norms}});
  if (method_of(c) == product_method::dense)
    add("product",
        "$\\lvert\\sigma_i(P)-\\sigma_i(M_L)\\rvert\\le\\varrho$ for the matrix $M_L$ that was computed: stated, "
        "and not re-established by `mixcert check`, which computes another",
        {number{c.radius}});
  if (method_of(c) == product_method::largest)
    add("product",
        "$\\lVert P-F\\otimes I_d-VR\\rVert\\le\\varrho$ for the $V$, $R$ that were computed: stated, and not "
        "re-established by `mixcert check`, which computes others",
        {number{c.radius}});
  add("product", "$\\sigma_i(P)$ lies in the $i$-th interval of the first appendix", {});
  add("derived", "the quantities below follow from the intervals by their defining formulas", {});
  if (!c.direction) return r;
  const product_direction& z = *c.direction;
  const std::string image = z.transposed ? "P^\\top z" : "Pz";
  add("direction", "$\\ln\\lVert " + image + "\\rVert$ lies in this interval, $z$ the direction of section 4",
      in_text(z.log_norm));
  add("direction", "$\\lVert " + image + "\\rVert/\\lVert z\\rVert$ lies in this interval", in_text(z.gain));
  add("direction",
      "$\\lVert " + image + "/\\lVert " + image +
          "\\rVert-w\\rVert$ is at most this, $w$ the array `image` of the "
          "certificate",
      bound_in_text(z.distance));
  if (z.sine)
    add("direction", "the sines of the angles of $z$ and of $w$ with first singular vectors of $P$ are at most this",
        bound_in_text(*z.sine));
  return r;
}

} // namespace

document document_of(const product_certificate& c, const std::string& document_sha256) {
  document d{prose("Singular values of a product of Jacobians: mixer %1 at %2 sites",
                   {{code{c.mixer}}, in_text(c.sites.size())}),
             {}};
  section first = map_section(c);
  std::vector<part> opening = about(c.made_by, document_sha256);
  first.parts.insert(first.parts.begin(), opening.begin(), opening.end());
  d.sections.push_back(std::move(first));
  d.sections.push_back(theorem_section(c));
  d.sections.push_back({prose("The hypotheses, and what the certificate claims of them"), {hypothesis_table(c)}});
  d.sections.push_back(result_section(c));
  d.sections.push_back({prose("The spectrum"), {spectrum_table(c.spectrum)}, true});
  d.sections.push_back(frozen_section(c));
  d.sections.push_back(local_section(c));
  d.sections.push_back(sites_section(c));
  return d;
}

} // namespace mixcert::proof
