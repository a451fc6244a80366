// Conventions: what a key takes, and what is said of anything else.
#include "mixcert/mixer/convention.hpp"
#include "support/refusal.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::constant_spec;
using mixcert::convention_of;
using mixcert::convention_value;
using mixcert::exact_constant;
using mixcert::mixer_convention;
using mixcert::test::check_refused;

namespace {

const std::vector<constant_spec> published = {
    {"eps", exact_constant(0.5), "a number"},
    {"order", convention_value::word("rows-columns"), "a word of two", {"rows-columns", "columns-rows"}},
    {"factors", convention_value::word("binary"), "a word that the mixer reads"}};

mixer_convention given(const std::map<std::string, std::string>& texts) {
  return convention_of("some", published, texts);
}

} // namespace

BOOST_AUTO_TEST_SUITE(convention)

BOOST_AUTO_TEST_CASE(published_unless_given) {
  const mixer_convention defaults = given({});
  BOOST_TEST(defaults.size() == 3u);
  BOOST_TEST(defaults.at("eps").is_number());
  BOOST_TEST(defaults.at("eps").number().is_hex());
  BOOST_TEST(!defaults.at("order").is_number());
  BOOST_TEST(defaults.at("order").text() == "rows-columns");
  BOOST_TEST(defaults.at("factors").text() == "binary");
  const mixer_convention others = given({{"eps", "1e-12"}, {"order", "columns-rows"}, {"factors", "2x3"}});
  BOOST_TEST(others.size() == 3u);
  BOOST_TEST(others.at("eps").text() == "1e-12");
  BOOST_TEST(!others.at("eps").number().is_hex());
  BOOST_TEST(others.at("order").text() == "columns-rows");
  BOOST_TEST(others.at("factors").text() == "2x3");
}

BOOST_AUTO_TEST_CASE(the_key_says_whether_a_text_is_a_word) {
  const mixer_convention c = given({{"factors", "2"}});
  BOOST_TEST(!c.at("factors").is_number());
  BOOST_TEST(c.at("factors").text() == "2");
  check_refused([] { given({{"eps", "columns-rows"}}); }, {"'some'", "eps", "'columns-rows'", "not a number"});
}

BOOST_AUTO_TEST_CASE(unknown_keys_and_choices_are_refused_with_the_list) {
  check_refused([] { given({{"epsilon", "1"}}); }, {"'some'", "'epsilon'", "eps, order, factors"});
  check_refused([] { given({{"order", "columns"}}); }, {"'some'", "order", "'columns'", "rows-columns, columns-rows"});
  check_refused([] { given({{"order", ""}}); }, {"order", "''", "rows-columns, columns-rows"});
  check_refused([] { convention_of("bare", {}, {{"eps", "1"}}); }, {"'bare'", "'eps'", "it has none"});
}

BOOST_AUTO_TEST_CASE(words) {
  for (const char* text : {"2x3", "2,1", "rows-columns", "a_b.c", "A", "0"})
    BOOST_TEST(convention_value::word(text).text() == text);
  for (const char* text : {"", " ", "a b", "-a", ",", "a\n", "a\"", "\xc3\xa9", "a/b"})
    check_refused([&] { convention_value::word(text); }, {"not a word"});
}

BOOST_AUTO_TEST_SUITE_END()
