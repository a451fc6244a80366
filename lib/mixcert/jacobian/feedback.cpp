#include "mixcert/jacobian/feedback.hpp"

#include "mixcert/jacobian/detail/feedback.ipp"

namespace mixcert {

template feedback<float64> residual_feedback(mixer_evaluation<float64>);
template feedback<quad> residual_feedback(mixer_evaluation<quad>);
template feedback<mp_interval> residual_feedback(mixer_evaluation<mp_interval>);
template feedback<slope_form> residual_feedback(mixer_evaluation<slope_form>);

template feedback<float64> write_feedback(const context<float64>&, mixer_evaluation<float64>,
                                          const std::vector<double>&);
template feedback<quad> write_feedback(const context<quad>&, mixer_evaluation<quad>, const std::vector<double>&);
template feedback<mp_interval> write_feedback(const context<mp_interval>&, mixer_evaluation<mp_interval>,
                                              const std::vector<double>&);

template feedback<slope_form> write_feedback(const context<slope_form>&, mixer_evaluation<slope_form>,
                                             const std::vector<double>&);

template feedback<float64> read_feedback(mixer_evaluation<float64>);
template feedback<quad> read_feedback(mixer_evaluation<quad>);
template feedback<mp_interval> read_feedback(mixer_evaluation<mp_interval>);
template feedback<slope_form> read_feedback(mixer_evaluation<slope_form>);

template feedback<float64> without_arrays(const context<float64>&, feedback<float64>);
template feedback<quad> without_arrays(const context<quad>&, feedback<quad>);
template feedback<mp_interval> without_arrays(const context<mp_interval>&, feedback<mp_interval>);
template feedback<slope_form> without_arrays(const context<slope_form>&, feedback<slope_form>);

} // namespace mixcert
