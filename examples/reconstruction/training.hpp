// Logits of a mixer, trained by gradient descent on the library's derivatives.
#pragma once

#include "reconstruction/task.hpp"
#include "study/constant_router.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace mixcert::study {

using gradient_function =
    std::function<std::vector<double>(const constant_router&, const reconstruction_task&,
                                      const std::vector<double>& logits, const std::vector<std::size_t>& chosen)>;

/// The derivative of the training loss by the logits: that by H, and the library's of H by the logits. A
/// gradient_function.
std::vector<double> loss_gradient(const constant_router& router, const reconstruction_task& task,
                                  const std::vector<double>& logits, const std::vector<std::size_t>& chosen);

struct training_plan {
  std::size_t steps = 20000;
  std::size_t batch = 64;      ///< examples a step, drawn with replacement
  double learning_rate = 1e-3; ///< of Adam, with decay rates 0.9 and 0.999 and 1e-8 beside the root
  double initial = 0.5;        ///< first logits are uniform on [-initial, initial)
  std::uint64_t seed = 0;
};

/// After `step` steps.
struct training_record {
  std::size_t step;
  double training_loss; ///< over all examples
  double population_loss;
};

struct training_result {
  std::vector<double> logits;
  std::vector<training_record> history; ///< of steps 0, 1, 2, ... in about equal ratios, and the last
};

training_result train(const constant_router& router, const reconstruction_task& task, const training_plan& plan,
                      const gradient_function& gradient = loss_gradient);

/// The first recorded step from which on the population loss stays within this factor of the last; a step of history.
std::size_t settled(const std::vector<training_record>& history, double factor);

} // namespace mixcert::study
