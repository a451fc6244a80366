// That the stored ends of the largest and the smallest singular value are what the theorems make of the stored bounds.
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/claims.hpp"
#include "mixcert/proof/coq_file.hpp"
#include "mixcert/proof/hypotheses.hpp"
#include "mixcert/proof/prove.hpp"

#include <algorithm>
#include <optional>

namespace mixcert::proof {
namespace {

/// More than any witness of such an enclosure has, and as much again.
long places_for(const enclosure& x) {
  constexpr long least = 320, bits_of_digit = 8;
  return x.is_binary64() ? least
                         : std::max(least, bits_of_digit * static_cast<long>(std::max(x.lo().size(), x.hi().size())));
}

void define_bound(coq_file& file, const claim& claim, const std::string& bound, const std::string& name) {
  file.define(name, "R", coq_number(mp_float(bound_of(claim, bound), 53)));
}

/// Names of the ends of one value of the core or of a tail.
struct named_ends {
  std::string lower, upper;
};

/// Defines sigma, the largest or smallest of the decomposition, and what T6 (a) makes of it.
named_ends define_core_value(coq_file& file, const std::string& which, const mp_float& sigma,
                             const std::string& radius) {
  const std::string name = "sigma_" + which;
  file.define(name, "R", coq_number(sigma));
  named_ends ends{name + "_lower", name + "_upper"};
  file.define(ends.lower, "R", name + " * sqrt ((1 - f) * (1 - g)) - e - " + radius);
  file.define(ends.upper, "R", name + " * sqrt ((1 + f) * (1 + g)) + e + " + radius);
  return ends;
}

void define_decomposition(coq_file& file, const claim& svd) {
  define_bound(file, svd, "e", "e");
  define_bound(file, svd, "f", "f");
  define_bound(file, svd, "g", "g");
}

/// The larger or smaller of what there is.
std::string extreme(const char* function, const std::vector<std::string>& terms) {
  std::string r = terms.front();
  for (std::size_t k = 1; k < terms.size(); ++k) r = std::string(function) + " (" + r + ") (" + terms[k] + ")";
  return r;
}

/// The ends of the list of T3 (d), or T4 (c), from its extreme members.
class extreme_ends {
 public:
  void add(const named_ends& ends, const std::string& widened) {
    lower_.push_back(ends.lower + " / kappa_plus" + (widened.empty() ? "" : " - " + widened));
    upper_.push_back(ends.upper + " / kappa_minus" + (widened.empty() ? "" : " + " + widened));
  }
  bool is_empty() const { return upper_.empty(); }
  void state(coq_file& file, const std::string& which, const char* function, const enclosure& stored) const {
    file.theorem(which + "_is_at_most", extreme(function, upper_) + " <= " + coq_upper(stored));
    file.theorem(which + "_is_at_least", coq_lower(stored) + " <= Rmax 0 (" + extreme(function, lower_) + ")");
  }

 private:
  std::vector<std::string> lower_, upper_;
};

struct tail_numbers {
  std::size_t first, last;
};

/// Of the tails that occur, those with the largest and the smallest value of s.
std::optional<tail_numbers> tails_of(const certificate& c, std::size_t count) {
  std::optional<tail_numbers> r;
  for (const core_tail& tail : c.core.tails) {
    if (tail.multiplicity == 0) continue;
    if (tail.k >= count) throw input_error("core.tails: there is no value s of number " + std::to_string(tail.k));
    r = r ? tail_numbers{std::min(r->first, tail.k), std::max(r->last, tail.k)} : tail_numbers{tail.k, tail.k};
  }
  return r;
}

named_ends define_tail(coq_file& file, const std::string& which, const mp_float& s, const std::string& radius) {
  const std::string name = "s_" + which;
  file.define(name, "R", coq_number(s));
  named_ends ends{name + "_lower", name + "_upper"};
  file.define(ends.lower, "R", name + " - " + radius);
  file.define(ends.upper, "R", name + " + " + radius);
  return ends;
}

/// Whether value number `index` was enclosed by T6 (c), which needs more than the stored numbers.
bool is_in_group(const matrix_certificate& c, std::size_t index) {
  const claim* separated = find_claim(c.claims, "separated");
  if (separated == nullptr) return false;
  const auto first = separated->integers.find("first"), count = separated->integers.find("count");
  if (first == separated->integers.end() || count == separated->integers.end()) return true;
  for (std::size_t k = 0; k < std::min(first->second.size(), count->second.size()); ++k)
    if (const auto i = static_cast<long>(index); first->second[k] <= i && i - first->second[k] < count->second[k])
      return true;
  return false;
}

const char* const numbers_of_claims = "Numbers of the claims, exactly; what a bound is of stands in the claim.";

} // namespace

std::string coq_of(const certificate& c, const std::string& document_sha256) {
  if (c.spectrum.empty()) throw input_error("the certificate has no singular value");
  const table checked = hypothesis_table(c); // refuses what the theorems do not allow
  const claim& rotation = claim_of(c.claims, "rotation");
  coq_file file("The ends of the largest and the smallest singular value in the certificate of SHA-256\n   " +
                    document_sha256 + "\n   follow from its claims by T3 (d)" + (is_truncated(c) ? ", T4 (c)" : "") +
                    ", T5 (a) and T6 (a)" + (c.subject.state_radius ? ", T18 (e)" : "") + ".",
                places_for(c.spectrum.front().value));
  file.comment(numbers_of_claims);
  define_bound(file, rotation, "alpha", "alpha");
  define_bound(file, rotation, "beta", "beta");
  define_bound(file, rotation, "nu", "nu");
  file.define("kappa_plus", "R", "sqrt ((1 + alpha) * (1 + beta))");
  file.define("kappa_minus", "R", "sqrt ((1 - alpha) * (1 - beta))");
  std::string hypotheses = "0 <= alpha < 1 /\\ 0 <= beta < 1";
  std::string widened; // the ends by this, in a box of states
  if (c.subject.state_radius) {
    define_bound(file, claim_of(c.claims, "state_box"), "delta", "delta");
    widened = "delta";
  }
  extreme_ends largest, smallest;
  if (has_core(c)) {
    const claim& svd = claim_of(c.claims, "svd");
    define_decomposition(file, svd);
    define_bound(file, claim_of(c.claims, is_truncated(c) ? "truncation" : "core"), "epsilon", "epsilon");
    hypotheses += " /\\ 0 <= f < 1 /\\ 0 <= g < 1";
    if (const std::vector<mp_float> sigma = column_of(svd, "sigma"); !sigma.empty()) {
      largest.add(define_core_value(file, "largest", sigma.front(), "epsilon"), widened);
      smallest.add(define_core_value(file, "smallest", sigma.back(), "epsilon"), widened);
    }
  }
  const std::vector<mp_float> s = column_of(rotation, "s");
  if (const auto tails = tails_of(c, s.size())) {
    const std::string radius = is_truncated(c) ? "epsilon" : "nu";
    largest.add(define_tail(file, "largest", s[tails->first], radius), widened);
    smallest.add(define_tail(file, "smallest", s[tails->last], radius), widened);
  }
  if (largest.is_empty()) throw input_error("the certificate has neither core values nor tails; certify once more");
  file.theorem("hypotheses", hypotheses);
  largest.state(file, "largest", "Rmax", c.spectrum.front().value);
  smallest.state(file, "smallest", "Rmin", c.spectrum.back().value);
  return file.text();
}

std::string coq_of(const matrix_certificate& c, const std::string& document_sha256) {
  if (c.spectrum.empty()) throw input_error("a matrix without rows or columns has no singular value to bound");
  const table checked = hypothesis_table(c); // refuses what the theorem does not allow
  const bool largest_follows = !is_in_group(c, 0), smallest_follows = !is_in_group(c, c.spectrum.size() - 1);
  if (!largest_follows && !smallest_follows)
    throw input_error("the largest and the smallest value were enclosed by theorem T6 (c), whose Rayleigh quotients "
                      "are not stored: Coq has no numbers to start from; --to md states the claims");
  const claim& svd = claim_of(c.claims, "svd");
  const std::vector<mp_float> sigma = column_of(svd, "sigma");
  if (sigma.empty()) throw input_error("claim " + printable(svd.id) + " (svd) has no values sigma");
  coq_file file("The ends of the largest and the smallest singular value in the certificate of SHA-256\n   " +
                    document_sha256 + "\n   follow from its claims by T6 (a)" + (c.radius ? " and (b)" : "") + ".",
                places_for(c.spectrum.front()));
  file.comment(numbers_of_claims);
  define_decomposition(file, svd);
  file.define("distance", "R", c.radius ? coq_number(mp_float(bound_of(svd, "distance"), 53)) : "0");
  const std::string scale = "powerRZ 2 (" + std::to_string(integer_of(svd, "exponent")) + ")";
  file.theorem("hypotheses", "0 <= f < 1 /\\ 0 <= g < 1");
  const auto state = [&](const std::string& which, const mp_float& value, const enclosure& stored) {
    const named_ends ends = define_core_value(file, which, value, "distance");
    file.theorem(which + "_is_at_most", ends.upper + " * " + scale + " <= " + coq_upper(stored));
    file.theorem(which + "_is_at_least", coq_lower(stored) + " <= Rmax 0 (" + ends.lower + " * " + scale + ")");
  };
  const char* const not_here = "value was enclosed by T6 (c), whose Rayleigh quotients are not stored.";
  if (largest_follows)
    state("largest", sigma.front(), c.spectrum.front());
  else
    file.comment(std::string("The largest ") + not_here);
  if (smallest_follows)
    state("smallest", sigma.back(), c.spectrum.back());
  else
    file.comment(std::string("The smallest ") + not_here);
  return file.text();
}

std::string coq_of(const product_certificate&, const std::string&) {
  throw input_error("a certificate of a product stores no numbers that its values would follow from: Coq has nothing "
                    "to start from; --to md states the claims");
}

std::string coq_of(const diagnosis&, const std::string&) {
  throw input_error("a diagnosis encloses formulas of maps, which Coq does not evaluate: it has nothing to start from; "
                    "--to md states the claims");
}

} // namespace mixcert::proof
