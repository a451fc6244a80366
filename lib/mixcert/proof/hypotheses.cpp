#include "mixcert/proof/hypotheses.hpp"

#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

class writer {
 public:
  explicit writer(const std::vector<claim>& claims) : claims_(claims) {}

  const claim& begin(std::string_view type) { return *(current_ = &claim_of(claims_, type)); }

  void add(const std::string& hypothesis, const text& number) {
    rows_.rows.push_back({prose(hypothesis), {code{current_->id}}, number});
  }
  void at_most(const std::string& left, const std::string& name, const std::string& letter) {
    add("$" + left + "\\le " + letter + "$", bound_in_text(bound_of(*current_, name)));
  }
  void below_one(const std::string& left, const std::string& name, const std::string& letter) {
    add("$" + left + "\\le " + letter + "<1$", bound_in_text(bound_below_one(*current_, name)));
  }
  table result() && { return std::move(rows_); }

 private:
  const std::vector<claim>& claims_;
  const claim* current_ = nullptr;
  table rows_{{{prose("hypothesis"), 0.55}, {prose("claim"), 0.08}, {prose("claimed"), 0.28}}, {}};
};

/// Descending and not negative, as the theorems need them.
void require_descending(const claim& claim, const std::string& name) {
  const std::vector<mp_float> values = column_of(claim, name);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (mpfr_sgn(values[k].get()) < 0 || (k > 0 && mpfr_less_p(values[k - 1].get(), values[k].get()) != 0))
      throw input_error("claim " + printable(claim.id) + " (" + printable(claim.type) + "): the values " + name +
                        " are negative or do not descend, as the theorem needs");
}

text ends_of(const std::vector<mp_float>& values) {
  constexpr int digits = 8;
  if (values.empty()) return {plain{"none"}};
  const text first = {number{decimal_nearest(values.front().get(), digits)}};
  if (values.size() == 1) return prose("about %1", {first});
  return prose("from about %1 to about %2", {first, {number{decimal_nearest(values.back().get(), digits)}}});
}

void add_spaces(writer& rows, const certificate& c) {
  const claim& basis = rows.begin("basis");
  const std::vector<std::string> phi = bounds_named(basis, "phi"), t = bounds_named(basis, "t");
  if (phi.empty() && t.empty()) throw input_error("claim " + printable(basis.id) + " (basis) has no bound phi or t");
  const auto index = [](const std::string& name, std::size_t letters) {
    return name.size() == letters ? std::string("k") : std::to_string(std::stoul(name.substr(letters)) + 1);
  };
  for (const std::string& name : phi) {
    const std::string k = index(name, 3);
    rows.below_one("\\lVert R_{" + k + "}^{-\\top}K_{" + k + "}R_{" + k + "}^{-1}-I\\rVert_F", name,
                   "\\varphi_{" + k + "}");
  }
  for (const std::string& name : t) {
    const std::string k = index(name, 1);
    rows.at_most("\\lVert R_{" + k + "}^\\top R_{" + k + "}-K_{" + k + "}\\rVert_{tr}", name, "t_{" + k + "}");
  }
  rows.begin("core");
  rows.at_most("\\lVert C_0-\\tilde C\\rVert_F+\\eta+\\nu", "epsilon", "\\varepsilon");
  if (!is_truncated(c)) return;
  rows.begin("truncation");
  rows.at_most("\\lVert M-\\mathcal V\\mathcal V^\\top M\\mathcal V\\mathcal V^\\top\\rVert_F", "kappa", "\\kappa");
  rows.at_most("\\varepsilon+\\kappa+\\lVert\\operatorname{diag}(s)\\otimes I_q+\\mathcal V^\\top M\\mathcal V-\\tilde "
               "T\\rVert_F",
               "epsilon", "\\varepsilon'");
}

/// `matrix`: what the decomposition is of.
void add_decomposition(writer& rows, const std::string& matrix) {
  const claim& svd = rows.begin("svd");
  require_descending(svd, "sigma");
  rows.add("$\\hat\\sigma_1\\ge\\hat\\sigma_2\\ge\\dots\\ge0$, exactly in the claim", ends_of(column_of(svd, "sigma")));
  rows.at_most("\\lVert\\hat U\\operatorname{diag}(\\hat\\sigma)\\hat V^\\top-" + matrix + "\\rVert_F", "e", "e");
  rows.below_one("\\lVert\\hat V^\\top\\hat V-I\\rVert_F", "f", "f");
  rows.below_one("\\lVert\\hat U^\\top\\hat U-I\\rVert_F", "g", "g");
}

text counts_of(const certificate& c) {
  const auto& p = c.core.generators;
  if (p.empty()) return {};
  const bool same = std::ranges::count(p, p.front()) == static_cast<std::ptrdiff_t>(p.size());
  return same ? text{math{"p_k=" + std::to_string(p.front())}} : prose("$p_k$ of the third appendix");
}

text number_of_generators(const certificate& c) {
  return {number{std::to_string(integer_of(claim_of(c.claims, "state_box"), "generator_count"))}};
}

} // namespace

bool is_truncated(const certificate& c) { return find_claim(c.claims, "truncation") != nullptr; }

bool has_core(const certificate& c) { return c.core.dimension != 0 || is_truncated(c); }

bool has_decimal_radii(const matrix_certificate& c) { return c.radius && c.radius->name == name_of_decimal_radii; }

bool is_separated(const matrix_certificate& c) { return find_claim(c.claims, "separated") != nullptr; }

table hypothesis_table(const certificate& c) {
  const std::string frozen = c.subject.with == "read" ? "F" : "H";
  writer rows(c.claims);
  rows.begin("data");
  rows.add("the tensors and constants of section 1 are these exact numbers", {});
  rows.begin("router");
  rows.add(c.subject.state_radius
               ? "the map is differentiable at $X$: no norm or sum is at its clamp, no divisor zero"
               : "the map is differentiable at the state: no norm or sum is at its clamp, no divisor "
                 "zero",
           {});
  rows.add("the logits, $H(X)$ and the derivatives of $H$ by the logits lie in the intervals of the claim; $H$ also in "
           "those of the second appendix",
           {});
  if (c.subject.with == "read")
    rows.add("the read gates, which are the entries of $F(X)$, lie in the intervals of the claim and of the second "
             "appendix; their derivatives follow from the equations of section 1",
             {});
  if (c.subject.with == "write")
    rows.add("the write gates $\\beta(X)$ lie in the intervals of the claim; their derivatives follow from the "
             "equations of section 1",
             {});
  const claim& rotation = rows.begin("rotation");
  require_descending(rotation, "s");
  rows.add("$s_1\\ge s_2\\ge\\dots\\ge0$, exactly in the claim", ends_of(column_of(rotation, "s")));
  rows.below_one("\\lVert\\hat P^\\top\\hat P-I\\rVert_F", "alpha", "\\alpha");
  rows.below_one("\\lVert\\hat Q^\\top\\hat Q-I\\rVert_F", "beta", "\\beta");
  rows.at_most("\\lVert\\hat P^\\top " + frozen + "\\hat Q-\\operatorname{diag}(s)\\rVert_F", "nu", "\\nu");
  rows.begin("generators");
  if (has_core(c))
    rows.add("the rows of $X$ and those of the derivatives, combined by the columns of $\\hat Q$, are combinations of "
             "the generators, the columns of $G_k$ in T3 (b): declared rows, and one combination of the rows of each "
             "declared array, whatever $\\hat Q$ is, so that the counting of T3 (a) applies",
             counts_of(c));
  else
    rows.add("$AB=0$: there is no generator, as the state is zero or every derivative vanishes", {});
  if (has_core(c)) {
    add_spaces(rows, c);
    add_decomposition(rows, is_truncated(c) ? "\\tilde T" : "\\tilde C");
  }
  if (c.subject.state_radius) {
    rows.begin("state_box");
    rows.add("the map is differentiable at every state of the box, where the generators are so many at most",
             number_of_generators(c));
    rows.at_most("\\lVert J(X')-J(X)\\rVert", "delta", "\\delta");
    rows.at_most("\\lVert " + frozen + "(X')-" + frozen + "(X)\\rVert", "delta_F", "\\delta_F");
  }
  rows.begin("merge");
  rows.add("the spectrum holds the separately sorted ends of the core's values and the tails", {});
  return std::move(rows).result();
}

table hypothesis_table(const matrix_certificate& c) {
  writer rows(c.claims);
  rows.begin("data");
  rows.add(has_decimal_radii(c) ? "$A$ holds the binary64 numbers nearest to the decimals stored, and $\\varrho$ how "
                                  "far they are from these at most"
                                : "the matrix holds exactly the numbers stored",
           {});
  const claim& svd = rows.begin("svd");
  rows.add("$C=2^{-t}A$ with the exponent $t$", {number{std::to_string(integer_of(svd, "exponent"))}});
  add_decomposition(rows, "C");
  if (c.radius) rows.at_most("2^{-t}\\lVert A'-A\\rVert", "distance", "\\varepsilon");
  if (is_separated(c)) {
    const claim& separated = rows.begin("separated");
    const std::vector<mp_float> r = column_of(separated, "r"), o = column_of(separated, "o");
    rows.add("groups of T6 (c), with $r$ and $o$ of each in the claim; $\\omega=\\frac12(f+g)<1$", in_text(r.size()));
    rows.add("$r$, without the factor $(1-\\omega)^{-1/2}$", ends_of(r));
    rows.add("$o$", ends_of(o));
  }
  return std::move(rows).result();
}

} // namespace mixcert::proof
