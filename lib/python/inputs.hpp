// What Python calls parameters, states and trajectories, as the library wants them.
#pragma once

#include "array_view.hpp"

#include "mixcert/io/tensor_source.hpp"
#include "mixcert/io/token_trajectories.hpp"

#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mixcert::python {

bool is_path(const pybind11::object& object);

/// What a certificate speaks of: arrays in memory, kept to be stored beside it, and the folders of files.
class used_data {
 public:
  const stored_array& add(stored_array array);
  /// The path or address, whose folder is noted.
  std::string address(const pybind11::object& path);

  /// The name of the file that they would be stored in, which depends on all of them; empty where there are none.
  std::string file_name() const;
  /// That file.
  std::string file() const;
  /// In the order in which they were noted, each once.
  const std::vector<std::string>& folders() const { return folders_; }

 private:
  std::map<std::string, stored_array> arrays_; ///< by name
  std::vector<std::string> folders_;
};

/// The tensors of a mapping of names to arrays: of a module's state_dict, or a site's under their published names. Only
/// those that are asked for are looked at. To be used with the GIL held.
class array_mapping final : public tensor_source {
 public:
  /// With `prefix`, that and a dot is put in front of all names. What is read is added to `used`.
  array_mapping(const pybind11::object& mapping, const std::string& prefix, used_data& used);

  const std::filesystem::path& path() const override { return path_; }
  std::vector<std::string> names() const override;
  const std::filesystem::path& file_of(std::string_view) const override { return path_; }
  const std::vector<std::size_t>& shape(std::string_view name) const override { return view(name).shape(); }
  tensor whole(std::string_view name) const override;

 private:
  const array_view& view(std::string_view name) const;

  std::filesystem::path path_ = "params";
  used_data& used_;
  std::map<std::string, pybind11::object, std::less<>> arrays_;
  mutable std::map<std::string, array_view, std::less<>> views_;
};

/// Parameters with the prefix of the site that is meant.
struct parameters {
  std::unique_ptr<const tensor_source> source;
  std::string site;
};
/// A checkpoint's path, or a mapping; None for an empty one. Without `site` a mapping's names are those of one site,
/// which is called `site`. Throws input_error as checkpoint, and for a path without site.
parameters parameters_of(const pybind11::object& params, const std::optional<std::string>& site, used_data& used);

/// An array in memory, added to `used`. Throws input_error unless it has so many axes; `meaning` says what they are.
tensor array_in_memory(const pybind11::object& object, const char* name, std::size_t axes, std::string_view meaning,
                       used_data& used);

/// The file that a path names, or what an object with mixer, sites, X and y holds.
trajectory trajectory_of(const pybind11::object& object, const trajectory_choice& choice, used_data& used);
/// The same with leading axes that count tokens.
token_trajectories tokens_of(const pybind11::object& object, const std::string& sites, used_data& used);

} // namespace mixcert::python
