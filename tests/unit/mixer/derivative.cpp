// Derivatives of every mixer against central differences of its own values; enclosures of every arithmetic against one
// another; ranks of the feedback against their bounds.
#include "dense.hpp"
#include "support/mixer_examples.hpp"

#include "mixcert/scalar/mp_float.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

using mixcert::interval;
using mixcert::matrix;
using mixcert::mp_float;
using mixcert::mp_interval;

namespace {

const mixcert::context<mp_interval> numbers{400};

mixcert::mixer_evaluation<mp_interval> evaluate(const mixer_example& x, mixcert::mixer_input input) {
  return mixcert::find_mixer(x.mixer).evaluate(numbers, input);
}

/// The gates along the line X + t V.
std::vector<mp_interval> gates_at(const mixer_example& x, const matrix<double>& V, double t) {
  mixcert::mixer_input input = input_of(x);
  input.state = moved(input.state, V, t);
  return evaluated(numbers, evaluate(x, input), x.d).gates;
}

/// E = AB of theorem T1, nd x nd, at the middles of the enclosures.
matrix<mp_float> feedback(const mixcert::mixer_evaluation<mp_interval>& e, const matrix<double>& X) {
  const std::size_t n = X.rows(), d = X.cols();
  const std::vector<mp_interval> DH = dense(numbers, e, e.dH, e.dH_arrays, d);
  matrix<mp_float> E(n * d, n * d, mp_float(0.0, numbers.bits));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t f = 0; f < d; ++f)
        for (std::size_t c = 0; c < n * d; ++c)
          add_product(E(i * d + f, c), mp_float(X(j, f), numbers.bits),
                      midpoint(DH[(i * n + j) * n * d + c], numbers.bits));
  return E;
}

/// Pivots above 1e-60, in Gaussian elimination with complete pivoting.
std::size_t numerical_rank(matrix<mp_float> a) {
  const auto size = [](const mp_float& x) { return std::fabs(mpfr_get_d(x.get(), MPFR_RNDN)); };
  for (std::size_t rank = 0;; ++rank) {
    std::size_t row = rank, column = rank;
    if (rank == a.rows()) return rank;
    for (std::size_t i = rank; i < a.rows(); ++i)
      for (std::size_t j = rank; j < a.cols(); ++j)
        if (size(a(i, j)) > size(a(row, column))) row = i, column = j;
    if (!(size(a(row, column)) > 1e-60)) return rank;
    for (std::size_t j = 0; j < a.cols(); ++j) std::swap(a(rank, j), a(row, j));
    for (std::size_t i = 0; i < a.rows(); ++i) std::swap(a(i, rank), a(i, column));
    for (std::size_t i = rank + 1; i < a.rows(); ++i) {
      const mp_float factor = -(a(i, rank) / a(rank, rank));
      for (std::size_t j = rank; j < a.cols(); ++j) add_product(a(i, j), factor, a(rank, j));
    }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(derivative)

// With h = 2^-40 and 2h, extrapolated: the error is of order h^4 = 2^-160.
BOOST_AUTO_TEST_CASE(central_differences) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer_input input = input_of(x);
      const auto lists = evaluated(numbers, evaluate(x, input), x.d);
      matrix<double> V = input.state;
      for (std::size_t c = 0; c < V.values().size(); ++c) V.values()[c] = static_cast<double>(c % 5) - 1.5;
      const double h = 0x1p-40;
      const auto plus = gates_at(x, V, h), minus = gates_at(x, V, -h), plus2 = gates_at(x, V, 2 * h),
                 minus2 = gates_at(x, V, -2 * h);
      double worst = 0, widest = 0;
      for (std::size_t gate = 0; gate < lists.gates.size(); ++gate) {
        mp_interval along = numbers.exact(0);
        for (std::size_t c = 0; c < V.values().size(); ++c)
          along += lists.derivatives[gate * V.values().size() + c] * numbers.exact(V.values()[c]);
        const mp_interval once = (plus[gate] - minus[gate]) / numbers.exact(2 * h),
                          twice = (plus2[gate] - minus2[gate]) / numbers.exact(4 * h);
        worst = std::max(worst, magnitude_up((numbers.exact(4) * once - twice) / numbers.exact(3) - along));
        widest = std::max(widest, magnitude_up(along - along));
      }
      BOOST_TEST(worst < 0x1p-110);
      BOOST_TEST(widest < 0x1p-340);
    }
}

BOOST_AUTO_TEST_CASE(the_arithmetics_agree) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer& m = mixcert::find_mixer(x.mixer);
      const mixcert::mixer_input input = input_of(x);
      const auto fine = evaluated(numbers, m.evaluate(numbers, input), x.d);
      const auto coarse = evaluated(numbers_of<interval>, m.evaluate(numbers_of<interval>, input), x.d);
      const auto guess = evaluated(numbers_of<double>, m.evaluate(numbers_of<double>, input), x.d);
      const auto long_guess = evaluated(numbers_of<mixcert::quad>, m.evaluate(numbers_of<mixcert::quad>, input), x.d);
      std::size_t outside = 0;
      double widest = 0, farthest = 0, farthest_long = 0;
      const auto compare = [&](const auto& f, const auto& c, const auto& g, const auto& q) {
        for (std::size_t i = 0; i < f.size(); ++i) {
          outside += !(mpfr_cmp_d(f[i].lower(), c[i].lower()) >= 0 && mpfr_cmp_d(f[i].upper(), c[i].upper()) <= 0);
          widest = std::max(widest, width_up(c[i]));
          farthest = std::max(farthest, magnitude_up(f[i] - ends(g[i])));
          farthest_long = std::max(farthest_long, magnitude_up(f[i] - ends(q[i])));
        }
      };
      compare(fine.gates, coarse.gates, guess.gates, long_guess.gates);
      compare(fine.derivatives, coarse.derivatives, guess.derivatives, long_guess.derivatives);
      BOOST_TEST(outside == 0u);
      BOOST_TEST(widest <= 1e-9);
      BOOST_TEST(farthest <= 1e-12);
      BOOST_TEST(farthest_long <= 1e-30);
    }
}

// The derivatives by the logits, stored for those who check certificates, give those by the state: along a change of
// the state that moves the logits, H moves by their product.
BOOST_AUTO_TEST_CASE(slopes_by_the_logits) {
  for (const mixer_example& x : mixer_examples()) BOOST_TEST_CONTEXT(x) {
      const mixcert::mixer_input input = input_of(x);
      const auto e = evaluate(x, input);
      matrix<double> V = input.state;
      for (std::size_t c = 0; c < V.values().size(); ++c) V.values()[c] = static_cast<double>(c % 3) - 1.25;
      mixcert::mixer_input ahead = input, back = input;
      ahead.state = moved(input.state, V, 0x1p-40);
      back.state = moved(input.state, V, -0x1p-40);
      const auto f = evaluate(x, ahead), b = evaluate(x, back);
      const std::size_t n = x.n;
      for (std::size_t entry = 0; entry < n * n; ++entry) {
        mp_interval along = numbers.exact(0);
        for (std::size_t l = 0; l < e.logits.values().size(); ++l) {
          const bool elementwise = e.dH_dlogits.rows() == n && n > 1;
          if (elementwise && l != entry % n * n + entry / n) continue;
          const mp_interval& slope = elementwise ? e.dH_dlogits.values()[l] : e.dH_dlogits(entry, l);
          along += slope * (f.logits.values()[l] - b.logits.values()[l]);
        }
        BOOST_TEST(magnitude_up(along - (f.H.values()[entry] - b.H.values()[entry])) < 0x1p-100);
      }
    }
}

// Bounds hold, and are reached by states in general position; that of lucid-mhc, which cannot rely on columns that sum
// to one, and those by counting parameters, which know nothing of repeated streams in step with them, by different
// streams.
BOOST_AUTO_TEST_CASE(rank_of_the_feedback) {
  const std::vector<mixer_example> wide = {
      {"hc-paper", 2, 5},
      {"hc-paper", 3, 6},
      {"lucid-mhc", 3, 5},
      {"mhc-flat", 3, 5},
      {"mhc-flat", 4, 6, {{"iterations", "1"}}},
      {"mhc-flat", 3, 5, {{"orientation", "transposed"}}},
      {"mhc-flat", 3, 5, {{"order", "columns-rows"}}},
      {"mhc-flat", 3, 5, {{"order", "columns-rows"}, {"orientation", "transposed"}}},
      {"mhc-lite", 2, 4},
      {"mhc-lite", 3, 5},
      {"mhc-lite", 4, 6},
      {"kromhc", 4, 6},
      {"kromhc", 8, 9},
      {"kromhc", 6, 6, {{"factors", "2x3"}}},
      {"go-mhc", 3, 5, {{"s", "1"}}},
      {"go-mhc", 3, 5},
      {"go-mhc", 4, 6},
      {"go-mhc", 5, 6, {{"s", "1"}}},
      {"krom-go", 4, 6},
      {"krom-go", 4, 6, {{"s", "1"}}},
      {"krom-go", 6, 6, {{"factors", "2x3"}, {"s", "2,1"}}},
      {"ohc", 4, 6},
      {"shc", 3, 5},
      {"shc", 4, 6},
      {"jpmhc", 3, 5},
      {"jpmhc", 4, 6},
      {"circulant", 3, 5},
      {"circulant", 4, 6},
      {"static", 3, 4},
      {"balanced", 2, 1, {{"epsilon", "0.5"}}},
      {"cayley", 3, 5}};
  for (const mixer_example& x : wide)
    for (std::size_t distinct = 1; distinct <= std::min(x.n, x.d); ++distinct)
      BOOST_TEST_CONTEXT(x << ", " << distinct << " different streams") {
        const mixcert::mixer& m = mixcert::find_mixer(x.mixer);
        mixcert::mixer_input input = input_of(x);
        for (std::size_t s = distinct; s < x.n; ++s)
          for (std::size_t c = 0; c < x.d; ++c) input.state(s, c) = input.state(s - distinct, c);
        const auto e = m.evaluate(numbers, input);
        const mixcert::state_rank rank = mixcert::state_rank_of(e.state, x.d);
        BOOST_TEST(rank.state == distinct);
        BOOST_TEST(rank.differences == distinct - 1);
        const std::size_t bound = m.feedback_rank(x.n, rank, input.convention).at_most;
        const std::size_t reached = numerical_rank(feedback(e, input.state));
        BOOST_TEST(reached <= bound);
        const std::set<std::string> loose = {"lucid-mhc", "kromhc", "krom-go", "circulant", "go-mhc"};
        if (!loose.contains(x.mixer) || distinct == x.n) BOOST_TEST(reached == bound);
      }
}

BOOST_AUTO_TEST_SUITE_END()
