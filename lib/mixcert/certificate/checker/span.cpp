#include "mixcert/certificate/checker/span.hpp"

#include "mixcert/certificate/checker/verdict.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mixcert::checker {
namespace {

/// Exact rows of d numbers that everything is a combination of: the rows of X, the row of ones, y, and the weights.
class base_rows {
 public:
  base_rows(const differentiated_map& map) : n_(map.where->n), d_(map.where->d), route_(*map.route) {
    std::vector<std::pair<dyadic_matrix, rational>> parts;
    parts.emplace_back(exact_matrix(map.where->state, n_, d_), 1);
    parts.emplace_back(exact_matrix(std::vector<double>(d_, 1.0), 1, d_), 1);
    parts.emplace_back(exact_matrix(map.branch_output.value_or(std::vector<double>(d_, 0.0)), 1, d_), 1);
    first_weight_ = n_ + 2;
    if (!route_.labels.empty()) {
      parts.emplace_back(route_.weights.entries, route_.weights.factor);
    } else {
      add_numbers(*map.mixing.equations, parts);
      if (map.write) add_numbers(*map.write->equations, parts);
    }
    for (const auto& [rows, factor] : parts)
      for (std::size_t i = 0; i < rows.rows; ++i) append(rows, i, factor);
  }

  std::size_t size() const { return rows_.rows; }
  std::size_t x(std::size_t s) const { return s; }
  std::size_t ones() const { return n_; }
  std::size_t y() const { return n_ + 1; }
  std::size_t weight(std::size_t w) const { return first_weight_ + w; }
  /// Row s of the array of number m of a head, the other head's numbers standing behind those of the first.
  std::size_t number(std::size_t m, std::size_t s) const { return first_weight_ + m * n_ + s; }

  bool is_zero_row(std::size_t b) const { return zero_[b]; }
  bool are_equal(std::size_t a, std::size_t b) const {
    for (std::size_t c = 0; c < d_; ++c)
      if (rows_(a, c) != rows_(b, c)) return false;
    return true;
  }

  /// Whether the combination of rows with one factor is 0.
  bool vanishes(const std::vector<std::pair<rational, std::size_t>>& terms) const {
    for (std::size_t c = 0; c < d_; ++c) {
      rational sum = 0;
      for (const auto& [times, b] : terms) sum += times * rational(rows_(b, c));
      if (sum != 0) return false;
    }
    return true;
  }

  /// The rows of d numbers that have these coefficients, a row each.
  interval_matrix combined(const interval_matrix& coefficients, mpfr_prec_t bits) const {
    interval_matrix r(coefficients.rows, d_, bits);
    for (std::size_t g = 0; g < r.rows; ++g)
      for (std::size_t b = 0; b < size(); ++b) {
        if (is_zero(coefficients(g, b)) || is_zero_row(b)) continue;
        const interval times = coefficients(g, b) * interval(factors_[b], bits);
        for (std::size_t c = 0; c < d_; ++c) add_product(r(g, c), times, entry(rows_, b, c, MPFR_PREC_MIN));
      }
    return r;
  }

 private:
  /// The weight of each number, less that of the number it is relative to, as n rows.
  void add_numbers(const head& h, std::vector<std::pair<dyadic_matrix, rational>>& parts) const {
    const dyadic_matrix& all = route_.weights.entries;
    for (const routed_number& number : h.numbers) {
      dyadic_matrix array = zeros(n_, d_, all.exp2);
      for (std::size_t c = 0; c < n_ * d_; ++c) {
        array.entries[c] = all(number.weight, c);
        if (number.relative_to != routed_number::itself)
          array.entries[c] -= all(h.numbers[number.relative_to].weight, c);
      }
      parts.emplace_back(std::move(array), route_.weights.factor);
    }
  }

  void append(const dyadic_matrix& from, std::size_t row, const rational& factor) {
    if (rows_.rows == 0) rows_ = zeros(0, d_, from.exp2);
    const long least = std::min(rows_.exp2, from.exp2);
    for (integer& x : rows_.entries) x <<= static_cast<unsigned long>(rows_.exp2 - least);
    rows_.exp2 = least;
    for (std::size_t c = 0; c < d_; ++c)
      rows_.entries.push_back(from(row, c) << static_cast<unsigned long>(from.exp2 - least));
    ++rows_.rows;
    factors_.push_back(factor);
    const auto begin = from.entries.begin() + static_cast<std::ptrdiff_t>(row * d_);
    zero_.push_back(
        std::all_of(begin, begin + static_cast<std::ptrdiff_t>(d_), [](const integer& x) { return x == 0; }));
  }

  std::size_t n_, d_, first_weight_ = 0;
  const router& route_;
  dyadic_matrix rows_;
  std::vector<rational> factors_;
  std::vector<bool> zero_;
};

/// A row of coefficients.
using coefficients = std::vector<interval>;

/// Generators by label, and where the parts of each kind stand.
struct generator_list {
  std::vector<std::string> labels;
  std::vector<std::vector<std::size_t>> x_parts; ///< row s of X is the sum of these
  std::vector<std::size_t> weights;              ///< of a router's labelled weights
  std::size_t ones, y;
  std::vector<std::size_t> arrays[2]; ///< of each feature of mixing and write; n each with a common space
};

class span_builder {
 public:
  span_builder(const differentiated_map& map, const listed_generators& listed, const dyadic_matrix& Q)
      : map_(map), listed_(listed), n_(map.where->n), bits_(map.bits), base_(map), Q_(enclose(Q, bits_)),
        standard_(!listed.labels.empty() && listed.labels.front() == "e0") {
    add_state_rows();
    for (const std::string& label : map.route->labels) list_.weights.push_back(add(label));
    find_vanishing();
    list_.ones = add("1");
    list_.y = add("y");
    add_arrays(0, map.mixing);
    if (map.write) add_arrays(1, *map.write);
    choose();
  }

  spans build() {
    if (listed_.labels.empty()) {
      require_no_feedback();
      return {};
    }
    spans r;
    const bool one_space = standard_ || listed_.common || !has_arrays();
    const interval_matrix sources = sources_of();
    for (std::size_t k = 0; k < n_; ++k) {
      const interval_matrix on_base = generators_on_base(k), feedback = feedback_of(k);
      require_complete(on_base, feedback, sources);
      if (k == 0 || !one_space) r.spaces.push_back(space_of(on_base, sources, exponents(k)));
      const std::size_t space = r.spaces.size() - 1;
      r.streams.push_back(
          {space, standard_ ? in_the_standard_basis(feedback, on_base) : chosen_columns(feedback, exponents(space))});
    }
    return r;
  }

 private:
  void require_no_feedback() const {
    if (all_zero(sources_of())) return;
    for (std::size_t k = 0; k < n_; ++k) {
      const interval_matrix on_base = generators_on_base(k), feedback = feedback_of(k);
      for (std::size_t g = 0; g < list_.labels.size(); ++g)
        if (!is_zero_column(feedback, g) && !is_zero_generator(on_base, g))
          throw refuted("no generator is listed, but there is feedback along '" + list_.labels[g] + "'");
    }
  }

  interval_matrix in_the_standard_basis(const interval_matrix& coordinates, const interval_matrix& on_base) const {
    return base_.combined(product(coordinates, on_base, bits_), bits_);
  }

  bool has_arrays() const { return map_.route->labels.empty(); }

  std::size_t add(std::string label) {
    list_.labels.push_back(std::move(label));
    return list_.labels.size() - 1;
  }

  bool is_listed(const std::string& label) const { return std::ranges::count(listed_.labels, label) > 0; }

  /// Row s is a generator, or it is its difference from an earlier row that is; or it is zero, or an earlier one.
  void add_state_rows() {
    for (std::size_t s = 0; s < n_; ++s) {
      const std::string name = "x" + std::to_string(s);
      std::vector<std::size_t> parts;
      bool found = base_.is_zero_row(base_.x(s)) && !is_listed(name);
      if (!found && (standard_ || listed_.labels.empty() || is_listed(name))) {
        found = true;
        parts = {add(name)};
        row_of_[parts.back()] = s;
      }
      for (std::size_t t = 0; t < s && !found; ++t) {
        const std::string difference = name + "-x" + std::to_string(t);
        found = is_listed(difference);
        if (!found) continue;
        parts = list_.x_parts[t];
        parts.push_back(add(difference));
        row_of_[parts.back()] = s;
        subtracted_[parts.back()] = t;
      }
      for (std::size_t t = 0; t < s && !found; ++t)
        if (base_.are_equal(base_.x(s), base_.x(t))) {
          found = true;
          parts = list_.x_parts[t];
        }
      if (!found) throw refuted("no generator stands for row " + std::to_string(s) + " of the state");
      list_.x_parts.push_back(std::move(parts));
    }
  }

  void add_arrays(std::size_t which, const evaluated_head& part) {
    if (!has_arrays()) return;
    const std::size_t features = part.values.feature_by_number.rows;
    for (std::size_t f = 0; f < features; ++f)
      for (std::size_t s = 0; s < (listed_.common ? n_ : 1); ++s)
        list_.arrays[which].push_back(
            add((listed_.common ? "row " + std::to_string(s) + " of " : "") + part.equations->labels[f]));
  }

  /// The place of each listed generator in the list of all.
  void choose() {
    if (standard_) {
      if (listed_.labels.size() != map_.where->d)
        throw refuted("the standard basis has " + std::to_string(map_.where->d) + " rows");
      for (std::size_t c = 0; c < listed_.labels.size(); ++c)
        if (listed_.labels[c] != "e" + std::to_string(c)) throw refuted("the standard basis is not in its order");
      for (const std::vector<long>& exponents : listed_.exponents)
        if (std::ranges::count(exponents, 0) != static_cast<std::ptrdiff_t>(exponents.size()))
          throw refuted("the standard basis is not scaled");
      return;
    }
    for (const std::string& label : listed_.labels) {
      const auto at = std::ranges::find(list_.labels, label);
      if (at == list_.labels.end()) throw refuted("the mixer has no generator '" + printable(label) + "'");
      const auto place = static_cast<std::size_t>(at - list_.labels.begin());
      if (std::ranges::count(chosen_, place) > 0) throw refuted("generator '" + printable(label) + "' is listed twice");
      chosen_.push_back(place);
    }
  }

  const std::vector<long>& exponents(std::size_t space) const {
    return listed_.exponents[std::min(space, listed_.exponents.size() - 1)];
  }

  const evaluated_head& part(std::size_t which) const { return which == 0 ? map_.mixing : *map_.write; }
  std::size_t parts() const { return map_.write ? 2 : 1; }
  std::size_t numbers_before(std::size_t which) const { return which == 0 ? 0 : map_.mixing.equations->numbers.size(); }

  /// The exact product <w, y> of a number, relative to another where it is.
  interval along_y(const head& h, std::size_t m) const {
    const routed_number& number = h.numbers[m];
    rational value = (*map_.products)(number.weight, number.stream);
    if (number.relative_to != routed_number::itself)
      value -= (*map_.products)(h.numbers[number.relative_to].weight, number.stream);
    return {value, bits_};
  }

  /// The features whose arrays are exactly zero, as those of weights that are equal but for their means.
  void find_vanishing() {
    if (!has_arrays()) return;
    for (std::size_t which = 0; which < parts(); ++which)
      for (std::size_t f = 0; f < part(which).values.feature_by_number.rows; ++f)
        vanishing_[which].push_back(has_zero_array(which, f));
  }

  bool has_zero_array(std::size_t which, std::size_t f) const {
    const evaluated_head& p = part(which);
    std::vector<std::pair<rational, std::size_t>> first_row;
    for (std::size_t m = 0; m < p.equations->numbers.size(); ++m) {
      const interval c = own_slope(p, f, m);
      if (mpfr_equal_p(c.lower(), c.upper()) == 0) return false;
      rational times;
      mpfr_get_q(times.get_mpq_t(), c.lower());
      first_row.emplace_back(times, base_.number(numbers_before(which) + m, 0));
    }
    for (std::size_t s = 0; s < n_; ++s) {
      auto row = first_row;
      for (auto& term : row) term.second += s;
      if (!base_.vanishes(row)) return false;
    }
    return true;
  }

  interval slope(std::size_t which, std::size_t f, std::size_t m) const {
    return vanishing_[which][f] ? interval(bits_) : own_slope(part(which), f, m);
  }

  /// dfeature/dL_m of the numbers that are not what others are relative to.
  interval own_slope(const evaluated_head& p, std::size_t f, std::size_t m) const {
    const auto& numbers = p.equations->numbers;
    const bool is_reference = std::ranges::any_of(
        numbers, [&](const routed_number& number) { return number.relative_to == m && &number != &numbers[m]; });
    return is_reference ? interval(bits_) : p.values.feature_by_number(f, m);
  }

  interval array_along_y(std::size_t which, std::size_t f) const {
    const evaluated_head& p = part(which);
    interval sum(bits_);
    for (std::size_t m = 0; m < p.equations->numbers.size(); ++m)
      if (const interval c = slope(which, f, m); !is_zero(c)) sum += c * along_y(*p.equations, m);
    return sum;
  }

  /// The scale that all numbers of a feature have.
  interval scale_of(std::size_t which, std::size_t f) const {
    const evaluated_head& p = part(which);
    const rational* scale = nullptr;
    for (std::size_t m = 0; m < p.equations->numbers.size(); ++m) {
      if (is_zero(slope(which, f, m))) continue;
      const rational& own = p.equations->numbers[m].scale;
      if (scale && *scale != own) throw malformed("numbers of one feature have different scales");
      scale = &own;
    }
    return scale ? interval(*scale, bits_) : interval(bits_);
  }

  /// All generators of stream k over the base rows, unscaled.
  interval_matrix generators_on_base(std::size_t k) const {
    interval_matrix r(list_.labels.size(), base_.size(), bits_);
    const interval one(1, bits_);
    for (const auto& [g, s] : row_of_) r(g, base_.x(s)) = one;
    for (const auto& [g, t] : subtracted_) r(g, base_.x(t)) = -one;
    for (std::size_t w = 0; w < list_.weights.size(); ++w) r(list_.weights[w], base_.weight(w)) = one;
    r(list_.ones, base_.ones()) = one;
    r(list_.y, base_.y()) = one;
    if (!has_arrays()) return r;
    for (std::size_t which = 0; which < parts(); ++which)
      for (std::size_t f = 0; f < part(which).values.feature_by_number.rows; ++f)
        for (std::size_t s = 0; s < n_; ++s) {
          const std::size_t g = listed_.common ? list_.arrays[which][f * n_ + s] : list_.arrays[which][f];
          add_array_row(r, g, which, f, s, listed_.common ? one : Q_(s, k));
        }
    return r;
  }

  /// Adds `times` row s of the array of a feature.
  void add_array_row(interval_matrix& r, std::size_t g, std::size_t which, std::size_t f, std::size_t s,
                     const interval& times) const {
    const evaluated_head& p = part(which);
    const bool is_derivative = map_.route->arrays_are_derivatives;
    const normalised& norm = map_.norms.front();
    for (std::size_t m = 0; m < p.equations->numbers.size(); ++m) {
      const interval c = slope(which, f, m);
      if (is_zero(c)) continue;
      add_product(r(g, base_.number(numbers_before(which) + m, s)), times, is_derivative ? c * norm.factor : c);
    }
    if (!is_derivative) return;
    const interval on_y = -(norm.bend * array_along_y(which, f)) * times;
    r(g, base_.x(s)) += on_y;
    r(g, base_.ones()) -= on_y * norm.mean;
  }

  /// Coordinates of sum_s Q_sk (row s of the derivative of each output of a head) on all generators.
  interval_matrix derivative_of(std::size_t which, std::size_t k) const {
    const evaluated_head& p = part(which);
    const interval_matrix& by_feature = p.values.by_feature;
    interval_matrix r(by_feature.rows, list_.labels.size(), bits_);
    for (std::size_t f = 0; f < by_feature.cols; ++f) {
      const coefficients derivative = feature_derivative(which, f, k);
      for (std::size_t i = 0; i < by_feature.rows; ++i) {
        if (is_zero(by_feature(i, f))) continue;
        for (std::size_t g = 0; g < derivative.size(); ++g) add_product(r(i, g), by_feature(i, f), derivative[g]);
      }
    }
    return r;
  }

  coefficients feature_derivative(std::size_t which, std::size_t f, std::size_t k) const {
    const evaluated_head& p = part(which);
    coefficients r(list_.labels.size(), interval(bits_));
    if (!has_arrays()) {
      const routed_number& number = p.equations->numbers[f];
      const interval scale(number.scale, bits_);
      const bool single = map_.route->single_streams;
      const normalised& norm = map_.norms[single ? number.stream : 0];
      const interval on_y = -(scale * norm.bend * along_y(*p.equations, f));
      for (std::size_t s = 0; s < n_; ++s) {
        if (single && s != number.stream) continue;
        const interval part_of_row = single ? interval(1, bits_) : interval(map_.route->pattern[s], bits_);
        r[list_.weights[number.weight]] += Q_(s, k) * scale * norm.factor * part_of_row;
        add_state_row(r, s, Q_(s, k) * on_y, norm.mean);
      }
      return r;
    }
    const interval scale = scale_of(which, f);
    const normalised& norm = map_.norms.front();
    const bool is_derivative = map_.route->arrays_are_derivatives;
    const interval on_array = is_derivative ? scale : scale * norm.factor;
    if (listed_.common)
      for (std::size_t s = 0; s < n_; ++s) r[list_.arrays[which][f * n_ + s]] += Q_(s, k) * on_array;
    else
      r[list_.arrays[which][f]] += on_array;
    if (is_derivative) return r;
    const interval on_y = -(scale * norm.bend * array_along_y(which, f));
    for (std::size_t s = 0; s < n_; ++s) add_state_row(r, s, Q_(s, k) * on_y, norm.mean);
    return r;
  }

  /// Adds `times` (x_s - mean 1).
  void add_state_row(coefficients& r, std::size_t s, const interval& times, const interval& mean) const {
    for (const std::size_t g : list_.x_parts[s]) r[g] += times;
    r[list_.ones] -= times * mean;
  }

  interval_matrix feedback_of(std::size_t k) const {
    interval_matrix mixing = derivative_of(0, k);
    if (!map_.write) return mixing;
    const interval_matrix gates = derivative_of(1, k);
    interval_matrix r(n_ * (n_ + 1), list_.labels.size(), bits_);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t g = 0; g < r.cols; ++g) {
        for (std::size_t j = 0; j < n_; ++j) r(i * (n_ + 1) + j, g) = mixing(i * n_ + j, g);
        r(i * (n_ + 1) + n_, g) = gates(i, g);
      }
    return r;
  }

  interval_matrix sources_of() const {
    interval_matrix r(map_.sources(), list_.labels.size(), bits_);
    const interval one(1, bits_);
    for (std::size_t s = 0; s < n_; ++s)
      for (const std::size_t g : list_.x_parts[s]) r(s, g) = one;
    if (map_.write && !base_.is_zero_row(base_.y())) r(n_, list_.y) = one;
    return r;
  }

  static bool all_zero(const interval_matrix& a) { return std::ranges::all_of(a.entries, is_zero); }
  static bool is_zero_column(const interval_matrix& a, std::size_t j) {
    for (std::size_t i = 0; i < a.rows; ++i)
      if (!is_zero(a(i, j))) return false;
    return true;
  }
  bool is_zero_generator(const interval_matrix& on_base, std::size_t g) const {
    for (std::size_t b = 0; b < base_.size(); ++b)
      if (!is_zero(on_base(g, b)) && !base_.is_zero_row(b)) return false;
    return true;
  }

  /// What is not listed is zero, or has no part in anything.
  void require_complete(const interval_matrix& on_base, const interval_matrix& feedback,
                        const interval_matrix& sources) const {
    if (standard_ || listed_.labels.empty()) return;
    for (std::size_t g = 0; g < list_.labels.size(); ++g)
      if (std::ranges::count(chosen_, g) == 0 && !is_zero_generator(on_base, g) &&
          !(is_zero_column(feedback, g) && is_zero_column(sources, g)))
        throw refuted("generator '" + list_.labels[g] + "' is missing");
  }

  interval_matrix chosen_columns(const interval_matrix& a, const std::vector<long>& exponents) const {
    interval_matrix r(a.rows, chosen_.size(), bits_);
    for (std::size_t i = 0; i < a.rows; ++i)
      for (std::size_t c = 0; c < chosen_.size(); ++c) r(i, c) = scaled(a(i, chosen_[c]), exponents[c]);
    return r;
  }

  feature_space space_of(const interval_matrix& on_base, const interval_matrix& sources,
                         const std::vector<long>& exponents) const {
    if (standard_) {
      const std::size_t d = map_.where->d;
      interval_matrix identity(d, d, bits_);
      for (std::size_t c = 0; c < d; ++c) identity(c, c) = interval(1, bits_);
      return {std::move(identity), in_the_standard_basis(sources, on_base)};
    }
    interval_matrix chosen(chosen_.size(), base_.size(), bits_);
    for (std::size_t c = 0; c < chosen_.size(); ++c)
      for (std::size_t b = 0; b < base_.size(); ++b) chosen(c, b) = scaled(on_base(chosen_[c], b), -exponents[c]);
    const interval_matrix rows = base_.combined(chosen, bits_);
    interval_matrix gram(rows.rows, rows.rows, bits_);
    for (std::size_t g = 0; g < rows.rows; ++g)
      for (std::size_t h = 0; h <= g; ++h) {
        for (std::size_t c = 0; c < rows.cols; ++c) add_product(gram(g, h), rows(g, c), rows(h, c));
        gram(h, g) = gram(g, h);
      }
    return {std::move(gram), chosen_columns(sources, exponents)};
  }

  const differentiated_map& map_;
  const listed_generators& listed_;
  std::size_t n_;
  mpfr_prec_t bits_;
  base_rows base_;
  interval_matrix Q_;
  bool standard_;
  generator_list list_;
  std::map<std::size_t, std::size_t> row_of_, subtracted_;
  std::vector<std::size_t> chosen_;
  std::vector<bool> vanishing_[2]; ///< of each feature of mixing and write, with arrays
};

} // namespace

spans spans_of(const differentiated_map& map, const listed_generators& listed, const dyadic_matrix& Q) {
  return span_builder(map, listed, Q).build();
}

} // namespace mixcert::checker
