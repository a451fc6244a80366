// What follows from a product's certificate, and how.
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/product_sections.hpp"
#include "mixcert/proof/prose.hpp"

namespace mixcert::proof {
namespace {

/// P z, or P^T z.
std::string image_of(const product_direction& z) { return z.transposed ? "P^\\top z" : "Pz"; }

/// What z is.
text direction_words(const product_direction& z) {
  if (const auto* given = std::get_if<tensor_reference>(&z.direction))
    return prose("the tensor %1, %2 %3 with the SHA-256 %4",
                 {name_of(*given), {code{given->type}}, {code{printable(given->shape)}}, {code{given->sha256}}});
  return prose("the array `vector` of the certificate's `direction`");
}

/// What is said of a direction.
text direction_conclusion(const product_direction& z) {
  const std::string image = image_of(z);
  text r =
      prose("For $z$, %1, $\\ln\\lVert " + image + "\\rVert$ lies in %2 and $\\lVert " + image +
                "\\rVert/\\lVert z\\rVert$ in %3%4. $" + image +
                "$ divided by its length is within %5 of the array "
                "`image` there.",
            {direction_words(z), in_text(z.log_norm), in_text(z.gain),
             z.gain_over_norm ? prose(", which divided by $\\lVert P\\rVert$ lies in %1", {in_text(*z.gain_over_norm)})
                              : text{},
             bound_in_text(z.distance)});
  if (!z.sine) return r;
  const text angles = prose(std::string(" $z$ makes with a first ") + (z.transposed ? "left" : "right") +
                                " singular vector of $P$, and `image` with a first " +
                                (z.transposed ? "right" : "left") + " one, an angle whose sine is at most %1.",
                            {bound_in_text(*z.sine)});
  r.insert(r.end(), angles.begin(), angles.end());
  return r;
}

/// How the norms of the products of later sites are bounded by the dense method, as prose.
const char* suffix_words(const product_certificate& c) {
  if (c.norms_of_suffixes == "products") return "bounded by the products of the $a_m$, $m>l$";
  if (c.norms_of_suffixes == "chain") return "bounded by computing these products too, with their own errors";
  throw input_error("product.norms_of_suffixes: '" + printable(c.norms_of_suffixes) +
                    "' is none that a document knows, products or chain");
}

std::vector<text> conclusions(const product_certificate& c) {
  const product_quantities& q = c.quantities;
  std::vector<text> r;
  r.push_back(prose("For every $i$ the singular value $\\sigma_i(P)$ lies in the $i$-th interval of the table in the "
                    "first appendix. In particular the largest, $\\lVert P\\rVert$, lies in %1 and the smallest in %2.",
                    {in_text(q.norm), in_text(q.smallest)}));
  r.push_back(prose("$\\sigma_k(F)$ of $F=H_L\\cdots H_1$, each mixer at its state, lies in the $k$-th interval of the "
                    "second appendix; the largest lies in %1. Each is a singular value of $F\\otimes I_d$ $d$ times, "
                    "which $P$ would be if %2 did not depend on the state.",
                    {in_text(q.frozen_norm), {plain{c.with == "write" ? "mixers and write gates" : "mixers"}}}));
  if (q.norm_ratio) r.push_back(prose("$\\lVert P\\rVert/\\lVert F\\rVert$ lies in %1.", {in_text(*q.norm_ratio)}));
  r.push_back(prose("The mean of the $\\sigma_i(P)^2$ lies in %1, that of the $\\sigma_k(F)^2$ in %2%3.",
                    {in_text(q.mean_square), in_text(q.frozen_mean_square),
                     q.mean_square_ratio ? prose(", their quotient in %1", {in_text(*q.mean_square_ratio)}) : text{}}));
  r.push_back(prose("$\\lVert J_l\\rVert\\le a_l$ with the $a_l$ of the third appendix. Their product is at most %1: a "
                    "bound of $\\lVert P\\rVert$, as norms are submultiplicative, and no more than a bound.",
                    {{number{c.product_of_norms}}}));
  if (c.direction) r.push_back(direction_conclusion(*c.direction));
  return r;
}

std::string dense_words(const product_certificate& c) {
  return "$M_l$ is computed from $M_{l-1}$ by combinations of rows, and T22 (c) [@T22] bounds $\\lVert "
         "J_lM_{l-1}-M_l\\rVert\\le\\varepsilon_l$: how far the entries of $H_l$ and $B_l$ used are from the exact "
         "ones, and all rounding. T15 (a) in steps gives $\\lvert\\sigma_i(P)-\\sigma_i(M_L)\\rvert\\le\\varrho$, "
         "the norms in it " +
         std::string(suffix_words(c)) +
         ". Of $M_L$ there are $\\hat U$, $\\hat\\sigma$, $\\hat V$, whose defects $e$, $f$, $g$ are computed with "
         "integers, exact up to what T22 (d) counts; T6 (a) with the last sentence, $C=M_L$, $C'=P$, "
         "$\\varepsilon=\\varrho$, encloses the $\\sigma_i(P)$.";
}

constexpr const char* factored_words =
    "the rows of all states, the branch outputs where there are any, and the rows of the derivatives are combinations "
    "of one list of vectors, the columns of $G$, whose inner products are enclosed. T2 (e), from the first site to the "
    "last, gives $P=F\\otimes I_d+\\mathcal GW\\mathcal G^\\top$ with $W$ enclosed, all rounding included; T3 (b), "
    "(d) with $J=P$, $H=F$ and T6 (a) for the core enclose the $\\sigma_i(P)$.";

constexpr const char* largest_words =
    "the thin factors $V$, $R$ of T25 (a) are computed with $\\lVert P-F\\otimes I_d-VR\\rVert\\le\\varrho$, rounding "
    "counted by T22 [@T22]. $\\lVert P\\rVert$ is at least $\\lVert(F\\otimes I_d+VR)z\\rVert/\\lVert "
    "z\\rVert-\\varrho$ "
    "for a vector $z$, and at most $\\lambda+\\varrho$ for a $\\lambda$ of T25 (b). By T25 (e) the $\\sigma_k(F)$ "
    "themselves are "
    "further values; of the others no more is used than that they are not larger than $\\lVert P\\rVert$. T3 (c) "
    "puts the ends in order.";

constexpr const char* largest_of_matrix_words =
    "$M_l$ is computed from $M_{l-1}$ by combinations of rows, and T22 (c) and T15 (a) in steps [@T22], [@T15] bound "
    "$\\lVert P-M_L\\rVert\\le\\varrho$, all rounding counted. With $A=M_L$ and a vector $v$, T30 (b) encloses "
    "$\\lVert M_L\\rVert$, $\\mu$ being a bound of the second value by T30 (a), (c); where that was not less, T30 "
    "(a) for $B=M_L$ and $\\lVert M_L\\rVert\\ge\\lVert M_Lv\\rVert/\\lVert v\\rVert$ do. Of the values "
    "after it the $\\sigma_k(F)$ are some by T25 (e), if there are fewer features than $d$; of the others no more is "
    "used than that they are not larger than $\\lVert P\\rVert$. T3 (c) puts the ends in order.";

/// How the product's values are enclosed, as prose with the claim, the method and the arithmetic.
std::string product_words(const product_certificate& c) {
  const product_method method = method_of(c);
  return "*The product.* By %1 (method %2, arithmetic %3) " +
         (method == product_method::dense      ? dense_words(c)
          : method == product_method::factored ? std::string(factored_words)
          : is_by_dense_matrix(c)              ? std::string(largest_of_matrix_words)
                                               : std::string(largest_words)) +
         " None of these matrices is stored in the certificate: who checks the claim computes his own.";
}

/// From the claims to the result, each step with the claim that it rests on.
statement proof_of(const product_certificate& c) {
  const mixer_equations e = equations_of(c.mixer, c.convention);
  statement r{statement::proof, {}, {}};
  const auto say = [&r](const std::string& sentence, const std::vector<text>& given = {}) {
    r.body.emplace_back(paragraph{prose(sentence, given)});
  };
  const auto id = [&c](std::string_view type) { return text{code{claim_of(c.claims, type).id}}; };
  say("*The factors.* The data are those of %1. " + e.derivative + " " +
          (c.with == "write" ? "T1 (a), (e)" : "T1 (a)") +
          " gives $J_l=H_l\\otimes I_d+A_lB_l$; the entries of $H_l$ and of $B_l$ are enclosed, the rows of $A_l$ are "
          "exact.",
      {id("data")});
  say("*The frozen product.* By %1 the intervals of the second appendix hold the $\\sigma_k(F)$: $F$ is a product of "
      "enclosures, and T5 (a) with $M=F$ encloses its values.",
      {id("frozen")});
  say(std::string("*Norms of the factors.* By %1 $\\lVert J_l\\rVert\\le a_l$: ") +
          (are_norms_by_factors(c) ? "a $\\lambda$ of T25 (b) for the one site, $M=H_l$, to which the distance of its "
                                     "computed factors is added."
                                   : "the largest upper end of the list of T3 (d) for $J=J_l$, the core being "
                                     "enclosed by T6 (a).") +
          " $\\lVert P\\rVert\\le\\prod_l\\lVert J_l\\rVert\\le\\prod_la_l$.",
      {id("local")});
  say(product_words(c), {id("product"), {code{c.method}}, {code{c.arithmetic}}});
  say("*The quantities* are computed from these enclosures by their defining formulas (%1): the norm and the smallest "
      "value are the ends of the spectrum, a mean square is a sum of squares by its number of terms, a ratio a "
      "quotient.",
      {id("derived")});
  if (!c.direction) return r;
  say("*The direction* (%1). T1 (h) for each factor, " +
          std::string(c.direction->transposed ? "from the last to the first" : "from the first to the last") +
          ", encloses every entry of $" + image_of(*c.direction) +
          "$; its length, the logarithm, the quotients and the distance follow in interval arithmetic.",
      {id("direction")});
  if (c.direction->sine)
    say("T23 (b) [@T23] with $M=P$, $z$ and `image` for the two vectors, residuals from such products with $P$ and "
        "$P^\\top$, and the interval of $\\sigma_2(P)$ bounds the sines.");
  return r;
}

} // namespace

product_method method_of(const product_certificate& c) {
  if (c.method == "dense") return product_method::dense;
  if (c.method == "factored") return product_method::factored;
  if (c.method == "largest") return product_method::largest;
  throw input_error("product.method: '" + printable(c.method) +
                    "' is none that a document knows, dense, factored or largest");
}

bool are_norms_by_factors(const product_certificate& c) { return claim_of(c.claims, "local").theorem == "T25"; }
bool is_by_dense_matrix(const product_certificate& c) { return claim_of(c.claims, "product").theorem == "T30"; }

section result_section(const product_certificate& c) {
  section r{prose("Result"), {}};
  r.parts.emplace_back(
      statement{statement::result,
                prose("this certificate"),
                {paragraph{prose("Let $P=J_L\\cdots J_1$ be the product of section 1, and $H_l=H_l(X_l)$.")},
                 list{conclusions(c)}}});
  r.parts.emplace_back(proof_of(c));
  for (const std::string& note : c.notes) r.parts.emplace_back(paragraph{prose("Note: %1", {{code{note}}})});
  return r;
}

} // namespace mixcert::proof
