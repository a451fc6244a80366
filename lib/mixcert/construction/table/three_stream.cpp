#include "mixcert/construction/doubly_stochastic.hpp"
#include "mixcert/construction/table/in_arithmetic.hpp"
#include "mixcert/construction/table/tables.hpp"
#include "mixcert/scalar/rational_value.hpp"

namespace mixcert::table {
namespace {

/// The outputs H X, and their sum.
template <field S>
std::vector<std::vector<computed_number>> outputs(const context<S>& context, const mixing_example& example) {
  std::vector<std::vector<computed_number>> r;
  S sum = context.exact(0);
  for (std::size_t i = 0; i < example.H.rows(); ++i) {
    S output = context.exact(0);
    for (std::size_t j = 0; j < example.H.cols(); ++j)
      output += value(context, example.H(i, j)) * value(context, example.X(j, 0));
    sum += output;
    r.push_back({number(output)});
  }
  r.push_back({number(sum)});
  return r;
}

reproduction computed(const case_parameters& given, const reproduction_request& request) {
  mixing_example example = three_stream_example();
  const std::vector<reference_value> references{{"output 1", example.output(0, 0)},
                                                {"output 2", example.output(1, 0)},
                                                {"output 3", example.output(2, 0)},
                                                {"sum of the outputs", 60}};
  example.H(0, 0) += request.perturbation.value(context<rational>{});
  const auto found = in_arithmetic(request.in, [&](const auto& context) { return outputs(context, example); });
  const bool places = request.in.in == arithmetic::kind::mp;
  return {compare(references, found, values_of(given), request.in), {}, places ? request.in.bits : 0};
}

} // namespace

construction three_stream() {
  return {"three-stream", "T12", "(10, 20, 30) mixed by a doubly stochastic matrix of tenths", "H_11", {{}}, computed};
}

} // namespace mixcert::table
