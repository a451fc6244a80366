// What is measured on Jacobians: against exact counting and elimination for all mixers, and by hand.
#include "mixcert/diagnostic/jacobian_measures.hpp"

#include "mixcert/jacobian/directional.hpp"
#include "support/exact.hpp"
#include "support/mixer_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace mixcert::test {
namespace {

using settings = std::map<std::string, std::string>;

/// Digits of the Jacobians to compare with, far beyond those of the enclosures.
constexpr context<mp_interval> fine{640};
const mpq_class unknown = power_of_two(-400); ///< how well they are known

struct site {
  const char* mixer;
  std::size_t n, d;
  settings convention = {};
};

const std::vector<site> sites = {{"hc", 3, 2},
                                 {"hc", 2, 9},
                                 {"hc-paper", 2, 3},
                                 {"mhc-v4", 3, 2, {{"iterations", "3"}}},
                                 {"mhc-flat", 2, 3, {{"iterations", "2"}}},
                                 {"lucid-mhc", 2, 3, {{"iterations", "2"}}},
                                 {"mhc-lite", 3, 2},
                                 {"jpmhc", 3, 2},
                                 {"kromhc", 4, 2},
                                 {"cayley", 3, 2, {{"K", "2"}}},
                                 {"shc", 3, 2},
                                 {"static", 3, 2},
                                 {"static", 3, 2, {{"kind", "matrix"}}},
                                 {"mhc-lite", 1, 2},
                                 {"hc", 1, 1}};

mixer_input input_of(const site& s) { return small_input(find_mixer(s.mixer), 61, s.n, s.d, s.convention); }

jacobian_measures measured(const mixer_input& input, const mixer& m, const std::vector<double>& thresholds = {}) {
  const precision places;
  std::vector<mp_interval> at;
  for (const double x : thresholds) at.emplace_back(x, places.working);
  return measures_of_jacobian(m, input, m.evaluate(context<mp_interval>{places.working}, input), at, places);
}

const mp_interval& value(const std::vector<measure>& list, const std::string& name) {
  const auto found = std::ranges::find_if(list, [&](const measure& m) { return m.name == name; });
  BOOST_REQUIRE_MESSAGE(found != list.end(), name);
  return found->value;
}

bool has(const std::vector<measure>& list, const std::string& name) {
  return std::ranges::any_of(list, [&](const measure& m) { return m.name == name; });
}

rational_matrix members(const matrix<mp_interval>& a) {
  return map(a, [](const mp_interval& x) -> mpq_class { return rational(midpoint(x, fine.bits)); });
}

/// H kron I, and a member of an enclosure of J that is a hundred digits narrow.
struct maps {
  rational_matrix H, frozen, J;
};

maps maps_of(const mixer& m, const mixer_input& input) {
  const feedback<mp_interval> f = residual_feedback(m.evaluate(fine, input));
  const std::size_t n = input.state.rows(), d = input.state.cols();
  maps r{members(f.frozen), {}, rational_zero(n * d, n * d)};
  r.frozen = kronecker(r.H, rational_identity(d));
  for (std::size_t column = 0; column < n * d; ++column) {
    matrix<mp_interval> Z(n, d, fine.exact(0));
    Z.values()[column] = fine.exact(1);
    const matrix<mp_interval> image = directional_derivative(fine, f, Z);
    for (std::size_t row = 0; row < n * d; ++row) r.J(row, column) = rational(midpoint(image.values()[row], fine.bits));
  }
  return r;
}

mpq_class low(const mp_interval& x) { return std::max(mpq_class(0), mpq_class(rational(x.lower()) - unknown)); }
mpq_class high(const mp_interval& x) { return rational(x.upper()) + unknown; }

bool holds(const mp_interval& x, const mpq_class& value) {
  return rational(x.lower()) - unknown <= value && value <= rational(x.upper()) + unknown;
}

bool is_narrow(const mp_interval& x) { return magnitude_up(x - x) <= 1e-27 * (1 + magnitude_up(x)); }

/// That of a by elimination with fractions.
mpq_class determinant(rational_matrix a) {
  mpq_class r = 1;
  for (std::size_t k = 0; k < a.rows(); ++k) {
    std::size_t pivot = k;
    while (pivot < a.rows() && a(pivot, k) == 0) ++pivot;
    if (pivot == a.rows()) return 0;
    for (std::size_t c = 0; pivot != k && c < a.cols(); ++c) std::swap(a(pivot, c), a(k, c));
    if (pivot != k) r = -r;
    r *= a(k, k);
    for (std::size_t i = k + 1; i < a.rows(); ++i) {
      const mpq_class factor = a(i, k) / a(k, k);
      for (std::size_t c = k; c < a.cols(); ++c) a(i, c) -= factor * a(k, c);
    }
  }
  return r;
}

/// Whether exp of the ends are on either side of |x|, with a relative 2^-300 for what MPFR rounds.
bool holds_logarithm(const mp_interval& logarithm, const mpq_class& x) {
  constexpr mpfr_prec_t bits = 400;
  mp_float lower(bits), upper(bits);
  mpfr_exp(lower.get(), logarithm.lower(), MPFR_RNDD);
  mpfr_exp(upper.get(), logarithm.upper(), MPFR_RNDU);
  const mpq_class size = abs(x), room = power_of_two(-300);
  return rational(lower) * (1 - room) <= size && size <= rational(upper) * (1 + room);
}

bool is_norm(const mp_interval& x, const rational_matrix& a) {
  exact_singular_values values(a);
  return values.at_least(low(x)) >= 1 && values.above(high(x)) == 0;
}

/// Whether x holds ||a||_F^2 / ||a||^2, that is ||a||^2 is ||a||_F^2 over a member of x.
bool is_stable_rank(const mp_interval& x, const rational_matrix& a) {
  exact_singular_values values(a);
  const mpq_class square = frobenius_squared(a), largest = root_up(square / rational(x.lower())) + unknown,
                  least = root_up(square / rational(x.upper())) * (1 - power_of_two(-150)) - unknown;
  return values.above(largest) == 0 && values.at_least(least) >= 1;
}

/// What is above half of what is known.
std::size_t rank_of(const rational_matrix& a) { return exact_singular_values(a).above(power_of_two(-200)); }

void check_values(const std::vector<measure>& list, const rational_matrix& J) {
  const mpq_class square = frobenius_squared(J) / static_cast<unsigned long>(J.rows());
  BOOST_TEST(is_norm(value(list, "jacobian_norm"), J));
  BOOST_TEST(holds(value(list, "mean_square"), square));
  BOOST_TEST(is_stable_rank(value(list, "stable_rank"), J));
  BOOST_TEST(holds_logarithm(value(list, "log_abs_determinant"), determinant(J)));
  for (const char* name : {"jacobian_norm", "mean_square", "stable_rank", "log_abs_determinant"})
    BOOST_TEST(is_narrow(value(list, name)), name);
}

void check_ratios(const std::vector<measure>& list, const maps& of) {
  const mpq_class square = frobenius_squared(of.J), frozen = frobenius_squared(of.frozen);
  BOOST_TEST(is_norm(value(list, "frozen_norm"), of.frozen));
  BOOST_TEST(holds(value(list, "frozen_mean_square"), frozen / static_cast<unsigned long>(of.J.rows())));
  BOOST_TEST(holds(value(list, "mean_square_ratio"), square / frozen));
  const mp_interval& norm = value(list, "jacobian_norm");
  const mp_interval product = value(list, "norm_ratio") * value(list, "frozen_norm");
  BOOST_TEST((holds(product, rational(norm.lower())) && holds(product, rational(norm.upper()))));
  for (const char* name : {"norm_ratio", "mean_square_ratio", "frozen_norm", "frozen_mean_square"})
    BOOST_TEST(is_narrow(value(list, name)), name);
}

/// With s = ||M x||^2/||x||^2 <= sigma_1^2, the sine of the angle that x makes with the first right singular vector is
/// at least sqrt((sigma_1^2 - s)/sigma_1^2) and at most sqrt((sigma_1^2 - s)/(sigma_1^2 - sigma_2^2)).
void check_direction(const std::vector<mp_float>& x, double sine, const rational_matrix& M,
                     const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  const rational_matrix column(x.size(), 1, rational(x));
  const mpq_class s = frobenius_squared(times(M, column)) / frobenius_squared(column),
                  first = rational(spectrum.front().value.lower());
  BOOST_TEST((rational(sine) * rational(sine) >= (first * first - s) / (first * first)));
  for (const mp_float& entry : x) {
    const mpq_class scaled = rational(entry) * power_of_two(64);
    BOOST_TEST((rational(entry) == rational(to_double(entry)) && scaled.get_den() == 1));
  }
}

void check_by_hand(const std::vector<measure>& list, const std::map<std::string, mpq_class>& by_hand) {
  for (const auto& [name, wanted] : by_hand) {
    BOOST_TEST(holds(value(list, name), wanted), name);
    BOOST_TEST(is_narrow(value(list, name)), name);
  }
}

/// Whether x makes an angle of no larger sine with the line of y.
bool is_within(const std::vector<mp_float>& x, const std::vector<mpq_class>& y, double sine) {
  const std::vector<mpq_class> p = rational(x);
  mpq_class along = 0, length = 0, wanted = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    along += p[i] * y[i];
    length += p[i] * p[i];
    wanted += y[i] * y[i];
  }
  return p.size() == y.size() && length > 0 && 1 - along * along / (length * wanted) <= rational(sine) * rational(sine);
}

} // namespace

BOOST_AUTO_TEST_SUITE(measures_of_jacobians)

BOOST_AUTO_TEST_CASE(of_all_mixers) {
  const std::vector<double> thresholds = {0.125, 0.5, 0.75, 1.25, 2};
  for (const site& s : sites) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
      const mixer& m = find_mixer(s.mixer);
      const mixer_input input = input_of(s);
      const maps of = maps_of(m, input);
      const jacobian_measures found = measured(input, m, thresholds);
      check_values(found.values, of.J);
      check_values(found.stopped, of.frozen);
      check_ratios(found.values, of);
      BOOST_REQUIRE(found.at_least.size() == thresholds.size());
      exact_singular_values values(of.J);
      for (std::size_t k = 0; k < thresholds.size(); ++k) {
        BOOST_TEST(found.at_least[k].at_least == found.at_least[k].at_most);
        BOOST_TEST(found.at_least[k].at_least == values.at_least(thresholds[k]));
      }
      BOOST_TEST(rank_of(minus(of.J, of.frozen)) <= found.rank_at_most);
      BOOST_TEST(found.rank_at_most <= s.n * s.d);
      BOOST_TEST((std::string(s.mixer) != "static" || found.rank_at_most == 0));
      const mpq_class norm = rational(value(found.values, "jacobian_norm").upper());
      BOOST_TEST((rational(value(found.values, "conserved_channel_gain").lower()) <= norm));
    }
}

BOOST_AUTO_TEST_CASE(directions_of_all_mixers) {
  std::size_t found = 0;
  for (const site& s : sites) BOOST_TEST_CONTEXT(s.mixer << ' ' << s.n << " x " << s.d) {
      const mixer& m = find_mixer(s.mixer);
      const mixer_input input = input_of(s);
      const jacobian_measures of = measured(input, m);
      if (std::string(s.mixer) == "static" && s.d > 1) BOOST_TEST(!of.direction);
      if (!of.direction) continue;
      ++found;
      const rational_matrix J = maps_of(m, input).J;
      check_direction(of.direction->triple.right, *of.direction->angles.right, J, of.spectrum);
      check_direction(of.direction->triple.left, *of.direction->angles.left, transpose(J), of.spectrum);
      BOOST_TEST(*of.direction->angles.right < 1e-12);
      BOOST_TEST(*of.direction->angles.left < 1e-12);
    }
  BOOST_TEST(found >= 10u);
}

// X = (1, -1), K = 9/8, epsilon = 5/4: J = [1 0; 3/4 0] in the mean and half the difference of the streams, H = 1/2.
BOOST_AUTO_TEST_CASE(two_streams_by_hand) {
  const mixer& m = find_mixer("balanced");
  mixer_input input = small_input(m, 1, 2, 1, {{"K", "1.125"}, {"epsilon", "1.25"}});
  input.state = matrix<double>(2, 1, {1, -1});
  const jacobian_measures found = measured(input, m, {1.25, 1.2499, 1.2501});
  check_by_hand(found.values, {{"jacobian_norm", {5, 4}},
                               {"frozen_norm", 1},
                               {"norm_ratio", {5, 4}},
                               {"mean_square", {25, 32}},
                               {"frozen_mean_square", {1, 2}},
                               {"mean_square_ratio", {25, 16}},
                               {"stable_rank", 1},
                               {"conserved_channel_gain", {5, 4}}});
  BOOST_TEST(!is_finite(value(found.values, "log_abs_determinant")));
  BOOST_TEST(!has(found.values, "sinkhorn_bound"));
  BOOST_TEST(found.rank_at_most == 1u);
  BOOST_TEST((found.at_least[0].at_least == 0 && found.at_least[0].at_most == 1)); // 5/4 itself
  BOOST_TEST((found.at_least[1].at_least == 1 && found.at_least[1].at_most == 1));
  BOOST_TEST((found.at_least[2].at_least == 0 && found.at_least[2].at_most == 0));
  // J stretches the mean, (1, 1), to (1 + 3/4, 1 - 3/4) = (7, 1)/4.
  BOOST_REQUIRE(found.direction.has_value());
  const auto& [triple, angles] = *found.direction;
  const auto sine = [](const std::vector<mp_float>& x, int a, int b) {
    const mpq_class p = rational(x[0]), q = rational(x[1]), cross = p * b - q * a;
    return root_up(cross * cross / ((p * p + q * q) * (a * a + b * b)));
  };
  BOOST_TEST((sine(triple.right, 1, 1) <= rational(*angles.right) + power_of_two(-200)));
  BOOST_TEST((sine(triple.left, 7, 1) <= rational(*angles.left) + power_of_two(-200)));
}

// Three streams of one feature: H takes e_0 to e_1, e_1 to 2 e_0, e_2 to e_2/2.
BOOST_AUTO_TEST_CASE(three_streams_by_hand) {
  const mixer& m = find_mixer("static");
  mixer_input input = small_input(m, 1, 3, 1, {{"kind", "matrix"}});
  input.parameters.at("H") = {0, 2, 0, 1, 0, 0, 0, 0, 0.5};
  const jacobian_measures found = measured(input, m, {0.5, 0.75});
  const std::map<std::string, mpq_class> by_hand = {{"jacobian_norm", 2},       {"norm_ratio", 1},
                                                    {"mean_square", {7, 4}},    {"mean_square_ratio", 1},
                                                    {"log_abs_determinant", 0}, {"stable_rank", {21, 16}}};
  for (const auto& [name, wanted] : by_hand) BOOST_TEST(holds(value(found.values, name), wanted), name);
  // mu = 7/6, ||QHP||^2 = ||HP||^2 - mu^2 with ||HP||^2 = (4 + 1 + 1/4)/3
  const mp_interval gain = sqr(value(found.values, "conserved_channel_gain"));
  BOOST_TEST((holds(gain, mpq_class(7, 4)) && is_narrow(gain)));
  BOOST_TEST(found.rank_at_most == 0u);
  BOOST_TEST((found.at_least[0].at_least == 2 && found.at_least[0].at_most == 3));
  BOOST_TEST((found.at_least[1].at_least == 2 && found.at_least[1].at_most == 2));
  BOOST_REQUIRE(found.direction.has_value());
  const auto& [triple, angles] = *found.direction;
  BOOST_TEST((std::abs(to_double(triple.right[1])) == 1 && std::abs(to_double(triple.left[0])) == 1));
}

// Rows e_0, 2 e_0, 4 e_0 of four features, H twice a shift, and weights e_1: J adds the sum over streams of feature 1
// to feature 0 of every stream of H Z. On equal streams and these two features it is [2 3; 0 2], with the values 4 and
// 1, and on the rest orthogonal times 2.
BOOST_AUTO_TEST_CASE(three_streams_with_feedback_by_hand) {
  const mixer& m = find_mixer("hc");
  mixer_input input = small_input(m, 1, 3, 4, {{"gamma_offset", "1"}});
  input.state = matrix<double>(3, 4, {1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0});
  input.parameters.at("norm.gamma") = {0, 0, 0, 0};
  input.parameters.at("static_alpha") = {1, 0, 0, 2, 1, 2, 0, 0, 1, 0, 2, 0};
  input.parameters.at("dynamic_alpha_fn") = {0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  input.parameters.at("dynamic_alpha_scale") = {0.5};
  const jacobian_measures found = measured(input, m, {1.5, 2.5});
  check_by_hand(found.values, {{"jacobian_norm", 4},
                               {"frozen_norm", 2},
                               {"norm_ratio", 2},
                               {"mean_square", {19, 4}},
                               {"frozen_mean_square", 4},
                               {"mean_square_ratio", {19, 16}},
                               {"stable_rank", {57, 16}},
                               {"conserved_channel_gain", 1}});
  BOOST_TEST(holds_logarithm(value(found.values, "log_abs_determinant"), 4096));
  check_by_hand(found.stopped, {{"jacobian_norm", 2}, {"mean_square", 4}, {"stable_rank", 12}});
  BOOST_TEST((found.at_least[0].at_least == 11 && found.at_least[0].at_most == 11));
  BOOST_TEST((found.at_least[1].at_least == 1 && found.at_least[1].at_most == 1));
  const maps of = maps_of(m, input);
  BOOST_TEST(rank_of(minus(of.J, of.frozen)) == 1u);
  BOOST_TEST(found.rank_at_most == 9u); // n times the different rows of X, which are not known to be dependent
  BOOST_REQUIRE(found.direction.has_value());
  const auto& [triple, angles] = *found.direction;
  BOOST_TEST(is_within(triple.right, {1, 2, 0, 0, 1, 2, 0, 0, 1, 2, 0, 0}, *angles.right));
  BOOST_TEST(is_within(triple.left, {2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0}, *angles.left));
  BOOST_TEST((*angles.right < 1e-12 && *angles.left < 1e-12));
}

// X = (v, -v, 0) with v = (3, 4): J = I + K y y^T for y = u_2 kron v/5, u_2 = (1, 1, -2)/sqrt 6 (theorem T11).
BOOST_AUTO_TEST_CASE(three_streams_with_feedback_of_rank_one_by_hand) {
  const mixer& m = find_mixer("cayley");
  mixer_input input = small_input(m, 1, 3, 2, {{"K", "0.5"}});
  input.state = matrix<double>(3, 2, {3, 4, -3, -4, 0, 0});
  input.parameters.at("v") = {3, 4};
  const jacobian_measures found = measured(input, m);
  check_by_hand(found.values, {{"jacobian_norm", {3, 2}},
                               {"frozen_norm", 1},
                               {"norm_ratio", {3, 2}},
                               {"mean_square", {29, 24}},
                               {"frozen_mean_square", 1},
                               {"mean_square_ratio", {29, 24}},
                               {"stable_rank", {29, 9}},
                               {"conserved_channel_gain", 1}});
  BOOST_TEST(holds_logarithm(value(found.values, "log_abs_determinant"), {3, 2}));
  const maps of = maps_of(m, input);
  BOOST_TEST(rank_of(minus(of.J, of.frozen)) == 1u);
  BOOST_TEST(found.rank_at_most == 1u);
  BOOST_REQUIRE(found.direction.has_value());
  for (const auto& [x, sine] : {std::pair(found.direction->triple.right, *found.direction->angles.right),
                                std::pair(found.direction->triple.left, *found.direction->angles.left)}) {
    BOOST_TEST(is_within(x, {3, 4, 3, 4, -6, -8}, sine));
    BOOST_TEST(!is_within(x, {4, 3, 3, 4, -6, -8}, sine));
    BOOST_TEST(sine < 1e-12);
  }
}

// X = (4 e_0, 0, 0) of three features, and logits 3/4 W x/(||x||/3) with W_k = 2 e_1 of stream k: all entries of H are
// 1/3, and the feedback takes feature 1 of Z, less its mean over streams, times 3/2 to feature 0, with streams
// permuted. The values are 3/2 twice, 1 three times and 0 four times.
BOOST_AUTO_TEST_CASE(three_streams_with_feedback_of_rank_two_by_hand) {
  const mixer& m = find_mixer("circulant");
  mixer_input input = small_input(m, 1, 3, 3, {{"norm_eps", "0"}, {"gamma", "1"}});
  input.state = matrix<double>(3, 3, {4, 0, 0, 0, 0, 0, 0, 0, 0});
  input.parameters.at("alpha") = {0.75};
  input.parameters.at("b").assign(9, 0);
  std::vector<double>& W = input.parameters.at("phi.weight");
  W.assign(81, 0);
  for (std::size_t k = 0; k < 3; ++k) W[(6 + k) * 9 + 3 * k + 1] = 2;
  const jacobian_measures found = measured(input, m, {1.25});
  check_by_hand(found.values, {{"jacobian_norm", {3, 2}},
                               {"frozen_norm", 1},
                               {"norm_ratio", {3, 2}},
                               {"mean_square", {5, 6}},
                               {"frozen_mean_square", {1, 3}},
                               {"mean_square_ratio", {5, 2}},
                               {"stable_rank", {10, 3}},
                               {"conserved_channel_gain", 1}});
  BOOST_TEST(!is_finite(value(found.values, "log_abs_determinant")));
  BOOST_TEST((found.at_least[0].at_least == 2 && found.at_least[0].at_most == 2));
  const maps of = maps_of(m, input);
  BOOST_TEST(rank_of(minus(of.J, of.frozen)) == 2u);
  BOOST_TEST(found.rank_at_most == 2u);
  BOOST_TEST(!found.direction); // the largest value is met twice
}

// Equal logits: J_S is (1/n) Q kron Q (theorem T13).
BOOST_AUTO_TEST_CASE(sinkhorn_by_hand) {
  const mixer& m = find_mixer("static");
  for (const std::size_t n : {2u, 3u}) {
    mixer_input input = small_input(m, 1, n, 2, {{"kind", "sinkhorn"}, {"temperature", "1"}, {"iterations", "3"}});
    input.parameters.at("H_res_logits").assign(n * n, 0.5);
    const jacobian_measures found = measured(input, m);
    const mpq_class norm = n == 2 ? mpq_class(1, 2) : mpq_class(1, 3),
                    off_square = n == 2 ? mpq_class(1, 8) : mpq_class(1, 9);
    BOOST_TEST(holds(value(found.values, "sinkhorn_jacobian_norm"), norm));
    BOOST_TEST(holds(sqr(value(found.values, "sinkhorn_off_diagonal_norm")), off_square));
    BOOST_TEST(holds(sqr(value(found.values, "sinkhorn_bound")), norm * norm * off_square));
    BOOST_TEST(is_narrow(value(found.values, "sinkhorn_bound")));
  }
}

// Stopped from the start, nothing changes, and who knows the values to 100 places can say so.
BOOST_AUTO_TEST_CASE(room_for_others) {
  const mixer& m = find_mixer("static");
  const jacobian_measures found = measured(input_of({"static", 3, 2, {{"kind", "matrix"}}}), m);
  for (const measure& stopped : found.stopped) {
    const mp_interval change = stopped.value - value(found.values, stopped.name);
    BOOST_TEST(magnitude_up(change) < 1e-26, stopped.name);
    BOOST_TEST((rational(change.lower()) < -rational(0x1p-100) && rational(change.upper()) > rational(0x1p-100)),
               stopped.name);
  }
}

// No direction where there is no room for one, whatever the gap.
BOOST_AUTO_TEST_CASE(no_long_directions) {
  const mixer& m = find_mixer("hc");
  for (const std::size_t d : {most_directions, most_directions + 1}) {
    mixer_input input = small_input(m, 3, 1, d);
    for (double& x : input.parameters.at("dynamic_alpha_fn")) x /= 64; // short of where the tangent is flat
    BOOST_TEST(measured(input, m).direction.has_value() == (d == most_directions));
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
