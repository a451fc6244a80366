// The normalised softmax over a box of logits: every member is inside, and forty divisions do not widen what is
// enclosed as forty averages would.
#include "mixcert/mixer/detail/normalised_softmax_box.hpp"
#include "mixcert/scalar/mp_interval.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace mixcert;

namespace {

constexpr mpfr_prec_t bits = 256;

struct logits_case {
  const char* name;
  std::size_t n;
  std::vector<double> centre;
};

std::vector<logits_case> cases() {
  std::vector<logits_case> r = {
      {"one stream", 1, {0.5}},
      {"two streams", 2, {1, -0.5, 0.25, 0}},
      {"equal logits", 3, std::vector<double>(9, 1.0)},
      {"near the identity", 3, {30, -30, -30, -30, 30, -30, -30, -30, 30}},
      {"near a cyclic permutation", 3, {-1000, 1000, -1000, -1000, -1000, 1000, 1000, -1000, -1000}},
      {"two blocks", 4, {9, 9, -9, -9, 9, 9, -9, -9, -9, -9, 9, 9, -9, -9, 9, 9}},
      {"one column", 3, {20, -20, -20, 20, -20, -20, 20, -20, -20}},
  };
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> anywhere(-4, 4);
  for (int k = 0; k < 3; ++k) {
    r.push_back({"random", 4, {}});
    for (int c = 0; c < 16; ++c) r.back().centre.push_back(anywhere(random));
  }
  return r;
}

template <class S>
normalised_softmax<S> mixed(const context<S>& make, const matrix<S>& logits, double epsilon, std::size_t iterations) {
  normalised_softmax<S> r(make, logits, {make.exact(epsilon), make.exact(0)}, "");
  r.alternate(iterations);
  return r;
}

mp_interval lifted(const interval& v) { return {mp_float(v.lower(), 53), mp_float(v.upper(), 53), bits}; }

bool meet(const mp_interval& p, const mp_interval& q) { return !certainly_less(p, q) && !certainly_less(q, p); }

matrix<slope_form> logits_over_box(const context<slope_form>& make, const logits_case& c, double radius) {
  const slope_form one = make.exact(1);
  matrix<slope_form> L(c.n, c.n, one);
  for (std::size_t l = 0; l < L.values().size(); ++l) {
    const slope_form entry = make.entry(l, c.centre[l], radius);
    L.values()[l] = inner_product(make, &one, &entry, 1);
  }
  return L;
}

/// A form against the numbers at the centre and at a member with the variables e.
void check(const slope_form& f, const mp_interval& at_centre, const mp_interval& at_member,
           const std::vector<double>& e, const char* name) {
  mp_interval change = lifted(f.untracked());
  for (std::size_t l = 0; l < e.size(); ++l) change += mp_interval(e[l], bits) * lifted(f.slope(l));
  BOOST_TEST(meet(at_centre, lifted(f.centre())), name);
  BOOST_TEST(meet(at_member, lifted(f.range())), name);
  BOOST_TEST(meet(at_member - at_centre, change), name);
}

} // namespace

BOOST_AUTO_TEST_SUITE(normalised_softmax_over_a_box)

BOOST_AUTO_TEST_CASE(holds_every_member) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> anywhere(-1, 1);
  for (const logits_case& c : cases())
    for (const double epsilon : {1e-6, 0.0, 0.125})
      for (const double radius : {0x1p-30, 0x1p-10, 0x1p-6}) {
        if (epsilon == 0 && c.centre.front() < -100) continue; // the exponentials leave binary64
        const context<slope_form> make;
        const auto over_box = mixed(make, logits_over_box(make, c, radius), epsilon, 20);
        const context<mp_interval> exact{bits};
        matrix<mp_interval> L(c.n, c.n, std::vector<mp_interval>(c.n * c.n, exact.exact(0)));
        for (std::size_t l = 0; l < c.centre.size(); ++l) L.values()[l] = exact.exact(c.centre[l]);
        const auto at_centre = mixed(exact, L, epsilon, 20);
        for (int member = 0; member < 6; ++member) {
          std::vector<double> e;
          for (std::size_t l = 0; l < c.centre.size(); ++l) {
            const double t = anywhere(random);
            e.push_back(member % 2 == 0 ? t : (t < 0 ? -1.0 : 1.0));
            L.values()[l] = exact.exact(c.centre[l]) + exact.exact(radius) * exact.exact(e.back());
          }
          const auto at_member = mixed(exact, L, epsilon, 20);
          for (std::size_t j = 0; j < c.n; ++j)
            for (std::size_t k = 0; k < c.n; ++k) {
              check(over_box.value(j, k), at_centre.value(j, k), at_member.value(j, k), e, c.name);
              const auto f = over_box.derivative(j, k);
              const auto p = at_centre.derivative(j, k), q = at_member.derivative(j, k);
              for (std::size_t l = 0; l < f.size(); ++l) check(f[l], p[l], q[l], e, c.name);
            }
        }
      }
}

BOOST_AUTO_TEST_CASE(divisions_do_not_widen_slopes) {
  constexpr double radius = 1e-6;
  for (const logits_case& c : cases()) {
    if (std::string(c.name) != "random") continue;
    const context<slope_form> make;
    const matrix<slope_form> L = logits_over_box(make, c, radius);
    const auto few = mixed(make, L, 1e-6, 5), many = mixed(make, L, 1e-6, 80);
    double narrow = 0, wide = 0, slopes = 0;
    for (std::size_t j = 0; j < c.n; ++j)
      for (std::size_t k = 0; k < c.n; ++k) {
        for (const slope_form& f : few.derivative(j, k))
          for (const interval& s : f.slopes()) narrow = std::max(narrow, width_up(s));
        for (const slope_form& f : many.derivative(j, k))
          for (const interval& s : f.slopes()) {
            wide = std::max(wide, width_up(s));
            slopes = std::max(slopes, magnitude(s));
          }
      }
    BOOST_TEST(wide <= 3 * narrow);
    BOOST_TEST(wide <= 2000 * radius * slopes);
  }
}

BOOST_AUTO_TEST_SUITE_END()
