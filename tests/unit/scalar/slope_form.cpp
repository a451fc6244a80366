// First-order forms hold for every state of the box, and to first order are no wider than they must be.
#include "mixcert/scalar/slope_form.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include "number_source.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <vector>

using mixcert::context;
using mixcert::interval;
using mixcert::mp_interval;
using mixcert::slope_form;

namespace {

constexpr mpfr_prec_t bits = 200;
constexpr std::size_t entries = 3;
const std::vector<double> x = {0.75, -1.25, 2.5}, a = {1, -0.5, 3}, b = {0.25, 2, -1};

/// A function of three numbers, in any arithmetic.
struct function {
  const char* name;
  std::function<slope_form(const context<slope_form>&, const std::vector<slope_form>&)> form;
  std::function<mp_interval(const std::vector<mp_interval>&)> exact;
};

template <class S, class Context>
S weighted(const Context& make, const std::vector<double>& w, const std::vector<S>& v) {
  S sum = make.exact(0);
  for (std::size_t c = 0; c < entries; ++c) sum += make.exact(w[c]) * v[c];
  return sum;
}

/// f of two inner products, f given for both arithmetics by one generic lambda.
template <class F> function of_products(const char* name, F f) {
  return {name,
          [f](const context<slope_form>& make, const std::vector<slope_form>& v) {
            const slope_form s = inner_product(make, a.data(), v.data(), entries);
            const slope_form t = inner_product(make, b.data(), v.data(), entries);
            return f(make, s, t);
          },
          [f](const std::vector<mp_interval>& v) {
            const context<mp_interval> make{bits};
            return f(make, weighted(make, a, v), weighted(make, b, v));
          }};
}

std::vector<function> functions() {
  return {
      of_products("sum", [](const auto&, const auto& s, const auto& t) { return s + t; }),
      of_products("difference", [](const auto&, const auto& s, const auto& t) { return s - t; }),
      of_products("product", [](const auto&, const auto& s, const auto& t) { return s * t; }),
      of_products("quotient", [](const auto&, const auto& s, const auto& t) { return s / t; }),
      of_products("negative", [](const auto&, const auto& s, const auto&) { return -s; }),
      of_products("square", [](const auto&, const auto& s, const auto&) { return sqr(s); }),
      of_products("fma", [](const auto&, const auto& s, const auto& t) { return fma(s, t, s); }),
      of_products("cube", [](const auto&, const auto& s, const auto&) { return pown(s, 3); }),
      of_products("inverse square", [](const auto&, const auto&, const auto& t) { return pown(t, -2); }),
      of_products("root", [](const auto&, const auto& s, const auto&) { return sqrt(s); }),
      of_products("absolute value", [](const auto&, const auto&, const auto& t) { return abs(t); }),
      of_products("absolute value around zero",
                  [](const auto& make, const auto& s, const auto&) { return abs(s - make.exact(8.875)); }),
      of_products("smaller", [](const auto&, const auto& s, const auto& t) { return min(s, t); }),
      of_products("smaller, undecided",
                  [](const auto& make, const auto& s, const auto& t) { return min(s, t + make.exact(13.6875)); }),
      of_products("larger", [](const auto&, const auto& s, const auto& t) { return max(s, t); }),
      of_products("larger, undecided",
                  [](const auto& make, const auto& s, const auto& t) { return max(s, t + make.exact(13.6875)); }),
      of_products("exp", [](const auto&, const auto& s, const auto&) { return exp(s); }),
      of_products("log", [](const auto&, const auto& s, const auto&) { return log(s); }),
      of_products("tanh", [](const auto& make, const auto& s, const auto&) { return tanh(make.exact(0.0625) * s); }),
      of_products("sech", [](const auto& make, const auto& s, const auto&) { return sech(make.exact(0.0625) * s); }),
      of_products("sigmoid", [](const auto&, const auto&, const auto& t) { return sigmoid(t); }),
      {"squared norm",
       [](const context<slope_form>& make, const std::vector<slope_form>& v) {
         return squared_norm(make, v.data(), entries);
       },
       [](const std::vector<mp_interval>& v) { return sqr(v[0]) + sqr(v[1]) + sqr(v[2]); }},
      {"entries", [](const context<slope_form>&, const std::vector<slope_form>& v) { return v[0] * v[1] / v[2]; },
       [](const std::vector<mp_interval>& v) { return v[0] * v[1] / v[2]; }},
      {"an inner product with weights that move",
       [](const context<slope_form>& make, const std::vector<slope_form>& v) {
         return inner_product(make, v.data(), v.data(), entries);
       },
       [](const std::vector<mp_interval>& v) { return sqr(v[0]) + sqr(v[1]) + sqr(v[2]); }},
  };
}

mp_interval lifted(const interval& v) {
  return {mixcert::mp_float(v.lower(), 53), mixcert::mp_float(v.upper(), 53), bits};
}

/// Whether some member of the one is one of the other: all that can be asked of two enclosures of one number.
bool meet(const mp_interval& p, const mp_interval& q) { return !certainly_less(p, q) && !certainly_less(q, p); }

std::vector<slope_form> box(const context<slope_form>& make, double radius) {
  std::vector<slope_form> v;
  for (std::size_t c = 0; c < entries; ++c) v.push_back(make.entry(c, x[c], radius));
  return v;
}

/// The values of the variables at x + radius u.
std::vector<mp_interval> variables_at(const context<slope_form>& make, const std::vector<double>& u) {
  std::vector<mp_interval> r;
  for (const mixcert::state_variable& variable : *make.variables) {
    mp_interval e = lifted(variable.remainder);
    for (std::size_t c = 0; c < variable.weights.size(); ++c)
      e += lifted(variable.weights[c]) * mp_interval(u[variable.first + c], bits);
    r.push_back(std::move(e));
  }
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(slope_forms)

BOOST_AUTO_TEST_CASE(hold_at_every_state_of_the_box) {
  number_source source(5);
  for (const double radius : {0x1p-40, 0x1p-10, 0x1p-3})
    for (const function& f : functions()) {
      const context<slope_form> make;
      const slope_form form = f.form(make, box(make, radius));
      std::vector<mp_interval> centre;
      for (const double value : x) centre.emplace_back(value, bits);
      BOOST_TEST(meet(f.exact(centre), lifted(form.centre())), f.name);
      for (int member = 0; member < 60; ++member) {
        std::vector<double> u;
        std::vector<mp_interval> moved;
        for (std::size_t c = 0; c < entries; ++c) {
          u.push_back(member % 2 == 0 ? source.uniform(-1, 1) : (source.uniform(-1, 1) < 0 ? -1.0 : 1.0));
          moved.push_back(mp_interval(x[c], bits) + mp_interval(radius, bits) * mp_interval(u[c], bits));
        }
        const mp_interval value = f.exact(moved), change = value - f.exact(centre);
        const std::vector<mp_interval> e = variables_at(make, u);
        mp_interval by_form = lifted(form.untracked());
        for (std::size_t m = 0; m < e.size(); ++m) {
          BOOST_TEST(mixcert::magnitude_up(e[m]) <= 1 + 1e-12);
          by_form += e[m] * lifted(form.slope(m));
        }
        BOOST_TEST(meet(value, lifted(form.range())), f.name << " at radius " << radius);
        BOOST_TEST(meet(change, by_form), f.name << " at radius " << radius);
      }
    }
}

BOOST_AUTO_TEST_CASE(slopes_are_as_wide_as_the_radius_times_them) {
  constexpr double radius = 0x1p-30;
  for (const function& f : functions()) {
    if (std::string(f.name).find("undecided") != std::string::npos ||
        std::string(f.name).find("around") != std::string::npos)
      continue; // two slopes, whatever the radius
    const context<slope_form> make;
    const slope_form form = f.form(make, box(make, radius));
    for (const interval& slope : form.slopes()) BOOST_TEST(width_up(slope) <= 0x1p-22 * magnitude(slope), f.name);
  }
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_move_have_no_slopes) {
  const context<slope_form> make;
  const std::vector<slope_form> v = box(make, 0);
  const slope_form product = inner_product(make, a.data(), v.data(), entries);
  BOOST_TEST((product.is_constant() && make.variables->empty()));
  BOOST_TEST((exp(product) * squared_norm(make, v.data(), entries)).is_constant());
  const std::vector<slope_form> moving = box(make, 1);
  const slope_form zero = make.exact(0) * inner_product(make, a.data(), moving.data(), entries);
  BOOST_TEST((is_exact_zero(zero) && zero.is_constant()));
}

BOOST_AUTO_TEST_CASE(a_long_recursion_does_not_add_up_widths) {
  constexpr double radius = 0x1p-20;
  const context<slope_form> make;
  slope_form p = inner_product(make, a.data(), box(make, radius).data(), entries);
  const slope_form start = p, half = make.exact(0.5);
  for (int step = 0; step < 50; ++step) p = half * (p + start); // p stays `start`
  BOOST_TEST(width_up(p.range()) <= 1.001 * width_up(start.range()));
}

BOOST_AUTO_TEST_SUITE_END()
