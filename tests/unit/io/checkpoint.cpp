#include "mixcert/io/checkpoint.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <boost/test/unit_test.hpp>

#include "support/refusal.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_folder.hpp"

using namespace mixcert::test;
using mixcert::checkpoint;

namespace {

std::string one_tensor(const std::string& name, double value) {
  return safetensors_bytes().tensor(name, "F64", {1}, f64_bytes({value})).str();
}

/// Two files, `a` in one and `b` in the other, and their index.
void write_two(const scratch_folder& folder) {
  folder.write("one.safetensors", one_tensor("a", 1));
  folder.write("two.safetensors", one_tensor("b", 2));
  folder.write("m.safetensors.index.json",
               R"({"metadata": {"total_size": 16}, "weight_map": {"a": "one.safetensors", "b": "two.safetensors"}})");
}

void check_index_refused(const std::string& text, std::initializer_list<std::string_view> expected) {
  BOOST_TEST_CONTEXT(text.substr(0, 200)) {
    const scratch_folder folder;
    const auto index = folder.write("m.safetensors.index.json", text);
    check_refused([&] { checkpoint{index}; }, expected);
    check_refused([&] { checkpoint{index}; }, {index.string()});
  }
}

void check_map_refused(const std::string& map, std::initializer_list<std::string_view> expected) {
  check_index_refused(R"({"weight_map": )" + map + "}", expected);
}

} // namespace

BOOST_AUTO_TEST_SUITE(checkpoint_)

BOOST_AUTO_TEST_CASE(one_file) {
  const scratch_folder folder;
  const auto file = folder.write("one", one_tensor("a", 1));
  const checkpoint c(file);
  BOOST_TEST(c.path() == file);
  BOOST_TEST((c.files() == std::vector{file}));
  BOOST_TEST((c.names() == std::vector<std::string>{"a"}));
  BOOST_TEST(c.contains("a"));
  BOOST_TEST(c.file_of("a") == file);
  BOOST_TEST(c.read("a").values[0] == 1);
  check_refused([&] { (void)c.read("b"); }, {file.string(), "no tensor 'b'", "a"});
}

BOOST_AUTO_TEST_CASE(several_files) {
  const scratch_folder folder;
  write_two(folder);
  const checkpoint c(folder.path() / "m.safetensors.index.json");
  BOOST_TEST((c.names() == std::vector<std::string>{"a", "b"}));
  BOOST_TEST(c.files().size() == 3u);
  BOOST_TEST(c.file_of("b") == folder.path() / "two.safetensors");
  BOOST_TEST((c.shape("b") == std::vector<std::size_t>{1}));
  const mixcert::tensor b = c.read("b");
  BOOST_TEST(b.values[0] == 2);
  BOOST_TEST(b.file == folder.path() / "two.safetensors");
  BOOST_TEST(c.read("a").file.filename() == "one.safetensors");
  check_refused([&] { (void)c.read("c"); }, {c.path().string(), "no tensor 'c'"});
}

BOOST_AUTO_TEST_CASE(an_index_that_is_a_link_names_files_beside_the_link) {
  const scratch_folder cache, blobs;
  write_two(blobs);
  for (const char* name : {"one.safetensors", "two.safetensors", "m.safetensors.index.json"}) {
    std::filesystem::rename(blobs.path() / name, blobs.path() / ("blob-" + std::string(name)));
    std::filesystem::create_symlink(blobs.path() / ("blob-" + std::string(name)), cache.path() / name);
  }
  BOOST_TEST(checkpoint(cache.path() / "m.safetensors.index.json").read("b").values[0] == 2);
}

BOOST_AUTO_TEST_CASE(only_the_file_asked_for_is_opened) {
  const scratch_folder folder;
  write_two(folder);
  const checkpoint c(folder.path() / "m.safetensors.index.json");
  folder.write("one.safetensors", "damaged");
  BOOST_TEST(c.read("b").values[0] == 2);
  check_refused([&] { (void)c.read("a"); }, {"one.safetensors"});
  std::filesystem::remove(folder.path() / "one.safetensors");
  check_refused([&] { (void)c.shape("a"); }, {(folder.path() / "one.safetensors").string(), "tensor 'a'",
                                              c.path().string(), "no such file", "download"});
  std::filesystem::create_symlink("nowhere", folder.path() / "one.safetensors");
  check_refused([&] { (void)c.read("a"); }, {"tensor 'a'", "no such file"});
  folder.write("nowhere", one_tensor("b", 1));
  check_refused([&] { (void)c.read("a"); }, {"tensor 'a' should be in this file", c.path().string(), "but is not"});
}

BOOST_AUTO_TEST_CASE(threads_open_a_file_once) {
  const scratch_folder folder;
  write_two(folder);
  const checkpoint c(folder.path() / "m.safetensors.index.json");
  double sums[4] = {};
  std::vector<std::thread> threads;
  for (double& sum : sums)
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) sum += c.read("a").values[0] + c.read("b").values[0];
    });
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) BOOST_TEST(sum == 300);
}

BOOST_AUTO_TEST_CASE(the_contents_tell_an_index) {
  const scratch_folder folder;
  write_two(folder);
  std::filesystem::copy(folder.path() / "m.safetensors.index.json", folder.path() / "index");
  BOOST_TEST(checkpoint(folder.path() / "index").read("a").values[0] == 1);
  folder.write("index", "\n\n \t {\"weight_map\":{\"a\":\"./one.safetensors\"}}");
  BOOST_TEST(checkpoint(folder.path() / "index").read("a").values[0] == 1);
  // The length of this header is 0x7b = '{'.
  const std::string tensor = R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})";
  const auto file =
      folder.write("brace", safetensors_with_header(tensor + std::string(0x7b - tensor.size(), ' '), f64_bytes({3})));
  BOOST_TEST(checkpoint(file).read("a").values[0] == 3);
}

BOOST_AUTO_TEST_CASE(no_index) {
  check_index_refused("", {"is empty"});
  check_index_refused("{}", {"no weight_map"});
  check_index_refused("[]", {"no weight_map"});
  check_index_refused("3", {"no weight_map"});
  check_index_refused(R"({"hidden_size": 256})", {"is JSON", "no weight_map", "model.safetensors.index.json"});
  for (const char* text : {"{", "{\"weight_map\":{}", "{\"weight_map\":{},}", "x", "{} {}", "{\"weight_map\":NaN}"})
    check_index_refused(text, {"is not valid JSON", "download it again"});
  check_index_refused({"{\"weight_map\":{}}\0", 18}, {"not valid JSON", "NUL at byte 17"});
  check_index_refused("{\"weight_map\":{\"\xff\":\"f\"}}", {"not valid JSON", "UTF-8"});
  check_index_refused("{\"a\":" + std::string(1'000'000, '['), {"nested too deeply below 'a'"});
  check_index_refused("{\"weight_map\":" + std::string(1'000'000, '['), {"nested too deeply below 'weight_map'"});
}

BOOST_AUTO_TEST_CASE(keys_given_twice) {
  check_index_refused(R"({"weight_map": {}, "weight_map": {}})", {"the key 'weight_map' twice"});
  check_index_refused(R"({"metadata": {"a": 1, "a": 2}, "weight_map": {}})", {"the key 'a' twice"});
  check_map_refused(R"({"a": "f", "a": "f"})", {"tensor 'a' is listed twice"});
  check_map_refused(R"({"a": "f", "\u0061": "g"})", {"tensor 'a' is listed twice"});
}

BOOST_AUTO_TEST_CASE(wrong_types) {
  for (const char* map : {"[]", "null", "\"f\"", "1"}) check_map_refused(map, {"weight_map that is not a JSON object"});
  for (const char* file : {"[]", "null", "{}", "1", "[\"f\"]"})
    check_map_refused("{\"a\": " + std::string(file) + "}", {"tensor 'a'", "not a file name"});
}

BOOST_AUTO_TEST_CASE(files_outside_the_folder) {
  for (const char* file : {"/etc/passwd", "//etc/passwd", "../f", "a/../../f", "a/..", "..", "./../f"})
    check_map_refused("{\"a\": \"" + std::string(file) + "\"}", {"tensor 'a'", file, "outside the folder"});
  for (const std::string& file : std::initializer_list<std::string>{"", "f/", "f\\u0000g", "f\\ng", "f\\u007f",
                                                                    "f\\u009bg", std::string(256, 'n')})
    check_map_refused("{\"a\": \"" + file + "\"}", {"tensor 'a'", "no file name"});
  const scratch_folder folder;
  std::filesystem::create_directory(folder.path() / "..parts");
  folder.write("..parts/f..", one_tensor("a", 1));
  const auto index = folder.write("i.json", R"({"weight_map": {"a": "..parts/f.."}})");
  BOOST_TEST(checkpoint(index).read("a").values[0] == 1);
}

BOOST_AUTO_TEST_CASE(an_index_of_other_files) {
  const scratch_folder folder;
  folder.write("pytorch_model-1.bin", "PK\x03\x04" + std::string(100, 'x'));
  const auto index = folder.write("pytorch_model.bin.index.json", R"({"weight_map": {"a": "pytorch_model-1.bin"}})");
  check_refused([&] { (void)checkpoint(index).read("a"); }, {"pytorch_model-1.bin", "ZIP archive (.pt", "safetensors"});
  const auto itself = folder.write("i.json", R"({"weight_map": {"a": "i.json"}})");
  check_refused([&] { (void)checkpoint(itself).read("a"); }, {"i.json"});
  const auto pointer = folder.write("j.json", "version https://git-lfs.github.com/spec/v1\n");
  check_refused([&] { checkpoint{pointer}; }, {"j.json", "Git LFS"});
}

BOOST_AUTO_TEST_SUITE_END()
