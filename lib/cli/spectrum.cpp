#include "commands.hpp"
#include "result.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/matrix_source.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace mixcert::cli {
namespace {

struct spectrum_options {
  std::string matrix, radius;
  result_options result;
};

/// A matrix, what it is around, and the names of both.
struct named_input {
  matrix_input input;
  tensor_reference data;
  std::optional<tensor_reference> radius;
};

matrix<double> matrix_of(const tensor& t, const std::vector<double>& values) {
  return {t.shape[0], t.shape[1], values};
}

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

tensor read_radius(const std::string& address, const tensor& around) {
  std::error_code ignored;
  if (is_number(address) && !std::filesystem::exists(address, ignored))
    throw input_error("--radius " + address +
                      ": no such file; a radius is a FILE of the matrix's shape with one radius for each entry, such "
                      "as numpy.save(file, array) writes");
  const matrix_data radius = read_matrix(address);
  const tensor& t = radius.values;
  if (t.shape != around.shape)
    throw input_error(address + ": the radii have shape " + printable(t.shape) + " and the matrix has " +
                      printable(around.shape) + "; give one radius for each entry");
  if (!radius.radius.empty()) throw input_error(address + ": radii must be exact numbers");
  for (std::size_t i = 0; i < t.values.size(); ++i)
    if (!(t.values[i] >= 0))
      throw input_error(address + ": the radius at [" + std::to_string(i / t.shape[1]) + "," +
                        std::to_string(i % t.shape[1]) + "] is negative");
  return t;
}

named_input read_input(const spectrum_options& o) {
  const matrix_data data = read_matrix(o.matrix);
  named_input r{{matrix_of(data.values, data.values.values), {}}, reference_to(data.values), {}};
  if (!data.radius.empty()) {
    if (!o.radius.empty())
      throw input_error(o.matrix +
                        ": its decimal entries already make a ball; --radius needs a matrix of exact numbers");
    r.input.radius = matrix_of(data.values, data.radius);
    r.radius = reference_to(data.values);
    r.radius->name = name_of_decimal_radii;
    r.radius->sha256 = sha256_of_numbers(data.radius);
  }
  if (!o.radius.empty()) {
    const tensor radius = read_radius(o.radius, data.values);
    r.input.radius = matrix_of(radius, radius.values);
    r.radius = reference_to(radius);
  }
  return r;
}

void run_spectrum(const spectrum_options& o) {
  const int digits = requested_digits(o.result);
  std::vector<std::filesystem::path> inputs;
  for (const std::string& address : {o.matrix, o.radius})
    if (!address.empty()) inputs.push_back(parse_address(address, "matrix").file);
  require_output(o.result, inputs);
  named_input named = read_input(o);
  matrix_certificate result;
  try {
    result = certify_matrix(named.input, digits);
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) {
    write_refusal(o.result, refusal_json(named.data, named.radius, reason.what()));
    throw;
  }
  result.data = std::move(named.data);
  result.radius = std::move(named.radius);
  write_result(o.result, to_json(result), summary(result));
}

} // namespace

void add_spectrum(CLI::App& program) {
  auto o = std::make_shared<spectrum_options>();
  CLI::App* command = program.add_subcommand("spectrum", "enclose every singular value of a real matrix");
  command->add_option("matrix", o->matrix, "FILE or FILE:TENSOR (.npy, .npz, .safetensors, Matrix Market)")->required();
  command->add_option(
      "--radius", o->radius,
      "FILE or FILE:TENSOR of the same shape: enclose the values of every matrix that differs by at most "
      "this in each entry");
  add_result_options(*command, o->result);
  command->footer("Example:\n  mixcert spectrum matrix.npy --digits 40");
  command->callback([o] { run_spectrum(*o); });
}

} // namespace mixcert::cli
