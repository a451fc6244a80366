// One template of a mixer's equations behind the virtual functions of all arithmetics.
#pragma once

#include "mixcert/mixer/mixer.hpp"
#include "mixcert/scalar/scalar.hpp"

namespace mixcert {

/// For a mixer with a template evaluate_at(context, input, X), X an n x d matrix of the context's scalar.
template <class Mixer> class in_every_arithmetic : public mixer {
 public:
  mixer_evaluation<float64> evaluate(const context<float64>& context, const mixer_input& input) const final {
    return own().evaluate_at(context, input, state_of(context, input));
  }
  mixer_evaluation<quad> evaluate(const context<quad>& context, const mixer_input& input) const final {
    return own().evaluate_at(context, input, state_of(context, input));
  }
  mixer_evaluation<interval> evaluate(const context<interval>& context, const mixer_input& input) const final {
    return own().evaluate_at(context, input, state_of(context, input));
  }
  mixer_evaluation<mp_interval> evaluate(const context<mp_interval>& context, const mixer_input& input) const final {
    return own().evaluate_at(context, input, state_of(context, input));
  }
  mixer_evaluation<slope_form> evaluate(const context<slope_form>& context, const mixer_input& input) const final {
    return own().evaluate_at(context, input, state_of(context, input));
  }

 private:
  const Mixer& own() const { return static_cast<const Mixer&>(*this); }
};

} // namespace mixcert
