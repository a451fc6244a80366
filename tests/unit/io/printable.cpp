#include "mixcert/printable.hpp"

#include <vector>

#include <boost/test/unit_test.hpp>

using mixcert::printable;

BOOST_AUTO_TEST_SUITE(printable_)

BOOST_AUTO_TEST_CASE(text) {
  BOOST_TEST(printable("site00.norm.gamma") == "site00.norm.gamma");
  BOOST_TEST(printable("") == "");
  BOOST_TEST(printable("a\x1b[2J\n\x7f\xc3\xa9") == "a\\x1b[2J\\x0a\\x7f\\xc3\\xa9");
  std::string long_text(1'000'000, 'a');
  long_text += "end";
  const std::string shortened = printable(long_text);
  BOOST_TEST(shortened.size() < 200u);
  BOOST_TEST(shortened.starts_with("aaa"));
  BOOST_TEST(shortened.ends_with("end"));
}

BOOST_AUTO_TEST_CASE(axes) {
  BOOST_TEST(printable(std::vector<std::size_t>{}) == "[]");
  BOOST_TEST(printable(std::vector<std::size_t>{7}) == "[7]");
  BOOST_TEST(printable(std::vector<std::size_t>{2, 0, 18446744073709551615u}) == "[2,0,18446744073709551615]");
  BOOST_TEST(printable(std::vector<std::size_t>(1000, 1)) == "[1,1,1,1,1,1,1,1,...,1,1,1,1,1,1,1,1]");
}

BOOST_AUTO_TEST_SUITE_END()
