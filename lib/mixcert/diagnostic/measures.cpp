#include "mixcert/diagnostic/measures.hpp"

#include "mixcert/diagnostic/gain.hpp"
#include "mixcert/diagnostic/identity_deviation.hpp"
#include "mixcert/diagnostic/load.hpp"
#include "mixcert/diagnostic/preservation.hpp"
#include "mixcert/diagnostic/similarity.hpp"
#include "mixcert/diagnostic/structure.hpp"
#include "mixcert/jacobian/rotation.hpp"

#include <map>

namespace mixcert {
namespace {

/// With GATE in place of read and write.
const std::map<std::string, std::string, std::less<>>& definitions() {
  static const std::map<std::string, std::string, std::less<>> all = {
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
      {"GATE_load", "p_j = |h_j| / sum_k |h_k|, h the GATE gates, j = stream"},
      {"GATE_effective_streams", "1 / sum_j p_j^2, p the GATE load of the state"},
      {"GATE_winner", "argmax_j |h_j|, h the GATE gates"},
      {"GATE_mean_load", "the mean of p_j over the states of the sequence, p the GATE load, j = stream"},
      {"GATE_load_effective_streams", "1 / sum_j m_j^2, m the mean GATE load of the sequence"},
      {"GATE_winner_consistency", "the largest share of the states of the sequence that have one GATE winner"},
      {"GATE_most_frequent_winner", "the GATE winner that most states of the sequence have"},
      {"GATE_lowest_load_stream", "argmin_j m_j, m the mean GATE load of the sequence"},
      {"GATE_top_k_scale", "sum_j |h_j| / sum_(j in T) |h_j|, T the k largest |h_j| of the GATE gates"},
      {"GATE_top_k_removed_load", "sum_(j not in T) p_j, p the GATE load, T its k largest"},
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
       "directions x and y, and sines of their angles with the first right and the first left singular vector of J"},
  };
  return all;
}

} // namespace

std::vector<measure> measures_of_map(const matrix<mp_interval>& H, const precision& places) {
  const context<mp_interval> numbers{places.working};
  const stochastic_defects<mp_interval> defects = stochastic_defects_of(numbers, H);
  const std::vector<mp_interval> sigma = mixer_singular_values(certify_rotation(H, places), places);
  std::vector<measure> r = {{"agm_forward", {}, forward_gain(numbers, H)},
                            {"agm_backward", {}, backward_gain(numbers, H)},
                            {"row_sum_error", {}, defects.row_sum_error},
                            {"column_sum_error", {}, defects.column_sum_error},
                            {"least_entry", {}, defects.least_entry},
                            {"identity_deviation", {}, identity_deviation(numbers, H)},
                            {"identity_distance", {}, sqrt(squared_identity_distance(numbers, H))},
                            {"hull_defect", {}, hull_defect(numbers, H)},
                            {"largest_singular_value", {}, sigma.front()}};
  if (sigma.size() > 1) r.push_back({"second_singular_value", {}, sigma[1]});
  r.push_back({"smallest_singular_value", {}, sigma.back()});
  return r;
}

std::vector<measure> measures_of_state(const matrix<mp_interval>& H, const matrix<mp_interval>& X) {
  const context<mp_interval> numbers{H(0, 0).bits()};
  mp_interval square = numbers.exact(0);
  for (const mp_interval& x : change_of_mean(numbers, H, X)) square += sqr(x);
  std::vector<measure> r = {{"range_excess", {}, range_excess(numbers, H, X)}, {"mean_defect", {}, sqrt(square)}};
  const std::vector<mp_interval> cosines = pairwise_cosines(inner_products(numbers, X));
  if (cosines.empty()) return r;
  mp_interval sum = numbers.exact(0);
  for (std::size_t i = 0, pair = 0; i < X.rows(); ++i)
    for (std::size_t j = i + 1; j < X.rows(); ++j, ++pair) {
      r.push_back({"cosine", {i, j}, cosines[pair]});
      sum += cosines[pair];
    }
  r.push_back({"mean_cosine", {}, sum / numbers.exact(static_cast<double>(cosines.size()))});
  return r;
}

std::vector<measure> measures_of_gates(const std::string& which, const std::vector<mp_interval>& gates) {
  const context<mp_interval> numbers{gates.front().bits()};
  const std::vector<mp_interval> load = routing_load(numbers, gates);
  std::vector<measure> r;
  for (std::size_t j = 0; j < load.size(); ++j) r.push_back({which + "_load", {j}, load[j]});
  r.push_back({which + "_effective_streams", {}, effective_streams(numbers, load)});
  return r;
}

std::vector<measure> measures_of_sequence(const std::string& which,
                                          const std::vector<std::vector<mp_interval>>& loads) {
  const context<mp_interval> numbers{loads.front().front().bits()};
  const auto count = [&](std::size_t x) { return numbers.exact(static_cast<double>(x)); };
  const std::vector<mp_interval> mean = mean_load(numbers, loads);
  const winner_count winners = count_winners(loads);
  std::vector<measure> r;
  for (std::size_t j = 0; j < mean.size(); ++j) r.push_back({which + "_mean_load", {j}, mean[j]});
  r.push_back({which + "_load_effective_streams", {}, effective_streams(numbers, mean)});
  r.push_back({which + "_winner_consistency",
               {},
               hull(count(winners.at_least), count(winners.at_most)) / count(winners.tokens)});
  return r;
}

std::string definition_of(std::string_view name) {
  const std::size_t under = name.find('_');
  const std::string_view which = name.substr(0, under);
  const bool is_gate = which == "read" || which == "write";
  std::string text = definitions().at(is_gate ? "GATE" + std::string(name.substr(under)) : std::string(name));
  for (std::size_t at = text.find("GATE"); at != std::string::npos; at = text.find("GATE")) text.replace(at, 4, which);
  return text;
}

} // namespace mixcert
