#include "mixcert/expression/evaluate.hpp"

#include "mixcert/expression/detail/errors.hpp"
#include "mixcert/expression/detail/exponent.hpp"
#include "mixcert/expression/detail/memo.hpp"
#include "mixcert/scalar/rational_value.hpp"

#include <algorithm>
#include <concepts>
#include <cstdlib>

namespace mixcert {
namespace {

/// Whether a zero of this arithmetic proves that the real number is zero.
template <class S> constexpr bool encloses = !std::same_as<S, float64> && !std::same_as<S, quad>;

template <class S> S power(const S& base, int n, const expression&) { return pown(base, n); }

rational power(const rational& base, int n, const expression& whole) {
  constexpr double most_bits = 0x1p26;
  const std::size_t bits =
      std::max(mpz_sizeinbase(mpq_numref(base.get()), 2), mpz_sizeinbase(mpq_denref(base.get()), 2));
  if (bits > 1 && static_cast<double>(bits) * std::abs(static_cast<double>(n)) > most_bits)
    throw input_error("the power " + quoted(whole) + " has too many digits to be held exactly; use intervals");
  return pown(base, n);
}

template <class S> S root(const S& x, const expression&) { return sqrt(x); }

rational root(const rational& x, const expression& whole) {
  if (auto exact = exact_sqrt(x)) return *std::move(exact);
  throw input_error("the root " + quoted(whole) + " is not rational; evaluate it in another arithmetic");
}

template <class S> class evaluator {
 public:
  evaluator(const context<S>& context, const parameters& values) : context_(context), values_(values) {}

  const S& of(const expression& x) {
    return known_.of(x, [this](const expression& y) { return computed(y); });
  }

 private:
  S computed(const expression& x) {
    switch (x.top()) {
    case operation::number:
      return value(context_, x.number());
    case operation::parameter:
      return given(x.name());
    case operation::negation:
      return -of(x.operand(0));
    case operation::sum:
      return of(x.operand(0)) + of(x.operand(1));
    case operation::difference:
      return of(x.operand(0)) - of(x.operand(1));
    case operation::product:
      return of(x.operand(0)) * of(x.operand(1));
    case operation::quotient:
      return of(x.operand(0)) / divisor(x.operand(1), x);
    case operation::power:
      return power_of(x);
    case operation::root:
      return root(radicand(x.operand(0), x), x);
    case operation::magnitude:
      return abs(of(x.operand(0)));
    }
    std::abort(); // all operations are above
  }

  S given(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) refuse_missing(name, values_);
    return value(context_, found->second);
  }

  S power_of(const expression& x) {
    const int n = exponent_of(x, values_);
    return power(n < 0 ? divisor(x.operand(0), x) : of(x.operand(0)), n, x);
  }

  const S& divisor(const expression& y, const expression& whole) {
    const S& v = of(y);
    if (!certainly_less(zero_, v) && !certainly_less(v, zero_))
      refuse_domain(y, "zero", whole, encloses<S> && is_exact_zero(v));
    return v;
  }

  const S& radicand(const expression& y, const expression& whole) {
    const S& v = of(y);
    if (!certainly_less_equal(zero_, v)) refuse_domain(y, "negative", whole, encloses<S> && certainly_less(v, zero_));
    return v;
  }

  const context<S>& context_;
  const parameters& values_;
  S zero_ = context_.exact(0);
  memo<S> known_;
};

} // namespace

template <field S> S evaluate(const context<S>& context, const expression& x, const parameters& values) {
  return evaluator<S>(context, values).of(x);
}

template float64 evaluate(const context<float64>&, const expression&, const parameters&);
template quad evaluate(const context<quad>&, const expression&, const parameters&);
template interval evaluate(const context<interval>&, const expression&, const parameters&);
template mp_interval evaluate(const context<mp_interval>&, const expression&, const parameters&);
template rational evaluate(const context<rational>&, const expression&, const parameters&);

} // namespace mixcert
