#include "commands.hpp"

#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/address.hpp"
#include "mixcert/io/matrix_source.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace mixcert::cli {
namespace {

struct spectrum_options {
  std::string matrix, radius, output;
  int digits = 0;
  bool json = false, quiet = false;
};

matrix<double> matrix_of(const tensor& t, const std::vector<double>& values) {
  return {t.shape[0], t.shape[1], values};
}

void run_spectrum(const spectrum_options& o) {
  if (!o.output.empty())
    for (const std::string& address : {o.matrix, o.radius})
      if (!address.empty() && is_same_file(o.output, parse_address(address, "matrix").file.string()))
        throw input_error("-o " + o.output + ": would overwrite an input");
  const matrix_data data = read_matrix(o.matrix);
  matrix_input input{matrix_of(data.values, data.values.values), {}};
  std::optional<tensor_reference> radius_reference;
  if (!data.radius.empty()) {
    input.radius = matrix_of(data.values, data.radius);
    radius_reference = reference_to(data.values);
    radius_reference->name = "distance of the decimal entries from the nearest binary64 numbers";
    radius_reference->sha256 = sha256_of_numbers(data.radius);
  }
  if (!o.radius.empty()) {
    if (!data.radius.empty())
      throw input_error(o.matrix +
                        ": its decimal entries already make a ball; --radius needs a matrix of exact numbers");
    const matrix_data radius = read_matrix(o.radius);
    if (radius.values.shape != data.values.shape)
      throw input_error(o.radius + ": the radius must have the shape of the matrix");
    if (!radius.radius.empty()) throw input_error(o.radius + ": radii must be exact numbers");
    for (std::size_t i = 0; i < radius.values.values.size(); ++i)
      if (!(radius.values.values[i] >= 0))
        throw input_error(o.radius + ": the radius at [" + std::to_string(i / input.values.cols()) + "," +
                          std::to_string(i % input.values.cols()) + "] is negative");
    input.radius = matrix_of(radius.values, radius.values.values);
    radius_reference = reference_to(radius.values);
  }
  matrix_certificate result = certify_matrix(input, o.digits);
  result.data = reference_to(data.values);
  result.radius = std::move(radius_reference);
  const std::string document = to_json(result);
  if (!o.output.empty()) write_file(o.output, document);
  if (o.json)
    std::cout << document;
  else if (!o.quiet)
    std::cout << summary(result);
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
  command->add_option("--digits", o->digits, "decimal digits (1 to 100); without it, binary64 ends");
  command->add_option("-o,--output", o->output, "write the certificate to this file");
  command->add_flag("--json", o->json, "write the certificate to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer("Example:\n  mixcert spectrum matrix.npy --digits 40");
  command->callback([o] { run_spectrum(*o); });
}

} // namespace mixcert::cli
