// `_core`: functions of arrays, or of paths and addresses, that return documents. The package around it makes objects
// of these.
#include "inputs.hpp"
#include "states.hpp"

#include "mixcert/certificate/any_certificate.hpp"
#include "mixcert/certificate/checker/check.hpp"
#include "mixcert/certificate/checker/report.hpp"
#include "mixcert/certificate/diagnosis_request.hpp"
#include "mixcert/certificate/digits.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_request.hpp"
#include "mixcert/certificate/mixer_request.hpp"
#include "mixcert/certificate/quote.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/proof/written_proof.hpp"
#include "mixcert/scalar/environment.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace mixcert::python {
namespace {

using texts = std::map<std::string, std::string>;

/// What `parse` makes of the argument; what it refuses, with the argument's name in front.
template <class Parse> auto of_argument(const std::string& argument, const Parse& parse) {
  try {
    return parse();
  } catch (const input_error& error) {
    throw input_error(argument + error.what());
  }
}

/// The document; the name and the contents of the file with the arrays that it speaks of, or None twice; and the
/// folders of its other data.
py::tuple made(const std::string& document, const used_data& used) {
  if (used.file_name().empty()) return py::make_tuple(document, py::none(), py::none(), used.folders());
  return py::make_tuple(document, used.file_name(), py::bytes(used.file()), used.folders());
}

template <class Work> auto without_gil(const Work& work) {
  const py::gil_scoped_release released;
  require_ieee_environment();
  return work();
}

int requested_digits(const std::optional<int>& digits) {
  if (!digits) return 0;
  require_digits(*digits);
  return *digits;
}

bool is_number(const py::object& object) { return PyFloat_Check(object.ptr()) != 0 || PyLong_Check(object.ptr()) != 0; }

/// A number as it is: the binary one of a float, the decimal one of a text.
exact_constant constant_of(const py::object& number) {
  if (PyFloat_Check(number.ptr()) != 0 && std::isfinite(number.cast<double>()))
    return exact_constant(number.cast<double>());
  return exact_constant(py::str(number).cast<std::string>());
}

std::optional<requested_radius> radius_of(const py::object& given, const tensor& state, used_data& used) {
  if (given.is_none()) return std::nullopt;
  std::optional<exact_constant> number;
  if (is_number(given)) {
    number = of_argument("state_radius: ", [&] { return constant_of(given); });
  } else if (py::isinstance<py::str>(given)) {
    try {
      number = constant_of(given);
    } catch (const input_error&) { // an address, then
    }
  }
  if (number)
    return of_argument("state_radius: ", [&] { return uniform_radius(*number, state.shape[0], state.shape[1]); });
  if (is_path(given)) return entrywise_radius(read_state_radius(used.address(given), state), state);
  constexpr std::string_view meaning = "give one number, or one for each entry of the state";
  tensor radius = array_in_memory(given, "state_radius", 2, meaning, used);
  require_state_radius(radius, state);
  return entrywise_radius(radius, state);
}

struct site_arguments {
  std::string mixer;
  py::object params;
  std::optional<std::string> site;
  texts convention;
};

mixer_request request_for(const site_arguments& given) {
  const mixer& family = find_mixer(given.mixer);
  return {.family = &family,
          .convention = convention_of(family, given.convention),
          .site = {},
          .parameters = {},
          .state = {}};
}

py::tuple certify_state(const site_arguments& given, const py::object& X, const std::string& with,
                        const py::object& branch_output, const std::string& core, const std::optional<std::string>& tau,
                        const std::optional<std::string>& arith, const std::optional<int>& digits,
                        const py::object& state_radius) {
  mixer_request request = request_for(given);
  request.digits = requested_digits(digits);
  used_data used;
  const parameters parameters = parameters_of(given.params, given.site, used);
  request.site = parameters.site;
  request.state =
      is_path(X) ? read_state(used.address(X)) : array_in_memory(X, "X", 2, "a state is streams x features", used);
  require_state(request.state);
  const std::size_t n = request.state.shape[0], d = request.state.shape[1];
  of_argument("with_=", [&] { require_gate(with, !branch_output.is_none(), "branch_output"); });
  request.with = with;
  if (!branch_output.is_none()) {
    if (with != "write") throw input_error("branch_output: belongs to with_='write'; no other map has a branch output");
    request.branch_output =
        is_path(branch_output) ? read_branch_output(used.address(branch_output), d)
                               : array_in_memory(branch_output, "y", 1, "a branch output is one row of features", used);
    require_branch_output(*request.branch_output, d);
  }
  request.options.core = of_argument("core=", [&] { return parse_core(core); });
  if (arith) request.options.arithmetic = of_argument("arith=", [&] { return parse_router_arithmetic(*arith); });
  if (tau && request.options.core != core_method::common)
    throw input_error("tau: selects from the common core, core='common'; the stream-adapted core is not truncated");
  if (tau) request.options.tau = of_argument("tau: ", [&] { return parse_rank_tolerance(*tau); });
  request.radius = radius_of(state_radius, request.state, used);
  request.parameters = read_site(*parameters.source, parameters.site, *request.family, request.convention, n, d);
  const std::string file = used.file_name();
  if (!is_path(given.params))
    for (tensor& t : request.parameters) t.file = file;
  if (!is_path(X)) request.state.file = file;
  if (request.branch_output && !is_path(branch_output)) request.branch_output->file = file;
  if (request.radius && !is_path(state_radius))
    if (auto* const reference = std::get_if<tensor_reference>(&request.radius->given)) reference->file = file;
  return made(without_gil([&] { return to_json(certify(request)); }), used);
}

enclosed_states certify_states(const site_arguments& given, const py::object& X) {
  require_ieee_environment();
  used_data used;
  return {request_for(given), parameters_of(given.params, given.site, used), array_view(X, "X")};
}

py::tuple enclose_spectrum(const py::object& M, const py::object& radius, const std::optional<int>& digits) {
  const int wanted = requested_digits(digits);
  used_data used;
  matrix_data matrix = is_path(M) ? read_matrix(used.address(M))
                                  : matrix_data{array_in_memory(M, "M", 2, "a matrix is rows x columns", used), {}};
  std::optional<tensor> radii;
  if (!radius.is_none() && is_path(radius)) {
    matrix_data read = read_matrix(used.address(radius));
    if (!read.radius.empty()) throw input_error(used.address(radius) + ": radii must be exact numbers");
    radii = std::move(read.values);
  } else if (!radius.is_none()) {
    radii = array_in_memory(radius, "radius", 2, "give one radius for each entry of the matrix", used);
  }
  matrix_request request = of_argument("radius: ", [&] { return request_of(matrix, radii); });
  if (!is_path(M)) request.data.file = used.file_name();
  if (radii && !is_path(radius)) request.radius->file = used.file_name();
  return made(without_gil([&] { return to_json(certify(request, wanted)); }), used);
}

py::tuple enclose_product(const py::object& params, const py::object& trajectory, const std::string& sites,
                          const std::string& with, const std::string& method, const std::optional<int>& digits,
                          const texts& convention) {
  const product_options options{requested_digits(digits),
                                of_argument("method=", [&] { return parse_product_method(method); })};
  if (with != "residual" && with != "write")
    throw input_error("with_=" + printable(with) + ": must be residual or write");
  used_data used;
  const parameters parameters = parameters_of(params, "", used);
  const mixcert::trajectory way = trajectory_of(trajectory, {.sites = sites, .branch_outputs = with == "write"}, used);
  const mixer& family = find_mixer(way.mixer);
  std::vector<product_site> chain;
  for (site_input& site : read_site_inputs(way, *parameters.source, convention_of(family, convention)))
    chain.push_back({std::move(site.input), std::move(site.subject)});
  for (product_site& site : chain) {
    if (!is_path(params))
      for (tensor_reference& parameter : site.subject.parameters) parameter.file = used.file_name();
    if (is_path(trajectory)) continue;
    site.subject.state.file = used.file_name();
    if (site.subject.branch_output) site.subject.branch_output->file = used.file_name();
  }
  return made(without_gil([&] { return to_json(certify_product(family, chain, options)); }), used);
}

py::tuple measure(const py::object& params, const py::object& trajectory, const std::string& sites,
                  const std::vector<std::string>& ranges, const std::optional<long>& iterations, bool jacobian,
                  const std::vector<std::string>& thresholds, const texts& convention) {
  if (!thresholds.empty() && !jacobian)
    throw input_error("at_least: counts singular values of Jacobians; add jacobian=True");
  used_data used;
  const parameters parameters = parameters_of(params, "", used);
  token_trajectories tokens = tokens_of(trajectory, sites, used);
  const mixer& family = find_mixer(tokens.tokens.front().mixer);
  diagnosis_request request = diagnosis_of(std::move(tokens), *parameters.source, convention_of(family, convention));
  request.jacobian = jacobian;
  request.thresholds = of_argument("at_least: ", [&] { return parse_thresholds(thresholds); });
  for (const std::string& range : ranges)
    request.ranges.push_back(of_argument("ranges: ", [&] { return parse_range(range, request.sites.size()); }));
  if (iterations)
    of_argument("iteration_errors: ", [&] {
      request.iterations = counted_iterations(*iterations);
      require_iterations(request);
    });
  for (diagnosed_site& site : request.sites) {
    if (!is_path(params))
      for (tensor& parameter : site.parameters) parameter.file = used.file_name();
    if (!is_path(trajectory))
      for (tensor& state : site.states) state.file = used.file_name();
  }
  return made(without_gil([&] { return to_json(diagnose(request)); }), used);
}

std::string compute_constructions(const std::vector<std::string>& names, const std::optional<std::string>& arith,
                                  const std::optional<std::string>& perturb) {
  const std::vector<const construction*> chosen = find_constructions(names);
  reproduction_request request;
  if (arith) request.in = of_argument("arith: ", [&] { return parse_arithmetic(*arith); });
  if (perturb) request.perturbation = of_argument("perturb: ", [&] { return parse_perturbation(*perturb); });
  return without_gil([&] {
    std::vector<reproduction_row> rows;
    for (const construction* c : chosen)
      for (const case_parameters& parameters : c->table) rows.push_back(reproduce(*c, parameters, request));
    return to_json(rows);
  });
}

std::string check_document(const std::string& text, const std::string& source,
                           const std::vector<std::string>& folders) {
  return without_gil([&] {
    checker::require_json(text, source);
    for (const std::string& folder : folders)
      if (std::error_code ignored; !std::filesystem::is_directory(folder, ignored))
        throw input_error("data " + printable(folder) + ": is no folder");
    return checker::to_json(checker::check(text, {folders.begin(), folders.end()}));
  });
}

py::bytes prove_document(const std::string& text, const std::string& source, const std::string& format) {
  of_argument("to=", [&] { proof::require_proof_format(format); });
  return without_gil([&] { return proof::written_proof(text, source, format); });
}

std::string summarise(const std::string& text, const std::string& source) {
  return std::visit([](const auto& certificate) { return summary(certificate); }, any_from_json(text, source));
}

std::string quote_document(const std::string& text, const std::string& source) {
  return quote(from_json(text, source), sha256_hex(std::as_bytes(std::span(text))));
}

std::vector<std::size_t> shape_of(const py::object& array, const std::string& label) {
  return array_view(array, label).shape();
}

/// File names in the message need not be UTF-8.
void raise(PyObject* type, const std::exception& error) {
  const std::string_view message = error.what();
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
  PyErr_SetObject(type, text.ptr());
}

} // namespace
} // namespace mixcert::python

PYBIND11_MODULE(_core, m) {
  using namespace mixcert::python;
  m.attr("__version__") = MIXCERT_VERSION;
  py::object refusal = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      "mixcert.NotCertified",
      "Nothing is wrong with the input, but it could not be certified; the message is the reason.", PyExc_RuntimeError,
      nullptr));
  m.attr("NotCertified") = refusal;
  static PyObject* const not_certified_type = refusal.release().ptr();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const mixcert::input_error& error) {
      raise(PyExc_ValueError, error);
    } catch (const mixcert::not_certified& error) {
      raise(not_certified_type, error);
    }
  });

  py::class_<site_arguments>(m, "Site").def(
      py::init([](std::string mixer, py::object params, std::optional<std::string> site, texts convention) {
        return site_arguments{std::move(mixer), std::move(params), std::move(site), std::move(convention)};
      }));
  py::class_<enclosed_states>(m, "States")
      .def("count", &enclosed_states::count)
      .def("ends", &enclosed_states::ends)
      .def("ranks", &enclosed_states::ranks)
      .def("in_lanes", &enclosed_states::in_lanes)
      .def("failures", &enclosed_states::failures)
      .def("spectrum", &enclosed_states::spectrum);
  m.def("shape_of", &shape_of);
  m.def("certify", &certify_state);
  m.def("certify_states", &certify_states);
  m.def("spectrum", &enclose_spectrum);
  m.def("product", &enclose_product);
  m.def("diagnose", &measure);
  m.def("reproduce", &compute_constructions);
  m.def("check", &check_document);
  m.def("prove", &prove_document);
  m.def("summary", &summarise);
  m.def("quote", &quote_document);
  m.def("mixers", &mixcert::mixer_names);
  m.def("read_file", [](const std::string& path) { return py::bytes(mixcert::read_file(path)); });
  m.def("write_file", [](const std::string& path, const py::bytes& contents) { mixcert::write_file(path, contents); });
}
