#include "itl_operations.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace mixcert::test {

namespace {

class wrong_operands : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T> T operand(const itl_value& value);

template <> interval operand<interval>(const itl_value& value) {
  const itl_interval* const x = std::get_if<itl_interval>(&value);
  if (!x || x->kind != itl_interval::kinds::set) throw wrong_operands("an operand has to be a non-empty interval");
  return interval(x->lower, x->upper);
}

template <> double operand<double>(const itl_value& value) {
  const double* const x = std::get_if<double>(&value);
  if (!x) throw wrong_operands("an operand has to be a number");
  return *x;
}

template <> int operand<int>(const itl_value& value) {
  const double x = operand<double>(value);
  constexpr int most = std::numeric_limits<int>::max();
  if (!(x == std::trunc(x) && std::fabs(x) <= most)) throw wrong_operands("an operand has to be a whole number");
  return static_cast<int>(x);
}

template <class Function, class... Arguments, std::size_t... I>
itl_outcome applied(const Function& f, void (*)(Arguments...), std::index_sequence<I...>,
                    const std::vector<itl_value>& operands) {
  if (operands.size() != sizeof...(Arguments))
    throw wrong_operands("takes " + std::to_string(sizeof...(Arguments)) + " operands");
  return f(operand<std::remove_cvref_t<Arguments>>(operands[I])...);
}

// From a function object with one call operator: the arguments it takes, and how many they are.
template <class F> struct arguments_of : arguments_of<decltype(&F::operator())> {};
template <class F, class R, class... A> struct arguments_of<R (F::*)(A...) const> {
  static constexpr void (*types)(A...) = nullptr;
  using indices = std::index_sequence_for<A...>;
};

template <class F> itl_operation within(int steps, F f) {
  const auto run = [f](const std::vector<itl_value>& operands) -> itl_outcome {
    using arguments = arguments_of<F>;
    try {
      return applied(f, arguments::types, typename arguments::indices(), operands);
    } catch (const std::domain_error& error) {
      return itl_undefined{error.what()};
    } catch (const std::invalid_argument& error) {
      return itl_refused{error.what()};
    } catch (const std::exception& error) {
      return itl_broken{error.what()};
    }
  };
  return {steps, run};
}

template <class F> itl_operation exact(F f) { return within(0, f); }

template <class F> itl_operation near(F f) { return within(2, f); }

bool bounded(const interval& x) { return std::isfinite(x.lower()) && std::isfinite(x.upper()); }

} // namespace

const std::map<std::string, itl_operation>& itl_operations() {
  using i = const interval&;
  static const std::map<std::string, itl_operation> all = {
      {"pos", exact([](i x) { return x; })},
      {"neg", exact([](i x) { return -x; })},
      {"add", exact([](i x, i y) { return x + y; })},
      {"sub", exact([](i x, i y) { return x - y; })},
      {"mul", exact([](i x, i y) { return x * y; })},
      {"div", exact([](i x, i y) { return x / y; })},
      {"recip", exact([](i x) { return interval(1) / x; })},
      {"sqr", exact([](i x) { return sqr(x); })},
      {"sqrt", exact([](i x) { return sqrt(x); })},
      {"fma", exact([](i x, i y, i z) { return fma(x, y, z); })},
      {"abs", exact([](i x) { return abs(x); })},
      {"min", exact([](i x, i y) { return min(x, y); })},
      {"max", exact([](i x, i y) { return max(x, y); })},
      {"pown", near([](i x, int n) { return pown(x, n); })},
      {"exp", near([](i x) { return exp(x); })},
      {"log", near([](i x) { return log(x); })},
      {"tanh", near([](i x) { return tanh(x); })},
      {"sech", near([](i x) { return sech(x); })},
      {"convexHull", exact([](i x, i y) { return hull(x, y); })},
      {"b-numsToInterval", exact([](double lower, double upper) { return interval(lower, upper); })},
      {"d-numsToInterval", exact([](double lower, double upper) { return interval(lower, upper); })},
      {"inf", exact([](i x) { return x.lower(); })},
      {"sup", exact([](i x) { return x.upper(); })},
      {"mag", exact([](i x) { return magnitude(x); })},
      {"wid", exact([](i x) { return width_up(x); })},
      {"subset", exact([](i x, i y) { return subset(x, y); })},
      {"equal", exact([](i x, i y) { return subset(x, y) && subset(y, x); })},
      {"precedes", exact([](i x, i y) { return certainly_less_equal(x, y); })},
      {"strictPrecedes", exact([](i x, i y) { return certainly_less(x, y); })},
      {"disjoint", exact([](i x, i y) { return certainly_less(x, y) || certainly_less(y, x); })},
      {"isMember", exact([](double value, i x) { return contains(x, value); })},
      {"isEntire", exact([](i x) { return !std::isfinite(x.lower()) && !std::isfinite(x.upper()); })},
      {"isSingleton", exact([](i x) { return x.lower() == x.upper(); })},
      {"isCommonInterval", exact([](i x) { return bounded(x); })},
  };
  return all;
}

} // namespace mixcert::test
