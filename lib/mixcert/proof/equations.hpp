// The equations of each mixer, for readers.
#pragma once

#include "mixcert/mixer/convention.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mixcert::proof {

/// What a letter of the equations stands for: a tensor or constant under its published name.
struct symbol {
  std::string latex, name; ///< in formulas, and in files
};

/// A mixer's equations for a document.
struct mixer_equations {
  std::string setting;                    ///< what the equations begin with, as prose
  std::vector<std::string> lines;         ///< of the display, in LaTeX
  std::vector<symbol> tensors, constants; ///< what the letters stand for
  std::string remark;                     ///< prose
  std::string derivative; ///< prose: how the derivative follows from the logits and the theorems it rests on
};

/// Of the mixer with that convention. Throws input_error for a mixer whose equations are not here, and for a convention
/// that lacks one of their constants.
mixer_equations equations_of(std::string_view mixer, const mixer_convention& convention);

namespace equations {

/// Whether the key is set to that word. Throws input_error when the convention does not have it.
bool is_set(const mixer_convention& convention, const std::string& key, std::string_view word);

mixer_equations hc(const mixer_convention& convention);
mixer_equations hc_paper(const mixer_convention& convention);
mixer_equations lucid_mhc(const mixer_convention& convention);
mixer_equations mhc_flat(const mixer_convention& convention);
mixer_equations mhc_v4(const mixer_convention& convention);
mixer_equations mhc_lite(const mixer_convention& convention);
mixer_equations kromhc(const mixer_convention& convention);
mixer_equations go_mhc(const mixer_convention& convention);
mixer_equations krom_go(const mixer_convention& convention);
mixer_equations ohc(const mixer_convention& convention);
mixer_equations shc(const mixer_convention& convention);
mixer_equations jpmhc(const mixer_convention& convention);
mixer_equations circulant(const mixer_convention& convention);
mixer_equations constant(const mixer_convention& convention);
mixer_equations balanced(const mixer_convention& convention);
mixer_equations cayley(const mixer_convention& convention);

} // namespace equations

} // namespace mixcert::proof
