#include "reconstruction/task.hpp"

#include <cmath>

namespace mixcert::study {
namespace {

double square(double x) { return x * x; }

} // namespace

matrix<double> random_target(std::size_t n, uniform_source& source) {
  matrix<double> T(n, n, 0.0);
  for (double& x : T.values()) x = 1 - source(0, 1);
  constexpr int rounds = 200;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += T(i, j);
      for (std::size_t j = 0; j < n; ++j) T(i, j) /= sum;
    }
    T = transpose(T); // after an even number of rounds it is itself again
  }
  return T;
}

reconstruction_task random_task(const matrix<double>& target, std::size_t features, std::size_t count, double noise,
                                uniform_source& source) {
  const std::size_t n = target.rows();
  reconstruction_task task{target, noise, {}};
  for (std::size_t k = 0; k < count; ++k) {
    example e{matrix<double>(n, features, 0.0), matrix<double>(n, features, 0.0)};
    for (double& x : e.X.values()) x = source(-1, 1) * std::sqrt(3.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < features; ++c) {
        e.Y(i, c) = source(0, noise);
        for (std::size_t j = 0; j < n; ++j) e.Y(i, c) += target(i, j) * e.X(j, c);
      }
    task.examples.push_back(std::move(e));
  }
  return task;
}

loss training_loss(const reconstruction_task& task, const matrix<double>& H, const std::vector<std::size_t>& chosen) {
  const std::size_t n = H.rows();
  loss r{0, matrix<double>(n, n, 0.0)};
  std::size_t numbers = 0;
  for (const std::size_t k : chosen) {
    const auto& [X, Y] = task.examples[k];
    numbers += Y.values().size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < X.cols(); ++c) {
        double error = -Y(i, c);
        for (std::size_t j = 0; j < n; ++j) error += H(i, j) * X(j, c);
        r.value += square(error);
        for (std::size_t j = 0; j < n; ++j) r.gradient(i, j) += 2 * error * X(j, c);
      }
  }
  r.value /= static_cast<double>(numbers);
  for (double& g : r.gradient.values()) g /= static_cast<double>(numbers);
  return r;
}

double floor_of(const reconstruction_task& task) { return square(task.noise) / 3; }

double population_loss(const reconstruction_task& task, const matrix<double>& H) {
  double sum = 0;
  for (std::size_t e = 0; e < H.values().size(); ++e) sum += square(H.values()[e] - task.T.values()[e]);
  return floor_of(task) + sum / static_cast<double>(H.rows());
}

double least_binary_kronecker_loss(const reconstruction_task& task) {
  constexpr std::size_t n = 4;
  matrix<double> nearest(n, n, 0.0);
  for (std::size_t flips = 0; flips < n; ++flips) {
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i) mean += task.T(i, i ^ flips) / n;
    for (std::size_t i = 0; i < n; ++i) nearest(i, i ^ flips) = mean;
  }
  return population_loss(task, nearest);
}

} // namespace mixcert::study
