#include "mixcert/batch/enclose_states.hpp"

#include "mixcert/ball/parallel.hpp"
#include "mixcert/batch/site_spectra.hpp"
#include "mixcert/certificate/certify.hpp"
#include "mixcert/error.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

namespace mixcert {
namespace {

class encloser {
 public:
  encloser(const mixer& mixer, const mixer_input& site, std::span<const double> states)
      : mixer_(mixer), site_(site), states_(states) {
    try {
      lanes_ = fast_spectra(mixer, site);
    } catch (const not_certified&) { // certify() says what is wrong at a state
    }
    const std::size_t n = site.state.rows(), d = site.state.cols();
    rank_at_most_ = std::min(n * d, mixer.feedback_rank(n, generic_rank({n, d}), site.convention).at_most);
  }

  /// So many states are worth a thread's while: a multiple of its lanes.
  std::size_t block() const {
    if (!lanes_) return 1;
    constexpr std::size_t most = 256, blocks_a_processor = 4;
    const std::size_t at_once = lanes_->worker()->lanes();
    const std::size_t fair = count() / (blocks_a_processor * std::max(1U, std::thread::hardware_concurrency()));
    return std::clamp<std::size_t>(fair / at_once, 1, most / at_once) * at_once;
  }
  std::size_t count() const { return states_.size() / size(); }

  void enclose(std::size_t first, std::span<std::optional<state_outcome>> outcomes) const {
    if (lanes_) enclose_in_lanes(first, outcomes);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      if (!outcomes[i]) outcomes[i] = certified(first + i);
  }

 private:
  std::size_t size() const { return site_.state.values().size(); }
  const double* state(std::size_t k) const { return states_.data() + k * size(); }

  void enclose_in_lanes(std::size_t first, std::span<std::optional<state_outcome>> outcomes) const {
    const std::unique_ptr<spectra_worker> worker = lanes_->worker();
    for (std::size_t begin = 0; begin < outcomes.size(); begin += worker->lanes()) {
      std::vector<const double*> numbers(std::min(worker->lanes(), outcomes.size() - begin));
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = state(first + begin + i);
      std::vector<state_spectrum> spectra(numbers.size());
      try {
        worker->enclose(numbers, spectra);
      } catch (const std::exception&) {
        continue; // certify() says what is wrong
      }
      for (std::size_t i = 0; i < spectra.size(); ++i)
        if (spectra[i].certified) outcomes[begin + i] = result_of(spectra[i], site_.state.cols(), rank_at_most_);
    }
  }

  state_outcome certified(std::size_t k) const {
    mixer_input input = site_;
    input.state =
        matrix<double>(site_.state.rows(), site_.state.cols(), std::vector<double>(state(k), state(k) + size()));
    try {
      return result_of(certify(mixer_, input, certificate_subject{}));
    } catch (const input_error& error) {
      return state_failure{state_failure::input, error.what()};
    } catch (const std::exception& error) {
      return state_failure{state_failure::not_certified, error.what()};
    }
  }

  const mixer& mixer_;
  const mixer_input& site_;
  std::span<const double> states_;
  std::unique_ptr<const site_spectra> lanes_;
  std::size_t rank_at_most_ = 0;
};

} // namespace

std::vector<state_outcome> enclose_states(const mixer& mixer, const mixer_input& site, std::span<const double> states) {
  const encloser all(mixer, site, states);
  const std::size_t count = all.count(), block = all.block();
  std::vector<std::optional<state_outcome>> outcomes(count);
  in_parallel((count + block - 1) / block, [&](std::size_t k) {
    all.enclose(k * block, std::span(outcomes).subspan(k * block, std::min(block, count - k * block)));
  });
  std::vector<state_outcome> r;
  r.reserve(count);
  for (std::optional<state_outcome>& outcome : outcomes) r.push_back(std::move(*outcome));
  return r;
}

} // namespace mixcert
