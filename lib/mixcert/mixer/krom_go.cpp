#include "mixcert/mixer/krom_go.hpp"

#include "mixcert/mixer/detail/factors.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "mixcert/mixer/detail/kronecker_energy.hpp"

#include <charconv>

namespace mixcert {
namespace {

/// The numbers that the text lists, for so many factors; one number is meant for all.
std::vector<std::size_t> block_sides(const std::string& text, std::size_t factors) {
  std::vector<std::size_t> sides;
  const auto refuse = [&] {
    return input_error("mixer 'krom-go' with s = " + text + "; write one number from 1 to " +
                       std::to_string(most_rotated) + ", or one for each of the " + std::to_string(factors) +
                       " factors with commas between them, such as 2,1");
  };
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    std::size_t s = 0;
    const auto [after, error] = std::from_chars(at, end, s);
    if (error != std::errc{} || s < 1 || s > most_rotated || (after != end && *after != ',')) throw refuse();
    sides.push_back(s);
    if (after == end) break;
    at = after;
  }
  if (sides.size() == 1) sides.resize(factors, sides.front());
  if (sides.size() != factors) throw refuse();
  return sides;
}

class krom_go final : public in_every_arithmetic<krom_go> {
 public:
  std::string_view name() const override { return "krom-go"; }

  std::vector<constant_spec> constants() const override {
    std::vector<constant_spec> constants = energy_router_constants();
    constants.push_back({"factors", convention_value::word("binary"),
                         "sizes of the Kronecker factors, the outermost first (2x3); binary: all are 2"});
    constants.push_back({"s", convention_value::word("2"),
                         "side of the blocks whose energies are the entries of a factor, for all or each (2,1)"});
    return constants;
  }

  std::vector<tensor_spec> tensors(std::size_t n, std::size_t d, const mixer_convention& convention) const override {
    std::size_t parameters = 0;
    std::string symbol;
    for (const energy_factor& factor : factors(n, convention)) {
      parameters += factor.parameters();
      symbol += (symbol.empty() ? "" : "+") + std::to_string(factor.parameters());
    }
    return rms_router_tensors(n, d, {symbol, parameters});
  }

  rank_bound feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const override {
    return energy_rank(factors(n, convention), n, rank);
  }

  mixer_invariants invariants(const mixer_convention&) const override { return {true, true}; }

  template <scalar S>
  mixer_evaluation<S> evaluate_at(const context<S>& context, const mixer_input& input, const matrix<S>& X) const {
    return evaluate_kronecker_energy(context, input, X, factors(X.rows(), input.convention));
  }

 private:
  std::vector<energy_factor> factors(std::size_t n, const mixer_convention& convention) const {
    const std::vector<std::size_t> sizes = factors_of(name(), convention, n, most_rotated);
    const std::vector<std::size_t> sides = block_sides(convention.at("s").text(), sizes.size());
    std::vector<energy_factor> r;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (sizes[k] * sides[k] > most_rotated)
        throw input_error("mixer 'krom-go': factor " + std::to_string(k) + " of size " + std::to_string(sizes[k]) +
                          " with s = " + std::to_string(sides[k]) + " has an orthogonal matrix of more than " +
                          std::to_string(most_rotated) + " rows; choose a smaller s");
      r.push_back({sizes[k], sides[k]});
    }
    return r;
  }
};

} // namespace

const mixer& krom_go_mixer() {
  static const krom_go instance;
  return instance;
}

} // namespace mixcert
