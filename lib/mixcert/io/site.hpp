// Parameters of one site of a model, and a captured state, as a mixer wants them.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/tensor.hpp"
#include "mixcert/io/tensor_source.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// The state that `FILE`, `FILE:TENSOR` or `FILE:TENSOR[i]`, `[i,j]`, ... names: a safetensors, .npz or .npy file (the
/// last without TENSOR), a tensor in it, and leading indices that leave two axes, streams and features. Without TENSOR
/// the file must hold exactly one. Throws input_error when it does not name an n x d array with n, d >= 1.
tensor read_state(std::string_view address);

/// Throws input_error for an array without a stream or a feature.
void require_state(const tensor& state);

/// The branch output y of d features that such an address names. Throws input_error when it names anything else.
tensor read_branch_output(std::string_view address, std::size_t d);
/// Throws input_error unless the row has d features.
void require_branch_output(const tensor& branch_output, std::size_t d);

/// The direction that such an address names, for states of n x d. Throws input_error when it names an array of another
/// shape, or one that is zero.
tensor read_direction(std::string_view address, std::size_t n, std::size_t d);

/// The radii that such an address names, one for each entry of the state. Throws input_error when it names an array of
/// another shape, or one is negative.
tensor read_state_radius(std::string_view address, const tensor& state);
/// Throws input_error for an array of another shape than the state's, or with a negative number.
void require_state_radius(const tensor& radius, const tensor& state);

/// The tensors of the site `prefix` (see stored_names), in the order of mixer.tensors(). The convention is complete.
/// Throws input_error when the site does not exist, or a tensor's shape is not the one that n streams of d features
/// need (a single number may also have shape [1]).
std::vector<tensor> read_site(const tensor_source& parameters, std::string_view prefix, const mixer& mixer,
                              const mixer_convention& convention, std::size_t n, std::size_t d);

/// The input, with a complete convention, and the names of its data; with a branch output for the map with the write
/// gate.
mixer_input input_of(const mixer& mixer, const std::vector<tensor>& site, const tensor& state,
                     const mixer_convention& convention, const std::optional<tensor>& branch_output = std::nullopt);
tensor_reference reference_to(const tensor& t);
certificate_subject subject_of(std::string_view site_name, const std::vector<tensor>& site, const tensor& state,
                               const std::optional<tensor>& branch_output = std::nullopt);

} // namespace mixcert
