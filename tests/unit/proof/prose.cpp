// Sentences of the program as text.
#include "mixcert/proof/prose.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

namespace mixcert::proof::test {
namespace {

template <class Piece> const Piece& piece_of(const text& words, std::size_t k) { return std::get<Piece>(words.at(k)); }

} // namespace

BOOST_AUTO_TEST_SUITE(proses)

BOOST_AUTO_TEST_CASE(each_mark_is_a_piece) {
  const text words = prose("Let $x_1\\in[0,1]$ be *small*, see `a.md` [@T3] [not one] and %1.", {{code{"$*`%1"}}});
  BOOST_TEST(words.size() == 13u);
  BOOST_TEST(piece_of<plain>(words, 0).words == "Let ");
  BOOST_TEST(piece_of<math>(words, 1).latex == "x_1\\in[0,1]");
  BOOST_TEST(piece_of<emphasis>(words, 3).words == "small");
  BOOST_TEST(piece_of<code>(words, 5).bytes == "a.md");
  BOOST_TEST(piece_of<citation>(words, 7).key == "T3");
  BOOST_TEST(piece_of<plain>(words, 9).words == "[");
  BOOST_TEST(piece_of<code>(words, 11).bytes == "$*`%1"); // data are not markup
}

BOOST_AUTO_TEST_CASE(empty_text_has_no_pieces) { BOOST_TEST(prose("").empty()); }

BOOST_AUTO_TEST_CASE(mistakes_are_told) {
  for (const char* wrong : {"$x", "*x", "`x", "[@x", "%", "%1", "%x", "%0"})
    BOOST_CHECK_THROW(prose(wrong), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::proof::test
