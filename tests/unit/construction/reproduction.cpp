// Constructions through mixer, Jacobian and product, beside their closed forms and the reference data.
#include "digits.hpp"

#include "mixcert/construction/chain_spectrum.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/construction/table/perturbed.hpp"
#include "mixcert/io/safetensors.hpp"
#include "support/construction_cases.hpp"
#include "support/refusal.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <stdexcept>

namespace mixcert::test {
namespace {

std::vector<reproduction_row> rows_of(const construction& c, const char* in, const char* perturbation = "0") {
  std::vector<reproduction_row> rows;
  for (const case_parameters& given : c.table)
    rows.push_back(reproduce(c, given, {parse_arithmetic(in), exact_constant(perturbation)}));
  return rows;
}

reproduction_row row_of(const char* name, const case_parameters& given, const char* in = "mp:128",
                        const char* perturbation = "0") {
  return reproduce(find_construction(name), given, {parse_arithmetic(in), exact_constant(perturbation)});
}

bool has_at_most(const comparison& c, double ulps) { return mpfr_cmp_d(c.ulps.value().get(), ulps) <= 0; }

/// How many rows have each outcome.
std::map<outcome, std::size_t> tally(const std::vector<reproduction_row>& rows) {
  std::map<outcome, std::size_t> r;
  for (const reproduction_row& row : rows) ++r[row.result];
  return r;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reproductions)

// What the enclosures promise is far more than what `agrees` asks for.
BOOST_AUTO_TEST_CASE(all_rows_agree) {
  std::size_t rows = 0;
  for (const construction& c : constructions()) {
    for (const auto& [in, ulps] : {std::pair{"mp:128", 0x1p-7}, {"mp:200", 0x1p-79}})
      for (const reproduction_row& row : rows_of(c, in)) BOOST_TEST_CONTEXT(file_name(row) << ", " << in) {
          ++rows;
          BOOST_TEST((row.result == outcome::agrees));
          BOOST_TEST(!row.found.values.empty());
          for (const comparison& value : row.found.values) BOOST_TEST(has_at_most(value, ulps));
        }
  }
  BOOST_TEST(rows == 2u * (32 + 54 + 1 + 3 + 5));
}

BOOST_AUTO_TEST_CASE(the_value_of_the_literature) {
  const reproduction_row row = row_of("cayley", {{"K", "0.1"}, {"L", "64"}, {"d", "8"}});
  const comparison& exceptional = row.found.values.front();
  BOOST_TEST(near(std::get<mp_interval>(exceptional.computed.value()), "445.791568452590239586951213336984", "1e-28"));
  BOOST_TEST(has_at_most(exceptional, 4));
  BOOST_TEST(row.found.values.back().reference.count == 23u);
}

// The other values are the widest: 2^64 and 11^64 leave nothing of them in 53 places.
BOOST_AUTO_TEST_CASE(in_binary64_intervals) {
  std::size_t undecided = 0;
  for (const construction& c : constructions())
    for (const reproduction_row& row : rows_of(c, "interval")) BOOST_TEST_CONTEXT(file_name(row)) {
        const bool large = row.construction == "cayley" && text_of(row.parameters, "L") == "64" &&
                           (text_of(row.parameters, "K") == "1" || text_of(row.parameters, "K") == "10");
        undecided += large ? 1 : 0;
        BOOST_TEST((row.result == (large ? outcome::undecided : outcome::agrees)));
        BOOST_TEST((row.found.values.front().result == outcome::agrees));
      }
  BOOST_TEST(undecided == 6u);
}

BOOST_AUTO_TEST_CASE(guesses) {
  for (const auto& [in, lost] : {std::pair{"float64", 6u}, {"quad", 3u}}) {
    std::size_t not_resolved = 0;
    for (const construction& c : constructions())
      for (const reproduction_row& row : rows_of(c, in)) BOOST_TEST_CONTEXT(file_name(row) << ", " << in) {
          const bool resolved = row.result == outcome::agrees_uncertified;
          not_resolved += resolved ? 0 : 1;
          BOOST_TEST((resolved || row.result == outcome::not_resolved));
          BOOST_TEST((row.found.values.front().result == outcome::agrees_uncertified));
        }
    BOOST_TEST(not_resolved == lost);
  }
}

BOOST_AUTO_TEST_CASE(exact_numbers) {
  for (const construction& c : constructions()) BOOST_TEST_CONTEXT(c.name) {
      const bool rational = c.theorem == "T12";
      for (const reproduction_row& row : rows_of(c, "rational")) {
        BOOST_TEST((row.result == (rational ? outcome::agrees : outcome::not_rational)));
        BOOST_TEST(row.found.reason.empty() == rational);
      }
    }
}

// |-1 + 1e-9 + 1|^64 is 0 to all these places, and to those of binary64 the square is too.
BOOST_AUTO_TEST_CASE(perturbed_parameters) {
  for (const construction& c : constructions())
    for (const char* in : {"mp:128", "mp:200", "interval"}) BOOST_TEST_CONTEXT(c.name << ", " << in) {
        auto found = tally(rows_of(c, in, "1e-9"));
        const std::size_t vanishing = c.name != "cayley" ? 0 : in == std::string("interval") ? 6 : 3;
        BOOST_TEST(found[outcome::disagrees] == c.table.size() - vanishing);
        BOOST_TEST(found[outcome::agrees] == vanishing);
      }
  auto exact = tally(rows_of(find_construction("binary-kronecker"), "rational", "1e-9"));
  BOOST_TEST(exact[outcome::disagrees] == 5u);
  auto guessed = tally(rows_of(find_construction("two-stream"), "float64", "1e-3"));
  BOOST_TEST(guessed[outcome::differs_uncertified] == 32u);
}

// 11^512 is beyond binary64, and its enclosure is narrow; what is below 2^-1074 of it has no binary64 radius.
BOOST_AUTO_TEST_CASE(beyond_binary64) {
  const reproduction_row row = row_of("cayley", {{"K", "10"}, {"L", "512"}, {"d", "8"}});
  BOOST_TEST((row.found.values.front().result == outcome::agrees));
  BOOST_TEST(has_at_most(row.found.values.front(), 0x1p-7));
  BOOST_TEST((row.found.values.back().result == outcome::undecided));
  BOOST_TEST(to_json(row).find("\"exp2\": 1772") != std::string::npos);
  BOOST_TEST(summary(row).find("* 2^1772") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(reference_data, *boost::unit_test::precondition(has_shared_data)) {
  const mixer& mixer = find_mixer("cayley");
  const safetensors_file data(shared_file("oracles/constructions/cayley.safetensors"));
  for (const cayley_case& c : cayley_cases()) BOOST_TEST_CONTEXT(c.id) {
      const auto d = static_cast<std::size_t>(c.d);
      std::vector<double> v(d, 0.0);
      v[0] = 1;
      if (c.id.ends_with("rand")) v = data.read("v.d" + std::to_string(d)).values;
      matrix<double> X(3, d, 0.0);
      for (std::size_t i = 0; i < d; ++i) {
        X(0, i) = v[i];
        X(1, i) = -v[i];
      }
      const mixer_input input{
          {{"v", v}}, convention_of(mixer, {{"K", exact_constant(mpq_get_d(c.K.get())).text()}}), X};
      const chain_spectrum found =
          chain_singular_values(mixer, input, static_cast<std::size_t>(c.L), parse_arithmetic("mp:200"));
      std::size_t ones = 0, exceptional = 0;
      for (const repeated_number& x : found.values) {
        const mp_interval& value = std::get<mp_interval>(x.value);
        if (near(value, "1", "1e-40"))
          ones += x.count;
        else if (near(value, c.exceptional, "1e-40"))
          exceptional += x.count;
      }
      BOOST_TEST(exceptional == 1u);
      BOOST_TEST(ones == static_cast<std::size_t>(c.other_count));
    }
}

BOOST_AUTO_TEST_CASE(reference_data_of_two_streams, *boost::unit_test::precondition(has_shared_data)) {
  const mixer& mixer = find_mixer("balanced");
  const auto hex = [](const rational& x) { return exact_constant(mpq_get_d(x.get())).text(); };
  std::size_t compared = 0;
  for (const two_stream_case& c : two_stream_cases()) BOOST_TEST_CONTEXT(c.id) {
      const rational first = c.m + c.delta, second = c.m - c.delta;
      const double x = mpq_get_d(first.get()), y = mpq_get_d(second.get());
      if (!is_exact_zero(rational(x) - first) || !is_exact_zero(rational(y) - second)) continue;
      ++compared;
      const mixer_input input{{}, convention_of(mixer, {{"K", hex(c.K)}, {"epsilon", hex(c.epsilon)}}), {2, 1, {x, y}}};
      const chain_spectrum found = chain_singular_values(mixer, input, 1, parse_arithmetic("mp:200"));
      BOOST_REQUIRE(found.values.size() == 2u);
      for (std::size_t i = 0; i < 2; ++i)
        BOOST_TEST(near(std::get<mp_interval>(found.values[i].value), c.singular_values[i], "1e-39"));
    }
  BOOST_TEST(compared >= 8u);
}

BOOST_AUTO_TEST_CASE(sums_are_decimals) {
  const auto sum = [](const char* number, const char* by) {
    return table::perturbed(number, {{}, exact_constant(by)});
  };
  BOOST_TEST(sum("0.1", "0") == "0.1");
  BOOST_TEST(sum("0.1", "1e-9") == "100000001e-9");
  BOOST_TEST(sum("-1", "1") == "0e-0");
  BOOST_TEST(sum("1e4", "-0x1p-2") == "999975e-2");
  for (const auto& [number, by] : {std::pair{"0.3", "0x1p-60"}, {"-2", "1e-40"}, {"1e-8", "1e30"}}) {
    const context<rational> exact;
    const rational both = exact_constant(number).value(exact) + exact_constant(by).value(exact);
    BOOST_TEST(is_exact_zero(exact_constant(sum(number, by)).value(exact) - both));
  }
}

BOOST_AUTO_TEST_CASE(texts) {
  const reproduction_row row = row_of("cayley", {{"K", "0.1"}, {"L", "64"}, {"d", "8"}});
  BOOST_TEST(file_name(row) == "cayley-K=0.1-L=64-d=8");
  const std::string text = summary(row);
  for (const char* piece :
       {"cayley  K = 0.1  L = 64  d = 8", "|1 + K|^L", "445.79156845259", " ulp ", "agrees", "1, 23 times"})
    BOOST_TEST(text.find(piece) != std::string::npos, "no '" << piece << "' in " << text);
  BOOST_TEST(summary(row_of("three-stream", {})).find("= 60 ") != std::string::npos);
  BOOST_TEST(summary(row_of("two-stream", {{"K", "1e-8"}, {"epsilon", "1"}}, "rational")).find("not rational: ") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(refusals) {
  check_refused([] { find_construction("caley"); }, {"'caley'", "cayley", "two-stream"});
  for (const char* in : {"", "mp", "mp:", "mp:63", "mp:2049", "mp:1e3", "mp:128 ", "float32", "rationals"})
    check_refused([&] { parse_arithmetic(in); }, {"arithmetic '" + std::string(in) + "'", "mp:BITS"});
  for (const char* in : {"interval", "mp:64", "mp:2048", "rational", "quad", "float64"})
    BOOST_TEST(to_string(parse_arithmetic(in)) == in);
  BOOST_CHECK_THROW(text_of({{"K", "1"}}, "L"), std::out_of_range);
  BOOST_CHECK_THROW(chain_singular_values(find_mixer("balanced"), {}, 1, parse_arithmetic("rational")),
                    std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
