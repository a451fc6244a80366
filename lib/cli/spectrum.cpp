#include "commands.hpp"
#include "option.hpp"
#include "result.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_request.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/matrix_source.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <vector>

namespace mixcert::cli {
namespace {

struct spectrum_options {
  std::string matrix, radius;
  result_options result;
};

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
  of_option(address + ": ", [&] { require_radii(t, around); });
  if (!radius.radius.empty()) throw input_error(address + ": radii must be exact numbers");
  return t;
}

matrix_request read_input(const spectrum_options& o) {
  const matrix_data data = read_matrix(o.matrix);
  if (o.radius.empty()) return request_of(data, std::nullopt);
  if (!data.radius.empty()) return of_option(o.matrix + ": ", [&] { return request_of(data, tensor{}); });
  return request_of(data, read_radius(o.radius, data.values));
}

void run_spectrum(const spectrum_options& o) {
  const int digits = requested_digits(o.result);
  std::vector<std::filesystem::path> inputs;
  for (const std::string& address : {o.matrix, o.radius})
    if (!address.empty()) inputs.push_back(parse_address(address, "matrix").file);
  require_output(o.result, inputs);
  const matrix_request request = read_input(o);
  matrix_certificate result;
  try {
    result = certify(request, digits);
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) {
    write_refusal(o.result, refusal_json(request.data, request.radius, reason.what()));
    throw;
  }
  write_result(o.result, to_json(result), summary(result));
}

} // namespace

void add_spectrum(CLI::App& program) {
  auto o = std::make_shared<spectrum_options>();
  CLI::App* command = program.add_subcommand("spectrum", "enclose every singular value of a real matrix");
  command->add_option("matrix", o->matrix, "FILE or FILE:TENSOR (.npy, .npz, .safetensors, Matrix Market)")
      ->type_name("FILE[:TENSOR]")
      ->required();
  command
      ->add_option("--radius", o->radius,
                   "FILE or FILE:TENSOR of the same shape: enclose the values of every matrix that differs by at most "
                   "this in each entry")
      ->type_name("FILE[:TENSOR]");
  add_result_options(*command, o->result);
  command->footer("Example:\n  mixcert spectrum matrix.npy --digits 40");
  command->callback([o] { run_spectrum(*o); });
}

} // namespace mixcert::cli
