#include "mixcert/certificate/mixer_request.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/printable.hpp"

#include <charconv>
#include <cmath>

namespace mixcert {

requested_radius uniform_radius(const exact_constant& radius, std::size_t n, std::size_t d) {
  const interval rounded = radius.value(context<interval>{});
  if (rounded.lower() < 0) throw input_error("is negative; a radius is zero or a positive number");
  if (!std::isfinite(rounded.upper())) throw input_error("is beyond the range of binary64");
  return {radius, matrix<double>(n, d, rounded.upper())};
}

requested_radius entrywise_radius(const tensor& radius, const tensor& state) {
  require_state_radius(radius, state);
  return {reference_to(radius), matrix<double>(state.shape[0], state.shape[1], radius.values)};
}

void require_gate(std::string_view with, bool has_branch_output, std::string_view branch_output) {
  if (with != "residual" && with != "read" && with != "write")
    throw input_error(printable(with) + ": must be residual, write or read");
  if (with == "write" && !has_branch_output)
    throw input_error("write: give the branch output y of H(X) X + beta(X) y^T, " + std::string(branch_output));
}

mixer_input input_of(const mixer_request& request) {
  mixer_input input =
      input_of(*request.family, request.parameters, request.state, request.convention, request.branch_output);
  input.read = request.with == "read";
  if (request.radius) input.state_radius = request.radius->values;
  return input;
}

certificate_subject subject_of(const mixer_request& request) {
  certificate_subject subject = subject_of(request.site, request.parameters, request.state, request.branch_output);
  subject.mixer = std::string(request.family->name());
  subject.with = request.with;
  subject.convention = request.convention;
  subject.streams = request.state.shape[0];
  subject.width = request.state.shape[1];
  if (request.radius) subject.state_radius = request.radius->given;
  return subject;
}

certificate certify(const mixer_request& request) {
  const mixer_input input = input_of(request);
  const certificate_subject subject = subject_of(request);
  if (request.digits == 0) return certify(*request.family, input, subject, request.options);
  return certify_digits(*request.family, input, subject, request.digits, request.options);
}

core_method parse_core(std::string_view name) {
  if (name == "stream-adapted") return core_method::stream_adapted;
  if (name == "common") return core_method::common;
  throw input_error(printable(name) + ": must be stream-adapted or common");
}

router_arithmetic parse_router_arithmetic(std::string_view text) {
  if (text == "interval") return {router_arithmetic::binary64, 0};
  constexpr long least = 24, most = 1'000'000;
  constexpr std::string_view prefix = "mp:";
  long bits = 0;
  const char* const end = text.data() + text.size();
  if (text.starts_with(prefix))
    if (const auto [rest, error] = std::from_chars(text.data() + prefix.size(), end, bits);
        error == std::errc() && rest == end && bits >= least && bits <= most)
      return {router_arithmetic::places, bits};
  throw input_error((text.empty() ? "''" : printable(text)) + ": must be interval, mp:BITS with BITS from " +
                    std::to_string(least) + " to " + std::to_string(most));
}

} // namespace mixcert
