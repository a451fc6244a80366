#include "mixcert/jacobian/span.hpp"

#include "mixcert/jacobian/detail/span.ipp"

namespace mixcert {

template feature_spans<float64> spans_of(const context<float64>&, const feedback<float64>&, const matrix<float64>&,
                                         std::size_t);
template feature_spans<quad> spans_of(const context<quad>&, const feedback<quad>&, const matrix<quad>&, std::size_t);
template feature_spans<mp_interval> spans_of(const context<mp_interval>&, const feedback<mp_interval>&,
                                             const matrix<mp_interval>&, std::size_t);
template std::size_t generator_count(const feedback<mp_interval>&, std::size_t);
template std::size_t generator_count(const feedback<slope_form>&, std::size_t);

} // namespace mixcert
