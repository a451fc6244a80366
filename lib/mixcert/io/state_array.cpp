#include "mixcert/io/state_array.hpp"

#include <utility>

#include "mixcert/error.hpp"
#include "mixcert/io/array_source.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/npy_header.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

namespace mixcert {

namespace {

constexpr std::string_view meaning = "a state is streams x features";

} // namespace

state_file::state_file(const std::filesystem::path& file) {
  switch (format_of(file)) {
  case file_format::safetensors:
  case file_format::safetensors_index:
    checkpoint_ = std::make_unique<const checkpoint>(file);
    return;
  case file_format::npy:
    npy_.emplace(file);
    return;
  case file_format::npz:
  case file_format::matrix_market:
    break;
  }
  throw input_error(tensor_label(file, "") + "is of a kind of which states are not read one by one; save them with "
                                             "numpy.save(file, array), or as safetensors");
}

std::string state_file::name_of(const tensor_address& where) const {
  if (npy_) {
    require_no_name(where);
    return "";
  }
  return where.tensor.empty() ? only_name(checkpoint_->path(), checkpoint_->names(), "state") : where.tensor;
}

std::vector<std::size_t> state_file::shape(const std::string& name) const {
  return npy_ ? parse_npy_header(tensor_label(npy_->path(), ""), file_range(*npy_)).shape : checkpoint_->shape(name);
}

tensor state_file::read(const std::string& name, std::span<const std::size_t> leading_index, digest sha256) const {
  if (!npy_) return checkpoint_->read(name, leading_index, sha256);
  npy_->require_unchanged(); // or the header might not be that of before
  tensor slice = parse_npy(npy_->path(), "", file_range(*npy_), leading_index, sha256);
  npy_->require_unchanged();
  return slice;
}

std::filesystem::path state_file::path_of(const std::string& name) const {
  return npy_ ? npy_->path() : checkpoint_->file_of(name);
}

state_array::state_array(std::shared_ptr<const state_file> file, const tensor_address& where)
    : file_(std::move(file)), name_(file_->name_of(where)), shape_(file_->shape(name_)), picked_(where.index) {
  const std::string label = tensor_label(where.file, name_);
  if (shape_.size() < picked_.size() + 2) require_axes(2, where.file, name_, shape_, picked_, meaning);
  slice_number(label, shape_, picked_);
  if (element_count(shape_) == 0)
    throw input_error(label + "has shape " + printable(shape_) +
                      " and holds no state; a state has at least one stream and one feature");
  count_ = element_count(std::span(shape_).subspan(picked_.size(), shape_.size() - picked_.size() - 2));
}

tensor state_array::read(std::size_t k, digest sha256) const {
  const std::span<const std::size_t> leading =
      std::span(shape_).subspan(picked_.size(), shape_.size() - picked_.size() - 2);
  return file_->read(name_, full_index(picked_, leading, k), sha256);
}

} // namespace mixcert
