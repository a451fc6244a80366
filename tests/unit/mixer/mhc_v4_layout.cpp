// In what form evaluate_mhc_v4 gives its derivatives: arrays, generators, logits, the place of each entry.
#include "mhc_v4_distance.hpp"
#include "support/exact_matrix.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::exact_constant;
using mixcert::is_exact_zero;
using mixcert::matrix;
using mixcert::mixer_evaluation;
using mixcert::mp_interval;
using mixcert::test::exact_matrix;

namespace {

const mixcert::context<mp_interval> numbers{384};

mixer_evaluation<mp_interval> evaluate(const mhc_v4_example& example) {
  return evaluate_mhc_v4(numbers, example.site, exact_matrix(numbers, example.X));
}

std::vector<std::string> array_labels(const mixer_evaluation<mp_interval>& e) {
  std::vector<std::string> labels;
  for (const auto& array : e.arrays) labels.push_back(array.label);
  return labels;
}

bool same(const mp_interval& x, const mp_interval& y) {
  return mpfr_equal_p(x.lower(), y.lower()) && mpfr_equal_p(x.upper(), y.upper());
}

bool equals(const mp_interval& x, double y) { return is_exact_zero(x - numbers.exact(y)); }

bool all_zero(const std::vector<mp_interval>& values) {
  return std::all_of(values.begin(), values.end(), [](const mp_interval& x) { return is_exact_zero(x); });
}

} // namespace

BOOST_AUTO_TEST_SUITE(mhc_v4_layout)

BOOST_AUTO_TEST_CASE(arrays_are_rows_of_fn_and_their_differences) {
  const mhc_v4_example example = small_mhc_example(80, 2, 3);
  const auto e = evaluate(example);
  const std::vector<std::string> labels = {
      "comb[0,1]-comb[0,0]", "comb[1,1]-comb[1,0]", "pre[0]", "pre[1]", "post[0]", "post[1]"};
  BOOST_TEST(array_labels(e) == labels, boost::test_tools::per_element());
  const auto& fn = example.site.fn;
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t column = s * 3 + c;
      BOOST_TEST(equals(e.arrays[0].rows[s][c], fn(5, column) - fn(4, column)));
      BOOST_TEST(equals(e.arrays[1].rows[s][c], fn(7, column) - fn(6, column)));
      for (std::size_t row = 0; row < 4; ++row) BOOST_TEST(equals(e.arrays[2 + row].rows[s][c], fn(row, column)));
    }
}

BOOST_AUTO_TEST_CASE(generators_are_the_rows_of_the_state) {
  mhc_v4_example example = small_mhc_example(81, 3, 2);
  example.X = matrix<double>(3, 2, {1, 0, 0, 0, 1, 0x1p-20});
  const auto e = evaluate(example);
  BOOST_REQUIRE_EQUAL(e.generators.size(), 2u);
  BOOST_TEST(e.generators[0].label == "x0");
  BOOST_TEST(e.generators[1].label == "x2-x0");
  const std::vector<double> state = {1, 0, 0, 0, 1, 1};
  for (std::size_t i = 0; i < state.size(); ++i) BOOST_TEST(equals(e.state.values()[i], state[i]));
  for (const matrix<mp_interval>& dH : e.dH) { // a multiple of the state
    BOOST_TEST(!is_exact_zero(dH(0, 0)));
    for (std::size_t i = 0; i < state.size(); ++i)
      BOOST_TEST(same(dH.values()[i], state[i] != 0 ? dH(0, 0) : numbers.exact(0)));
  }
}

BOOST_AUTO_TEST_CASE(equal_and_zero_rows_have_no_array) {
  mhc_v4_example example = small_mhc_example(82, 2, 2);
  for (std::size_t c = 0; c < 4; ++c) {
    example.site.fn(1, c) = 0;                         // pre[1]
    example.site.fn(5, c) = example.site.fn(4, c);     // comb[0,1] as comb[0,0]
    example.site.fn(6, c) = example.site.fn(7, c) = 0; // comb[1,*]
  }
  const auto e = evaluate(example);
  const std::vector<std::string> labels = {"pre[0]", "post[0]", "post[1]"};
  BOOST_TEST(array_labels(e) == labels, boost::test_tools::per_element());
  BOOST_TEST(e.dH_arrays.cols() == 3u);
  for (const matrix<mp_interval>& dH : e.dH) BOOST_TEST(all_zero(dH.values()));
  BOOST_TEST(all_zero(e.dH_arrays.values()));
  BOOST_TEST(all_zero(e.dread[1].values()));
}

BOOST_AUTO_TEST_CASE(read_and_write_gates_have_their_own_arrays_only) {
  const auto e = evaluate(small_mhc_example(83, 3, 2));
  const std::size_t differences = 6;
  BOOST_REQUIRE_EQUAL(e.arrays.size(), differences + 6);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t a = 0; a < e.arrays.size(); ++a) {
      BOOST_TEST(is_exact_zero(e.dread_arrays(i, a)) == (a != differences + i));
      BOOST_TEST(is_exact_zero(e.dwrite_arrays(i, a)) == (a != differences + 3 + i));
    }
  for (std::size_t entry = 0; entry < 9; ++entry)
    for (std::size_t a = 0; a < e.arrays.size(); ++a)
      BOOST_TEST(is_exact_zero(e.dH_arrays(entry, a)) == (a >= differences));
}

BOOST_AUTO_TEST_CASE(one_stream_is_mixed_by_a_constant) {
  const auto e = evaluate(small_mhc_example(84, 1, 3));
  BOOST_TEST(is_exact_zero(e.dH_dlogits(0, 0)));
  BOOST_TEST(all_zero(e.dH[0].values()));
  BOOST_TEST(e.dH_arrays.rows() == 1u);
  BOOST_TEST(all_zero(e.dH_arrays.values()));
  BOOST_TEST(e.arrays.size() == 2u);
  BOOST_TEST(certainly_less(numbers.exact(0.99999), e.H(0, 0)));
  BOOST_TEST(certainly_less(e.H(0, 0), numbers.exact(1)));
}

BOOST_AUTO_TEST_CASE(a_zero_state_has_no_generators) {
  mhc_v4_example example = small_mhc_example(85, 2, 2);
  example.X = matrix<double>(2, 2, 0.0);
  const auto e = evaluate(example);
  BOOST_TEST(e.generators.empty());
  BOOST_TEST(e.state.cols() == 0u);
  BOOST_TEST(e.dH[1].cols() == 0u);
  BOOST_TEST(!is_exact_zero(e.dH_arrays(1, 0)));
}

// H sums to one along streams that it mixes, to within hc_eps: the orientation that is used.
BOOST_AUTO_TEST_CASE(rows_of_the_mixing_matrix_sum_to_one) {
  mhc_v4_constants constants;
  constants.iterations = 2;
  const auto e = evaluate(small_mhc_example(86, 3, 2, constants));
  double columns = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const mp_interval row = e.H(i, 0) + e.H(i, 1) + e.H(i, 2), column = e.H(0, i) + e.H(1, i) + e.H(2, i);
    BOOST_TEST(magnitude_up(row - numbers.exact(1)) < 1e-5);
    columns = std::max(columns, magnitude_up(column - numbers.exact(1)));
  }
  BOOST_TEST(columns > 1e-4);
}

// The derivative by one logit against a difference quotient of moved base values: rows (i, j) of H, columns of L.
BOOST_AUTO_TEST_CASE(slopes_by_the_logits) {
  mhc_v4_example example = small_mhc_example(87, 2, 2);
  const auto e = evaluate(example);
  for (std::size_t l = 0; l < 4; ++l) {
    mhc_v4_example ahead = example, back = example;
    ahead.site.base[4 + l] += 0x1p-40;
    back.site.base[4 + l] -= 0x1p-40;
    const auto f = evaluate(ahead), b = evaluate(back);
    BOOST_TEST(magnitude_up(f.logits.values()[l] - e.logits.values()[l] - numbers.exact(0x1p-40)) < 1e-100);
    for (std::size_t entry = 0; entry < 4; ++entry) {
      const mp_interval quotient = (f.H.values()[entry] - b.H.values()[entry]) * numbers.exact(0x1p39);
      BOOST_TEST(magnitude_up(quotient - e.dH_dlogits(entry, l)) < 0x1p-70);
    }
  }
}

BOOST_AUTO_TEST_CASE(evaluation_through_the_registry) {
  const mixcert::mixer& mhc = mixcert::find_mixer("mhc-v4");
  mixcert::mixer_input input = mixcert::test::small_mhc_input(88, 2, 3);
  const auto published = convention_of(mhc, {});
  BOOST_TEST(published.at("norm_eps").text() == exact_constant(1e-6).text());
  BOOST_TEST(published.at("hc_eps").text() == exact_constant(1e-6).text());
  BOOST_TEST(published.at("iterations").text() == exact_constant(20.0).text());
  input.convention = convention_of(mhc, {{"norm_eps", "0.5"}, {"hc_eps", "0.25"}, {"iterations", "3"}});
  const mixcert::mhc_v4_site site = mhc_v4_site_of(input);
  BOOST_TEST(site.norm_eps.text() == "0.5");
  BOOST_TEST(site.hc_eps.text() == "0.25");
  BOOST_TEST(site.iterations.text() == "3");
  BOOST_TEST(site.fn.rows() == 8u);
  BOOST_TEST(site.fn.cols() == 6u);
  const auto through = mhc.evaluate({200}, input);
  const mixcert::context<mp_interval> numbers{200};
  const auto direct = evaluate_mhc_v4(numbers, site, exact_matrix(numbers, input.state));
  for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(same(through.H.values()[i], direct.H.values()[i]));
}

BOOST_AUTO_TEST_SUITE_END()
