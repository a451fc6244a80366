#include "mixcert/diagnostic/conserved_channel.hpp"

#include "mixcert/error.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace mixcert {
namespace {

using blocks = feedback<mp_interval>;

mp_interval one_over(std::size_t n, const mp_interval& like) {
  return mp_interval(1, like.bits()) / mp_interval(static_cast<double>(n), like.bits());
}

/// Each row of the matrix replaced by the mean of its rows.
matrix<mp_interval> averaged(const matrix<mp_interval>& a) {
  matrix<mp_interval> r = a;
  for (std::size_t c = 0; c < a.cols(); ++c) {
    mp_interval sum = a(0, c);
    for (std::size_t i = 1; i < a.rows(); ++i) sum += a(i, c);
    for (std::size_t i = 0; i < a.rows(); ++i) r(i, c) = sum * one_over(a.rows(), sum);
  }
  return r;
}

/// Each row less the mean of the rows, by differences of rows: exactly zero where rows are exact and equal.
matrix<mp_interval> centred(const matrix<mp_interval>& a) {
  matrix<mp_interval> r = a;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t c = 0; c < a.cols(); ++c) {
      mp_interval sum(0, a(i, c).bits());
      for (std::size_t k = 0; k < a.rows(); ++k) sum += a(i, c) - a(k, c);
      r(i, c) = sum * one_over(a.rows(), sum);
    }
  return r;
}

/// J (f kron I) for the n x n matrix f that `change` multiplies columns of length n by.
template <class Change> blocks on_inputs(blocks J, Change change) {
  J.frozen = transpose(change(transpose(J.frozen)));
  for (matrix<mp_interval>& D : J.derivatives) D = change(D);
  for (generator_array<mp_interval>& array : J.arrays) {
    const std::size_t n = array.rows.size(), d = array.rows.front().size();
    matrix<mp_interval> rows(n, d, array.rows.front().front());
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) rows(s, c) = array.rows[s][c];
    rows = change(rows);
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t c = 0; c < d; ++c) array.rows[s][c] = rows(s, c);
  }
  return J;
}

/// (Q kron I) J.
blocks differences_of_outputs(blocks J) {
  const std::size_t n = J.frozen.rows(), m = J.sources.rows();
  J.frozen = centred(J.frozen);
  const auto all = [&](std::size_t j, auto entry) { // of D_ij, one number for each i
    matrix<mp_interval> column(n, 1, J.frozen(0, 0));
    for (std::size_t i = 0; i < n; ++i) column(i, 0) = entry(i * m + j);
    column = centred(column);
    for (std::size_t i = 0; i < n; ++i) entry(i * m + j) = column(i, 0);
  };
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t c = 0; c < J.derivatives.front().values().size(); ++c)
      all(j, [&](std::size_t ij) -> mp_interval& { return J.derivatives[ij].values()[c]; });
    for (std::size_t a = 0; a < J.array_weights.cols(); ++a)
      all(j, [&](std::size_t ij) -> mp_interval& { return J.array_weights(ij, a); });
  }
  return J;
}

/// PJP on range P, as a map of one stream: the mean of H times its size, and derivatives by z along 1 z^T.
blocks between_means(const blocks& J) {
  const std::size_t n = J.frozen.rows(), m = J.sources.rows(), p = J.generators.size();
  const mp_interval zero(0, J.frozen(0, 0).bits()), share = one_over(n, zero);
  blocks r{matrix<mp_interval>(1, 1, zero), J.generators, {}, J.sources, {}, {}};
  for (const mp_interval& x : J.frozen.values()) r.frozen(0, 0) += x;
  r.frozen(0, 0) = r.frozen(0, 0) * share;
  for (const generator_array<mp_interval>& array : J.arrays) {
    std::vector<mp_interval> sum = array.rows.front();
    for (std::size_t s = 1; s < n; ++s)
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += array.rows[s][c];
    r.arrays.push_back({array.label, {std::move(sum)}});
  }
  r.array_weights = matrix<mp_interval>(m, J.arrays.size(), zero);
  for (std::size_t j = 0; j < m; ++j) {
    matrix<mp_interval> D(1, p, zero);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t g = 0; g < p; ++g) D(0, g) += J.derivatives[i * m + j](s, g);
      for (std::size_t a = 0; a < J.arrays.size(); ++a) r.array_weights(j, a) += J.array_weights(i * m + j, a);
    }
    r.derivatives.push_back(map(D, [&](const mp_interval& x) { return x * share; }));
    for (std::size_t a = 0; a < J.arrays.size(); ++a) r.array_weights(j, a) = r.array_weights(j, a) * share;
  }
  return r;
}

mp_interval largest(const blocks& block, std::size_t width, const precision& places) {
  return enclose_spectrum(block, width, places).front().value;
}

/// The residual map's.
blocks jacobian_of(const mixer& mixer, const mixer_input& input, const precision& places) {
  if (input.read || input.branch_output || !input.state_radius.values().empty())
    throw input_error(
        "the blocks of the mean and the differences are those of the residual map at one state; leave out "
        "the read map, the branch output and the radii");
  return residual_feedback(mixer.evaluate({places.working}, input));
}

/// Where B = QHP + DH[P . ]X is DH[P . ]QX (theorem T9 b).
blocks with_exact_rows(blocks cross) {
  for (mp_interval& x : cross.frozen.values()) x = mp_interval(0, x.bits());
  cross.sources = centred(cross.sources);
  return cross;
}

/// ||QJP||, from QJ.
mp_interval cross_norm(const blocks& outputs, const mixer_invariants& known, std::size_t width,
                       const precision& places) {
  blocks cross = on_inputs(outputs, averaged);
  if (known.columns_sum_to_one && known.rows_sum_to_one) cross = with_exact_rows(std::move(cross));
  return largest(cross, width, places);
}

void require_square(const blocks& J, const std::string& function) {
  if (J.frozen.rows() != J.frozen.cols() || J.frozen.values().empty())
    throw std::invalid_argument(function + ": the map must have as many outputs as streams, and at least one");
}

} // namespace

channel_blocks conserved_channel(const mixer& mixer, const mixer_input& input, const precision& places) {
  const mixer_invariants known = mixer.invariants(input.convention);
  if (!known.columns_sum_to_one)
    throw input_error("mixer '" + std::string(mixer.name()) +
                      "' with this convention does not make the columns of H sum to one exactly, so the mean of the "
                      "streams is not conserved; mean_channel bounds the gain without that");
  const blocks J = jacobian_of(mixer, input, places);
  const std::size_t d = input.state.cols();
  const blocks outputs = differences_of_outputs(J);
  const mp_interval one(1, places.working), B = cross_norm(outputs, known, d, places);
  return {one, B, largest(on_inputs(outputs, centred), d, places), sqrt(one + sqr(B))};
}

channel_blocks mean_channel(const mixer& mixer, const mixer_input& input, const precision& places) {
  return mean_channel(jacobian_of(mixer, input, places), input.state.cols(), places);
}

channel_blocks mean_channel(const feedback<mp_interval>& J, std::size_t width, const precision& places) {
  require_square(J, "mean_channel");
  const blocks outputs = differences_of_outputs(J);
  const mp_interval mean = enclose_spectrum(between_means(J), width, places).back().value;
  const mp_interval cross = cross_norm(outputs, {}, width, places);
  return {mean, cross, largest(on_inputs(outputs, centred), width, places), sqrt(sqr(mean) + sqr(cross))};
}

mp_interval channel_gain(const feedback<mp_interval>& J, const mixer_invariants& known, std::size_t width,
                         const precision& places) {
  require_square(J, "channel_gain");
  const mp_interval mean = known.columns_sum_to_one ? mp_interval(1, places.working)
                                                    : enclose_spectrum(between_means(J), width, places).back().value;
  return sqrt(sqr(mean) + sqr(cross_norm(differences_of_outputs(J), known, width, places)));
}

} // namespace mixcert
