#include "mixcert/io/sha256.hpp"

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

namespace {

std::string digest(std::string_view text) { return mixcert::sha256_hex(std::as_bytes(std::span(text))); }

} // namespace

BOOST_AUTO_TEST_SUITE(sha256)

// FIPS 180-4 examples and the NIST example algorithms page.
BOOST_AUTO_TEST_CASE(published_vectors) {
  BOOST_TEST(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  BOOST_TEST(digest("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                    "mnopqrstnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  BOOST_TEST(digest(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// NIST CAVP, SHA256ShortMsg.rsp.
BOOST_AUTO_TEST_CASE(bytes_above_127) {
  BOOST_TEST(digest("\xd3") == "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1");
  BOOST_TEST(digest("\x11\xaf") == "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98");
}

BOOST_AUTO_TEST_SUITE_END()
