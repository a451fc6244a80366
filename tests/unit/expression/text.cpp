#include "mixcert/expression/text.hpp"

#include "forms.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string_view>

namespace mixcert::test {
namespace {

/// Reads the grammar of docs/reference/closed-forms.md and computes as it reads.
class reader {
 public:
  reader(std::string_view text, const parameters& values) : rest_(text), values_(values) {}

  std::optional<mpq_class> whole() {
    const auto value = sum();
    if (!rest_.empty()) throw std::runtime_error("left over: " + std::string(rest_));
    return value;
  }

 private:
  using number = std::optional<mpq_class>;

  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) throw std::runtime_error("no " + std::string(token) + " before " + std::string(rest_));
  }

  number sum() {
    const bool minus = take("-");
    number x = term();
    if (minus && x) x = -*x;
    for (;;) {
      const bool plus = take(" + ");
      if (!plus && !take(" - ")) return x;
      const number y = term();
      x = x && y ? number(*x + (plus ? *y : mpq_class(-*y))) : std::nullopt;
    }
  }

  number term() {
    number x = factor();
    for (;;) {
      const bool times = take(" * ");
      if (!times && !take(" / ") && !take("/")) return x;
      const number y = factor();
      if (!x || !y || (!times && *y == 0))
        x = std::nullopt;
      else
        x = *x * (times ? *y : mpq_class(1 / *y));
    }
  }

  number factor() {
    number x = base();
    if (!take("^")) return x;
    const bool minus = take("-");
    const number n = may_be_digit() ? digits() : name();
    const int exponent = static_cast<int>(mpz_get_si(n->get_num_mpz_t()));
    return exact_power(x, minus ? -exponent : exponent);
  }

  number base() {
    if (take("(")) return closed(")");
    if (take("sqrt(")) {
      const number x = closed(")");
      if (!x || *x < 0) return std::nullopt;
      const mpq_class root(sqrt(x->get_num()), sqrt(x->get_den()));
      if (root * root != *x) throw std::runtime_error("a root that is not rational");
      return root;
    }
    if (take("|")) {
      const number x = closed("|");
      return x ? number(abs(*x)) : std::nullopt;
    }
    return may_be_digit() ? digits() : name();
  }

  number closed(std::string_view end) {
    number x = sum();
    expect(end);
    return x;
  }

  bool may_be_digit() const { return !rest_.empty() && '0' <= rest_.front() && rest_.front() <= '9'; }

  number digits() {
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const mpq_class x(std::string(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    return x;
  }

  number name() {
    const std::size_t end = std::min(rest_.find_first_of(" ^/*+-()|"), rest_.size());
    const auto found = values_.find(rest_.substr(0, end));
    if (found == values_.end()) throw std::runtime_error("no parameter: " + std::string(rest_));
    rest_.remove_prefix(end);
    return mpq_class(found->second.get());
  }

  std::string_view rest_;
  const parameters& values_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(text_form)

BOOST_AUTO_TEST_CASE(closed_forms_of_the_field) {
  BOOST_TEST(to_text(pown(abs(1 + K), "L")) == "|1 + K|^L");
  BOOST_TEST(to_text(sqrt(1 + pown(K, 2) / (1 + expression::parameter("epsilon")))) == "sqrt(1 + K^2 / (1 + epsilon))");
  BOOST_TEST(to_text((2 * a - 1) * (2 * b - 1)) == "(2 * a - 1) * (2 * b - 1)");
}

BOOST_AUTO_TEST_CASE(precedence) {
  BOOST_TEST(to_text(-pown(a, 2)) == "-a^2");
  BOOST_TEST(to_text(pown(-a, 2)) == "(-a)^2");
  BOOST_TEST(to_text(a / (b / c)) == "a / (b / c)");
  BOOST_TEST(to_text(a / b / c) == "a / b / c");
  BOOST_TEST(to_text(a / (b * c)) == "a / (b * c)");
  BOOST_TEST(to_text(a * (b / c)) == "a * b / c");
  BOOST_TEST(to_text(a - (b - c)) == "a - (b - c)");
  BOOST_TEST(to_text(a - (b + c)) == "a - (b + c)");
  BOOST_TEST(to_text(a - b - c) == "a - b - c");
  BOOST_TEST(to_text(a + (b - c)) == "a + b - c");
  BOOST_TEST(to_text(a + (-b + c)) == "a + (-b + c)");
  BOOST_TEST(to_text(-(a + b)) == "-(a + b)");
  BOOST_TEST(to_text(-(a * b)) == "-a * b");
  BOOST_TEST(to_text(pown(a + b, 3)) == "(a + b)^3");
  BOOST_TEST(to_text(pown(a * b, 3)) == "(a * b)^3");
  BOOST_TEST(to_text(pown(a, -3)) == "a^-3");
  BOOST_TEST(to_text(pown(pown(a, "L"), 2)) == "(a^L)^2");
  BOOST_TEST(to_text(a / pown(b, 2)) == "a / b^2");
  BOOST_TEST(to_text(a * (b + c)) == "a * (b + c)");
  BOOST_TEST(to_text(abs(a) * abs(b - abs(c))) == "|a| * |b - |c||");
}

BOOST_AUTO_TEST_CASE(numbers) {
  BOOST_TEST(to_text(fraction(1, 2) * a) == "1/2 * a");
  BOOST_TEST(to_text(a / fraction(1, 2)) == "a / (1/2)");
  BOOST_TEST(to_text(fraction(1, 2) / a) == "1/2 / a");
  BOOST_TEST(to_text(a - fraction(1, 2)) == "a - 1/2");
  BOOST_TEST(to_text(pown(fraction(1, 2), "L")) == "(1/2)^L");
  BOOST_TEST(to_text(pown(expression(-3), "L")) == "(-3)^L");
  BOOST_TEST(to_text(fraction(-1, 2) + a) == "-1/2 + a");
  BOOST_TEST(to_text(-3 * a) == "-3 * a");
}

BOOST_AUTO_TEST_CASE(texts_are_read_as_what_they_are) {
  sample_source source(5);
  for (int i = 0; i < 20000; ++i) {
    source.choose_parameters();
    const sample x = source.next(1 + i % 4);
    const std::string text = to_text(x.form);
    const auto value = reader(text, source.values()).whole();
    BOOST_TEST_REQUIRE((value == x.value), text);
  }
}

/// Without a pair of parentheses the text is another number, or none; but (-a)^3 is -a^3, (1/2)^L is 1/2^L, and what
/// has no value anyway may be written as one likes.
BOOST_AUTO_TEST_CASE(parentheses_are_needed) {
  sample_source source(6);
  int pairs = 0, needed = 0;
  for (int i = 0; i < 5000; ++i) {
    source.choose_parameters();
    const std::string text = to_text(source.next(2).form);
    for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
      if (open >= 4 && text.compare(open - 4, 4, "sqrt") == 0) continue;
      std::size_t close = open + 1;
      for (int depth = 1; depth > 0; ++close) depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
      std::string bare = text;
      bare.erase(close - 1, 1).erase(open, 1);
      ++pairs;
      bool differs = false;
      for (int k = 0; k < 40 && !differs; ++k) {
        source.choose_parameters();
        try {
          differs = reader(bare, source.values()).whole() != reader(text, source.values()).whole();
        } catch (const std::runtime_error&) {
          differs = true;
        }
      }
      needed += differs ? 1 : 0;
    }
  }
  BOOST_TEST(pairs > 1000);
  BOOST_TEST(needed > pairs * 9 / 10);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
