// Small artificial mixers: any H, any derivative, any generators, all of them exact; and their Jacobians as rationals.
#pragma once

#include "mixcert/mixer/evaluation.hpp"
#include "mixcert/scalar/mp_interval.hpp"
#include "support/rational_matrix.hpp"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mixcert::test {

constexpr mpfr_prec_t exact_bits = 384; ///< holds every number below

struct problem {
  mixer_evaluation<mp_interval> e;
  std::size_t width = 0;
  std::vector<double> y = {}; ///< the branch output; empty for the residual alone
  bool read = false;          ///< the map is the branch input

  std::size_t streams() const { return e.H.rows(); }
  /// H, or the row of read gates.
  matrix<mp_interval> frozen() const;
  /// Replaces H by these rows.
  problem with_H(const std::vector<double>& values) const;
  /// Multiplies generator g by a number.
  problem with_scaled_generator(std::size_t g, double factor) const;
  /// Generator `g` becomes the sum of the others times these factors, plus what it was times `keep`; exact.
  problem with_combined_generator(std::size_t g, const std::vector<double>& factors, double keep) const;
  problem with_scaled_derivative(double factor) const;
  /// Array `a` becomes the sum of the others times these factors, plus what it was times `keep`; exact.
  problem with_combined_array(std::size_t a, const std::vector<double>& factors, double keep) const;
  problem without_state() const;
  problem without_feedback() const;
};

class problem_source {
 public:
  explicit problem_source(std::uint64_t seed) : engine_(seed) {}
  /// A multiple of 1/8, at most 1 in size.
  double number() { return static_cast<double>(std::uniform_int_distribution<int>(-8, 8)(engine_)) / 8; }
  std::size_t index(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(engine_); }
  matrix<mp_interval> array(std::size_t rows, std::size_t cols);
  /// n streams of d features in the span of p generators; every stream moves every entry of H.
  problem generic(std::size_t n, std::size_t d, std::size_t p);
  /// A router of the whole state: the derivative of each entry of H also has a part of each of `arrays` arrays.
  problem whole_state(std::size_t n, std::size_t d, std::size_t p, std::size_t arrays);
  /// The same with a write gate that every stream moves.
  problem with_write_gate(problem p);
  /// The branch input, with gates that every stream moves.
  problem with_read_gate(problem p);
  /// The structure of per-stream routers: generators are the streams and n weights, stream j moves column j alone.
  problem per_stream(std::size_t n, std::size_t d);

 private:
  std::mt19937_64 engine_;
};

struct named_problem {
  std::string name;
  problem p;
};

/// Everything that can be special: repeated, zero and negative values of H, dependent, nearly dependent and graded
/// generators, more generators than features, no feedback, no state. n * d <= 16.
std::vector<named_problem> special_problems();

/// Any member of an enclosure, as a rational.
using choice = std::function<mpq_class(const mp_interval&)>;
mpq_class lower_end(const mp_interval& x);

/// The rows of X, and y below them when there is one.
rational_matrix sources(const problem& p, const choice& member = lower_end);

/// The derivative of entry (i, j) of H, or for j = n of gate i, an n x d array.
rational_matrix derivative(const problem& p, std::size_t i, std::size_t j, const choice& member = lower_end);

/// J = H kron I + A B, with the write gate when there is a branch output, or that of the branch input (d x nd), for one
/// member of every enclosure.
rational_matrix jacobian(const problem& p, const choice& member = lower_end);
rational_matrix generators(const problem& p, const choice& member = lower_end); ///< one a row

} // namespace mixcert::test
