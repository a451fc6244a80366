// What a mixer costs a model: parameters, operations and memory traffic, as functions of its sizes.
#pragma once

#include "mixcert/mixer/polynomial.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mixcert {

/// Operations on single numbers. tanh counts as one exponential; comparisons and changes of sign do not count, nor does
/// what depends on parameters alone, such as gamma_offset + gamma.
struct operation_count {
  /// How many of each, in terms of n and d.
  polynomial additions = {}, multiplications = {}, divisions = {}, roots = {}, exponentials = {};

  polynomial all() const { return additions + multiplications + divisions + roots + exponentials; } ///< of any kind
};

/// Of one after the other, and of the same so many times.
operation_count operator+(const operation_count& a, const operation_count& b);
operation_count operator*(const polynomial& times, const operation_count& a);

/// Numbers moved between memory and the processor.
struct memory_traffic {
  polynomial reads = {}, writes = {}; ///< how many numbers
};

/// Of one site and one token, in the numbers n of streams and d of features and in `variables`. Operations are those of
/// the equations as docs/reference/mixers.md writes them, with dense matrices, and of no particular program; the branch
/// is not counted.
struct mixer_costs {
  polynomial parameters = {};   ///< numbers of a site's tensors
  operation_count route = {};   ///< gates, and the logits that H is made of, out of the state
  operation_count mix = {};     ///< H out of these
  operation_count apply = {};   ///< the branch input, H X, and what the write gates add
  memory_traffic stepwise = {}; ///< every step a kernel of its own; parameters, which many tokens share, not counted
  memory_traffic fused = {};    ///< one pass before the branch and one behind it
  std::map<std::string, std::size_t> variables = {}; ///< values of the names in the polynomials other than n and d
};

/// The steps that mixers are made of. n and d are polynomials of these names.
namespace cost {

/// The number of streams and of features.
inline const polynomial n = polynomial::variable("n"), d = polynomial::variable("d");

/// A product of a rows x inner and an inner x columns matrix.
operation_count product(const polynomial& rows, const polynomial& inner, const polynomial& columns);
/// `outputs` numbers scale * (a row of weights times a vector of this length) + bias.
operation_count affine_logits(const polynomial& length, const polynomial& outputs);
/// x / sqrt(mean(x^2) + epsilon).
operation_count rms_normalised(const polynomial& length);
/// x sqrt(length) / max(||x||, clamp).
operation_count clamp_normalised(const polynomial& length);
/// (x - mean(x)) / sqrt(variance(x) + epsilon).
operation_count layer_normalised(const polynomial& length);
/// 1 / (1 + e^-x).
operation_count sigmoids(const polynomial& count);
/// n read gates sigmoid and n write gates 2 sigmoid.
operation_count sigmoid_gates();
/// e^x over their sum.
operation_count softmax(const polynomial& length);
/// Each row (or column) of an n x n matrix over its sum.
operation_count normalised_rows();
/// Q = 2 (I + A)^-1 - I for a skew k x k matrix A. The inverse by Gauss-Jordan elimination in place; the symmetric part
/// of I + A is the identity, so no pivot needs to be looked for.
operation_count cayley_transform(const polynomial& k);
/// Sums of squares of s x s blocks of an fs x fs matrix, over s.
operation_count block_energies(const polynomial& f, long s);
/// The softmax of f! logits, and the sum of so many permutation matrices of size f, entry by entry.
operation_count permutation_mixture(const polynomial& f, const polynomial& permutations);
/// A Kronecker product of matrices of these sizes, from the left.
operation_count kronecker_product(const std::vector<std::size_t>& sizes);

/// "(nd + 1) R + 2 n^2 d + 2 n + 3": affine predictors of R coordinates of H and of the gates, with a scale each, from
/// the whole state. As go-mHC's text counts them for mhc-flat (R = n^2), go-mhc (ns (ns - 1) / 2), mhc-lite (n!) and
/// kromhc (the sum of f_k!); that leaves out the nd weights of the normalisation, which are counted here.
polynomial predictor_parameters(const polynomial& R);

/// Which of the things around H a mixer has.
enum class around { gates, nothing };

/// Completes the costs. With gates, apply is sum_s read_s x_s, H X and + write y^T; step by step a token reads (5n + 1)
/// d + n^2 + 2n numbers and writes (3n + 1) d + n^2 + 2n (arXiv 2512.24880, table of memory access), without the
/// routing step, which reads nd and writes n^2 + 2n, where H does not depend on the state. `fused` keeps everything on
/// the chip but the state, the branch's input and output, H and the write gates. Without gates there is H X alone.
mixer_costs completed(mixer_costs costs, around around = around::gates, bool depends_on_state = true);

} // namespace cost

} // namespace mixcert
