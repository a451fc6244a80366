#include "mixcert/io/matrix_source.hpp"

#include <array>
#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/matrix_market.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::string_view meaning = "a matrix is rows x columns";

matrix_data read_matrix_market_matrix(const tensor_address& where) {
  require_no_name(where);
  require_axes(2, where.file, "", std::array<std::size_t, 2>{}, where.index, meaning);
  auto [midpoint, radius] = read_matrix_market(where.file);
  return {std::move(midpoint), std::move(radius)};
}

} // namespace

matrix_data read_matrix(std::string_view address) {
  const tensor_address where = parse_address(address, "matrix");
  if (format_of(where.file) == file_format::matrix_market) return read_matrix_market_matrix(where);
  return {read_array(where, "matrix", meaning), {}};
}

void require_radii(const tensor& radii, const tensor& around) {
  if (radii.shape != around.shape)
    throw input_error("the radii have shape " + printable(radii.shape) + " and the matrix has " +
                      printable(around.shape) + "; give one radius for each entry");
  for (std::size_t i = 0; i < radii.values.size(); ++i)
    if (!(radii.values[i] >= 0))
      throw input_error("the radius at [" + std::to_string(i / radii.shape[1]) + "," +
                        std::to_string(i % radii.shape[1]) + "] is negative");
}

} // namespace mixcert
