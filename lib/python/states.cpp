#include "states.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/decode.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/io/slice.hpp"
#include "mixcert/printable.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>

namespace py = pybind11;

namespace mixcert::python {
namespace {

template <class Number> py::bytes bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

void append(const std::optional<interval>& x, std::vector<double>& numbers) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  numbers.insert(numbers.end(), {x ? x->lower() : none, x ? x->upper() : none});
}

using quantity_of = std::optional<interval> (*)(const state_result&);
const std::map<std::string, quantity_of> quantities{
    {"norm", [](const state_result& r) -> std::optional<interval> { return r.norm; }},
    {"frozen_norm", [](const state_result& r) -> std::optional<interval> { return r.frozen_norm; }},
    {"ratio", [](const state_result& r) { return r.norm_ratio; }},
    {"smallest", [](const state_result& r) -> std::optional<interval> { return r.smallest; }},
    {"mean_square", [](const state_result& r) -> std::optional<interval> { return r.mean_square; }}};

/// Throws input_error with the index in all of X.
void require_finite_states(std::span<const double> values, const array_view& X, std::size_t first) {
  const auto bad = std::ranges::find_if_not(values, [](double x) { return std::isfinite(x); });
  if (bad == values.end()) return;
  const auto at = first + static_cast<std::size_t>(bad - values.begin());
  throw input_error(X.label() + ": holds " +
                    (std::isnan(*bad) ? "NaN"
                     : *bad > 0       ? "Inf"
                                      : "-Inf") +
                    " at " + printable(full_index({}, X.shape(), at)) + "; nothing can be certified of it");
}

} // namespace

enclosed_states::enclosed_states(mixer_request request, const parameters& parameters, const array_view& X) {
  const std::vector<std::size_t>& shape = X.shape();
  const std::size_t n = shape[shape.size() - 2], d = shape.back(), size = n * d;
  if (size == 0)
    throw input_error(X.label() + ": has shape " + printable(shape) +
                      "; a state has at least one stream and one feature");
  request.parameters = read_site(*parameters.source, parameters.site, *request.family, request.convention, n, d);
  request.state.shape = {n, d};
  request.state.values.resize(size);
  const mixer_input site = input_of(request);
  constexpr std::size_t numbers_at_once = std::size_t{1} << 24;
  const std::size_t all = element_count(shape) / size, some = std::max<std::size_t>(1, numbers_at_once / size);
  for (std::size_t first = 0; first < all; first += some) {
    const std::size_t count = std::min(some, all - first);
    const std::string bytes = X.bytes(first * size, count * size);
    const py::gil_scoped_release released;
    const std::vector<double> values = decode_little_endian(X.type(), std::as_bytes(std::span(bytes)));
    require_finite_states(values, X, first * size);
    for (state_outcome& outcome : enclose_states(*request.family, site, values))
      outcomes_.push_back(std::move(outcome));
  }
}

py::bytes enclosed_states::ends(const std::string& quantity) const {
  const quantity_of of = quantities.at(quantity);
  std::vector<double> numbers;
  for (const state_outcome& outcome : outcomes_) {
    const auto* const result = std::get_if<state_result>(&outcome);
    append(result == nullptr ? std::nullopt : of(*result), numbers);
  }
  return bytes_of(numbers);
}

py::bytes enclosed_states::ranks() const {
  std::vector<std::int64_t> numbers;
  for (const state_outcome& outcome : outcomes_) {
    const auto* const result = std::get_if<state_result>(&outcome);
    numbers.push_back(result == nullptr ? -1 : static_cast<std::int64_t>(result->rank_at_least));
    numbers.push_back(result == nullptr ? -1 : static_cast<std::int64_t>(result->rank_at_most));
  }
  return bytes_of(numbers);
}

std::vector<bool> enclosed_states::in_lanes() const {
  std::vector<bool> r;
  for (const state_outcome& outcome : outcomes_) {
    const auto* const result = std::get_if<state_result>(&outcome);
    r.push_back(result != nullptr && result->method == state_result::lanes);
  }
  return r;
}

py::dict enclosed_states::failures() const {
  py::dict r;
  for (std::size_t k = 0; k < outcomes_.size(); ++k)
    if (const auto* const failure = std::get_if<state_failure>(&outcomes_[k])) r[py::int_(k)] = failure->reason;
  return r;
}

py::tuple enclosed_states::spectrum(std::size_t number) const {
  const state_outcome& outcome = outcomes_.at(number);
  if (const auto* const failure = std::get_if<state_failure>(&outcome)) throw not_certified(failure->reason);
  std::vector<double> ends;
  std::vector<std::int64_t> multiplicities;
  std::vector<std::string> from;
  for (const auto& entry : std::get<state_result>(outcome).spectrum) {
    append(entry.value, ends);
    multiplicities.push_back(static_cast<std::int64_t>(entry.multiplicity));
    from.push_back(entry.from);
  }
  return py::make_tuple(bytes_of(ends), bytes_of(multiplicities), from);
}

} // namespace mixcert::python
