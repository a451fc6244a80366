// Damaged files: each is either read or refused by name; nothing else happens.
#include <string>

#include <boost/test/unit_test.hpp>

#include "mixcert/error.hpp"
#include "mixcert/io/safetensors.hpp"
#include "support/mutator.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_file.hpp"

using namespace mixcert::test;

namespace {

enum class outcome { read, refused_on_reading, refused_on_opening };

outcome try_to_read(const std::filesystem::path& path) {
  try {
    const mixcert::safetensors_file file(path);
    bool all_read = true;
    for (const std::string& name : file.names()) {
      try {
        const mixcert::tensor tensor = file.read(name);
        BOOST_REQUIRE(tensor.shape == file.shape(name));
      } catch (const mixcert::input_error& error) {
        BOOST_TEST(std::string(error.what()).starts_with(path.string() + ": "));
        all_read = false;
      }
    }
    return all_read ? outcome::read : outcome::refused_on_reading;
  } catch (const mixcert::input_error& error) {
    BOOST_TEST(std::string(error.what()).starts_with(path.string() + ": "));
    return outcome::refused_on_opening;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(safetensors_mutations)

BOOST_AUTO_TEST_CASE(two_thousand_damaged_files) {
  const auto valid = safetensors_bytes()
                         .metadata("format", "pt")
                         .tensor("site00.norm.gamma", "F32", {2, 3}, f32_bytes({1, 2, 3, 4, 5, 6}))
                         .tensor("site00.static_alpha", "BF16", {2, 2}, f16_bytes({0x3f80, 0, 0, 0x3f80}))
                         .tensor("site00.scale", "F16", {}, f16_bytes({0x3c00}))
                         .tensor("site00.none", "F32", {0, 4}, "")
                         .tensor("site00.X", "F64", {4}, f64_bytes({1, 2, 3, 4}));
  mutator mutations(valid.str(), 8 + valid.header().size());
  int read = 0, refused = 0;
  for (int i = 0; i < 2000; ++i) {
    BOOST_TEST_CONTEXT("mutation " << i) {
      const scratch_file file("mutated.safetensors", mutations.next());
      try_to_read(file.path()) == outcome::read ? ++read : ++refused;
    }
  }
  BOOST_TEST(read > 100);
  BOOST_TEST(refused > 1000);
}

BOOST_AUTO_TEST_SUITE_END()
