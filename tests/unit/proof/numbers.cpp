// Numbers of certificates in documents and in Coq: no digit is lost.
#include "mixcert/proof/numbers.hpp"
#include "mixcert/error.hpp"
#include "mixcert/proof/coq_file.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/decimal.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace mixcert::proof::test {

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(in_formulas) {
  BOOST_TEST(in_math("1.25e+01") == "12.5");
  BOOST_TEST(in_math("-1.25e-03") == "-0.00125");
  BOOST_TEST(in_math("1.25e-40") == "1.25\\cdot10^{-40}");
  BOOST_TEST(in_math("1.25e+040") == "1.25\\cdot10^{40}");
  BOOST_TEST(in_math("2E7") == "2\\cdot10^{7}");
  BOOST_TEST(in_math("2e+00") == "2");
  BOOST_TEST(in_math("0") == "0");
  BOOST_TEST(in_math("1e-99999999999999999999") == "1\\cdot10^{-99999999999999999999}");
}

BOOST_AUTO_TEST_CASE(points_and_intervals) {
  const text point = in_text(enclosure(interval(1.5))), wide = in_text(enclosure(interval(1, 2)));
  BOOST_TEST(std::get<number>(point.at(0)).decimal == "1.5e+00");
  BOOST_TEST(std::get<range>(wide.at(0)).lo == "1.0000000000000000e+00");
  BOOST_TEST(std::get<range>(wide.at(0)).hi == "2.0000000000000000e+00");
  // A point whose decimals differ is no point in decimals.
  BOOST_CHECK(std::holds_alternative<range>(in_text(enclosure(interval(0.1))).at(0)));
  BOOST_TEST(std::get<number>(in_text(enclosure(interval(0.0))).at(0)).decimal == "0");
  BOOST_TEST(std::get<number>(in_text(enclosure("1.000e+02", "1.000e+02")).at(0)).decimal == "1e+02");
}

BOOST_AUTO_TEST_CASE(bounds_are_rounded_up) {
  BOOST_TEST(std::get<number>(bound_in_text(0x1.0000000001p-3).at(0)).decimal == "1.2500001e-01");
}

// The first and the last thirty stay, with their own indices, and between them the count of the others.
BOOST_AUTO_TEST_CASE(long_spectra_are_cut) {
  const spectrum_entry<enclosure> one{enclosure(interval(1)), 2, "core"};
  const auto rows_of = [&one](std::size_t entries) {
    return spectrum_table(std::vector<spectrum_entry<enclosure>>(entries, one)).rows;
  };
  BOOST_TEST(rows_of(0).empty());
  BOOST_TEST(rows_of(80).size() == 80u);
  const auto cut = rows_of(81);
  BOOST_TEST(cut.size() == 61u);
  BOOST_TEST(std::get<plain>(cut[29][0].at(0)).words == "59 to 60");
  BOOST_TEST(std::get<plain>(cut[30][1].at(0)).words == "21");
  BOOST_TEST(std::get<plain>(cut[31][0].at(0)).words == "103 to 104");
  BOOST_TEST(std::get<plain>(cut[60][0].at(0)).words == "161 to 162");
}

BOOST_AUTO_TEST_CASE(binary_numbers_in_coq) {
  BOOST_TEST(coq_number(mp_float(0.0, 53)) == "0");
  BOOST_TEST(coq_number(mp_float(3.0, 53)) == "3");
  BOOST_TEST(coq_number(mp_float(-3.0, 53)) == "(-3)");
  BOOST_TEST(coq_number(mp_float(12.0, 53)) == "(3 * powerRZ 2 2)");
  BOOST_TEST(coq_number(mp_float(-0.375, 53)) == "((-3) * powerRZ 2 (-3))");
}

BOOST_AUTO_TEST_CASE(rational_numbers_in_coq) {
  BOOST_TEST(coq_number(rational(1, 10)) == "(1 / 10)");
  BOOST_TEST(coq_number(rational(-1, 10)) == "((-1) / 10)");
  BOOST_TEST(coq_number(rational(7, 1)) == "7");
}

BOOST_AUTO_TEST_CASE(stored_ends_in_coq) {
  const enclosure decimals("-1.25e-03", "+2.50e+01");
  BOOST_TEST(coq_lower(decimals) == "((-125) * powerRZ 10 (-5))");
  BOOST_TEST(coq_upper(decimals) == "(250 * powerRZ 10 (-1))");
  BOOST_CHECK_THROW(coq_lower(enclosure("-1e-99999999999999999999", "1e+00")), input_error);
  const enclosure binary(interval(0.5, 1));
  BOOST_TEST(coq_lower(binary) == "(1 * powerRZ 2 (-1))");
  BOOST_TEST(coq_upper(binary) == "1");
}

BOOST_AUTO_TEST_CASE(files_define_before_they_prove) {
  coq_file file("A comment.", 77);
  file.define("a", "R", "1");
  file.theorem("t", "a <= b");
  file.define("b", "R", "a + 1");
  const std::string text = file.text();
  const std::size_t b = text.find("Definition b : R := a + 1."),
                    t = text.find("Theorem t :\n  a <= b.\nProof. evaluate. Qed.");
  BOOST_TEST(text.starts_with("(* A comment. *)\n"));
  BOOST_TEST((b != text.npos && t != text.npos && b < t));
  BOOST_TEST(text.find("unfold b, a;") != text.npos);
  BOOST_TEST(text.find("i_prec 77") != text.npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::proof::test
