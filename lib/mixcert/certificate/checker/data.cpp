#include "mixcert/certificate/checker/data.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/matrix_source.hpp"
#include "mixcert/io/sha256.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <array>

namespace mixcert::checker {
namespace {

/// All of that name, in the order of the folders; at least one.
std::vector<std::filesystem::path> find_files(const std::string& name, const data_folders& folders) {
  const std::filesystem::path file = std::filesystem::path(name).filename();
  std::vector<std::filesystem::path> found;
  for (const std::filesystem::path& folder : folders) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / file, ignored)) found.push_back(folder / file);
  }
  if (found.empty())
    throw input_error("the certificate speaks of data in a file '" + printable(name) +
                      "', which is in none of the folders looked in; say where with --data FOLDER");
  return found;
}

std::filesystem::path find_file(const std::string& name, const data_folders& folders) {
  return find_files(name, folders).front();
}

void require(bool holds, const tensor_record& record, const char* what) {
  if (!holds)
    throw refuted("tensor '" + printable(record.name) + "' of the file '" + printable(record.file) + "' has another " +
                  what);
}

void require_same(const tensor& t, const tensor_record& record) {
  require(t.shape == record.shape, record, "shape");
  require(dtype_name(t.type) == record.dtype, record, "type of numbers");
  require(t.sha256 == record.sha256, record, "SHA-256");
}

tensor read(const tensor_record& record, const std::filesystem::path& file) {
  tensor t =
      read_array({file, record.name, record.index}, "tensor", "the certificate names its axes", record.shape.size());
  require_same(t, record);
  return t;
}

/// Of several files of its name, such as two models' checkpoints, that which holds this tensor.
tensor read(const tensor_record& record, const data_folders& folders) {
  const std::vector<std::filesystem::path> files = find_files(record.file, folders);
  for (std::size_t k = 0; k + 1 < files.size(); ++k) {
    try {
      return read(record, files[k]);
    } catch (const std::runtime_error&) {
      continue; // the last one's fault is reported
    }
  }
  return read(record, files.back());
}

/// The name, in place of a tensor's, of radii that follow from a Matrix Market file's decimals.
constexpr const char* decimal_distance = "distance of the decimal entries from the nearest binary64 numbers";

/// Whether NAME is stored as wrapper...SITE.NAME or SITE_NAME.
bool is_stored_as(std::string_view stored, const std::string& site, const std::string& name) {
  for (;;) {
    for (const char separator : {'.', '_'})
      if (stored == site + separator + name) return true;
    const std::array<std::string_view, 2> wrappers{"module.", "_orig_mod."};
    const auto* wrapper = std::ranges::find_if(wrappers, [&](std::string_view w) { return stored.starts_with(w); });
    if (wrapper == wrappers.end()) return false;
    stored.remove_prefix(wrapper->size());
  }
}

/// What stands before NAME in a stored name: the same for all tensors of one module.
struct published {
  const std::string& name;
  std::string beginning;
};

published published_name(const mixer_entry& mixer, const std::string& site, const tensor_record& record) {
  for (const std::vector<std::string>& names : mixer.tensors)
    for (const std::string& name : names)
      if (is_stored_as(record.name, site, name))
        return {names.front(), record.name.substr(0, record.name.size() - name.size())};
  throw refuted("'" + printable(record.name) + "' is no tensor of this mixer at site '" + printable(site) + "'");
}

} // namespace

mixer_data load(const site_record& record, const data_folders& folders) {
  const mixer_entry& mixer = find_equations(record.mixer);
  mixer_data r{
      {.tensors = {}, .constants = record.convention, .n = record.streams, .d = record.width, .state = {}}, {}, {}};
  std::string beginning;
  for (const tensor_record& parameter : record.parameters) {
    const published as = published_name(mixer, record.site, parameter);
    const std::string& name = as.name;
    if (!r.where.tensors.empty() && as.beginning != beginning)
      throw refuted("the names of the parameters do not all begin alike: they are of two modules");
    beginning = as.beginning;
    tensor t = read(parameter, folders);
    if (!r.where.tensors.emplace(name, site_tensor{t.shape, std::move(t.values)}).second)
      throw refuted("tensor " + name + " is given twice");
  }
  const std::vector<std::size_t> state_shape{record.streams, record.width};
  require(record.state.shape == state_shape && record.streams > 0 && record.width > 0, record.state, "shape");
  r.where.state = read(record.state, folders).values;
  if (record.branch_output) {
    r.branch_output = read(*record.branch_output, folders).values;
    if (r.branch_output->size() != record.width) throw refuted("the branch output has not one number a feature");
  }
  if (record.radius) r.radius = std::vector<rational>(r.where.state.size(), *record.radius);
  if (record.radius_tensor) {
    require(record.radius_tensor->shape == state_shape, *record.radius_tensor, "shape");
    r.radius.emplace();
    for (const double x : read(*record.radius_tensor, folders).values) r.radius->push_back(exact(x));
  }
  return r;
}

matrix_data load(const matrix_record& record, const data_folders& folders) {
  const tensor_record& values = record.values;
  const std::filesystem::path file = find_file(values.file, folders);
  matrix_data r;
  const bool is_market = format_of(file) == file_format::matrix_market;
  if (is_market) {
    mixcert::matrix_data market = read_matrix(file.string());
    require(values.name.empty() && values.index.empty(), values, "place");
    require_same(market.values, values);
    r = {std::move(market.values.values), std::move(market.radius)};
    if (!r.radius.empty()) {
      if (!record.radius) throw refuted("the entries of the matrix are no binary64 numbers, and there are no radii");
      const tensor_record& radius = *record.radius;
      require(radius.file == values.file && radius.name == decimal_distance, radius, "place");
      require(radius.shape == values.shape && radius.index.empty(), radius, "shape");
      require(radius.dtype == values.dtype, radius, "type of numbers");
      require(sha256_of_numbers(r.radius) == radius.sha256, radius, "SHA-256");
      return r;
    }
  } else {
    r.values = read(values, folders).values;
  }
  if (!record.radius) return r;
  require(record.radius->shape == values.shape, *record.radius, "shape");
  const std::filesystem::path radius_file = find_file(record.radius->file, folders);
  if (format_of(radius_file) == file_format::matrix_market) {
    mixcert::matrix_data market = read_matrix(radius_file.string());
    require(market.radius.empty(), *record.radius, "precision");
    require_same(market.values, *record.radius);
    r.radius = std::move(market.values.values);
  } else {
    r.radius = read(*record.radius, folders).values;
  }
  for (const double x : r.radius)
    if (!(x >= 0)) throw refuted("a radius is negative");
  return r;
}

std::vector<double> load(const tensor_record& record, std::size_t rows, std::size_t cols, const data_folders& folders) {
  require(record.shape == std::vector<std::size_t>{rows, cols}, record, "shape");
  return read(record, folders).values;
}

} // namespace mixcert::checker
