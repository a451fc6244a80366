// Learning a fixed mixing of streams from noisy examples.
#pragma once

#include "mixcert/scalar/matrix.hpp"
#include "study/uniform_source.hpp"

#include <cstddef>
#include <vector>

namespace mixcert::study {

/// Y = T X + noise, each n x d.
struct example {
  matrix<double> X, Y;
};

struct reconstruction_task {
  matrix<double> T;
  double noise; ///< each of its entries is uniform on [0, noise)
  std::vector<example> examples;
};

/// Doubly stochastic to rounding: rows and columns of a matrix of numbers uniform on (0, 1] are normalised in turn.
matrix<double> random_target(std::size_t n, uniform_source& source);

/// Entries of X are independent and uniform on [-sqrt 3, sqrt 3): of mean 0 and variance 1.
reconstruction_task random_task(const matrix<double>& target, std::size_t features, std::size_t count, double noise,
                                uniform_source& source);

/// The mean over these examples and all entries of (H X - Y)^2, and its derivative by H.
struct loss {
  double value;
  matrix<double> gradient;
};
loss training_loss(const reconstruction_task& task, const matrix<double>& H, const std::vector<std::size_t>& chosen);

/// noise^2 / 3, the mean square of the noise: no mixer whose columns sum to one has a smaller population loss.
double floor_of(const reconstruction_task& task);

/// The expectation of the loss over fresh examples when columns of H sum to one: floor + ||H - T||_F^2 / n.
double population_loss(const reconstruction_task& task, const matrix<double>& H);

/// The least population loss of a matrix a I + b S_1 + c S_2 + d S_1 S_2, S_1 and S_2 the swaps of the two bits of the
/// index of a stream: a bound from below for binary Kronecker products of four streams, which are such. The four are
/// orthogonal, with norm 2. Requires n = 4.
double least_binary_kronecker_loss(const reconstruction_task& task);

} // namespace mixcert::study
