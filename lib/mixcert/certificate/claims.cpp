#include "mixcert/certificate/claims.hpp"

#include "mixcert/certificate/dyadic.hpp"

namespace mixcert {
namespace {

dyadic_matrix column(const std::vector<mp_float>& values) {
  return to_dyadic(matrix<mp_float>(values.size(), 1, values));
}

claim data_claim() {
  return {.id = "C1",
          .type = "data",
          .theorem = "",
          .says = "Parameters, state and constants are exactly the real numbers named in `subject`."};
}

claim router_claim(const verified_steps& steps) {
  claim c{.id = "C2",
          .type = "router",
          .theorem = "T1",
          .says = "The logits, the entries of H and the derivatives of the entries by their logits lie in the stored "
                  "enclosures.",
          .uses = {"C1"},
          .enclosures = {{"logits", steps.logits}, {"dH_dlogits", steps.dH_dlogits}}};
  if (!steps.write.values().empty()) c.enclosures.emplace("write", steps.write);
  if (!steps.read.values().empty()) c.enclosures.emplace("read", steps.read);
  return c;
}

claim rotation_claim(const verified_steps& steps) {
  const rotation& r = steps.rotated;
  return {.id = "C3",
          .type = "rotation",
          .theorem = "T5",
          .says = "P^T F Q is diag(s) up to nu, where F is the frozen mixer: H, or for the read map the row of read "
                  "gates; P and Q are orthogonal up to alpha and beta; hence the enclosures of `frozen_spectrum`.",
          .uses = {"C2"},
          .matrices = {{"P", to_dyadic(r.P)}, {"Q", to_dyadic(r.Q)}, {"s", column(r.s)}},
          .bounds = {{"alpha", r.alpha}, {"beta", r.beta}, {"nu", r.nu}}};
}

/// The name of something that each space has: as it is when all streams share one space, else with the stream's number.
std::string of_space(const char* name, std::size_t space, const feature_spans<mp_interval>& spans) {
  return spans.spaces.size() == 1 ? name : name + std::to_string(space);
}

claim generators_claim(const verified_steps& steps) {
  claim c{.id = "C4",
          .type = "generators",
          .theorem = "T3",
          .says =
              "For every stream k the feature rows of the feedback lie in the span of the generators (those of stream "
              "k, where each stream has its own: there a router's array of weights stands for its rows combined by "
              "column k of Q); each sigma_k(F) is a singular value of J at least width - (their number) times.",
          .uses = {"C1", "C3"}};
  if (steps.spans.spaces.empty()) {
    c.integers = {{"exponents", {}}};
    c.names = {{"generators", {}}};
  }
  for (std::size_t k = 0; k < steps.spans.spaces.size(); ++k) {
    c.integers[of_space("exponents", k, steps.spans)] = steps.spans.spaces[k].exponents;
    c.names["generators"] = steps.spans.spaces[k].labels; // the same for each
  }
  return c;
}

claim basis_claim(const verified_steps& steps) {
  claim c{.id = "C5",
          .type = "basis",
          .theorem = "T5",
          .says = "R is the triangular factor of an orthonormal basis of the generators, each divided by 2^exponent: "
                  "R^-T K R^-1 is the identity up to phi, or R^T R is K up to t in the trace norm.",
          .uses = {"C4"}};
  for (std::size_t k = 0; k < steps.bases.size(); ++k) {
    const triangular_basis& basis = steps.bases[k];
    c.matrices.emplace(of_space("R", k, steps.spans), to_dyadic(basis.R));
    if (basis.phi) c.bounds.emplace(of_space("phi", k, steps.spans), *basis.phi);
    if (basis.t) c.bounds.emplace(of_space("t", k, steps.spans), *basis.t);
  }
  return c;
}

claim core_claim(const verified_steps& steps) {
  return {.id = "C6",
          .type = "core",
          .theorem = "T3",
          .says = "The rotated core differs from the matrix C by at most epsilon.",
          .uses = {"C2", "C3", "C5"},
          .matrices = {{"C", to_dyadic(steps.core.C)}},
          .bounds = {{"epsilon", steps.core.epsilon}}};
}

claim truncation_claim(const verified_steps& steps) {
  const truncated_core& t = *steps.truncated;
  return {.id = "C10",
          .type = "truncation",
          .theorem = "T4",
          .says = "With M the matrix C of the core less s on its diagonal: M differs from (I kron V V^T) M (I kron V "
                  "V^T) by at most kappa; the values of J, rotated, are within epsilon of those of the matrix C given "
                  "here and of s, width - (columns of V) times each, in order; hence `core.tails`.",
          .uses = {"C3", "C6"},
          .matrices = {{"V", to_dyadic(t.V)}, {"C", to_dyadic(t.C)}},
          .bounds = {{"kappa", t.kappa}, {"epsilon", t.epsilon}}};
}

claim svd_claim(const verified_steps& steps) {
  const std::string core = steps.truncated ? "C10" : "C6";
  return {.id = "C7",
          .type = "svd",
          .theorem = "T6",
          .says =
              "U diag(sigma) V^T is C up to e; U and V have orthonormal columns up to g and f; hence the enclosures "
              "of `core.values`.",
          .uses = {"C3", core},
          .matrices = {{"U", to_dyadic(steps.svd.factors.U)},
                       {"sigma", column(steps.svd.factors.sigma)},
                       {"V", to_dyadic(steps.svd.factors.V)}},
          .bounds = {{"e", steps.svd.defects.residual},
                     {"f", steps.svd.defects.orthogonality_v},
                     {"g", steps.svd.defects.orthogonality_u}}};
}

claim state_box_claim(const state_box_bounds& box) {
  return {
      .id = "C11",
      .type = "state_box",
      .theorem = "T18",
      .says =
          "The claims before this one speak of the state X itself. Every state X' whose entries differ from those of X "
          "by at most "
          "`subject.state.radius` has a Jacobian within delta of that at X in the spectral norm, an F(X') within "
          "delta_F "
          "of F(X) (F as in `rotation`), an H(X') within H_change of H(X), entry by entry, and feature rows of the "
          "feedback in the span of at most `generator_count` generators a stream; hence `core.values` and `core.tails` "
          "are those of X widened by delta, `frozen_spectrum` by delta_F and `forward` by H_change.",
      .uses = {"C1"},
      .integers = {{"generator_count", {box.generators}}},
      .bounds = {{"delta", box.jacobian}, {"delta_F", box.frozen}},
      .enclosures = {{"H_change", box.H_change}}};
}

claim merge_claim(const verified_steps& steps) {
  claim c{.id = "C8",
          .type = "merge",
          .theorem = "T3",
          .says = "`spectrum` holds the order statistics of the ends of `core.values` and `core.tails`.",
          .uses = {"C3", "C4", "C7"}};
  if (steps.truncated) c.uses.emplace_back("C10");
  if (steps.box) c.uses.emplace_back("C11");
  return c;
}

claim derived_claim() {
  return {.id = "C9",
          .type = "derived",
          .theorem = "",
          .says =
              "`quantities`: norm and smallest are the ends of `spectrum`; mean squares are sums of squares by their "
              "number; ratios are quotients; at_least is the excess of values of J above or below a value of F over "
              "their number in F kron I (interlacing).",
          .uses = {"C3", "C8"}};
}

} // namespace

std::vector<claim> claims_of(const verified_steps& steps) {
  std::vector<claim> claims{data_claim(),       router_claim(steps), rotation_claim(steps), generators_claim(steps),
                            basis_claim(steps), core_claim(steps)};
  if (steps.truncated) claims.push_back(truncation_claim(steps));
  claims.push_back(svd_claim(steps));
  if (steps.box) claims.push_back(state_box_claim(*steps.box));
  claims.insert(claims.end(), {merge_claim(steps), derived_claim()});
  return claims;
}

} // namespace mixcert
