#include "mixcert/mixer/mixer.hpp"

namespace mixcert {

std::vector<std::size_t> extents(const tensor_spec& spec) {
  std::vector<std::size_t> r;
  for (const tensor_axis& axis : spec.shape) r.push_back(axis.extent);
  return r;
}

std::string describe(const tensor_spec& spec) {
  std::string symbols, numbers;
  for (const tensor_axis& axis : spec.shape) {
    const std::string comma = symbols.empty() ? "" : ",";
    symbols += comma + axis.symbol;
    numbers += comma + std::to_string(axis.extent);
  }
  if (spec.shape.empty()) return "[], a single number";
  return "[" + symbols + "] = [" + numbers + "]";
}

namespace {

/// The dimension of the skew-symmetric k x k matrices.
std::size_t skew_dimension(std::size_t k) { return k == 0 ? 0 : k * (k - 1) / 2; }

} // namespace

rank_bound mixer::feedback_rank(std::size_t n, const state_rank& rank, const mixer_convention& convention) const {
  const mixer_invariants has = invariants(convention);
  const std::size_t numbers = dependence(n, convention).numbers;
  const std::size_t r = std::min(n, rank.state), q = std::min({n - 1, r, rank.differences});
  const bool rows = has.rows_sum_to_one, columns = has.columns_sum_to_one;
  std::size_t at_most = std::min(numbers, (columns ? n - 1 : n) * (rows ? q : r));
  if (columns) at_most = std::min(at_most, (n - 1) * r);
  if (has.orthogonal) at_most = std::min(at_most, skew_dimension(n) - skew_dimension(n - r));
  if (has.orthogonal && rows) at_most = std::min(at_most, skew_dimension(n - 1) - skew_dimension(n - 1 - q));
  const bool is_T1 = !rows && !columns && !has.orthogonal && numbers >= n * n;
  return {at_most, is_T1 ? "T1" : "T8"};
}

core_bound bound_core(const mixer& mixer, state_size size, const state_rank& rank, const mixer_convention& convention) {
  const auto [n, d] = size;
  const state_dependence dependence = mixer.dependence(n, convention);
  if (dependence.numbers == 0) return {0, 0, 0};
  std::size_t rows = rank.state, arrays = 0;
  for (const feature_group& group : dependence.features)
    (group.what == feature_group::row ? rows : arrays) += group.count;
  const std::size_t r = mixer.feedback_rank(n, rank, convention).at_most;
  return {std::min(d, rows + arrays), std::min(d, rows + n * arrays), std::min(d, std::min(rank.state, r) + r)};
}

} // namespace mixcert
