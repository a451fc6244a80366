// What people read: no digit that the enclosure does not bear out, and the sentence that fits the case.
#include "certified.hpp"

#include "mixcert/certificate/summary.hpp"
#include "support/exact.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <string>

using mixcert::agreed_digits;
using mixcert::certificate;
using mixcert::interval;

namespace {

/// A printed decimal and half a unit of its last place.
struct printed {
  mpq_class value, half_unit;
};

printed parse(const std::string& text) {
  const std::size_t e = text.find('e'), point = text.find('.');
  std::string digits = text.substr(0, e);
  long exponent = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  if (point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpq_class unit = 1;
  for (long k = 0; k < std::labs(exponent); ++k) unit *= 10;
  if (exponent < 0) unit = 1 / unit;
  return {mpq_class(mpz_class(digits, 10)) * unit, unit / 2};
}

/// Whether every number from low to high rounds to the text; or lies in the interval that it is.
bool is_borne_out(const std::string& text, const mpq_class& low, const mpq_class& high) {
  if (text.front() == '[') {
    const std::size_t comma = text.find(", ");
    return parse(text.substr(1, comma - 1)).value <= low &&
           high <= parse(text.substr(comma + 2, text.size() - comma - 3)).value;
  }
  const printed p = parse(text);
  return abs(p.value - low) <= p.half_unit && abs(p.value - high) <= p.half_unit;
}

bool is_borne_out(const std::string& text, const interval& x) {
  return is_borne_out(text, rational(x.lower()), rational(x.upper()));
}

std::string first_line(const certificate& c) {
  const std::string text = summary(c);
  return text.substr(0, text.find('\n'));
}

bool has(const std::string& text, const char* piece) { return text.find(piece) != std::string::npos; }

/// A certificate of which only the quantities matter.
certificate with_ratio(std::optional<interval> ratio, std::size_t dimension = 8) {
  certificate c;
  c.subject.mixer = "hc";
  c.subject.site = "layers.0";
  c.subject.streams = 2;
  c.subject.width = 4;
  c.core.dimension = dimension;
  c.quantities.rank_at_most = dimension;
  c.quantities.norm = interval(1.25, 1.2500000000000002);
  c.quantities.frozen_norm = ratio ? interval(1.0) : interval(0.0);
  c.quantities.norm_ratio = ratio;
  c.spectrum = {{c.quantities.norm, 8, "core"}};
  return c;
}

} // namespace

BOOST_AUTO_TEST_SUITE(summaries)

BOOST_AUTO_TEST_CASE(every_digit_is_borne_out) {
  std::mt19937_64 engine(1);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(engine); };
  std::size_t intervals = 0;
  for (int round = 0; round < 20000; ++round) {
    const double size = std::pow(10.0, round % 2 == 0 ? uniform(-4, 7) : uniform(-300, 300));
    double low = (round % 3 == 0 ? std::round(uniform(1, 99)) / 10 : uniform(1, 10)) * size;
    if (round % 5 == 0) low = -low;
    const double width = std::fabs(low) * std::pow(10.0, uniform(-17, -1));
    const interval x(low, low + width);
    const int digits = 3 + round % 13;
    const std::string text = agreed_digits(x, digits);
    BOOST_TEST(is_borne_out(text, x), text << " for [" << x.lower() << ", " << x.upper() << "]");
    intervals += text.front() == '[' ? 1u : 0u;
  }
  BOOST_TEST(intervals > 0u);
  BOOST_TEST(intervals < 10000u);
}

BOOST_AUTO_TEST_CASE(agreeing_ends_are_printed_in_full) {
  BOOST_TEST(agreed_digits(interval(1.25), 5) == "1.2500");
  BOOST_TEST(agreed_digits(interval(0.0), 5) == "0.0000");
  BOOST_TEST(agreed_digits(interval(1234.5), 6) == "1234.50");
  BOOST_TEST(agreed_digits(interval(-0.0015), 3) == "-0.00150");
  BOOST_TEST(agreed_digits(interval(1e10), 4) == "1.000e+10");
  BOOST_TEST(agreed_digits(interval(1.23456, 1.23464), 5) == "1.2346");
  BOOST_TEST(agreed_digits(interval(1.23454, 1.23464), 5) == "1.235");
}

BOOST_AUTO_TEST_CASE(disagreeing_ends_are_both_printed) {
  BOOST_TEST(agreed_digits(interval(1, 2), 3) == "[1.00, 2.00]");
  BOOST_TEST(agreed_digits(interval(0, 1e-300), 3).front() == '[');
  BOOST_TEST(agreed_digits(interval(-1e-20, 1e-20), 5).front() == '[');
  BOOST_TEST(is_borne_out(agreed_digits(interval(9.9999999, 10.0000001), 5), interval(9.9999999, 10.0000001)));
  BOOST_TEST(is_borne_out(agreed_digits(interval(999999.9, 1000000.1), 5), interval(999999.9, 1000000.1)));
}

BOOST_AUTO_TEST_CASE(headlines) {
  const std::string stronger = first_line(with_ratio(interval(1.6802, 1.68020001)));
  BOOST_TEST(has(stronger, "actual/frozen largest gain 1.6802 (certified)"));
  BOOST_TEST(has(stronger, "68 % stronger than the realised mixer"));
  const std::string weaker = first_line(with_ratio(interval(0.955, 0.9550001)));
  BOOST_TEST(has(weaker, "0.95500"));
  BOOST_TEST(has(weaker, "4.5 % weaker than the realised mixer"));
  const std::string undecided = first_line(with_ratio(interval(0.9, 1.1)));
  BOOST_TEST(!has(undecided, "stronger"));
  BOOST_TEST(!has(undecided, "weaker"));
  BOOST_TEST(has(undecided, "could not be told"));
  const std::string nothing = first_line(with_ratio(interval(0.9999999999999999, 1.0000000000000002), 0));
  BOOST_TEST(has(nothing, "nothing is fed back"));
  certificate without_rank = with_ratio(interval(0.9999999999999999, 1.0000000000000002));
  without_rank.quantities.rank_at_most = 0;
  BOOST_TEST(has(first_line(without_rank), "nothing is fed back"));
  certificate all_left_out = with_ratio(interval(0.5, 1.5), 0);
  all_left_out.quantities.rank_at_most = 4;
  all_left_out.core.generators = {3, 3};
  all_left_out.core.stream_dimensions = {0, 0};
  BOOST_TEST(has(first_line(all_left_out), "could not be told"));
  const std::string frozen_zero = first_line(with_ratio(std::nullopt));
  BOOST_TEST(has(frozen_zero, "largest gain 1.2500 (certified)"));
  BOOST_TEST(has(frozen_zero, "gain zero"));
  BOOST_TEST(!has(frozen_zero, "actual/frozen"));
}

BOOST_AUTO_TEST_CASE(hex_constants_as_decimals) {
  certificate c = with_ratio(interval(1.25));
  c.subject.convention.emplace("iterations", mixcert::exact_constant(20.0));
  c.subject.convention.emplace("norm_clamp", mixcert::exact_constant(1e-12));
  c.subject.convention.emplace("norm_eps", mixcert::exact_constant("1e-6"));
  const std::string text = summary(c);
  BOOST_TEST(has(text, "iterations 20, norm_clamp 0x1.19799812dea11p-40 (1e-12 in binary64), norm_eps 1e-6\n"));
}

// A wide ratio is not boiled down to one percentage.
BOOST_AUTO_TEST_CASE(percentages_are_borne_out) {
  for (const interval& ratio :
       {interval(1.001, 1.5), interval(1.05, 1.07), interval(0.2, 0.4), interval(1.04, 1.06), interval(1.6802, 1.6803),
        interval(1.0000003, 1.0000004), interval(1.095, 1.105), interval(1 + 0x1p-52, 1 + 0x1p-51), interval(2, 3)}) {
    const std::string line = first_line(with_ratio(ratio));
    const std::size_t end = line.find(" %"), start = line.find("direction ") + 10;
    BOOST_REQUIRE(end != std::string::npos);
    const std::string text = line.substr(start, end - start);
    const mpq_class low = abs(rational(ratio.lower()) - 1) * 100, high = abs(rational(ratio.upper()) - 1) * 100;
    BOOST_TEST(is_borne_out(text, std::min(low, high), std::max(low, high)), line);
  }
}

BOOST_AUTO_TEST_CASE(lines_of_a_certificate) {
  const certificate c = certified(small_hc_input(1, 3, 9));
  const std::string text = summary(c);
  for (const char* piece : {"pointwise", "not a Lipschitz constant", "hc, site layers.0", "3 streams x 9 features",
                            "x[0,3] of states.safetensors", "largest singular value", "smallest", "mean square",
                            "feedback rank", "(T1)", "27 values: 18 from the core", "widest enclosure"})
    BOOST_TEST(has(text, piece), piece);
  BOOST_TEST(!has(text, "note"));
  BOOST_TEST(text.back() == '\n');
  const auto after = [&](const char* label) {
    const std::size_t start = text.find_first_not_of(' ', text.find(label) + std::string(label).size());
    return text.substr(start, text.find_first_of(" \n", start) - start);
  };
  BOOST_TEST(is_borne_out(after("largest singular value"), c.quantities.norm));
  BOOST_TEST(is_borne_out(after("smallest"), c.quantities.smallest));
  BOOST_TEST(is_borne_out(after("mean square"), c.quantities.mean_square));
}

BOOST_AUTO_TEST_CASE(digits_that_were_asked_for_are_printed) {
  const certificate c = certify_digits(mixcert::hc_mixer(), small_hc_input(1, 3, 9), {}, 30);
  const std::string text = summary(c);
  BOOST_TEST(has(text, c.quantities.norm.lo().c_str()), text);
  BOOST_TEST(has(text, c.quantities.smallest.hi().c_str()), text);
  BOOST_TEST(has(text, c.quantities.frozen_norm.lo().c_str()), text);
  const std::size_t widest = text.find("widest enclosure");
  BOOST_TEST(std::stod(text.substr(text.find_first_not_of(' ', widest + 16))) < 1e-29);
}

BOOST_AUTO_TEST_CASE(the_branch_input_is_named) {
  mixcert::mixer_input input = small_hc_input(4, 2, 9);
  input.read = true;
  const std::string text = summary(certified(input));
  for (const char* piece : {"the branch input", "frozen read gates", "those of the read gates", "9 values"})
    BOOST_TEST(has(text, piece), piece);
  BOOST_TEST(!has(text, "of H"));
}

BOOST_AUTO_TEST_CASE(notes_are_printed) {
  const certificate c = certified(never_mixed_input(2, 3));
  BOOST_TEST(has(summary(c), "never mixed"));
  BOOST_TEST(has(summary(c), "nothing is fed back"));
}

BOOST_AUTO_TEST_CASE(a_mixer_of_gain_zero) {
  problem_source source(2);
  const certificate c = certified(source.generic(2, 5, 2).with_H({0, 0, 0, 0}));
  BOOST_TEST(!c.quantities.norm_ratio);
  BOOST_TEST(has(first_line(c), "gain zero"));
}

BOOST_AUTO_TEST_CASE(the_map_with_the_write_gate_is_named) {
  mixcert::mixer_input input = small_hc_input(4, 2, 5);
  BOOST_TEST(summary(certified(input)).find("write gate") == std::string::npos);
  input.branch_output = std::vector<double>(5, 0.5);
  mixcert::certificate_subject subject;
  subject.branch_output = mixcert::tensor_reference{"h3.y", "states.safetensors", "F64", {5}, "22", {}};
  const mixcert::certificate c = certify(mixcert::hc_mixer(), input, subject);
  BOOST_TEST(summary(c).find("write gate included, with y fixed: h3.y of states.safetensors") != std::string::npos);
  BOOST_TEST(c.quantities.rank_theorem == "T1");
  BOOST_TEST(c.quantities.rank_at_most == 6U); // 2 * 2 and 2 for the gate
  input.branch_output = std::vector<double>(5, 0.0);
  BOOST_TEST(certify(mixcert::hc_mixer(), input, subject).quantities.rank_at_most == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
