// Damaged indices: each is either read or refused by name; nothing else happens.
#include <string>

#include <boost/test/unit_test.hpp>

#include "mixcert/error.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "support/mutator.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_folder.hpp"

using namespace mixcert::test;

namespace {

/// Whether all tensors of the checkpoint can be read.
bool try_to_read(const std::filesystem::path& index) {
  const std::string folder = index.parent_path().string();
  try {
    const mixcert::checkpoint parameters(index);
    bool all_read = !parameters.names().empty();
    for (const std::string& name : parameters.names()) {
      try {
        const mixcert::tensor tensor = parameters.read(name);
        BOOST_REQUIRE(tensor.shape == parameters.shape(name));
        BOOST_TEST(tensor.file == parameters.file_of(name));
      } catch (const mixcert::input_error& error) {
        BOOST_TEST(std::string(error.what()).starts_with(folder));
        all_read = false;
      }
    }
    return all_read;
  } catch (const mixcert::input_error& error) {
    BOOST_TEST(std::string(error.what()).starts_with(index.string() + ": "));
    return false;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(checkpoint_mutations)

BOOST_AUTO_TEST_CASE(two_thousand_damaged_indices) {
  const scratch_folder folder;
  folder.write("a1", safetensors_bytes().tensor("s.x", "F32", {2}, f32_bytes({1, 2})).str());
  folder.write("a2", safetensors_bytes().tensor("s.y", "F64", {1}, f64_bytes({3})).str());
  const std::string valid = R"({ "metadata": {"total_size": 16}, "weight_map": {"s.x": "a1", "s.y": "./a2"} })";
  mutator mutations(valid, valid.size());
  int read = 0, refused = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = i % 2 == 0 ? mutations.next() : mutations.next_text();
    BOOST_TEST_CONTEXT("mutation " << i << ": " << text) {
      try_to_read(folder.write("m.index.json", text)) ? ++read : ++refused;
    }
  }
  BOOST_TEST(read > 100);
  BOOST_TEST(refused > 1000);
}

BOOST_AUTO_TEST_SUITE_END()
