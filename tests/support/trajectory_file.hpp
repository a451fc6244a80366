// Small trajectories of `hc` with 2 streams of 3 features, right or wrong, and the checkpoint that belongs to them.
#pragma once

#include "support/safetensors_bytes.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert::test {

/// The state of one site; another one for each number.
inline std::string small_state(float number) { return f32_bytes({number, 1, -2, 0.5f, number, 4}); }

/// With the metadata that a trajectory has: its mixer, and the JSON list of its sites as written, its quotes escaped.
inline safetensors_bytes trajectory_with(std::string_view sites, std::string_view mixer = "hc") {
  return safetensors_bytes().metadata("mixcert.trajectory", "1").metadata("mixer", mixer).metadata("sites", sites);
}

inline constexpr std::string_view three_sites = R"([\"h.0.attn\",\"h.0.mlp\",\"h.1.attn\"])";

/// Of these sites, with branch outputs.
inline safetensors_bytes small_trajectory() {
  safetensors_bytes r = trajectory_with(three_sites);
  for (const int l : {0, 1, 2}) {
    const std::string site = "site00" + std::to_string(l);
    r.tensor(site + ".X", "F32", {2, 3}, small_state(static_cast<float>(l)));
    r.tensor(site + ".y", "F64", {3}, f64_bytes({1, 2, static_cast<double>(l)}));
  }
  return r;
}

/// Parameters of these sites, `static_beta` of each of its own.
inline safetensors_bytes small_parameters(const std::vector<std::string>& prefixes) {
  safetensors_bytes r;
  float number = 0;
  for (const std::string& prefix : prefixes) {
    r.tensor(prefix + ".norm.gamma", "F32", {3}, f32_bytes({0, 0.5f, 0.25f}));
    r.tensor(prefix + ".static_alpha", "F32", {2, 3}, f32_bytes({1, 1, 0, 1, 0, 1}));
    r.tensor(prefix + ".dynamic_alpha_fn", "F32", {3, 3}, f32_bytes({1, 2, 3, 0.5f, -1, 1, 0, 1, -0.5f}));
    r.tensor(prefix + ".dynamic_alpha_scale", "F32", {}, f32_bytes({0.5f}));
    r.tensor(prefix + ".static_beta", "F32", {2}, f32_bytes({number++, 1}));
    r.tensor(prefix + ".dynamic_beta_fn", "F32", {3}, f32_bytes({1, -1, 0.5f}));
    r.tensor(prefix + ".dynamic_beta_scale", "F32", {}, f32_bytes({0.25f}));
  }
  return r;
}

} // namespace mixcert::test
