// Blocks of the Jacobian between the mean of the streams and their differences (theorem T9), against exact counting.
#include "mixcert/diagnostic/conserved_channel.hpp"

#include "mixcert/certificate/certify.hpp"
#include "mixcert/jacobian/directional.hpp"
#include "mixcert/jacobian/power.hpp"
#include "support/mixer_cases.hpp"
#include "support/rational_matrix.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <stdexcept>
#include <string>

namespace mixcert::test {
namespace {

using settings = std::map<std::string, std::string>;

/// Digits of the Jacobians to compare with; they are far beyond those of the enclosures.
constexpr context<mp_interval> fine{640};

struct site {
  const char* mixer;
  std::size_t n, d;
  settings convention = {};
};

const std::vector<site> column_exact = {{"mhc-lite", 3, 2},
                                        {"mhc-lite", 2, 9},
                                        {"go-mhc", 3, 2, {{"s", "1"}}},
                                        {"go-mhc", 2, 3},
                                        {"krom-go", 4, 1},
                                        {"kromhc", 4, 2},
                                        {"circulant", 3, 2},
                                        {"shc", 3, 2},
                                        {"balanced", 2, 1, {{"K", "3"}, {"epsilon", "0.25"}}},
                                        {"cayley", 3, 2, {{"K", "2"}}},
                                        {"mhc-flat", 3, 2, {{"iterations", "3"}}},
                                        {"mhc-flat", 2, 9, {{"iterations", "2"}}},
                                        {"static", 3, 2, {{"kind", "identity"}}},
                                        {"mhc-lite", 1, 2}};

const std::vector<site> not_column_exact = {{"hc", 3, 2},
                                            {"hc", 2, 9},
                                            {"hc-paper", 2, 3},
                                            {"mhc-v4", 3, 2, {{"iterations", "3"}}},
                                            {"jpmhc", 3, 2},
                                            {"ohc", 4, 1},
                                            {"mhc-flat", 3, 2, {{"iterations", "2"}, {"orientation", "transposed"}}},
                                            {"mhc-flat", 3, 2, {{"iterations", "2"}, {"order", "columns-rows"}}},
                                            {"static", 3, 2},
                                            {"static", 3, 2, {{"kind", "matrix"}}}};

mixer_input input_of(const site& s) { return small_input(find_mixer(s.mixer), 61, s.n, s.d, s.convention); }

/// A member of an enclosure of J, which is hundreds of digits wide.
rational_matrix jacobian(const feedback<mp_interval>& f, std::size_t d) {
  const std::size_t n = f.frozen.rows();
  rational_matrix J = rational_zero(n * d, n * d);
  for (std::size_t column = 0; column < n * d; ++column) {
    matrix<mp_interval> Z(n, d, fine.exact(0));
    Z.values()[column] = fine.exact(1);
    const matrix<mp_interval> image = directional_derivative(fine, f, Z);
    for (std::size_t row = 0; row < n * d; ++row) {
      BOOST_REQUIRE(magnitude_up(image.values()[row] - image.values()[row]) < 1e-120);
      J(row, column) = rational(midpoint(image.values()[row], fine.bits));
    }
  }
  return J;
}

rational_matrix jacobian(const mixer& mixer, const mixer_input& input) {
  return jacobian(residual_feedback(mixer.evaluate(fine, input)), input.state.cols());
}

/// The projection on equal rows, and I less it.
rational_matrix average(std::size_t n, std::size_t d) {
  return kronecker(rational_matrix(n, n, mpq_class(1, static_cast<unsigned long>(n))), rational_identity(d));
}

rational_matrix rest(const rational_matrix& P) {
  rational_matrix Q = map(P, [](const mpq_class& x) -> mpq_class { return -x; });
  for (std::size_t i = 0; i < P.rows(); ++i) Q(i, i) += 1;
  return Q;
}

/// The ends, moved by far more than J's distance from its member, and by far less than any enclosure is wide.
mpq_class low(const mp_interval& x) {
  return std::max(mpq_class(0), mpq_class(rational(x.lower()) - rational(1e-100)));
}
mpq_class high(const mp_interval& x) { return rational(x.upper()) + rational(1e-100); }

bool is_largest(const mp_interval& x, const rational_matrix& a) {
  exact_singular_values values(a);
  return values.at_least(low(x)) >= 1 && values.above(high(x)) == 0;
}

bool is_least(const mp_interval& x, const rational_matrix& a) {
  exact_singular_values values(a);
  return values.at_least(low(x)) == values.size() && values.above(high(x)) < values.size();
}

bool is_narrow(const mp_interval& x) { return magnitude_up(x - x) <= 1e-30 * (1 + magnitude_up(x)); }

/// Whether the norm is no less than the lower end of x.
bool is_norm_at_least(const rational_matrix& J, const mp_interval& x) {
  return exact_singular_values(J).at_least(low(x)) >= 1;
}

bool is_point(const mp_interval& x, double value) { return is_exact_zero(x - mp_interval(value, x.bits())); }

bool is_zero(const rational_matrix& a, const mpq_class& tolerance) {
  for (const mpq_class& x : a.values())
    if (abs(x) > tolerance) return false;
  return true;
}

/// All blocks and what they say of ||J||.
void check_blocks(const channel_blocks& blocks, const rational_matrix& J, std::size_t n, std::size_t d) {
  const rational_matrix P = average(n, d), Q = rest(P);
  BOOST_TEST(is_largest(blocks.cross, times(times(Q, J), P)));
  BOOST_TEST(is_largest(blocks.differences, times(times(Q, J), Q)));
  const rational_matrix ones = kronecker(rational_matrix(n, 1, mpq_class(1)), rational_identity(d));
  rational_matrix on_means = times(times(transpose(ones), J), ones);
  for (mpq_class& x : on_means.values()) x /= static_cast<unsigned long>(n);
  BOOST_TEST(is_least(blocks.mean, on_means));
  for (const mp_interval* x : {&blocks.mean, &blocks.cross, &blocks.differences, &blocks.gain})
    BOOST_TEST(is_narrow(*x));
  BOOST_TEST(is_norm_at_least(J, blocks.gain));
  const mpq_class mean = rational(blocks.mean.lower()), cross = rational(blocks.cross.lower()),
                  gain = rational(blocks.gain.upper());
  BOOST_TEST((gain * gain >= mean * mean + cross * cross)); // it is the root, and no smaller bound
}

} // namespace

BOOST_AUTO_TEST_SUITE(conserved_channels)

BOOST_AUTO_TEST_CASE(blocks_of_exact_columns) {
  for (const site& s : column_exact) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
      const mixer& m = find_mixer(s.mixer);
      const mixer_input input = input_of(s);
      const rational_matrix J = jacobian(m, input);
      const channel_blocks blocks = conserved_channel(m, input);
      check_blocks(blocks, J, s.n, s.d);
      BOOST_TEST(is_point(blocks.mean, 1));
      if (s.n > 1 && std::string(s.mixer) != "static") {
        BOOST_TEST(mpfr_cmp_d(blocks.cross.lower(), 1e-3) > 0);
        BOOST_TEST(mpfr_cmp_ui(blocks.gain.lower(), 1) > 0);
      }
    }
}

BOOST_AUTO_TEST_CASE(blocks_of_any_mixer) {
  for (const std::vector<site>* list : {&not_column_exact, &column_exact})
    for (const site& s : *list) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
        const mixer& m = find_mixer(s.mixer);
        const mixer_input input = input_of(s);
        check_blocks(mean_channel(m, input), jacobian(m, input), s.n, s.d);
      }
}

// Two sites alike, one after the other, and with the write gate.
BOOST_AUTO_TEST_CASE(blocks_of_any_feedback) {
  for (const site& s : {site{"hc", 3, 2}, site{"mhc-v4", 2, 3, {{"iterations", "2"}}}, site{"mhc-lite", 3, 2}})
    BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
      const mixer_evaluation<mp_interval> e = find_mixer(s.mixer).evaluate(fine, input_of(s));
      const feedback<mp_interval> one = residual_feedback(e), two = power(fine, one, 2),
                                  with_write = write_feedback(fine, e, std::vector<double>(s.d, 0.75));
      const rational_matrix J = jacobian(one, s.d);
      check_blocks(mean_channel(one, s.d), J, s.n, s.d);
      check_blocks(mean_channel(two, s.d), times(J, J), s.n, s.d);
      check_blocks(mean_channel(with_write, s.d), jacobian(with_write, s.d), s.n, s.d);
      BOOST_CHECK_THROW(mean_channel(read_feedback(e), s.d), std::invalid_argument);
    }
}

BOOST_AUTO_TEST_CASE(gain_alone) {
  for (const std::vector<site>* list : {&not_column_exact, &column_exact})
    for (const site& s : *list) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
        const mixer& m = find_mixer(s.mixer);
        const mixer_input input = input_of(s);
        const feedback<mp_interval> J = residual_feedback(m.evaluate(context<mp_interval>{384}, input));
        const mp_interval gain = channel_gain(J, m.invariants(input.convention), s.d);
        const channel_blocks blocks = list == &column_exact ? conserved_channel(m, input) : mean_channel(m, input);
        BOOST_TEST(is_narrow(gain));
        BOOST_TEST((possibly_less_equal(gain, blocks.gain) && possibly_less_equal(blocks.gain, gain)));
      }
  const mixer& m = find_mixer("hc");
  const mixer_evaluation<mp_interval> e = m.evaluate(fine, input_of({"hc", 3, 2}));
  BOOST_CHECK_THROW(channel_gain(read_feedback(e), {}, 2), std::invalid_argument);
}

// What a mixer says of its sums is so of H and of its derivative, PJ = P and JP = P of equal rows; what it does not say
// is not so.
BOOST_AUTO_TEST_CASE(sums_are_as_the_mixers_say) {
  const mpq_class tolerance = rational(1e-100);
  for (const std::vector<site>* list : {&not_column_exact, &column_exact})
    for (const site& s : *list) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
        if (s.n == 1) continue;
        const mixer& m = find_mixer(s.mixer);
        mixer_input input = input_of(s);
        const rational_matrix P = average(s.n, s.d),
                              minus_P = map(P, [](const mpq_class&x) -> mpq_class { return -x; });
        const mixer_invariants known = m.invariants(input.convention);
        BOOST_TEST(known.columns_sum_to_one == (list == &column_exact));
        BOOST_TEST(is_zero(plus(times(P, jacobian(m, input)), minus_P), tolerance) == known.columns_sum_to_one);
        for (std::size_t c = s.d; c < s.n * s.d; ++c) input.state.values()[c] = input.state.values()[c - s.d];
        // At equal rows J P = P needs sum_j DH_ij = 0 too.
        BOOST_TEST(is_zero(plus(times(jacobian(m, input), P), minus_P), tolerance) == known.rows_sum_to_one);
      }
}

// Equal streams hear nothing of their mean: B is zero, not merely small. Columns alone are not enough for that.
BOOST_AUTO_TEST_CASE(collapsed_states) {
  for (const site& s : column_exact) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
      const mixer& m = find_mixer(s.mixer);
      mixer_input input = input_of(s);
      for (std::size_t c = 0; c < s.n * s.d; ++c) input.state.values()[c] = 0.3 + static_cast<double>(c % s.d);
      const channel_blocks blocks = conserved_channel(m, input);
      if (m.invariants(input.convention).rows_sum_to_one) {
        BOOST_TEST(is_point(blocks.cross, 0));
        BOOST_TEST(is_point(blocks.gain, 1));
      } else {
        BOOST_TEST(mpfr_cmp_d(blocks.cross.lower(), 1e-3) > 0);
      }
      check_blocks(blocks, jacobian(m, input), s.n, s.d);
    }
}

// There J = [1 0; K/sqrt(1 + epsilon) 0] (theorem T10 b), so the bound is ||J|| itself: with 1 in place of the root, or
// with more below it, one of these fails.
BOOST_AUTO_TEST_CASE(the_bound_is_reached) {
  for (const char* K : {"0.5", "-3", "1000"}) BOOST_TEST_CONTEXT(K) {
      const mixer& m = find_mixer("balanced");
      const mixer_input input{{}, convention_of(m, {{"K", K}, {"epsilon", "0.5625"}}), {2, 1, {1, -1}}}; // 25/16
      const channel_blocks blocks = conserved_channel(m, input);
      const mpq_class B = abs(rational(std::stod(K))) * 4 / 5, norm_squared = 1 + B * B;
      BOOST_TEST((rational(blocks.cross.lower()) <= B && B <= rational(blocks.cross.upper())));
      const mpq_class lower = rational(blocks.gain.lower()), upper = rational(blocks.gain.upper());
      BOOST_TEST((lower * lower <= norm_squared && norm_squared <= upper * upper));
      const certificate c = certify(m, input, {});
      BOOST_TEST((rational(c.quantities.norm.upper()) >= lower && rational(c.quantities.norm.lower()) <= upper));
      BOOST_TEST(is_narrow(blocks.gain));
    }
}

// Without exact columns sqrt(1 + ||B||^2) may exceed ||J||, so such mixers are refused; the other bound holds, and here
// it is ||J||.
BOOST_AUTO_TEST_CASE(the_first_bound_needs_exact_columns) {
  const mixer& m = find_mixer("static");
  mixer_input input = small_input(m, 1, 2, 3, {{"kind", "matrix"}});
  input.parameters.at("H") = {0.5, 0, 0, 0.5};
  const channel_blocks blocks = mean_channel(m, input);
  BOOST_TEST((rational(blocks.mean.lower()) <= mpq_class(1, 2) && mpq_class(1, 2) <= rational(blocks.mean.upper())));
  BOOST_TEST(is_narrow(blocks.gain));
  BOOST_TEST(mpfr_cmp_d(blocks.gain.upper(), 0.5) >= 0);
  BOOST_TEST(!is_norm_at_least(jacobian(m, input), mp_interval(1, 53)));
}

// Close to one is not one: twenty iterations leave the columns of this H within 1e-2 or 1e-6, and the mean is not kept.
BOOST_AUTO_TEST_CASE(refusals) {
  for (const site& s : not_column_exact) BOOST_TEST_CONTEXT(s.mixer)
  check_refused([&] { conserved_channel(find_mixer(s.mixer), input_of(s)); }, {s.mixer, "columns", "mean_channel"});
  check_refused([&] { conserved_channel(find_mixer("lucid-mhc"), input_of({"lucid-mhc", 2, 2})); }, {"lucid-mhc"});
  const site one = column_exact.front();
  for (const int kind : {0, 1, 2}) {
    mixer_input input = input_of(one);
    if (kind == 0) input.read = true;
    if (kind == 1) input.branch_output = std::vector<double>(one.d, 1.0);
    if (kind == 2) input.state_radius = matrix<double>(one.n, one.d, 1e-9);
    for (auto* function : {conserved_channel, mean_channel})
      check_refused([&] { function(find_mixer(one.mixer), input, {}); }, {"residual map"});
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
