#include "mixcert/certificate/diagnosis_request.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <charconv>

namespace mixcert {
namespace {

std::string quoted(const std::string& text) { return text.empty() ? "''" : printable(text); }

} // namespace

diagnosis_request diagnosis_of(token_trajectories trajectories, const tensor_source& parameters,
                               mixer_convention convention) {
  const trajectory& first = trajectories.tokens.front();
  diagnosis_request r;
  r.family = &find_mixer(first.mixer);
  r.convention = std::move(convention);
  r.sequences = std::move(trajectories.sequences);
  for (std::size_t l = 0; l < first.sites.size(); ++l) {
    const trajectory_site& site = first.sites[l];
    diagnosed_site& diagnosed = r.sites.emplace_back();
    diagnosed.prefix = site.prefix;
    diagnosed.parameters =
        read_site(parameters, site.prefix, *r.family, r.convention, site.state.shape[0], site.state.shape[1]);
    for (trajectory& token : trajectories.tokens) diagnosed.states.push_back(token.sites[l].state);
  }
  return r;
}

std::pair<std::size_t, std::size_t> parse_range(const std::string& text, std::size_t sites) {
  std::size_t first = 0, last = 0;
  const char *begin = text.data(), *end = begin + text.size();
  const auto [dash, error] = std::from_chars(begin, end, first);
  if (error == std::errc() && dash != end && *dash == '-')
    if (const auto [rest, other] = std::from_chars(dash + 1, end, last);
        other == std::errc() && rest == end && first <= last && last < sites)
      return {first, last};
  throw input_error(quoted(text) + ": must be FIRST-LAST, numbers of chosen sites from 0 to " +
                    std::to_string(sites - 1));
}

std::vector<exact_constant> parse_thresholds(const std::vector<std::string>& texts) {
  std::vector<exact_constant> r;
  for (const std::string& text : texts) {
    constexpr mpfr_prec_t places = 64;
    try {
      r.emplace_back(text);
    } catch (const input_error& error) {
      throw input_error(quoted(text) + ": " + error.what());
    }
    if (!certainly_less(mp_interval(0, places), r.back().value(context<mp_interval>{places})))
      throw input_error(quoted(text) + ": must be a positive number; every singular value is at least 0");
    if (std::ranges::count(texts, text) > 1) throw input_error(quoted(text) + ": is there twice; give it once");
  }
  return r;
}

std::size_t counted_iterations(long given) {
  constexpr long most = 1000;
  if (given < 1 || given > most)
    throw input_error(std::to_string(given) + ": must be from 1 to " + std::to_string(most));
  return static_cast<std::size_t>(given);
}

void require_iterations(const diagnosis_request& request) {
  if (!request.convention.contains("iterations"))
    throw input_error("mixer '" + std::string(request.family->name()) + "' iterates nothing; leave the option out");
}

} // namespace mixcert
