// Balls of double-double numbers hold what they should, in lanes of all widths and whatever the processor (T26).
#include "dd_ball_source.hpp"

#include "mixcert/ball/detail/wide_lanes.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <vector>

namespace everywhere {
#include "dd_ball_operations.ipp"
}

#if MIXCERT_CAN_BE_WIDE
#pragma GCC push_options
#pragma GCC target("avx2")
#define MIXCERT_TARGET_AVX
namespace with_avx2 {
#include "dd_ball_operations.ipp"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define MIXCERT_TARGET_FMA
namespace with_fma {
#include "dd_ball_operations.ipp"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define MIXCERT_TARGET_AVX512F
namespace with_avx512 {
#include "dd_ball_operations.ipp"
}
#pragma GCC pop_options
#undef MIXCERT_TARGET_AVX
#undef MIXCERT_TARGET_FMA
#undef MIXCERT_TARGET_AVX512F
#endif

namespace {

using namespace mixcert;
using namespace dd_ball_tests;

constexpr std::size_t operations = everywhere::operations, numbers = everywhere::numbers;

struct variant {
  std::string name;
  void (*evaluate)(const double (*)[numbers], double (*)[3][numbers]);
  bool fused;
};

std::vector<variant> variants() {
  std::vector<variant> r = {{"two lanes", everywhere::evaluate_2, false},
                            {"four lanes", everywhere::evaluate_4, false},
                            {"eight lanes", everywhere::evaluate_8, false}};
#if MIXCERT_CAN_BE_WIDE
  if (__builtin_cpu_supports("avx2")) {
    r.push_back({"AVX2, four lanes", with_avx2::evaluate_4, false});
    r.push_back({"AVX2, eight lanes", with_avx2::evaluate_8, false});
    if (__builtin_cpu_supports("fma")) {
      r.push_back({"FMA, one by one", with_fma::evaluate_1, true});
      r.push_back({"FMA, two lanes", with_fma::evaluate_2, true});
      r.push_back({"FMA, four lanes", with_fma::evaluate_4, true});
      r.push_back({"FMA, eight lanes", with_fma::evaluate_8, true});
      if (__builtin_cpu_supports("avx512f")) {
        r.push_back({"AVX-512, four lanes", with_avx512::evaluate_4, true});
        r.push_back({"AVX-512, eight lanes", with_avx512::evaluate_8, true});
      }
    }
  }
#endif
  return r;
}

const std::array<std::string, operations> names = {
    "sum",         "difference",   "product", "quotient", "sqr",     "fma",      "times exact", "exact product",
    "scaled down", "scaled up",    "abs",     "max",      "min",     "sqrt",     "exp",         "expm1",
    "tanh",        "sech squared", "sech",    "sigmoid",  "rho rho", "magnitude"};

/// What the operations are of members x, y of a, b; nothing where that is undefined.
std::array<std::optional<mp_interval>, operations> truth(const dd_ball& a, const dd_ball& b, const mp_interval& x,
                                                         const mp_interval& y) {
  const mpfr_prec_t bits = x.bits();
  const mp_interval zero = exactly(0, bits), one = exactly(1, bits), e = exp(x);
  const bool divides = certainly_less(y, zero) || certainly_less(zero, y);
  return {x + y,
          x - y,
          x * y,
          divides ? std::optional(x / y) : std::nullopt,
          sqr(x),
          x * y + x,
          x * exactly(b.high, bits),
          exactly(a.high, bits) * exactly(b.high, bits),
          x * exactly(0x1p-7, bits),
          x * exactly(0x1p9, bits),
          abs(x),
          max(x, y),
          min(x, y),
          certainly_less(x, zero) ? std::nullopt : std::optional(sqrt(x)),
          e,
          e - one,
          tanh(x),
          sqr(sech(x)),
          sech(x),
          sigmoid(x),
          sigmoid(x) * sigmoid(-x),
          x};
}

struct inputs {
  std::array<dd_ball, numbers> a, b;

  std::array<double[numbers], 6> columns() const {
    std::array<double[numbers], 6> r;
    for (std::size_t i = 0; i < numbers; ++i) {
      r[0][i] = a[i].high, r[1][i] = a[i].low, r[2][i] = a[i].radius;
      r[3][i] = b[i].high, r[4][i] = b[i].low, r[5][i] = b[i].radius;
    }
    return r;
  }
};

using outputs = std::array<double[3][numbers], operations>;

outputs evaluate(const variant& by, const inputs& in) {
  outputs r;
  by.evaluate(in.columns().data(), r.data());
  return r;
}

dd_ball ball_of(const outputs& out, std::size_t operation, std::size_t i) {
  return {out[operation][0][i], out[operation][1][i], out[operation][2][i]};
}

std::string shown(const dd_ball& x) {
  char text[120];
  std::snprintf(text, sizeof text, "%a + %a +- %a", x.high, x.low, x.radius);
  return text;
}

bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

const variant one_by_one{"one by one", everywhere::evaluate_1, false};

} // namespace

BOOST_AUTO_TEST_SUITE(dd_balls_in_lanes)

BOOST_AUTO_TEST_CASE(hold_what_they_should) {
  ball_source random(1);
  std::vector<variant> all = variants();
  all.push_back(one_by_one);
  std::array<int, operations> finite{};
  for (int batch = 0; batch < 700; ++batch) {
    const kind of = static_cast<kind>(batch % 7), other = static_cast<kind>(batch / 7 % 7);
    const mpfr_prec_t bits = of == kind::small ? 1000 : 400;
    inputs in;
    std::vector<std::array<std::optional<mp_interval>, operations>> expected;
    for (std::size_t i = 0; i < numbers; ++i) {
      in.a[i] = random.ball(of);
      in.b[i] = random.ball(other);
      if (random.integer(0, 3) == 0) in.b[i].high = in.a[i].high, in.b[i].low = -in.a[i].low; // cancels in a - b
      if (random.integer(0, 7) == 0) in.b[i] = -in.a[i];
      expected.push_back(truth(in.a[i], in.b[i], random.member(in.a[i], bits), random.member(in.b[i], bits)));
    }
    for (const variant& v : all) {
      const outputs out = evaluate(v, in);
      for (std::size_t k = 0; k < operations; ++k)
        for (std::size_t i = 0; i < numbers; ++i) {
          const dd_ball r = ball_of(out, k, i);
          finite[k] += is_finite(r);
          if (expected[i][k] && !(holds(r, *expected[i][k]) && is_normal(r)))
            BOOST_ERROR(names[k] << " (" << v.name << ") of " << shown(in.a[i]) << " and " << shown(in.b[i]) << ": "
                                 << shown(r));
        }
    }
  }
  for (std::size_t k = 0; k < operations; ++k)
    BOOST_TEST(finite[k] > 700 * 8 * static_cast<int>(all.size()) / 3, names[k]);
}

// With fused operations there are roots up to the end of the range.
BOOST_AUTO_TEST_CASE(hold_roots_of_the_largest_numbers) {
  std::vector<variant> all = variants();
  all.push_back(one_by_one);
  inputs in;
  in.a.fill({0x1.ffffffffffffcp+1023, 0, 0x1p+960});
  in.b.fill({1, 0, 0});
  const mp_interval end = sqrt(exactly(in.a[0].high, 400) + exactly(in.a[0].radius, 400));
  for (const variant& v : all) {
    const dd_ball r = ball_of(evaluate(v, in), 13, 0);
    BOOST_TEST(holds(r, end), v.name);
    BOOST_TEST((!v.fused || is_finite(r)), v.name);
  }
}

BOOST_AUTO_TEST_CASE(are_the_same_without_fused_operations) {
  ball_source random(2);
  for (int batch = 0; batch < 700; ++batch) {
    inputs in;
    for (std::size_t i = 0; i < numbers; ++i) {
      in.a[i] = random.ball(static_cast<kind>(batch % 7));
      in.b[i] = random.ball(static_cast<kind>(batch / 7 % 7));
    }
    const outputs expected = evaluate(one_by_one, in);
    for (const variant& v : variants()) {
      if (v.fused) continue;
      const outputs out = evaluate(v, in);
      for (std::size_t k = 0; k < operations; ++k)
        for (std::size_t part = 0; part < 3; ++part)
          for (std::size_t i = 0; i < numbers; ++i)
            if (!same(out[k][part][i], expected[k][part][i]))
              BOOST_ERROR(names[k] << " (" << v.name << ") of " << shown(in.a[i]) << " and " << shown(in.b[i]));
    }
  }
}

// NaN or infinity in an operand, and what overflows.
BOOST_AUTO_TEST_CASE(never_say_what_they_do_not_know) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<dd_ball> unknown = {{nan, 0, nan},    {infinity, 0, nan}, {1, 0, infinity},     {1, 0, nan},
                                        {0, 0, infinity}, {-1, 0, nan},       {-infinity, nan, nan}};
  std::vector<variant> all = variants();
  all.push_back(one_by_one);
  for (const dd_ball& x : unknown)
    for (const variant& v : all) {
      inputs in;
      in.a.fill(x);
      in.b.fill({0.5, 0, 0});
      const outputs out = evaluate(v, in);
      for (std::size_t k = 0; k < operations; ++k)
        if (names[k] != "exact product")
          for (std::size_t i = 0; i < numbers; ++i)
            BOOST_TEST(!std::isfinite(out[k][2][i]), names[k] << " (" << v.name << ") of " << shown(x));
      in.b.fill(x);
      in.a.fill({0.5, 0, 0});
      const outputs swapped = evaluate(v, in);
      for (const std::size_t k : {0U, 1U, 2U, 3U, 5U, 11U, 12U})
        BOOST_TEST(!std::isfinite(swapped[k][2][0]), names[k] << " (" << v.name << ") by " << shown(x));
    }
}

BOOST_AUTO_TEST_SUITE_END()
