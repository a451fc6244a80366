#include "mixcert/certificate/checker/measured.hpp"

#include "mixcert/certificate/checker/cosine.hpp"
#include "mixcert/certificate/checker/counting.hpp"
#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>

namespace mixcert::checker {
namespace {

const std::map<std::string, std::string>& definitions() {
  static const std::map<std::string, std::string> all{
      {"agm_forward", "||H||_inf = max_i sum_j |H_ij|"},
      {"agm_backward", "||H||_1 = max_j sum_i |H_ij|"},
      {"row_sum_error", "max_i |sum_j H_ij - 1|"},
      {"column_sum_error", "max_j |sum_i H_ij - 1|"},
      {"least_entry", "min_ij H_ij"},
      {"identity_deviation", "sum_ij |H_ij - I_ij| / n^2"},
      {"identity_distance", "||H - I||_F"},
      {"hull_defect", "max_i (|sum_j H_ij - 1| + sum_j max(0, -H_ij))"},
      {"largest_singular_value", "sigma_1(H)"},
      {"second_singular_value", "sigma_2(H)"},
      {"smallest_singular_value", "sigma_n(H)"},
      {"range_excess", "max(0, max_ic ((H X)_ic - max_j X_jc), max_ic (min_j X_jc - (H X)_ic))"},
      {"mean_defect", "||sum_j (sum_i H_ij - 1) x_j / n||_2"},
      {"cosine", "<x_i, x_j> / (||x_i||_2 ||x_j||_2), [i, j] = streams"},
      {"mean_cosine", "the mean of the cosines of all pairs i < j"},
      {"*_load", "p_j = |h_j| / sum_k |h_k|, h the * gates, j = stream"},
      {"*_effective_streams", "1 / sum_j p_j^2, p the * load of the state"},
      {"*_winner", "argmax_j |h_j|, h the * gates"},
      {"*_mean_load", "the mean of p_j over the states of the sequence, p the * load, j = stream"},
      {"*_load_effective_streams", "1 / sum_j m_j^2, m the mean * load of the sequence"},
      {"*_winner_consistency", "the largest share of the states of the sequence that have one * winner"},
      {"*_most_frequent_winner", "the * winner that most states of the sequence have"},
      {"*_lowest_load_stream", "argmin_j m_j, m the mean * load of the sequence"},
      {"*_top_k_scale", "sum_j |h_j| / sum_(j in T) |h_j|, T the k largest |h_j| of the * gates"},
      {"*_top_k_removed_load", "sum_(j not in T) p_j, p the * load, T its k largest"},
      {"row_sum_error_after_iterations", "row_sum_error with the convention's iterations replaced"},
      {"column_sum_error_after_iterations", "column_sum_error with the convention's iterations replaced"},
      {"jacobian_norm", "||J||_2, J = D(H(X) X)"},
      {"frozen_norm", "||H kron I_d||_2"},
      {"norm_ratio", "||J||_2 / ||H kron I_d||_2"},
      {"mean_square", "||J||_F^2 / (n d)"},
      {"frozen_mean_square", "||H kron I_d||_F^2 / (n d)"},
      {"mean_square_ratio", "||J||_F^2 / ||H kron I_d||_F^2"},
      {"log_abs_determinant", "ln |det J|"},
      {"stable_rank", "||J||_F^2 / ||J||_2^2"},
      {"conserved_channel_gain",
       "sqrt(mu^2 + ||Q J P||_2^2), P = (1 1^T / n) kron I_d, Q = I - P, mu = the least singular value of P J P on "
       "range P"},
      {"sinkhorn_jacobian_norm", "||J_S||_2, J_S = d vec H / d vec L, L the n x n logits"},
      {"sinkhorn_off_diagonal_norm", "||P_off J_S||_2, P_off J_S the rows of J_S for H_ij, i != j"},
      {"sinkhorn_bound", "||P_off J_S||_2 ||J_S||_2"},
      {"feedback_rank", "rank(J - H kron I_d)"},
      {"count_at_least", "the number of singular values of J that are at least the threshold"},
      {"top_direction",
       "directions x and y, and sines of their angles with the first right and the first left singular vector of J"}};
  return all;
}

mpfr_prec_t bits_of(const gate_values& values) { return values.front().bits(); }

interval sum_of(const gate_values& values) {
  interval sum(bits_of(values));
  for (const interval& x : values) sum += x;
  return sum;
}

interval sum_of_squares(const gate_values& values) {
  interval sum(bits_of(values));
  for (const interval& x : values) sum += square(x);
  return sum;
}

interval min(const interval& a, const interval& b) { return -max(-a, -b); }

gate_values load_of(const gate_values& gates) {
  gate_values load = absolute(gates);
  const interval sum = sum_of(load);
  for (interval& p : load) p = p / sum;
  return load;
}

gate_values row(const interval_matrix& A, std::size_t i) {
  const auto begin = A.entries.begin() + static_cast<std::ptrdiff_t>(i * A.cols);
  return {begin, begin + static_cast<std::ptrdiff_t>(A.cols)};
}

/// Of the rows.
interval largest_sum(const interval_matrix& A, mpfr_prec_t bits) {
  interval largest(bits);
  for (std::size_t i = 0; i < A.rows; ++i) largest = max(largest, sum_of(absolute(row(A, i))));
  return largest;
}

interval largest_sum_error(const interval_matrix& A, mpfr_prec_t bits) {
  interval largest(bits);
  for (std::size_t i = 0; i < A.rows; ++i) largest = max(largest, abs(sum_of(row(A, i)) - 1));
  return largest;
}

} // namespace

std::string definition_of(const std::string& name) {
  std::string key = name, which;
  for (const std::string& gates : gate_names)
    if (name.starts_with(gates + '_')) {
      which = gates;
      key = '*' + name.substr(gates.size());
    }
  const auto found = definitions().find(key);
  if (found == definitions().end()) throw malformed("there is no quantity '" + printable(name) + "'");
  std::string text = found->second;
  if (!which.empty()) text.replace(text.find('*'), 1, which);
  return text;
}

gate_values absolute(gate_values gates) {
  for (interval& h : gates) h = abs(h);
  return gates;
}

gate_values negative(gate_values values) {
  for (interval& x : values) x = -x;
  return values;
}

measured_values of_map(const interval_matrix& H, mpfr_prec_t bits) {
  const std::size_t n = H.rows;
  interval least = H.entries.front(), deviation(bits), distance(bits), hull(bits);
  for (std::size_t i = 0; i < n; ++i) {
    interval missing(bits);
    for (std::size_t j = 0; j < n; ++j) {
      const interval difference = i == j ? H(i, j) - 1 : H(i, j);
      deviation += abs(difference);
      distance += square(difference);
      least = min(least, H(i, j));
      missing += max(interval(bits), -H(i, j));
    }
    hull = max(hull, abs(sum_of(row(H, i)) - 1) + missing);
  }
  const std::vector<interval> sigma = singular_values(H, bits);
  measured_values r{{"agm_forward", largest_sum(H, bits)},
                    {"agm_backward", largest_sum(transpose(H), bits)},
                    {"row_sum_error", largest_sum_error(H, bits)},
                    {"column_sum_error", largest_sum_error(transpose(H), bits)},
                    {"least_entry", least},
                    {"identity_deviation", deviation / static_cast<long>(n * n)},
                    {"identity_distance", sqrt(distance)},
                    {"hull_defect", hull},
                    {"largest_singular_value", sigma.front()},
                    {"smallest_singular_value", sigma.back()}};
  if (n > 1) r.emplace("second_singular_value", sigma[1]);
  return r;
}

measured_values of_state(const interval_matrix& H, const dyadic_matrix& state, mpfr_prec_t bits) {
  const std::size_t n = state.rows, d = state.cols;
  const interval_matrix X = enclose(state, bits);
  const interval_matrix Y = product(H, X, bits);
  interval excess(bits), change(bits);
  for (std::size_t c = 0; c < d; ++c) {
    interval low = X(0, c), high = X(0, c), moved(bits);
    for (std::size_t j = 0; j < n; ++j) {
      low = min(low, X(j, c));
      high = max(high, X(j, c));
      moved += Y(j, c) - X(j, c);
    }
    for (std::size_t i = 0; i < n; ++i) excess = max(excess, max(Y(i, c) - high, low - Y(i, c)));
    change += square(moved / static_cast<long>(n));
  }
  measured_values r{{"range_excess", excess}, {"mean_defect", sqrt(change)}};
  const pair_cosines cosines(state, bits);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      r.emplace("cosine " + std::to_string(i) + ' ' + std::to_string(j), cosines(i, j));
  if (n > 1) r.emplace("mean_cosine", cosines.mean());
  return r;
}

measured_values of_gates(const std::string& which, const gate_values& gates) {
  measured_values r;
  const gate_values load = load_of(gates);
  for (std::size_t j = 0; j < load.size(); ++j) r.emplace(which + "_load " + std::to_string(j), load[j]);
  r.emplace(which + "_effective_streams", 1 / sum_of_squares(load));
  return r;
}

gate_values mean_load(const std::vector<gate_values>& tokens) {
  gate_values mean(tokens.front().size(), interval(bits_of(tokens.front())));
  for (const gate_values& gates : tokens) {
    const gate_values load = load_of(gates);
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += load[j];
  }
  for (interval& m : mean) m = m / static_cast<long>(tokens.size());
  return mean;
}

measured_values of_sequence(const std::string& which, const std::vector<gate_values>& tokens, mpfr_prec_t bits) {
  measured_values r;
  const gate_values mean = mean_load(tokens);
  for (std::size_t j = 0; j < mean.size(); ++j) r.emplace(which + "_mean_load " + std::to_string(j), mean[j]);
  r.emplace(which + "_load_effective_streams", 1 / sum_of_squares(mean));
  const winner_counts winners = count_winners(tokens);
  const std::size_t least = *std::ranges::max_element(winners.certain),
                    most = *std::ranges::max_element(winners.possible);
  r.emplace(which + "_winner_consistency",
            interval(rational(least), rational(most), bits) / static_cast<long>(tokens.size()));
  return r;
}

measured_values mean_of(const std::vector<measured_values>& lists) {
  measured_values mean = lists.front();
  for (std::size_t k = 1; k < lists.size(); ++k)
    for (auto& [name, value] : mean) value += lists[k].at(name);
  for (auto& [name, value] : mean) value = value / static_cast<long>(lists.size());
  return mean;
}

interval_matrix mean_of(const std::vector<interval_matrix>& maps) {
  interval_matrix mean = maps.front();
  for (std::size_t k = 1; k < maps.size(); ++k)
    for (std::size_t i = 0; i < mean.entries.size(); ++i) mean.entries[i] += maps[k].entries[i];
  for (interval& x : mean.entries) x = x / static_cast<long>(maps.size());
  return mean;
}

std::optional<bool> is_highest(const gate_values& values, std::size_t j) {
  bool is_certain = true;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k == j) continue;
    if (is_less(values[j], values[k])) return false;
    is_certain = is_certain && is_less(values[k], values[j]);
  }
  return is_certain ? std::optional(true) : std::nullopt;
}

std::optional<bool> is_winner(const gate_values& gates, std::size_t j) {
  const gate_values sizes = absolute(gates);
  const std::optional<bool> highest = is_highest(sizes, j);
  return highest == true && !is_positive(sizes[j]) ? std::nullopt : highest;
}

winner_counts count_winners(const std::vector<gate_values>& tokens) {
  const std::size_t n = tokens.front().size();
  winner_counts r{std::vector<std::size_t>(n, 0), std::vector<std::size_t>(n, 0)};
  for (const gate_values& gates : tokens)
    for (std::size_t j = 0; j < n; ++j) {
      const std::optional<bool> wins = is_winner(gates, j);
      r.certain[j] += wins == true ? 1 : 0;
      r.possible[j] += wins == false ? 0 : 1;
    }
  return r;
}

kept_gates keep_largest(const gate_values& gates, std::size_t k) {
  const gate_values sizes = absolute(gates);
  const std::size_t n = gates.size();
  std::vector<bool> is_kept(n, false);
  std::size_t certain = 0;
  interval kept(bits_of(gates));
  for (std::size_t j = 0; j < n; ++j) {
    const auto below = std::ranges::count_if(sizes, [&](const interval& other) { return is_less(other, sizes[j]); });
    if (static_cast<std::size_t>(below) + k < n) continue;
    is_kept[j] = true;
    kept += sizes[j];
    ++certain;
  }
  if (certain != k) throw not_established("which " + std::to_string(k) + " gates are the largest is not certain");
  kept_gates r{sum_of(sizes) / kept, gate_values(n, interval(bits_of(gates)))};
  for (std::size_t j = 0; j < n; ++j)
    if (is_kept[j]) r.gates[j] = r.scale * gates[j];
  return r;
}

} // namespace mixcert::checker
