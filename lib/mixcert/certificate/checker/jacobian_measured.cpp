#include "mixcert/certificate/checker/jacobian_measured.hpp"

#include "mixcert/certificate/checker/channel.hpp"
#include "mixcert/certificate/checker/direction.hpp"
#include "mixcert/certificate/checker/rank.hpp"
#include "mixcert/certificate/checker/small_values.hpp"
#include "mixcert/certificate/checker/spectrum.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mixcert::checker {
namespace {

/// Those that normalise n x n logits; static does with one kind only, and has no logits with the others.
constexpr std::array<std::string_view, 4> of_sinkhorn{"mhc-v4", "mhc-flat", "lucid-mhc", "static"};

interval inner(const interval_matrix& A, std::size_t i, const interval_matrix& B, std::size_t j, std::size_t first,
               mpfr_prec_t bits) {
  interval sum(bits);
  for (std::size_t c = 0; c < B.cols; ++c) add_product(sum, A(i, first + c), B(j, c));
  return sum;
}

/// ||H kron I + A B||_F^2 = d ||H||_F^2 + 2 <H kron I, A B> + ||A B||_F^2, the last by the products of rows.
interval squared_frobenius(const jacobian_factors& J, mpfr_prec_t bits) {
  const std::size_t n = J.H.rows, m = J.sources.rows, d = J.sources.cols;
  interval squares(bits), mixed(bits), fed_back(bits);
  for (const interval& x : J.H.entries) squares += square(x);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t s = 0; s < n; ++s)
        add_product(mixed, J.H(i, s), inner(J.rows, i * m + j, J.sources, j, s * d, bits));
      for (std::size_t l = 0; l < m; ++l)
        add_product(fed_back, inner(J.sources, j, J.sources, l, 0, bits),
                    inner(J.rows, i * m + j, J.rows, i * m + l, 0, bits));
    }
  return max(squares * static_cast<long>(d) + mixed * 2 + fed_back, interval(bits));
}

interval log_of_product(const std::vector<repeated_value>& spectrum, mpfr_prec_t bits) {
  interval sum(bits);
  for (const auto& [value, count] : spectrum) sum += log(value) * static_cast<long>(count);
  return sum;
}

measured_values of_spectrum(const std::vector<repeated_value>& spectrum, const interval& squares, std::size_t order,
                            mpfr_prec_t bits) {
  const interval& norm = spectrum.front().value;
  return {{"jacobian_norm", norm},
          {"mean_square", squares / static_cast<long>(order)},
          {"log_abs_determinant", log_of_product(spectrum, bits)},
          {"stable_rank", squares / square(norm)}};
}

rational exact_end(mpfr_srcptr end) {
  rational r;
  mpfr_get_q(r.get_mpq_t(), end);
  return r;
}

enclosure exact_ends(const interval& x) {
  if (!is_bounded(x)) throw not_established("a singular value is not bounded");
  return {exact_end(x.lower()), exact_end(x.upper())};
}

enclosed_count rank_of(const evaluated_map& at, const jacobian_factors& J, const std::vector<repeated_value>& spectrum,
                       const std::vector<repeated_value>& frozen) {
  const std::size_t d = J.sources.cols;
  std::vector<spectrum_record> values;
  for (const auto& [value, count] : spectrum) values.push_back({exact_ends(value), count});
  std::vector<enclosure> of_H;
  for (const repeated_value& x : frozen) of_H.push_back(exact_ends(x.value));
  const bool is_fed_back =
      !std::ranges::all_of(J.sources.entries, is_zero) && !std::ranges::all_of(J.rows.entries, is_zero);
  const std::size_t most = is_fed_back ? rank_of_feedback(at.mixer.holds, *at.map.where, std::nullopt) : 0;
  return {rank_at_least(values, of_H, d), std::min(most, J.H.rows * d)};
}

measured_values of_logits(const evaluated_map& at, mpfr_prec_t bits) {
  const std::size_t n = at.map.where->n;
  interval_matrix S = by_number(at.mix, bits);
  const interval norm = enclose_singular_values(S, bits).front();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t l = 0; l < n * n; ++l) S(i * n + i, l) = interval(bits);
  const interval off_diagonal = enclose_singular_values(S, bits).front();
  return {{"sinkhorn_jacobian_norm", norm},
          {"sinkhorn_off_diagonal_norm", off_diagonal},
          {"sinkhorn_bound", off_diagonal * norm}};
}

} // namespace

bool is_of_jacobian(const std::string& name) {
  constexpr std::array names{"jacobian_norm",
                             "frozen_norm",
                             "norm_ratio",
                             "mean_square",
                             "frozen_mean_square",
                             "mean_square_ratio",
                             "log_abs_determinant",
                             "stable_rank",
                             "conserved_channel_gain",
                             "sinkhorn_jacobian_norm",
                             "sinkhorn_off_diagonal_norm",
                             "sinkhorn_bound",
                             "feedback_rank",
                             "count_at_least",
                             "top_direction"};
  return std::ranges::count(names, name) > 0;
}

measured_jacobian measure_jacobian(const evaluated_map& at, const std::string& mixer, mpfr_prec_t bits) {
  const jacobian_factors J = factors_of(at);
  const std::size_t n = J.H.rows, d = J.sources.cols, order = n * d;
  measured_jacobian r{enclose_spectrum(balanced(J), bits), {}, {}, {}};
  std::vector<repeated_value> frozen;
  for (interval& x : enclose_singular_values(J.H, bits)) frozen.push_back({std::move(x), d});
  interval frozen_squares(bits);
  for (const interval& x : J.H.entries) frozen_squares += square(x) * static_cast<long>(d);
  r.values = of_spectrum(r.spectrum, squared_frobenius(J, bits), order, bits);
  r.stopped = of_spectrum(frozen, frozen_squares, order, bits);
  const interval &norm = r.stopped.at("jacobian_norm"), &mean_square = r.stopped.at("mean_square");
  r.values.emplace("frozen_norm", norm);
  r.values.emplace("norm_ratio", r.values.at("jacobian_norm") / norm);
  r.values.emplace("frozen_mean_square", mean_square);
  r.values.emplace("mean_square_ratio", r.values.at("mean_square") / mean_square);
  r.values.emplace("conserved_channel_gain", channel_gain(J, at.mixer.holds, bits));
  if (std::ranges::count(of_sinkhorn, mixer) > 0 && at.mix.numbers.size() == n * n) r.values.merge(of_logits(at, bits));
  r.rank = rank_of(at, J, r.spectrum, frozen);
  return r;
}

enclosed_count count_at_least(const std::vector<repeated_value>& spectrum, const rational& x) {
  enclosed_count r{0, 0};
  for (const auto& [value, count] : spectrum) {
    if (mpfr_cmp_q(value.lower(), x.get_mpq_t()) >= 0) r.at_least += count;
    if (mpfr_cmp_q(value.upper(), x.get_mpq_t()) >= 0) r.at_most += count;
  }
  return r;
}

interval sine_of(const dyadic_matrix& right, const dyadic_matrix& left, const jacobian_factors& J,
                 const std::vector<repeated_value>& spectrum, mpfr_prec_t bits) {
  const interval_matrix v = unit_vector(enclose(right, bits), bits), u = unit_vector(enclose(left, bits), bits);
  if (v.cols == 1) return interval(bits);
  if (spectrum.front().count > 1) throw not_established("the largest singular value may not be alone");
  return sine_of({v, applied(J, v, transposition::none, bits)}, {u, applied(J, u, transposition::transposed, bits)},
                 spectrum[1].value, bits);
}

} // namespace mixcert::checker
