#include "mixcert/certificate/checker/product_check.hpp"

#include "mixcert/certificate/checker/largest_value.hpp"
#include "mixcert/certificate/checker/local_norm.hpp"
#include "mixcert/certificate/checker/product_chain.hpp"
#include "mixcert/certificate/checker/product_direction.hpp"
#include "mixcert/certificate/checker/product_quantities.hpp"
#include "mixcert/certificate/checker/refined_svd.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace mixcert::checker {
namespace {

constexpr std::size_t largest_order = 1024, small_order = 48, most_streams = 64, most_fed_back = 1024;

/// A number 2^exponent x, of which x is enclosed, lies in the stated enclosure.
void require_inside(const std::string& what, const interval& x, long exponent, const scaled_enclosure& stated) {
  require_inside(what, scaled(x, exponent - stated.exp2), stated.value.lo, stated.value.hi);
}

interval in_full(const rational& x, const scaled_enclosure& of, mpfr_prec_t bits) {
  return scaled(interval(x, bits), of.exp2);
}

position position_in(const interval& x, const scaled_enclosure& stated) {
  return position_in(scaled(x, -stated.exp2), stated.value.lo, stated.value.hi);
}

/// The members of both, each of which holds the same number.
interval intersection(const interval& a, const interval& b) {
  return between(mpfr_less_p(a.lower(), b.lower()) != 0 ? b : a, mpfr_less_p(a.upper(), b.upper()) != 0 ? a : b);
}

/// `0, 3 to 7 and 9`
std::string listed(const std::vector<std::size_t>& ascending) {
  std::vector<std::string> ranges;
  for (std::size_t first = 0, last = 0; first < ascending.size(); first = ++last) {
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    ranges.push_back(std::to_string(ascending[first]));
    if (last > first) ranges.back() += " to " + std::to_string(ascending[last]);
  }
  std::string r = ranges.front();
  for (std::size_t k = 1; k < ranges.size(); ++k) r += (k + 1 < ranges.size() ? ", " : " and ") + ranges[k];
  return r;
}

std::size_t total(const std::vector<scaled_value_record>& values) {
  std::size_t r = 0;
  for (const scaled_value_record& value : values) {
    require(value.multiplicity > 0, "an entry stands for no value");
    r += value.multiplicity;
  }
  return r;
}

class product_checker {
 public:
  product_checker(const document& document, const data_folders& folders, claim_list& claims)
      : document_(document), record_(*document.product), folders_(folders), claims_(claims) {}

  void run() {
    decide("data", &product_checker::data);
    decide("frozen", &product_checker::frozen);
    decide("local", &product_checker::local);
    decide("product", &product_checker::product);
    if (is_counted_) decide_also("derived", &product_checker::derived);
    if (is_counted_ && record_.direction) decide_also("direction", &product_checker::direction);
  }

 private:
  using step = void (product_checker::*)(mpfr_prec_t);

  void decide(const char* type, step check) { claims_.decide(name_of(type), complete(type, check)); }
  void decide_also(const char* type, step check) { claims_.decide_also(name_of(type), complete(type, check)); }

  std::string name_of(const char* type) const { return document_.claim(type)->id + ' ' + type; }

  std::function<void(mpfr_prec_t)> complete(const char* type, step check) {
    return [this, check, &own = *document_.claim(type)](mpfr_prec_t bits) {
      (this->*check)(bits);
      own.require_all_used();
    };
  }

  std::size_t n() const { return record_.streams; }
  std::size_t order() const { return n() * record_.width; }
  std::string at_site(std::size_t l) const { return " at site " + std::to_string(l) + " (counted from 0)"; }

  std::unique_ptr<evaluated_map> at(std::size_t l, mpfr_prec_t bits) const {
    const site_record& own = record_.sites[l];
    return std::make_unique<evaluated_map>(find_equations(own.mixer), data_[l], own.with, bits);
  }

  jacobian_factors factors_at(std::size_t l, mpfr_prec_t bits) const { return balanced(factors_of(*at(l, bits))); }

  void data(mpfr_prec_t) {
    require(!record_.sites.empty(), "there are no sites");
    require_known(n() <= most_streams,
                  "this version re-establishes products of at most " + std::to_string(most_streams) + " streams");
    data_.clear();
    for (const site_record& own : record_.sites) data_.push_back(load(own, folders_));
  }

  void frozen(mpfr_prec_t bits) {
    frozen_ = at(0, bits)->map.frozen;
    for (std::size_t l = 1; l < data_.size(); ++l) frozen_ = checker::product(at(l, bits)->map.frozen, frozen_, bits);
    frozen_values_ = enclose_singular_values(frozen_, bits);
    require(record_.frozen_spectrum.size() == n(), "frozen_spectrum has not one value a stream");
    for (std::size_t k = 0; k < n(); ++k)
      require_inside("value " + std::to_string(k) + " of frozen_spectrum", frozen_values_[k], 0,
                     record_.frozen_spectrum[k]);
  }

  void local(mpfr_prec_t bits) {
    const std::vector<rational>& norms = record_.norms_at_most;
    require(norms.size() == data_.size(), "there is not one local norm a site");
    rational all = 1;
    for (const rational& norm : norms) all *= norm;
    require(all <= record_.norms_product_at_most, "the local norms multiply to more than their product");
    for (; established_ < norms.size(); ++established_) {
      const jacobian_factors J = factors_at(established_, bits);
      require_local_norm("the norm" + at_site(established_), J, norms[established_], bits);
      fed_back_ += fed_back_rows(J).size();
    }
  }

  /// In coordinates of all rows while these are cheap, else in thin factors.
  void require_local_norm(const std::string& what, const jacobian_factors& J, const rational& norm,
                          mpfr_prec_t bits) const {
    if (order() <= largest_order || norm == 0) return require_norm(what, J, norm, bits);
    const interval limit(norm, bits);
    const largest_value own =
        bound_largest([&](std::size_t) { return J; }, {n(), record_.width, {norm}, 0}, J.H, limit, bits);
    if (is_less(limit, own.at_least)) throw refuted(what + " is not below " + text(own.at_least));
    if (own.open) throw malformed(what + " is not known to be at most " + text(limit) + ": " + *own.open);
  }

  void product(mpfr_prec_t bits) {
    require(total(record_.spectrum) == order(), "it does not hold " + std::to_string(order()) + " values");
    is_counted_ = true;
    const std::vector<interval> known = known_values(bits);
    const auto factors = [&](std::size_t l) { return factors_at(l, bits); };
    if (order() > largest_order) return large_product(known, factors, bits);
    if (order() <= small_order) {
      const interval_matrix P = multiply_in_intervals(factors, data_.size(), order(), bits);
      return require_values(enclose_singular_values(P, bits), known);
    }
    if (are_inside(known)) return;
    try {
      const chain_product P = multiply(factors, shape(), bits);
      std::vector<interval> values = enclose_singular_values(P.matrix, bits);
      for (interval& x : values) x = scaled(between(max(x - P.radius, interval(bits)), x + P.radius), P.exponent);
      require_values(values, known);
    } catch (const not_established& reason) {
      throw malformed(reason.what()); // more places would not make the vectors better
    }
  }

  chain_shape shape() const { return {n(), record_.width, record_.norms_at_most, excess()}; }

  /// Enclosures of all values that hold whatever is fed back: between those of the frozen product so many places
  /// further on and so many before, and at most the product of the local norms (T29 d).
  std::vector<interval> known_values(mpfr_prec_t bits) const {
    const std::size_t d = record_.width;
    const interval none(bits), norms(record_.norms_product_at_most, bits);
    std::vector<interval> r;
    for (std::size_t i = 0; i < order(); ++i) {
      const std::size_t below = (i + fed_back_) / d;
      const interval least = below < n() ? frozen_values_[below] : none;
      const interval most = i < fed_back_ ? norms : frozen_values_[(i - fed_back_) / d];
      r.push_back(between(least, mpfr_less_p(norms.upper(), most.upper()) != 0 ? norms : most));
    }
    return r;
  }

  /// Calls take(i, entry) for every value.
  template <class Take> void each_value(Take take) const {
    std::size_t i = 0;
    for (const auto& [stated, multiplicity] : record_.spectrum)
      for (std::size_t k = 0; k < multiplicity; ++k, ++i) take(i, stated);
  }

  bool are_inside(const std::vector<interval>& values) const {
    bool all = true;
    each_value([&](std::size_t i, const scaled_enclosure& stated) {
      all = all && position_in(values[i], stated) == position::inside;
    });
    return all;
  }

  /// Both hold the product's values.
  void require_values(const std::vector<interval>& values, const std::vector<interval>& known) const {
    each_value([&](std::size_t i, const scaled_enclosure& stated) {
      const bool decided = position_in(values[i], stated) != position::across;
      require_inside("value " + std::to_string(i) + " (counted from 0)",
                     decided ? values[i] : intersection(values[i], known[i]), 0, stated);
    });
  }

  /// Of the values of a product that is not multiplied out: the largest one, and what is known of others.
  void large_product(std::vector<interval> known, const std::function<jacobian_factors(std::size_t)>& factors,
                     mpfr_prec_t bits) const {
    if (are_inside(known)) return;
    const scaled_enclosure& first = record_.spectrum.front().value;
    const interval bound = in_full(first.value.hi, first, bits);
    std::string open = "this version looks for it up to " + std::to_string(most_fed_back) +
                       " rows that feed back, and these sites have " + std::to_string(fed_back_);
    if (fed_back_ <= most_fed_back && first.value.hi > 0) {
      largest_value own = bound_largest(factors, shape(), frozen_, bound, bits);
      known[0] = between(max(known[0], own.at_least), known[0]);
      open = own.open.value_or("");
    }
    require_some(known, open);
  }

  /// Names the values of which no enclosure, or no end of it, follows. `open`: why the upper end of the first does not;
  /// empty where it does.
  void require_some(const std::vector<interval>& known, const std::string& open) const {
    const scaled_enclosure& first = record_.spectrum.front().value;
    std::vector<std::size_t> others;
    std::string lower = "verified", upper = "verified";
    each_value([&](std::size_t i, const scaled_enclosure& stated) {
      const interval x = scaled(known[i], -stated.exp2);
      const bool is_low = mpfr_cmp_q(x.lower(), stated.value.lo.get_mpq_t()) >= 0;
      const bool is_high = mpfr_cmp_q(x.upper(), stated.value.hi.get_mpq_t()) <= 0 ||
                           (open.empty() && in_units(first, stated.exp2).hi <= stated.value.hi);
      if (position_in(known[i], stated) == position::outside)
        require_inside("value " + std::to_string(i) + " (counted from 0)", known[i], 0, stated);
      if (i > 0 && !(is_low && is_high)) others.push_back(i);
      if (i == 0 && !is_low) lower = "not established: it is known that the value is not below " + text(known[i]);
      if (i == 0 && !is_high) upper = "not established: " + open;
    });
    if (lower == "verified" && upper == "verified" && others.empty()) return;
    throw malformed("value 0, the largest: lower end " + lower + "; upper end " + upper + "; of the " +
                    std::to_string(order() - 1) + " others " + std::to_string(others.size()) + " are not established" +
                    (others.empty() ? "" : ": " + listed(others) + " (counted from 0)"));
  }

  /// By how much the local norms multiply to more than the stated norm of the product: to choose places by.
  long excess() const {
    const auto exponent = [](const rational& x) {
      return x <= 0 ? 0L
                    : static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) -
                          static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
    };
    const scaled_enclosure& norm = record_.spectrum.front().value;
    return exponent(record_.norms_product_at_most) - exponent(norm.value.hi) - norm.exp2;
  }

  void derived(mpfr_prec_t) { require_quantities(record_); }

  void direction(mpfr_prec_t bits) {
    const direction_record& own = *record_.direction;
    const dyadic_matrix z =
        own.tensor ? exact_matrix(load(*own.tensor, n(), record_.width, folders_), n(), record_.width) : *own.vector;
    require_direction(
        record_, z, [&](std::size_t l) { return factors_at(l, bits); }, bits);
  }

  const document& document_;
  const product_record& record_;
  const data_folders& folders_;
  claim_list& claims_;
  std::vector<mixer_data> data_;
  bool is_counted_ = false; ///< the spectrum has as many values as the product
  interval_matrix frozen_;  ///< H_L ... H_1
  std::vector<interval> frozen_values_;
  std::size_t established_ = 0; ///< local norms, of the first sites
  std::size_t fed_back_ = 0;    ///< rows of derivatives that are not 0, of these sites
};

} // namespace

void check_product(const document& document, const data_folders& folders, claim_list& claims) {
  product_checker(document, folders, claims).run();
}

} // namespace mixcert::checker
