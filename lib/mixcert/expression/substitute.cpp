#include "mixcert/expression/substitute.hpp"

#include "mixcert/expression/detail/exponent.hpp"
#include "mixcert/expression/detail/memo.hpp"

#include <cstdlib>

namespace mixcert {
namespace {

class substitution {
 public:
  explicit substitution(const parameters& values) : values_(values) {}

  const expression& of(const expression& x) {
    return known_.of(x, [this](const expression& y) { return computed(y); });
  }

 private:
  expression computed(const expression& x) {
    switch (x.top()) {
    case operation::number:
      return x;
    case operation::parameter: {
      const auto given = values_.find(x.name());
      return given == values_.end() ? x : expression(given->second);
    }
    case operation::negation:
      return -of(x.operand(0));
    case operation::sum:
      return of(x.operand(0)) + of(x.operand(1));
    case operation::difference:
      return of(x.operand(0)) - of(x.operand(1));
    case operation::product:
      return of(x.operand(0)) * of(x.operand(1));
    case operation::quotient:
      return of(x.operand(0)) / of(x.operand(1));
    case operation::power:
      return pown(of(x.operand(0)), exponent(x));
    case operation::root:
      return sqrt(of(x.operand(0)));
    case operation::magnitude:
      return abs(of(x.operand(0)));
    }
    std::abort(); // all operations are above
  }

  integer_exponent exponent(const expression& x) const {
    const std::string* name = std::get_if<std::string>(&x.exponent());
    return name != nullptr && !values_.contains(*name) ? x.exponent() : exponent_of(x, values_);
  }

  const parameters& values_;
  memo<expression> known_;
};

} // namespace

expression substitute(const expression& x, const parameters& values) { return substitution(values).of(x); }

} // namespace mixcert
