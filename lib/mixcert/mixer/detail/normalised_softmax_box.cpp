#include "mixcert/mixer/detail/normalised_softmax_box.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <limits>

namespace mixcert {
namespace {

std::vector<double> largest_changes(const matrix<slope_form>& logits) {
  std::vector<double> r;
  for (const slope_form& f : logits.values()) r.push_back(largest_change(f));
  if (!std::all_of(r.begin(), r.end(), [](double x) { return x < std::numeric_limits<double>::infinity(); }))
    throw not_certified("the change of a logit could not be bounded");
  return r;
}

/// Logit l with a variable of its own.
matrix<slope_form> as_variables(matrix<slope_form> logits, const std::vector<double>& radius) {
  for (std::size_t l = 0; l < radius.size(); ++l) {
    slope_form& f = logits.values()[l];
    if (f.is_constant()) continue;
    std::vector<interval> slopes(l, interval(0.0));
    slopes.emplace_back(radius[l]);
    f = slope_form(f.centre(), f.range(), std::move(slopes), interval(0.0));
  }
  return logits;
}

/// Numbers pi_bc >= 0 with sum_c pi_bc - sum_c pi_cb near change_b: what moves from one to the other, and no more.
matrix<double> transport(std::vector<double> change) {
  const std::size_t n = change.size();
  matrix<double> pi(n, n, 0.0);
  for (std::size_t b = 0; b < n; ++b)
    for (std::size_t c = 0; c < n; ++c) {
      if (!(change[b] > 0 && change[c] < 0)) continue;
      const double moved = std::min(change[b], -change[c]);
      pi(b, c) = moved;
      change[b] -= moved;
      change[c] += moved;
    }
  return pi;
}

double middle(const interval& x) { return 0.5 * x.lower() + 0.5 * x.upper(); }

} // namespace

normalised_softmax<slope_form>::normalised_softmax(const context<slope_form>& context, const matrix<slope_form>& logits,
                                                   const sum_floor<slope_form>& floor, std::string remedy)
    : logits_(logits), n_(logits.rows()), zero_(context.exact(0)), one_(context.exact(1)),
      epsilon_(floor.epsilon.range()), clamp_(floor.clamp), remedy_(std::move(remedy)),
      radius_(largest_changes(logits)),
      start_(context, as_variables(logits, radius_), floor.epsilon), R_{std::vector<interval>(n_, interval(1.0)),
                                                                        matrix<gradient>(n_, n_,
                                                                                         gradient(n_ * n_, zero_))},
      C_(R_), sum_(R_.difference) {}

void normalised_softmax<slope_form>::normalise_columns() {
  normalise(C_, R_, "column", [](std::size_t k, std::size_t j) { return std::pair(j, k); });
}

void normalised_softmax<slope_form>::normalise_rows() {
  normalise(R_, C_, "row", [](std::size_t j, std::size_t k) { return std::pair(j, k); });
}

void normalised_softmax<slope_form>::alternate(std::size_t iterations) {
  normalise_columns();
  for (std::size_t i = 1; i < iterations; ++i) {
    normalise_rows();
    normalise_columns();
  }
}

/// A logarithm by the mean value theorem: its change is the gradient somewhere between, times that of the logits.
slope_form normalised_softmax<slope_form>::logarithm(const interval& centre, const gradient& g) const {
  std::vector<interval> slopes;
  for (std::size_t l = 0; l < g.size(); ++l) slopes.push_back(g[l].range() * interval(radius_[l]));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {centre, interval(-infinity, infinity), std::move(slopes), interval(0.0)};
}

/// w_ab = 1 / (sum_c (P0_ac / P0_ab) other_c / other_b + epsilon / (P0_ab own_a other_b)).
normalised_softmax<slope_form>::average normalised_softmax<slope_form>::average_of(const scaling& own,
                                                                                   const scaling& other, std::size_t a,
                                                                                   const place& at) const {
  const auto P0 = [&](std::size_t b) -> const slope_form& { return start_.P0(at(a, b).first, at(a, b).second); };
  const auto old_product = [&](std::size_t b) {
    return exp(logarithm(log(own.value[a] * other.value[b]), sum_(at(a, b).first, at(a, b).second)));
  };
  const slope_form epsilon(epsilon_);
  average r{{}, zero_, gradient(n_ * n_, zero_)};
  slope_form old = one_;
  for (std::size_t b = 0; b < n_; ++b) {
    slope_form sum = one_;
    for (std::size_t c = 0; c < n_; ++c)
      if (c != b) sum += P0(c) / P0(b) * exp(logarithm(log(other.value[c] / other.value[b]), other.difference(c, b)));
    if (!is_exact_zero(epsilon)) {
      const slope_form product = P0(b) * old_product(b);
      sum += epsilon / product;
      old += product / epsilon;
    }
    r.weight.push_back(one_ / sum);
  }
  if (!is_exact_zero(epsilon)) r.kept = one_ / old;
  for (std::size_t b = 0; b < n_; ++b) {
    const auto [j, k] = at(a, b);
    for (std::size_t l = 0; l < n_; ++l) r.source[j * n_ + l] += r.weight[b] * start_.dlog_P0(j * n_ + k, l);
  }
  return r;
}

/// dlog own_a - dlog own_b after the division: the difference of two averages of dlog other is what is moved between
/// the weights, times differences of dlog other.
normalised_softmax<slope_form>::gradient
normalised_softmax<slope_form>::difference_of(const average& p, const average& q, std::size_t a, std::size_t b,
                                              const scaling& other, const place& at) const {
  std::vector<slope_form> rest;
  std::vector<double> change;
  for (std::size_t c = 0; c < n_; ++c) {
    rest.push_back(p.weight[c] - q.weight[c]);
    change.push_back(middle(rest.back().centre()));
  }
  const matrix<double> pi = transport(change);
  for (std::size_t c = 0; c < n_; ++c)
    for (std::size_t e = 0; e < n_; ++e) {
      if (pi(c, e) == 0) continue;
      rest[c] -= slope_form(interval(pi(c, e)));
      rest[e] += slope_form(interval(pi(c, e)));
    }
  gradient r;
  for (std::size_t l = 0; l < n_ * n_; ++l) {
    slope_form d = q.source[l] - p.source[l];
    for (std::size_t c = 0; c < n_; ++c) {
      if (c > 0) d -= rest[c] * other.difference(c, 0)[l];
      for (std::size_t e = 0; e < n_; ++e)
        if (pi(c, e) != 0) d -= slope_form(interval(pi(c, e))) * other.difference(c, e)[l];
    }
    d += p.kept * sum_(at(a, 0).first, at(a, 0).second)[l];
    d -= q.kept * sum_(at(b, 0).first, at(b, 0).second)[l];
    r.push_back(std::move(d));
  }
  return r;
}

void normalised_softmax<slope_form>::normalise(scaling& own, scaling& other, const char* what, const place& at) {
  const interval zero(0.0);
  std::vector<average> averages;
  for (std::size_t a = 0; a < n_; ++a) {
    require_not_clamped(a, {what, a, remedy_}, at);
    averages.push_back(average_of(own, other, a, at));
  }
  for (std::size_t a = 0; a < n_; ++a)
    for (std::size_t b = a + 1; b < n_; ++b) {
      own.difference(a, b) = difference_of(averages[a], averages[b], a, b, other, at);
      for (std::size_t l = 0; l < n_ * n_; ++l) own.difference(b, a)[l] = -own.difference(a, b)[l];
    }
  for (std::size_t a = 0; a < n_; ++a)
    for (std::size_t b = 0; b < n_; ++b) {
      gradient& sum = sum_(at(a, b).first, at(a, b).second);
      for (std::size_t l = 0; l < n_ * n_; ++l) {
        slope_form next = averages[a].kept * sum[l] - averages[a].source[l];
        for (std::size_t c = 0; c < n_; ++c)
          if (c != b) next += averages[a].weight[c] * other.difference(b, c)[l];
        sum[l] = std::move(next);
      }
    }
  for (std::size_t a = 0; a < n_; ++a) {
    interval sum = epsilon_ / own.value[a];
    for (std::size_t b = 0; b < n_; ++b) {
      const auto [j, k] = at(a, b);
      sum += other.value[b] * start_.P0(j, k).centre();
    }
    require_positive(certainly_less(zero, sum), {what, a, remedy_});
    own.value[a] = interval(1.0) / sum;
    require_positive(certainly_less(zero, own.value[a]), {what, a, remedy_});
  }
}

void normalised_softmax<slope_form>::require_not_clamped(std::size_t a, const division_name& name,
                                                         const place& at) const {
  if (is_exact_zero(clamp_)) return;
  slope_form sum(epsilon_);
  for (std::size_t b = 0; b < n_; ++b) sum += entry(at(a, b).first, at(a, b).second);
  if (is_clamped(sum, clamp_, name))
    throw not_certified("the sum of " + std::string(name.what) + " " + std::to_string(name.index) +
                        " of the routing weights is below the least number that divides; a single state, or another "
                        "sinkhorn_clamp, can be certified");
}

/// From the logits' own variables to those of the state.
slope_form normalised_softmax<slope_form>::outer(const slope_form& f) const {
  slope_form change = zero_;
  for (std::size_t l = 0; l < f.slopes().size(); ++l)
    if (radius_[l] > 0)
      change += slope_form(f.slopes()[l] / interval(radius_[l])) *
                (logits_.values()[l] - slope_form(logits_.values()[l].centre()));
  return {f.centre(), f.range(), change.slopes(), change.untracked() + f.untracked()};
}

slope_form normalised_softmax<slope_form>::entry(std::size_t j, std::size_t k) const {
  return start_.P0(j, k) * exp(logarithm(log(R_.value[j] * C_.value[k]), sum_(j, k)));
}

slope_form normalised_softmax<slope_form>::value(std::size_t j, std::size_t k) const { return outer(entry(j, k)); }

std::vector<slope_form> normalised_softmax<slope_form>::derivative(std::size_t j, std::size_t k) const {
  const slope_form factor = entry(j, k);
  std::vector<slope_form> r;
  for (std::size_t a = 0; a < n_; ++a)
    for (std::size_t b = 0; b < n_; ++b) {
      slope_form dlog = sum_(j, k)[a * n_ + b];
      if (a == j) dlog += start_.dlog_P0(j * n_ + k, b);
      r.push_back(outer(factor * dlog));
    }
  return r;
}

} // namespace mixcert
