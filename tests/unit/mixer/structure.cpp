// What conventions mean, and invariants that mixers declare.
#include "dense.hpp"

#include "mixcert/error.hpp"
#include "support/mixer_cases.hpp"
#include "support/refusal.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

using mixcert::find_mixer;
using mixcert::interval;
using mixcert::matrix;
using mixcert::mixer_input;
using mixcert::mp_interval;
using mixcert::not_certified;
using mixcert::test::check_refused;
using mixcert::test::small_input;

namespace {

const mixcert::context<mp_interval>& numbers = numbers_of<mp_interval>;
using settings = std::map<std::string, std::string>;

matrix<mp_interval> H_of(const std::string& name, const mixer_input& input) {
  return find_mixer(name).evaluate(numbers, input).H;
}

double distance(const matrix<mp_interval>& a, const matrix<mp_interval>& b) {
  BOOST_REQUIRE_EQUAL(a.values().size(), b.values().size());
  double r = 0;
  for (std::size_t c = 0; c < a.values().size(); ++c) r = std::max(r, magnitude_up(a.values()[c] - b.values()[c]));
  return r;
}

double row_sum_error(const matrix<mp_interval>& H) {
  double r = 0;
  for (std::size_t i = 0; i < H.rows(); ++i) {
    mp_interval sum = numbers.exact(-1);
    for (std::size_t j = 0; j < H.cols(); ++j) sum += H(i, j);
    r = std::max(r, magnitude_up(sum));
  }
  return r;
}

/// Each row of n^2 numbers as a matrix, transposed.
void transpose_in_place(std::vector<double>& values, std::size_t n) {
  for (std::size_t first = 0; first < values.size(); first += n * n)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < j; ++k) std::swap(values[first + j * n + k], values[first + k * n + j]);
}

constexpr double exact = 1e-100;

} // namespace

BOOST_AUTO_TEST_SUITE(structure)

BOOST_AUTO_TEST_CASE(order_and_orientation_of_mhc_flat) {
  const std::size_t n = 3;
  const auto& m = find_mixer("mhc-flat");
  const auto with = [&](const settings& given) { return small_input(m, 5, n, 2, given); };
  for (const char* iterations : {"1", "3"}) {
    const auto rows_first = H_of("mhc-flat", with({{"iterations", iterations}}));
    const auto turned = H_of("mhc-flat", with({{"iterations", iterations}, {"orientation", "transposed"}}));
    BOOST_TEST(distance(rows_first, transpose(turned)) < exact);
    mixer_input other = with({{"iterations", iterations}, {"order", "columns-rows"}});
    const auto columns_first = H_of("mhc-flat", other);
    transpose_in_place(other.parameters.at("phi_res"), n);
    transpose_in_place(other.parameters.at("b_res"), n);
    BOOST_TEST(distance(rows_first, transpose(H_of("mhc-flat", other))) < exact);
    BOOST_TEST(distance(rows_first, columns_first) > 1e-3);
    BOOST_TEST(row_sum_error(transpose(rows_first)) < exact); // columns are last
    BOOST_TEST(row_sum_error(rows_first) > 1e-6);
    BOOST_TEST(row_sum_error(columns_first) < exact);
    BOOST_TEST(row_sum_error(transpose(columns_first)) > 1e-6);
  }
}

// One division of rows and one of columns, as written.
BOOST_AUTO_TEST_CASE(one_iteration_of_mhc_flat) {
  const mixer_input input = small_input(find_mixer("mhc-flat"), 6, 2, 3, {{"iterations", "1"}});
  const auto e = find_mixer("mhc-flat").evaluate(numbers, input);
  matrix<mp_interval> M = map(e.logits, [](const mp_interval& x) { return exp(x); });
  for (std::size_t j = 0; j < 2; ++j) {
    const mp_interval sum = M(j, 0) + M(j, 1);
    M(j, 0) = M(j, 0) / sum;
    M(j, 1) = M(j, 1) / sum;
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const mp_interval sum = M(0, k) + M(1, k);
    M(0, k) = M(0, k) / sum;
    M(1, k) = M(1, k) / sum;
  }
  BOOST_TEST(distance(e.H, M) < exact);
}

// Divisions as they are written, with clamps at work or not; a = exp(L) less each column's largest.
BOOST_AUTO_TEST_CASE(iterations_of_lucid_mhc) {
  const std::size_t n = 3;
  for (const char* clamp : {"1e-12", "0.9", "0"}) {
    const mixer_input input =
        small_input(find_mixer("lucid-mhc"), 7, n, 4, {{"iterations", "3"}, {"sinkhorn_clamp", clamp}});
    const auto e = find_mixer("lucid-mhc").evaluate(numbers, input);
    const mp_interval least = mixcert::exact_constant(clamp).value(numbers);
    matrix<mp_interval> a = e.logits;
    for (std::size_t t = 0; t < n; ++t) {
      const mp_interval top = max(max(e.logits(0, t), e.logits(1, t)), e.logits(2, t));
      for (std::size_t s = 0; s < n; ++s) a(s, t) = exp(e.logits(s, t) - top);
    }
    const auto divide = [&](auto at) {
      for (std::size_t u = 0; u < n; ++u) {
        mp_interval sum = numbers.exact(0);
        for (std::size_t v = 0; v < n; ++v) sum += at(u, v);
        for (std::size_t v = 0; v < n; ++v) at(u, v) = at(u, v) / max(sum, least);
      }
    };
    for (int i = 0; i < 3; ++i) {
      divide([&](std::size_t t, std::size_t s) -> mp_interval& { return a(s, t); });
      divide([&](std::size_t s, std::size_t t) -> mp_interval& { return a(s, t); });
    }
    BOOST_TEST(distance(e.H, transpose(a)) < exact);
    BOOST_TEST((row_sum_error(transpose(e.H)) < exact) == (std::string(clamp) != "0.9"));
  }
}

BOOST_AUTO_TEST_CASE(permutation_mixers_are_doubly_stochastic) {
  for (const auto& [name, n, given] : {std::tuple<std::string, std::size_t, settings>{"mhc-lite", 4, {}},
                                       {"mhc-lite", 1, {}},
                                       {"kromhc", 8, {}},
                                       {"kromhc", 6, {{"factors", "2x3"}}}}) {
    const auto H = H_of(name, small_input(find_mixer(name), 8, n, 2, given));
    BOOST_TEST(row_sum_error(H) < exact);
    BOOST_TEST(row_sum_error(transpose(H)) < exact);
  }
}

BOOST_AUTO_TEST_CASE(one_factor_is_mhc_lite) {
  const mixer_input lite = small_input(find_mixer("mhc-lite"), 9, 4, 2);
  mixer_input krom = lite;
  krom.convention = convention_of(find_mixer("kromhc"), {{"factors", "4"}});
  BOOST_TEST(distance(H_of("mhc-lite", lite), H_of("kromhc", krom)) < exact);
  const mixer_input binary = small_input(find_mixer("kromhc"), 9, 4, 2),
                    named = small_input(find_mixer("kromhc"), 9, 4, 2, {{"factors", "2x2"}});
  BOOST_TEST(distance(H_of("kromhc", binary), H_of("kromhc", named)) < exact);
}

// From the logits: permutations of 3 are 012, 021, 102, 120, 201, 210; the first factor's index is the most
// significant.
BOOST_AUTO_TEST_CASE(kronecker_product_of_two_and_three) {
  const mixer_input input = small_input(find_mixer("kromhc"), 10, 6, 2, {{"factors", "2x3"}});
  const auto e = find_mixer("kromhc").evaluate(numbers, input);
  BOOST_REQUIRE_EQUAL(e.logits.cols(), 8u);
  std::vector<mp_interval> c = map(e.logits, [](const mp_interval& x) { return exp(x); }).values();
  const mp_interval two = c[0] + c[1], six = c[2] + c[3] + c[4] + c[5] + c[6] + c[7];
  const std::size_t swaps[2][2] = {{0, 1}, {1, 0}};
  const std::size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  matrix<mp_interval> H(6, 6, numbers.exact(0));
  for (std::size_t p = 0; p < 2; ++p)
    for (std::size_t q = 0; q < 6; ++q)
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          H(3 * swaps[p][i] + orders[q][j], 3 * i + j) += c[p] / two * (c[2 + q] / six); // transposed
  BOOST_TEST(distance(e.H, H) < exact);
}

BOOST_AUTO_TEST_CASE(mixers_out_of_orthogonal_matrices_keep_their_sums) {
  for (const auto& [name, n, given] : {std::tuple<std::string, std::size_t, settings>{"go-mhc", 4, {{"s", "3"}}},
                                       {"go-mhc", 3, {{"s", "1"}}},
                                       {"krom-go", 6, {{"factors", "2x3"}, {"s", "2,1"}}},
                                       {"shc", 4, {}},
                                       {"shc", 1, {}},
                                       {"circulant", 4, {{"gamma", "0.3"}}}}) {
    const auto H = H_of(name, small_input(find_mixer(name), 13, n, 2, given));
    BOOST_TEST(row_sum_error(H) < exact);
    BOOST_TEST(row_sum_error(transpose(H)) < exact);
  }
}

BOOST_AUTO_TEST_CASE(one_factor_is_go_mhc) {
  for (const char* order : {"upper-rows", "upper-columns", "lower-rows", "lower-columns"}) {
    const mixer_input go = small_input(find_mixer("go-mhc"), 14, 3, 2, {{"skew_order", order}, {"s", "2"}});
    mixer_input krom = go;
    krom.convention = convention_of(find_mixer("krom-go"), {{"skew_order", order}, {"factors", "3"}, {"s", "2"}});
    BOOST_TEST(distance(H_of("go-mhc", go), H_of("krom-go", krom)) < exact);
  }
}

// The other triangle is the other sign, the transposed rotation and the transposed mixer.
BOOST_AUTO_TEST_CASE(orders_of_the_skew_matrix) {
  const auto H = [](const char* order) {
    return H_of("go-mhc", small_input(find_mixer("go-mhc"), 15, 3, 2, {{"s", "1"}, {"skew_order", order}}));
  };
  BOOST_TEST(distance(H("upper-rows"), transpose(H("lower-columns"))) < exact);
  BOOST_TEST(distance(H("upper-columns"), transpose(H("lower-rows"))) < exact);
  BOOST_TEST(distance(H("upper-rows"), H("lower-columns")) > 1e-3);
  // (0,1), (0,2), (1,2) either way for three streams; not for four
  BOOST_TEST(distance(H("upper-rows"), H("upper-columns")) < exact);
  const auto four = [](const char* order) {
    return H_of("go-mhc", small_input(find_mixer("go-mhc"), 15, 4, 2, {{"s", "1"}, {"skew_order", order}}));
  };
  BOOST_TEST(distance(four("upper-rows"), four("upper-columns")) > 1e-3);
}

// Q kron I_2: blocks twice as large, a rotation of pairs, the same mixer.
BOOST_AUTO_TEST_CASE(pairs_rotated_alike) {
  mixer_input single = small_input(find_mixer("go-mhc"), 16, 3, 2, {{"s", "1"}});
  for (double& w : single.parameters.at("W_res")) w = 0;
  mixer_input pairs = small_input(find_mixer("go-mhc"), 16, 3, 2, {{"s", "2"}});
  std::vector<double> b(15, 0.0);
  const auto place = [](std::size_t i, std::size_t j) { return i * 6 - i * (i + 1) / 2 + (j - i - 1); };
  const std::vector<double>& p = single.parameters.at("b_res");
  std::size_t l = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i + 1; j < 3; ++j, ++l)
      for (std::size_t c = 0; c < 2; ++c) b[place(2 * i + c, 2 * j + c)] = p[l];
  pairs.parameters.at("b_res") = b;
  for (double& w : pairs.parameters.at("W_res")) w = 0;
  BOOST_TEST(distance(H_of("go-mhc", single), H_of("go-mhc", pairs)) < exact);
  BOOST_TEST(distance(H_of("go-mhc", single), transpose(H_of("go-mhc", single))) > 1e-3);
}

BOOST_AUTO_TEST_CASE(at_zero_parameters_the_mixer_is_the_identity_and_does_not_vary) {
  for (const char* s : {"1", "2"}) {
    mixer_input input = small_input(find_mixer("go-mhc"), 17, 4, 2, {{"s", s}});
    for (const char* name : {"a_res", "b_res"})
      for (double& x : input.parameters.at(name)) x = 0;
    const auto e = find_mixer("go-mhc").evaluate(numbers, input);
    for (std::size_t c = 0; c < 16; ++c) BOOST_TEST(is_exact_zero(e.H.values()[c] - numbers.exact(c % 5 == 0 ? 1 : 0)));
    for (const mp_interval& x : dense(numbers, e, e.dH, e.dH_arrays, 2)) BOOST_TEST(is_exact_zero(x));
  }
}

// x -> p x conj(q) by the multiplication table of the quaternions.
BOOST_AUTO_TEST_CASE(quaternions_rotate_four_streams) {
  using quaternion = std::array<mp_interval, 4>;
  const auto times = [](const quaternion& a, const quaternion& b) {
    return quaternion{
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  };
  const auto e = find_mixer("ohc").evaluate(numbers, small_input(find_mixer("ohc"), 18, 4, 3));
  const auto unit = [&](std::size_t first) {
    mp_interval square = numbers.exact(0);
    for (std::size_t c = 0; c < 4; ++c) square += sqr(e.logits(0, first + c));
    const mp_interval norm = sqrt(square);
    const auto part = [&](std::size_t c) { return e.logits(0, first + c) / norm; };
    return quaternion{part(0), part(1), part(2), part(3)};
  };
  const quaternion p = unit(0), q = unit(4), conjugate{q[0], -q[1], -q[2], -q[3]};
  for (std::size_t j = 0; j < 4; ++j) {
    quaternion x{numbers.exact(0), numbers.exact(0), numbers.exact(0), numbers.exact(0)};
    x[j] = numbers.exact(1);
    const quaternion rotated = times(times(p, x), conjugate);
    for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(magnitude_up(e.H(i, j) - rotated[i]) < exact);
    for (std::size_t k = 0; k < 4; ++k) {
      mp_interval inner = numbers.exact(j == k ? -1 : 0);
      for (std::size_t i = 0; i < 4; ++i) inner += e.H(i, j) * e.H(i, k);
      BOOST_TEST(magnitude_up(inner) < exact);
    }
  }
}

// Softmax of each row for the read gates, of each column for the write gates; they sum to 1 and to n.
BOOST_AUTO_TEST_CASE(gates_of_jpmhc) {
  const auto e = find_mixer("jpmhc").evaluate(numbers, small_input(find_mixer("jpmhc"), 19, 3, 2));
  mp_interval read = numbers.exact(-1), write = numbers.exact(-3);
  for (std::size_t s = 0; s < 3; ++s) {
    read += e.read[s];
    write += e.write[s];
  }
  BOOST_TEST(magnitude_up(read) < exact);
  BOOST_TEST(magnitude_up(write) < exact);
}

BOOST_AUTO_TEST_CASE(kinds_of_static) {
  const auto& m = find_mixer("static");
  const auto names = [&](const char* kind) {
    std::string r;
    for (const auto& spec : m.tensors(3, 2, convention_of(m, {{"kind", kind}}))) r += spec.name + " ";
    return r;
  };
  BOOST_TEST(names("sinkhorn") == "H_res_logits H_pre_logits H_post_logits ");
  BOOST_TEST(names("matrix") == "H pre post ");
  BOOST_TEST(names("identity") == "pre post ");
  check_refused([&] { convention_of(m, {{"kind", "random"}}); }, {"'static'", "kind", "sinkhorn, matrix, identity"});
  const auto H = H_of("static", small_input(m, 20, 3, 2, {{"iterations", "2"}}));
  BOOST_TEST(row_sum_error(H) < exact);
  BOOST_TEST(row_sum_error(transpose(H)) > 1e-9);
}

BOOST_AUTO_TEST_CASE(sizes_that_do_not_fit) {
  const auto refused = [](const char* name, std::size_t n, const settings& given,
                          std::initializer_list<std::string_view> pieces) {
    const auto& m = find_mixer(name);
    check_refused([&] { m.tensors(n, 2, convention_of(m, given)); }, pieces);
  };
  for (const char* s : {"0", "1.5", "-1", "17"}) refused("go-mhc", 4, {{"s", s}}, {"s", s, "from 1 to 16"});
  refused("go-mhc", 65, {}, {"'go-mhc'", "64", "65"});
  for (const char* s : {"0", "2,", "2,1,1", "a", "65", "1.5", "99999999999999999999"})
    refused("krom-go", 4, {{"s", s}}, {"'krom-go'", s, "such as 2,1"});
  refused("krom-go", 4, {{"factors", "4"}, {"s", "17"}}, {"'krom-go'", "17", "smaller s"});
  refused("krom-go", 6, {}, {"'krom-go'", "power of two", "factors"});
  for (const std::size_t n : {1u, 3u, 5u}) refused("ohc", n, {}, {"'ohc'", "four", std::to_string(n)});
  BOOST_TEST(describe(find_mixer("go-mhc").tensors(4, 2, convention_of(find_mixer("go-mhc"), {}))[1]) ==
             "[nd,ns(ns-1)/2] = [8,28]");
}

BOOST_AUTO_TEST_CASE(factors_that_do_not_fit) {
  const auto& m = find_mixer("kromhc");
  const auto tensors = [&](std::size_t n, const char* factors) {
    return m.tensors(n, 2, convention_of(m, {{"factors", factors}}));
  };
  for (const std::size_t n : {1u, 3u, 6u, 12u})
    check_refused([&] { tensors(n, "binary"); }, {"'kromhc'", "power of two", std::to_string(n)});
  for (const char* factors : {"2x2", "3x3", "6x6", "2x2x2x2x2"})
    check_refused([&] { tensors(6, factors); }, {"'kromhc'", factors, "multiply", "6"});
  for (const char* factors : {"1x6", "2x", "x3", "2x3x", "2y3", "7", "0", "two", "2,3", "99999999999999999999"})
    check_refused([&] { tensors(6, factors); }, {"'kromhc'", factors, "2x3"});
  BOOST_TEST(describe(tensors(6, "2x3")[1]) == "[n+2!+3!] = [14]");
  check_refused([] { find_mixer("mhc-lite").tensors(7, 2, {}); }, {"'mhc-lite'", "7", "6"});
  BOOST_TEST(describe(find_mixer("mhc-lite").tensors(4, 2, {})[2]) == "[nd,n+n!] = [8,28]");
}

BOOST_AUTO_TEST_CASE(constants_out_of_range) {
  const auto evaluate = [](const char* name, const settings& given) {
    const auto& m = find_mixer(name);
    m.evaluate(numbers_of<interval>, small_input(m, 11, 2, 3, given));
  };
  check_refused([&] { evaluate("hc-paper", {{"norm_eps", "-1"}}); }, {"norm_eps", "-1", "zero or a positive"});
  check_refused([&] { evaluate("mhc-flat", {{"norm_eps", "-1"}}); }, {"norm_eps", "-1", "zero or a positive"});
  for (const char* name : {"lucid-mhc", "mhc-flat"})
    check_refused([&] { evaluate(name, {{"iterations", "0"}}); }, {"iterations", "0", "whole number"});
  for (const char* name : {"lucid-mhc", "mhc-lite", "kromhc"})
    check_refused([&] { evaluate(name, {{"norm_clamp", "0"}}); }, {"norm_clamp", "0", "positive"});
  check_refused([&] { evaluate("lucid-mhc", {{"sinkhorn_clamp", "-1"}}); }, {"sinkhorn_clamp", "-1"});
  check_refused([&] { evaluate("lucid-mhc", {{"sinkhorn_clamp", "1"}}); }, {"sinkhorn_clamp", "1", "below 1"});
  for (const char* name : {"go-mhc", "krom-go", "jpmhc", "circulant"})
    check_refused([&] { evaluate(name, {{"norm_eps", "-1"}}); }, {"norm_eps", "-1", "zero or a positive"});
  check_refused([&] { evaluate("shc", {{"norm_clamp", "0"}}); }, {"norm_clamp", "0", "positive"});
  check_refused([&] { evaluate("jpmhc", {{"iterations", "1.5"}}); }, {"iterations", "1.5", "whole number"});
  for (const char* gamma : {"-0.1", "1.1"})
    check_refused([&] { evaluate("circulant", {{"gamma", gamma}}); }, {"gamma", gamma, "from 0 to 1"});
  check_refused([&] { evaluate("static", {{"temperature", "0"}}); }, {"temperature", "0", "positive"});
  check_refused([&] { evaluate("static", {{"iterations", "0"}}); }, {"iterations", "0", "whole number"});
}

BOOST_AUTO_TEST_CASE(quaternions_that_may_be_zero) {
  mixer_input input = small_input(find_mixer("ohc"), 21, 4, 2);
  for (double& x : input.state.values()) x = 0;
  for (std::size_t c = 4; c < 8; ++c) input.parameters.at("b_res")[c] = 0;
  BOOST_CHECK_THROW(H_of("ohc", input), not_certified);
  input.parameters.at("b_res")[5] = 0x1p-1000;
  BOOST_CHECK_NO_THROW(H_of("ohc", input));
}

// The norm of a state of zeros but for one entry is that of the entry.
BOOST_AUTO_TEST_CASE(a_state_at_the_clamp_of_shc) {
  mixer_input input = small_input(find_mixer("shc"), 22, 3, 2, {{"norm_clamp", "3"}});
  for (double& x : input.state.values()) x = 0;
  input.state(1, 1) = 3;
  BOOST_CHECK_THROW(H_of("shc", input), not_certified);
  input.state(1, 1) = 3.5;
  BOOST_CHECK_NO_THROW(H_of("shc", input));
}

// At zero itself circulant has a derivative, in a box around it none need exist.
BOOST_AUTO_TEST_CASE(circulant_at_zero_and_around) {
  mixer_input input = small_input(find_mixer("circulant"), 23, 2, 3);
  for (double& x : input.state.values()) x = 0;
  BOOST_CHECK_NO_THROW(H_of("circulant", input));
  input.state_radius = matrix<double>(2, 3, 0x1p-20);
  BOOST_CHECK_THROW(H_of("circulant", input), not_certified);
}

BOOST_AUTO_TEST_CASE(states_where_there_may_be_no_derivative) {
  const auto refused = [](const char* name, const settings& given, double x) {
    const auto& m = find_mixer(name);
    mixer_input input = small_input(m, 12, 2, 4, given);
    for (double& value : input.state.values()) value = x;
    BOOST_CHECK_THROW(m.evaluate(numbers_of<interval>, input), not_certified);
    BOOST_CHECK_THROW(m.evaluate(numbers, input), not_certified);
    BOOST_CHECK_THROW(m.evaluate(numbers_of<double>, input), not_certified);
  };
  refused("hc-paper", {{"norm_eps", "0"}}, 1.5); // no variance
  refused("mhc-flat", {{"norm_eps", "0"}}, 0);
  refused("lucid-mhc", {{"norm_clamp", "3"}}, 1.5);
  refused("go-mhc", {{"norm_eps", "0"}}, 0);
  refused("krom-go", {{"norm_eps", "0"}}, 0);
  refused("circulant", {{"norm_eps", "0"}}, 0);
  refused("jpmhc", {{"norm_eps", "0"}}, 1.5); // no variance
}

BOOST_AUTO_TEST_SUITE_END()
