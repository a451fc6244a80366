#include "mixcert/io/matrix_source.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/scratch_file.hpp"
#include "support/zip_bytes.hpp"

using namespace mixcert::test;
using mixcert::read_matrix;
using indices = std::vector<std::size_t>;

namespace {

const std::string numbers = f64_bytes({1, 2, 3, 4, 5, 6});
const std::string stack = f64_bytes({0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
const std::string market = "%%MatrixMarket matrix array real general\n2 3\n1\n4\n2\n5\n3\n6\n";

/// The 2 x 3 matrix of 1 to 6, and nothing said about radii.
void check_read(const std::string& address) {
  BOOST_TEST_CONTEXT(address) {
    const mixcert::matrix_data matrix = read_matrix(address);
    BOOST_TEST(matrix.values.shape == (indices{2, 3}), boost::test_tools::per_element());
    BOOST_TEST(matrix.values.values == (std::vector{1., 2., 3., 4., 5., 6.}), boost::test_tools::per_element());
    BOOST_TEST(matrix.radius.empty());
  }
}

void check_address_refused(const std::string& address, std::initializer_list<std::string_view> expected) {
  BOOST_TEST_CONTEXT(address) {
    check_refused([&] { (void)read_matrix(address); }, expected);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_source)

BOOST_AUTO_TEST_CASE(the_contents_say_what_kind_of_file_it_is) {
  for (const char* name : {"m", "m.npy", "m.npz", "m.mtx", "m.safetensors", "m.txt"})
    for (const std::string& contents :
         {npy_bytes("<f8", {2, 3}, numbers), market, safetensors_bytes().tensor("x", "F64", {2, 3}, numbers).str(),
          zip_bytes().member("x.npy", npy_bytes("<f8", {2, 3}, numbers)).str()}) {
      const scratch_file file(name, contents);
      check_read(file.path().string());
    }
}

BOOST_AUTO_TEST_CASE(names_and_indices) {
  const scratch_file safetensors(
      "m.safetensors",
      safetensors_bytes().tensor("w:0", "F64", {2, 3}, numbers).tensor("s", "F64", {1, 2, 2, 3}, stack).str());
  const scratch_file npz("m.npz", zip_bytes()
                                      .member("w:0.npy", npy_bytes("<f8", {2, 3}, numbers))
                                      .member("s.npy", npy_bytes("<f8", {1, 2, 2, 3}, stack))
                                      .str());
  for (const std::string& file : {safetensors.path().string(), npz.path().string()}) {
    check_read(file + ":w:0");
    check_read(file + ":s[0,1]");
    check_address_refused(file, {file, "holds 2 tensors (s, w:0)", "name the matrix as FILE:TENSOR"});
    check_address_refused(file + ":v:0", {file, "no tensor 'v:0'", "w:0"});
    check_address_refused(file + ":s", {"tensor 's' has shape [1,2,2,3]", "rows x columns", "2 leading"});
    check_address_refused(file + ":s[0]", {"2 leading"});
    check_address_refused(file + ":s[0,2]", {"no slice [0,2]", "axis 1"});
    check_address_refused(file + ":w:0[0]", {"give no index"});
  }
  const scratch_file npy("m.npy", npy_bytes("<f8", {2, 2, 3}, stack));
  check_read(npy.path().string() + ":[1]");
  check_address_refused(npy.path().string(), {"shape [2,2,3]", "1 leading", "FILE:[i,...]"});
  check_address_refused(npy.path().string() + ":x", {"one array without a name", "'x'", "the file alone"});
  check_address_refused(npy.path().string() + ":[2]", {"no slice [2]"});
  const scratch_file mtx("m.mtx", market);
  check_address_refused(mtx.path().string() + ":x", {"without a name", "'x'"});
  check_address_refused(mtx.path().string() + ":[0]", {"give no index"});
}

BOOST_AUTO_TEST_CASE(axes) {
  for (const indices& shape : {indices{}, indices{1}, indices{1, 1, 1}}) {
    const scratch_file npy("m.npy", npy_bytes("<f8", shape, f64_bytes({1})));
    check_address_refused(npy.path().string(), {npy.path().string(), "has shape", "rows x columns"});
    const scratch_file safetensors("m.st", safetensors_bytes().tensor("x", "F64", shape, f64_bytes({1})).str());
    check_address_refused(safetensors.path().string(),
                          {safetensors.path().string(), "'x' has shape", "rows x columns"});
  }
  for (const indices& shape : {indices{0, 3}, indices{3, 0}, indices{0, 0}}) {
    const scratch_file npy("m.npy", npy_bytes("<f8", shape, ""));
    BOOST_TEST(read_matrix(npy.path().string()).values.shape == shape, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(radii_of_decimals) {
  const scratch_file file("m", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 0.1\n");
  const mixcert::matrix_data matrix = read_matrix(file.path().string());
  BOOST_TEST(matrix.radius.size() == 2u);
  BOOST_TEST(matrix.radius[0] == 0);
  BOOST_TEST(matrix.radius[1] > 0);
}

BOOST_AUTO_TEST_CASE(other_files) {
  const scratch_file missing("missing.npy");
  check_address_refused(missing.path().string(), {missing.path().string(), "no such file"});
  check_address_refused(missing.path().string() + ":x", {missing.path().string() + ": no such file"});
  std::filesystem::create_directory(missing.path());
  check_address_refused(missing.path().string(), {missing.path().string(), "is a directory"});
  for (const std::string contents : {"1 2\n3 4\n", "\x89HDF\r\n\x1a\n        "}) {
    const scratch_file file("m.dat", contents);
    check_address_refused(file.path().string(),
                          {file.path().string(), "no file of a kind", "safetensors", ".npy", "Matrix"});
  }
  const scratch_file json("m.dat", "{\"a\": 1}");
  check_address_refused(json.path().string(), {json.path().string(), "is JSON", "no weight_map"});
  const scratch_file empty("m.dat", "");
  check_address_refused(empty.path().string(), {"is empty"});
  const scratch_file pointer("m.mtx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  check_address_refused(pointer.path().string(), {"Git LFS pointer", "git lfs pull"});
}

BOOST_AUTO_TEST_CASE(a_damaged_beginning_is_told_by_the_reader_the_name_suggests) {
  const std::pair<const char*, const char*> readers[] = {{"m.npy", "not a NumPy file"},
                                                         {"m.npz", "damaged ZIP archive"},
                                                         {"m.mtx", "not a Matrix Market file"},
                                                         {"m.safetensors", "header"}};
  for (const auto& [name, message] : readers) {
    const scratch_file file(name, "1 2 3 4 5 6 7");
    check_address_refused(file.path().string(), {file.path().string(), message});
  }
}

BOOST_AUTO_TEST_SUITE_END()
