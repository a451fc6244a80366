// The sentence for a paper: its numbers are those of the certificate, and its names are safe in LaTeX.
#include "certified.hpp"

#include "mixcert/certificate/quote.hpp"

#include <boost/test/unit_test.hpp>

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_SUITE(quotation)

BOOST_AUTO_TEST_CASE(numbers_keep_every_digit) {
  using mixcert::latex_number;
  BOOST_TEST(latex_number("0") == "0");
  BOOST_TEST(latex_number("1.2027003034163411e+00") == "1.2027003034163411");
  BOOST_TEST(latex_number("1.2027003034163411e+02") == "120.27003034163411");
  BOOST_TEST(latex_number("1.2e+40") == "1.2\\times10^{40}");
  BOOST_TEST(latex_number("9.8605081400e-04") == "9.8605081400\\times10^{-4}");
  BOOST_TEST(latex_number("1e+00") == "1");
  BOOST_TEST(latex_number("1e+03") == "1\\times10^{3}");
}

BOOST_AUTO_TEST_CASE(names_map_data_and_certificate) {
  mixcert::certificate c = certified(small_hc_input(3, 2, 5));
  const std::string sentence = quote(c, "0123abcd");
  for (const mixcert::enclosure& x : {c.quantities.norm, c.quantities.smallest, c.quantities.frozen_norm})
    BOOST_TEST((has(sentence, mixcert::latex_number(x.lo())) && has(sentence, mixcert::latex_number(x.hi()))));
  for (const std::string& part : {std::string("0123abcd"), c.subject.state.sha256, c.subject.mixer})
    BOOST_TEST(has(sentence, part));
  BOOST_TEST(has(sentence, "R^{2\\times5}"));
  BOOST_TEST(!has(sentence, "beta"));
  BOOST_TEST(std::count(sentence.begin(), sentence.end(), '\n') == 1);
  BOOST_TEST(std::count(sentence.begin(), sentence.end(), '$') % 2 == 0);
  c.subject.branch_output = mixcert::tensor_reference{"y", "f", "F32", {5}, "abc", {}};
  BOOST_TEST((has(quote(c, ""), "\\beta") && has(quote(c, ""), "abc")));
}

BOOST_AUTO_TEST_CASE(names_are_escaped) {
  mixcert::certificate c = certified(small_hc_input(3, 2, 5));
  c.subject.site = "a_b{c}\\d~^#$%&\n";
  const std::string sentence = quote(c, "");
  BOOST_TEST(has(sentence, "a\\_b\\{c\\}\\textbackslash{}d\\~{}\\^{}\\#\\$\\%\\&"));
  BOOST_TEST(std::count(sentence.begin(), sentence.end(), '\n') == 1);
}

BOOST_AUTO_TEST_SUITE_END()
