// States of one array, read one by one.
#include "mixcert/io/state_array.hpp"

#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_folder.hpp"

#include <numeric>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

std::vector<double> counted(std::size_t count) {
  std::vector<double> r(count);
  std::iota(r.begin(), r.end(), 0.0);
  return r;
}

state_array array_in(const std::filesystem::path& file, const tensor_address& where) {
  return {std::make_shared<const state_file>(file), where};
}

} // namespace

BOOST_AUTO_TEST_SUITE(state_arrays)

BOOST_AUTO_TEST_CASE(states_are_counted_in_c_order_behind_the_picked_axes) {
  const scratch_folder folder;
  const std::string bytes = f64_bytes(counted(2 * 3 * 2 * 2 * 2));
  const auto npy = folder.write("a.npy", npy_bytes("<f8", {2, 3, 2, 2, 2}, bytes));
  const auto safetensors =
      folder.write("a.safetensors", safetensors_bytes().tensor("X", "F64", {2, 3, 2, 2, 2}, bytes).str());
  for (const auto& [file, name] : {std::pair(npy, std::string()), std::pair(safetensors, std::string("X"))})
    for (const std::size_t picked : {0U, 1U, 2U, 3U}) {
      std::vector<std::size_t> leading{1, 2, 1};
      leading.resize(picked);
      const state_array states = array_in(file, {file, name, leading});
      const std::size_t count[] = {12, 6, 2, 1}, first[] = {0, 24, 40, 44};
      BOOST_REQUIRE_EQUAL(states.count(), count[picked]);
      BOOST_CHECK(states.streams() == 2 && states.features() == 2);
      for (std::size_t k = 0; k < states.count(); ++k) {
        const tensor state = states.read(k, digest::computed);
        BOOST_TEST(state.values[0] == static_cast<double>(first[picked] + 4 * k));
        BOOST_TEST(state.values.size() == 4U);
        BOOST_TEST(state.sha256.size() == 64U);
        BOOST_TEST(states.read(k, digest::left_out).sha256.empty());
        BOOST_CHECK(states.read(k, digest::left_out).values == state.values);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_holds_no_states_is_refused) {
  const scratch_folder folder;
  const auto flat = folder.write("flat.npy", npy_bytes("<f8", {3}, f64_bytes(counted(3))));
  const auto empty = folder.write("empty.npy", npy_bytes("<f8", {0, 2, 2}, ""));
  const auto text = folder.write("a.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n");
  const auto good = folder.write("good.npy", npy_bytes("<f8", {2, 2, 2}, f64_bytes(counted(8))));
  check_refused([&] { array_in(flat, {flat, "", {}}); }, {"flat.npy", "streams x features"});
  check_refused([&] { array_in(empty, {empty, "", {}}); }, {"empty.npy", "holds no state"});
  check_refused([&] { array_in(text, {text, "", {}}); }, {"a.mtx", "numpy.save"});
  check_refused([&] { array_in(good, {good, "", {2}}); }, {"good.npy"});
  check_refused([&] { array_in(good, {good, "X", {}}); }, {"good.npy", "without a name"});
  check_refused([&] { array_in(folder.path() / "none", {folder.path() / "none", "", {}}); }, {"no such file"});
}

BOOST_AUTO_TEST_SUITE_END()
