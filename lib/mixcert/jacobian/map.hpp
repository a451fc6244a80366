// Which map of a mixer is differentiated.
#pragma once

#include "mixcert/jacobian/feedback.hpp"
#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

/// stream_adapted: a space for every stream, where the mixer has structure the smallest core that is exact. common: one
/// space for all streams, that holds every feature row of the derivative; exact too, and as large or larger.
enum class core_method { stream_adapted, common };

/// The feedback of the map that the input names: residual, with the write gate, or the read map.
template <scalar S>
feedback<S> feedback_of(const context<S>& context, mixer_evaluation<S> evaluation, const mixer_input& input,
                        core_method method) {
  feedback<S> f = input.read            ? read_feedback(std::move(evaluation))
                  : input.branch_output ? write_feedback(context, std::move(evaluation), *input.branch_output)
                                        : residual_feedback(std::move(evaluation));
  return method == core_method::common ? without_arrays(context, std::move(f)) : f;
}

} // namespace mixcert
