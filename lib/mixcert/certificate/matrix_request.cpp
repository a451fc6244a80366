#include "mixcert/certificate/matrix_request.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"

namespace mixcert {
namespace {

matrix<double> matrix_of(const tensor& t, const std::vector<double>& values) {
  return {t.shape[0], t.shape[1], values};
}

} // namespace

matrix_request request_of(const matrix_data& matrix, const std::optional<tensor>& radius) {
  const tensor& values = matrix.values;
  matrix_request r{{matrix_of(values, values.values), {}}, reference_to(values), {}};
  if (!matrix.radius.empty()) {
    if (radius) throw input_error("its decimal entries already make a ball; radii need a matrix of exact numbers");
    r.input.radius = matrix_of(values, matrix.radius);
    r.radius = reference_to(values);
    r.radius->name = name_of_decimal_radii;
    r.radius->sha256 = sha256_of_numbers(matrix.radius);
  }
  if (radius) {
    require_radii(*radius, values);
    r.input.radius = matrix_of(*radius, radius->values);
    r.radius = reference_to(*radius);
  }
  return r;
}

matrix_certificate certify(const matrix_request& request, int digits) {
  matrix_certificate r = certify_matrix(request.input, digits);
  r.data = request.data;
  r.radius = request.radius;
  return r;
}

} // namespace mixcert
