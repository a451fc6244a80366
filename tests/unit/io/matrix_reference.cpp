// Files that NumPy saved, right and wrong ones.
#include <cmath>
#include <string>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/matrix_source.hpp"
#include "mixcert/io/npy.hpp"
#include "support/reference_matrices.hpp"
#include "support/refusal.hpp"
#include "support/shared_data.hpp"

using namespace mixcert::test;

namespace {

template <typename Numbers> long double sum_of_squares(const Numbers& numbers) {
  long double sum = 0;
  for (const long double x : numbers) sum += x * x;
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_reference, *boost::unit_test::precondition(has_shared_data))

BOOST_AUTO_TEST_CASE(matrices) {
  const auto references = reference_matrices();
  BOOST_TEST(references.size() > 100u);
  for (const reference_matrix& expected : references) BOOST_TEST_CONTEXT(expected.file.filename().string()) {
      const mixcert::matrix_data matrix = mixcert::read_matrix(expected.file.string());
      BOOST_TEST(matrix.values.shape == expected.shape, boost::test_tools::per_element());
      BOOST_TEST(matrix.radius.empty());
      if (expected.dtype.ends_with("f4")) BOOST_CHECK(matrix.values.type == mixcert::dtype::f32);
      if (expected.dtype.ends_with("f2")) BOOST_CHECK(matrix.values.type == mixcert::dtype::f16);
      if (expected.singular_values.empty()) continue;
      const long double squares = sum_of_squares(expected.singular_values);
      BOOST_TEST(std::fabs(sum_of_squares(matrix.values.values) - squares) <= 1e-15L * squares);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_matrix) {
  const auto files = unreadable_matrices();
  BOOST_TEST(files.size() > 10u);
  for (const std::filesystem::path& file : files) {
    check_refused([&] { (void)mixcert::read_matrix(file.string()); }, {file.string() + ": "});
    const std::string name = file.stem().string();
    if (name == "bad_0d" || name == "bad_3d")
      BOOST_TEST(mixcert::read_npy(file).shape.size() == (name == "bad_0d" ? 0u : 3u));
    else
      check_refused([&] { (void)mixcert::read_npy(file); }, {file.string() + ": "});
  }
}

BOOST_AUTO_TEST_SUITE_END()
