// One token's way through the sites of a model: the state that enters each of them, in forward order.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/io/tensor_source.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// One site of a trajectory.
struct trajectory_site {
  std::string prefix;                  ///< of the site's tensors in the checkpoint
  tensor state;                        ///< X, n x d
  std::optional<tensor> branch_output; ///< y, d features; where they were asked for
};

/// At least one site; all states have the same shape.
struct trajectory {
  std::string mixer;                  ///< the name of a mixer that is known
  std::filesystem::path file;         ///< which was read
  std::vector<trajectory_site> sites; ///< in forward order
};

/// What of a trajectory is meant.
struct trajectory_choice {
  /// A glob (see matches_glob) of sites: of their prefixes, or of what their tensors' names begin with, siteNNN. The
  /// chosen sites need not follow one another.
  std::string sites = "*";
  bool branch_outputs = false; ///< read y too, for the maps with the write gate
};

/// The file that holds a trajectory, of which nothing but its header is read. Throws input_error as safetensors_file,
/// and says what a trajectory is where the name is not that of a safetensors file.
safetensors_file open_trajectory(const std::filesystem::path& file);

/// The trajectory that `FILE` or `FILE:[i]`, `FILE:[i,j]`, ... names: a safetensors file with tensors site000.X (n x
/// d), site001.X, ... in forward order, perhaps site000.y (d), ..., and metadata "mixcert.trajectory": "1", "mixer":
/// the mixer's name, "sites": a JSON list of the sites' prefixes as text. Leading indices pick from further axes in
/// front, which then all tensors have. The states of the chosen sites are read, and nothing else; the shapes of all are
/// compared.
///
/// Throws input_error, naming the file, the tensor where there is one and a remedy, when the metadata are not these,
/// the mixer is not known, list and tensors disagree, states are not n x d with one n and d, a branch output is missing
/// or has not d features, no site is chosen, or a reader refuses the file or a tensor (a number that is not finite).
trajectory read_trajectory(std::string_view address, const trajectory_choice& choice = {});

/// Where the states of one site are: tensor `state`, (..., n, d).
struct trajectory_place {
  std::string prefix, state; ///< of the site's tensors, and the name of its states
};

/// A trajectory file of many tokens, of which nothing but names and shapes has been read.
struct trajectory_outline {
  std::string mixer;                   ///< the mixer's name
  std::vector<trajectory_place> sites; ///< in forward order
};

/// Throws as read_trajectory for what the metadata and the shapes say; leading axes count tokens.
trajectory_outline outline_of_trajectory(const std::filesystem::path& file, const std::string& sites);

/// Exact data of one site and their names: all that mixer::evaluate and a certificate's subject need.
struct site_input {
  mixer_input input;           ///< exact numbers
  certificate_subject subject; ///< their names
};

/// With the write gate where the site has its branch output. The convention is complete, of the trajectory's mixer.
/// Throws as read_site does.
site_input read_site_input(const trajectory& trajectory, std::size_t site, const tensor_source& parameters,
                           const mixer_convention& convention);

/// Of all its sites, in forward order.
std::vector<site_input> read_site_inputs(const trajectory& trajectory, const tensor_source& parameters,
                                         const mixer_convention& convention);

} // namespace mixcert
