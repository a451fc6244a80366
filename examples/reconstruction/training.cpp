#include "reconstruction/training.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mixcert::study {
namespace {

const context<float64> numbers;

matrix<double> mixer_at(const constant_router& router, const std::vector<double>& logits) {
  return router.evaluate(numbers, logits).H;
}

/// Adam (Kingma and Ba, 2015, algorithm 1).
class adam {
 public:
  adam(std::size_t count, double rate) : rate_(rate), mean_(count, 0.0), square_(count, 0.0) {}

  void step(std::vector<double>& parameters, const std::vector<double>& gradient) {
    constexpr double mean_decay = 0.9, square_decay = 0.999, small = 1e-8;
    mean_weight_ *= mean_decay;
    square_weight_ *= square_decay;
    for (std::size_t l = 0; l < parameters.size(); ++l) {
      mean_[l] = mean_decay * mean_[l] + (1 - mean_decay) * gradient[l];
      square_[l] = square_decay * square_[l] + (1 - square_decay) * gradient[l] * gradient[l];
      parameters[l] -= rate_ * mean_[l] / (1 - mean_weight_) / (std::sqrt(square_[l] / (1 - square_weight_)) + small);
    }
  }

 private:
  double rate_, mean_weight_ = 1, square_weight_ = 1;
  std::vector<double> mean_, square_;
};

} // namespace

std::vector<double> loss_gradient(const constant_router& router, const reconstruction_task& task,
                                  const std::vector<double>& logits, const std::vector<std::size_t>& chosen) {
  const mixer_evaluation<float64> e = router.evaluate(numbers, logits);
  const matrix<double> by_H = training_loss(task, e.H, chosen).gradient;
  std::vector<double> r(logits.size(), 0.0);
  for (std::size_t entry = 0; entry < by_H.values().size(); ++entry)
    for (std::size_t l = 0; l < r.size(); ++l) r[l] += by_H.values()[entry] * e.dH_dlogits(entry, l);
  return r;
}

training_result train(const constant_router& router, const reconstruction_task& task, const training_plan& plan,
                      const gradient_function& gradient) {
  uniform_source source(plan.seed);
  training_result r{std::vector<double>(router.logits()), {}};
  for (double& z : r.logits) z = source(-plan.initial, plan.initial);
  adam optimiser(r.logits.size(), plan.learning_rate);

  std::vector<std::size_t> all(task.examples.size()), batch(plan.batch);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::size_t next_record = 0;
  for (std::size_t step = 0;; ++step) {
    if (step == next_record || step == plan.steps) {
      const matrix<double> H = mixer_at(router, r.logits);
      r.history.push_back({step, training_loss(task, H, all).value, population_loss(task, H)});
      next_record = step + 1 + step / 16;
    }
    if (step == plan.steps) return r;
    for (std::size_t& k : batch) k = source.below(all.size());
    optimiser.step(r.logits, gradient(router, task, r.logits, batch));
  }
}

std::size_t settled(const std::vector<training_record>& history, double factor) {
  const double last = history.back().population_loss;
  const auto unsettled = std::find_if(history.rbegin(), history.rend(), [&](const training_record& record) {
    return !(record.population_loss <= factor * last);
  });
  return unsettled == history.rbegin() ? history.back().step : unsettled.base()->step;
}

} // namespace mixcert::study
