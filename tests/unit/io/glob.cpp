#include "mixcert/io/glob.hpp"

#include <string>

#include <boost/test/unit_test.hpp>

using mixcert::matches_glob;

BOOST_AUTO_TEST_SUITE(glob)

BOOST_AUTO_TEST_CASE(matches) {
  BOOST_TEST(matches_glob("", ""));
  BOOST_TEST(matches_glob("*", ""));
  BOOST_TEST(matches_glob("***", "abc"));
  BOOST_TEST(matches_glob("abc", "abc"));
  BOOST_TEST(matches_glob("a?c", "abc"));
  BOOST_TEST(matches_glob("*.mlp", "layers.0.mlp"));
  BOOST_TEST(matches_glob("layers.*.mlp", "layers.10.mlp"));
  BOOST_TEST(matches_glob("*ab*ab", "abxabab"));
  BOOST_TEST(matches_glob("a*b?*", "aXbbY"));
}

BOOST_AUTO_TEST_CASE(does_not_match) {
  BOOST_TEST(!matches_glob("", "a"));
  BOOST_TEST(!matches_glob("?", ""));
  BOOST_TEST(!matches_glob("abc", "ab"));
  BOOST_TEST(!matches_glob("ab", "abc"));
  BOOST_TEST(!matches_glob("a?c", "ac"));
  BOOST_TEST(!matches_glob("A", "a"));
  BOOST_TEST(!matches_glob("*ab*ab", "abxaba"));
  BOOST_TEST(!matches_glob("[ab]", "a"));
  BOOST_TEST(!matches_glob("a*?", "a"));
}

BOOST_AUTO_TEST_CASE(long_texts_are_matched_quickly) {
  const std::string text(20'000, 'a');
  std::string pattern;
  for (int i = 0; i < 1'000; ++i) pattern += "*a";
  BOOST_TEST(matches_glob(pattern, text));
  BOOST_TEST(!matches_glob(pattern + "b", text));
}

BOOST_AUTO_TEST_SUITE_END()
