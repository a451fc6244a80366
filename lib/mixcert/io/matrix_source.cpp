#include "mixcert/io/matrix_source.hpp"

#include <array>
#include <utility>

#include "mixcert/io/address.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/matrix_market.hpp"

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

} // namespace mixcert
