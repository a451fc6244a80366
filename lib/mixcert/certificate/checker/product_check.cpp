#include "mixcert/certificate/checker/product_check.hpp"

#include "mixcert/certificate/checker/local_norm.hpp"
#include "mixcert/certificate/checker/product_chain.hpp"
#include "mixcert/certificate/checker/product_quantities.hpp"
#include "mixcert/certificate/checker/refined_svd.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <memory>
#include <string>

namespace mixcert::checker {
namespace {

constexpr std::size_t largest_order = 1024, small_order = 48, most_streams = 64;

/// A number 2^exponent x, of which x is enclosed, lies in the stated enclosure.
void require_inside(const std::string& what, const interval& x, long exponent, const scaled_enclosure& stated) {
  require_inside(what, scaled(x, exponent - stated.exp2), stated.value.lo, stated.value.hi);
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
    decide("derived", &product_checker::derived);
  }

 private:
  using step = void (product_checker::*)(mpfr_prec_t);

  void decide(const char* type, step check) {
    const claim_record& own = *document_.claim(type);
    claims_.decide(own.id + ' ' + type, [&](mpfr_prec_t bits) {
      (this->*check)(bits);
      own.require_all_used();
    });
  }

  std::size_t n() const { return record_.streams; }
  std::size_t order() const { return n() * record_.width; }
  std::string at_site(std::size_t l) const { return " at site " + std::to_string(l) + " (counted from 0)"; }

  std::unique_ptr<evaluated_map> at(std::size_t l, mpfr_prec_t bits) const {
    const site_record& own = record_.sites[l];
    return std::make_unique<evaluated_map>(find_equations(own.mixer), data_[l], own.with, bits);
  }

  void data(mpfr_prec_t) {
    require(!record_.sites.empty(), "there are no sites");
    require_known(n() <= most_streams,
                  "this version re-establishes products of at most " + std::to_string(most_streams) + " streams");
    data_.clear();
    for (const site_record& own : record_.sites) data_.push_back(load(own, folders_));
  }

  void frozen(mpfr_prec_t bits) {
    interval_matrix M = at(0, bits)->map.frozen;
    for (std::size_t l = 1; l < data_.size(); ++l) M = checker::product(at(l, bits)->map.frozen, M, bits);
    const std::vector<interval> values = enclose_singular_values(M, bits);
    require(record_.frozen_spectrum.size() == values.size(), "frozen_spectrum has not one value a stream");
    for (std::size_t k = 0; k < values.size(); ++k)
      require_inside("value " + std::to_string(k) + " of frozen_spectrum", values[k], 0, record_.frozen_spectrum[k]);
  }

  void local(mpfr_prec_t bits) {
    const std::vector<rational>& norms = record_.norms_at_most;
    require(norms.size() == data_.size(), "there is not one local norm a site");
    rational all = 1;
    for (const rational& norm : norms) all *= norm;
    require(all <= record_.norms_product_at_most, "the local norms multiply to more than their product");
    for (; established_ < norms.size(); ++established_)
      require_norm("the norm" + at_site(established_), factors_of(*at(established_, bits)), norms[established_], bits);
  }

  void product(mpfr_prec_t bits) {
    require(total(record_.spectrum) == order(), "it does not hold " + std::to_string(order()) + " values");
    if (order() > largest_order)
      throw malformed("this version re-establishes all values of products of order " + std::to_string(largest_order) +
                      " or less; none of the " + std::to_string(order()) + " values of this one");
    const auto factors = [&](std::size_t l) { return factors_of(*at(l, bits)); };
    if (order() <= small_order) {
      const interval_matrix P = multiply_in_intervals(factors, data_.size(), order(), bits);
      return require_values(enclose_singular_values(P, bits), 0);
    }
    const chain_product P = multiply(factors, {n(), record_.width, record_.norms_at_most, excess()}, bits);
    try {
      std::vector<interval> values = enclose_singular_values(P.matrix, bits);
      for (interval& x : values) x = between(max(x - P.radius, interval(bits)), x + P.radius);
      require_values(values, P.exponent);
    } catch (const not_established& reason) {
      throw malformed(reason.what()); // more places would not make the vectors better
    }
  }

  /// `values` times 2^exponent are enclosures of the product's.
  void require_values(const std::vector<interval>& values, long exponent) const {
    std::size_t i = 0;
    for (const auto& [stated, multiplicity] : record_.spectrum)
      for (std::size_t k = 0; k < multiplicity; ++k, ++i)
        require_inside("value " + std::to_string(i) + " (counted from 0)", values[i], exponent, stated);
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

  const document& document_;
  const product_record& record_;
  const data_folders& folders_;
  claim_list& claims_;
  std::vector<mixer_data> data_;
  std::size_t established_ = 0; ///< local norms, of the first sites
};

} // namespace

void check_product(const document& document, const data_folders& folders, claim_list& claims) {
  product_checker(document, folders, claims).run();
}

} // namespace mixcert::checker
