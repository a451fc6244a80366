// The equations of every mixer, the very templates of the library, run in the arithmetic `traced`.
#pragma once

#include "mixcert/mixer/mixer.hpp"
#include "support/traced.hpp"

#include <string_view>
#include <vector>

using traced_evaluation = mixcert::mixer_evaluation<mixcert::test::traced>;
using traced_state = mixcert::matrix<mixcert::test::traced>;

constexpr mpfr_prec_t traced_bits = 400;

/// At a state, as the state moves along each of the directions. Throws std::logic_error for a mixer without an entry in
/// the table here.
traced_evaluation trace(std::string_view mixer, const mixcert::mixer_input& input,
                        const std::vector<mixcert::matrix<double>>& directions);

/// At X + t V, which does not move; t V is rounded at no more than the places of the arithmetic.
traced_evaluation trace_at(std::string_view mixer, const mixcert::mixer_input& input, const mixcert::matrix<double>& V,
                           double t);

using traced_equations = traced_evaluation (*)(const mixcert::context<mixcert::test::traced>&,
                                               const mixcert::mixer_input&, const traced_state&);

struct traced_mixer {
  std::string_view name;
  traced_equations equations;
};

// By what they are made of, a unit to compile each.
std::vector<traced_mixer> traced_single_streams();
std::vector<traced_mixer> traced_softmaxes();
std::vector<traced_mixer> traced_rotations();
std::vector<traced_mixer> traced_permutations();
