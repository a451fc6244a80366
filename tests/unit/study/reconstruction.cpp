// The reconstruction study: its task, its gradient, its training.
#include "reconstruction/training.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <string>

using namespace mixcert;
using namespace mixcert::study;

namespace {

struct learner {
  std::string label;
  constant_router router;
};

const std::vector<learner>& learners() {
  static const std::vector<learner> all{{"mhc-lite", {"mhc-lite", 4}},
                                        {"kromhc", {"kromhc", 4}},
                                        {"go-mhc, s = 1", {"go-mhc", 4, {{"s", "1"}}}},
                                        {"go-mhc, s = 2", {"go-mhc", 4, {{"s", "2"}}}},
                                        {"go-mhc, s = 3", {"go-mhc", 4, {{"s", "3"}}}}};
  return all;
}

reconstruction_task small_task(std::size_t examples = 100, std::uint64_t seed = 1) {
  uniform_source source(seed);
  const matrix<double> T = random_target(4, source);
  return random_task(T, 8, examples, 0.1, source);
}

std::vector<std::size_t> all_of(const reconstruction_task& task) {
  std::vector<std::size_t> r(task.examples.size());
  std::iota(r.begin(), r.end(), std::size_t{0});
  return r;
}

double loss_at(const learner& l, const reconstruction_task& task, const std::vector<double>& logits) {
  return training_loss(task, l.router.evaluate(context<float64>{}, logits).H, all_of(task)).value;
}

/// The largest difference from central differences, over the largest of these.
double error_of_gradient(const learner& l, const gradient_function& gradient) {
  const reconstruction_task task = small_task();
  uniform_source source(5);
  std::vector<double> logits(l.router.logits());
  for (double& z : logits) z = source(-1, 1);
  const std::vector<double> g = gradient(l.router, task, logits, all_of(task));
  double error = 0, largest = 0;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    constexpr double h = 0x1p-18;
    std::vector<double> ahead = logits, behind = logits;
    ahead[k] += h;
    behind[k] -= h;
    const double difference = (loss_at(l, task, ahead) - loss_at(l, task, behind)) / (2 * h);
    error = std::max(error, std::abs(g[k] - difference));
    largest = std::max(largest, std::abs(difference));
  }
  return error / largest;
}

std::vector<double> reversed(const constant_router& router, const reconstruction_task& task,
                             const std::vector<double>& logits, const std::vector<std::size_t>& chosen) {
  std::vector<double> r = loss_gradient(router, task, logits, chosen);
  for (double& x : r) x = -x;
  return r;
}

double last_loss(const constant_router& router, const reconstruction_task& task, const training_plan& plan,
                 const gradient_function& gradient = loss_gradient) {
  return train(router, task, plan, gradient).history.back().population_loss;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reconstruction)

BOOST_AUTO_TEST_CASE(gradient_against_central_differences) {
  for (const learner& l : learners()) BOOST_TEST_CONTEXT(l.label) {
      BOOST_TEST(error_of_gradient(l, loss_gradient) < 1e-7);
      BOOST_TEST(error_of_gradient(l, reversed) > 1.9);
    }
}

BOOST_AUTO_TEST_CASE(targets_are_doubly_stochastic) {
  uniform_source source(3);
  for (int k = 0; k < 20; ++k) {
    const matrix<double> T = random_target(4, source);
    for (std::size_t i = 0; i < 4; ++i) {
      BOOST_TEST(std::abs(T(i, 0) + T(i, 1) + T(i, 2) + T(i, 3) - 1) < 1e-14);
      BOOST_TEST(std::abs(T(0, i) + T(1, i) + T(2, i) + T(3, i) - 1) < 1e-14);
    }
    BOOST_TEST(*std::min_element(T.values().begin(), T.values().end()) > 0);
  }
}

// A mean over 4000 examples of 32 numbers is its expectation but for about a hundredth.
BOOST_AUTO_TEST_CASE(population_loss_is_the_expectation) {
  const reconstruction_task task = small_task(4000);
  for (const learner& l : learners()) BOOST_TEST_CONTEXT(l.label) {
      const std::vector<double> logits(l.router.logits(), 0.25);
      const matrix<double> H = l.router.evaluate(context<float64>{}, logits).H;
      const double ratio = loss_at(l, task, logits) / population_loss(task, H);
      BOOST_TEST(std::abs(ratio - 1) < 0.03);
    }
  BOOST_TEST(std::abs(training_loss(task, task.T, all_of(task)).value / floor_of(task) - 1) < 0.01);
  BOOST_TEST(population_loss(task, task.T) == floor_of(task));
}

// Products of binary factors are symmetric; such a target is within reach, and no other is.
BOOST_AUTO_TEST_CASE(bound_for_binary_kronecker_products) {
  reconstruction_task task = small_task();
  const constant_router kromhc("kromhc", 4);
  uniform_source source(7);
  double nearest = HUGE_VAL;
  for (int k = 0; k < 2000; ++k) {
    std::vector<double> logits(4);
    for (double& z : logits) z = source(-4, 4);
    const double loss = population_loss(task, kromhc.evaluate(context<float64>{}, logits).H);
    nearest = std::min(nearest, loss / least_binary_kronecker_loss(task));
    if (k == 0) {
      reconstruction_task within_reach = task;
      within_reach.T = kromhc.evaluate(context<float64>{}, logits).H;
      BOOST_TEST(std::abs(least_binary_kronecker_loss(within_reach) / floor_of(task) - 1) < 1e-14);
    }
  }
  BOOST_TEST(nearest >= 1);
  BOOST_TEST(nearest < 1.5);
}

BOOST_AUTO_TEST_CASE(what_can_represent_the_target_reaches_the_floor) {
  const reconstruction_task task = small_task();
  const training_plan plan{.steps = 3000, .learning_rate = 3e-3, .seed = 11};
  for (const learner& l : learners()) BOOST_TEST_CONTEXT(l.label) {
      const double over_floor = last_loss(l.router, task, plan) / floor_of(task);
      BOOST_TEST(over_floor >= 1);
      if (l.label == "kromhc")
        BOOST_TEST(over_floor >= least_binary_kronecker_loss(task) / floor_of(task));
      else if (l.label == "go-mhc, s = 1")
        BOOST_TEST(over_floor > 1.1);
      else
        BOOST_TEST(over_floor < 1.01);
    }
  BOOST_TEST(last_loss(learners()[3].router, task, plan, reversed) > 10 * floor_of(task));
}

BOOST_AUTO_TEST_CASE(settling) {
  const auto record = [](std::size_t step, double loss) { return training_record{step, 0, loss}; };
  BOOST_TEST(settled({record(0, 5), record(1, 1.01), record(2, 2), record(3, 1.04), record(9, 1)}, 1.05) == 3u);
  BOOST_TEST(settled({record(0, 1), record(4, 1)}, 1.05) == 0u);
  BOOST_TEST(settled({record(0, 3), record(4, 1)}, 1.05) == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
