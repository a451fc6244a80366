#include "agreement.hpp"

#include "mixcert/certificate/checker/derivative.hpp"

#include <algorithm>
#include <map>

namespace checker = mixcert::checker;
using checker::interval;
using checker::interval_matrix;
using mixcert::mp_interval;
using produced_matrix = mixcert::matrix<mp_interval>;

namespace {

interval converted(const mp_interval& x) {
  interval r(x.bits());
  mpfr_set(r.lower(), x.lower(), MPFR_RNDD);
  mpfr_set(r.upper(), x.upper(), MPFR_RNDU);
  return r;
}

std::vector<interval> converted(const std::vector<mp_interval>& values) {
  std::vector<interval> r;
  for (const mp_interval& x : values) r.push_back(converted(x));
  return r;
}

bool are_disjoint(const interval& a, const interval& b) { return is_less(a, b) || is_less(b, a); }

interval width(const interval& x) { return interval(x) - x; }

class comparison {
 public:
  void compare(const std::string& what, const std::vector<interval>& ours, const std::vector<mp_interval>& produced) {
    const std::vector<interval> theirs = converted(produced);
    if (ours.size() != theirs.size()) return add(what + ": " + std::to_string(ours.size()) + " numbers");
    interval largest(1, MPFR_PREC_MIN);
    for (const interval& x : theirs) largest = max(largest, abs(x));
    const interval narrow = scaled(largest, -200);
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const std::string number = what + ", number " + std::to_string(k) + ": ";
      if (!is_bounded(ours[k]) || are_disjoint(ours[k], theirs[k]))
        add(number + text(ours[k]) + " and " + text(theirs[k]));
      else if (is_less(narrow, width(ours[k])) || is_less(narrow, width(theirs[k])))
        add(number + "not narrow");
    }
  }
  void add(std::string what) { found_.push_back(std::move(what)); }
  std::vector<std::string> take() && { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

/// n x d numbers row by row.
using dense = std::vector<interval>;

/// A head's derivatives, out of the definitions in mixer.hpp.
class differentiated_head {
 public:
  differentiated_head(const checker::head& h, const checker::equations& e, const checker::site& where, mpfr_prec_t bits)
      : head_(h), route_(e.route), where_(where), bits_(bits), products_(e.route, where),
        norms_(normalise(e.route, where, bits)), values_(evaluate(h, e.route, products_, norms_, bits)) {}

  const checker::head_values& values() const { return values_; }

  /// The array of a feature, as its generator is defined.
  dense array(std::size_t f) const {
    dense r(where_.n * where_.d, interval(bits_));
    for (std::size_t m = 0; m < head_.numbers.size(); ++m) {
      const checker::routed_number& number = head_.numbers[m];
      if (is_reference(m)) continue;
      add_array(r, number.weight, values_.feature_by_number(f, m));
      if (number.relative_to != checker::routed_number::itself)
        add_array(r, head_.numbers[number.relative_to].weight, -values_.feature_by_number(f, m));
    }
    return r;
  }

  /// Whether an output depends on it.
  bool is_used(std::size_t f) const {
    for (std::size_t o = 0; o < values_.by_feature.rows; ++o)
      if (!is_zero(values_.by_feature(o, f))) return true;
    return false;
  }

  /// Of all outputs, one after the other.
  std::vector<interval> derivatives() const {
    const interval_matrix slopes = by_number(values_, bits_);
    std::vector<interval> r;
    for (std::size_t o = 0; o < slopes.rows; ++o) {
      dense D(where_.n * where_.d, interval(bits_));
      for (std::size_t m = 0; m < head_.numbers.size(); ++m) {
        const dense of_number = derivative(head_.numbers[m]);
        for (std::size_t c = 0; c < D.size(); ++c) add_product(D[c], slopes(o, m), of_number[c]);
      }
      r.insert(r.end(), D.begin(), D.end());
    }
    return r;
  }

  /// scale (r w - bend <w, y> y) where the weight acts.
  dense derivative(const checker::routed_number& number) const {
    dense r(where_.n * where_.d, interval(bits_));
    const checker::normalised& norm = norms_[route_.single_streams ? number.stream : 0];
    const interval on_y = norm.bend * interval(products_(number.weight, number.stream), bits_);
    for (std::size_t s = 0; s < where_.n; ++s)
      for (std::size_t c = 0; c < where_.d; ++c) {
        if (route_.single_streams && s != number.stream) continue;
        const interval y = interval(checker::exact(where_.state[s * where_.d + c]), bits_) - norm.mean;
        r[s * where_.d + c] = (norm.factor * weight(number.weight, s, c) - on_y * y) * interval(number.scale, bits_);
      }
    return r;
  }

  interval weight(std::size_t w, std::size_t s, std::size_t c) const {
    const bool is_row = route_.single_streams || !route_.pattern.empty();
    checker::rational x = route_.weights.entries.value(w, is_row ? c : s * where_.d + c) * route_.weights.factor;
    if (!route_.pattern.empty()) x *= route_.pattern[s];
    return {x, bits_};
  }

 private:
  bool is_reference(std::size_t m) const {
    return std::ranges::any_of(head_.numbers, [&](const auto& number) { return number.relative_to == m; });
  }

  void add_array(dense& r, std::size_t w, const interval& times) const {
    const checker::normalised& norm = norms_.front();
    for (std::size_t s = 0; s < where_.n; ++s)
      for (std::size_t c = 0; c < where_.d; ++c) {
        interval x = weight(w, s, c);
        if (route_.arrays_are_derivatives) {
          const interval y = interval(checker::exact(where_.state[s * where_.d + c]), bits_) - norm.mean;
          x = norm.factor * x - norm.bend * interval(products_(w, 0), bits_) * y;
        }
        add_product(r[s * where_.d + c], times, x);
      }
  }

  const checker::head& head_;
  const checker::router& route_;
  const checker::site& where_;
  mpfr_prec_t bits_;
  checker::weight_products products_;
  std::vector<checker::normalised> norms_;
  checker::head_values values_;
};

/// The producer's derivatives out of its coordinates.
std::vector<mp_interval> produced_derivatives(const mixcert::mixer_evaluation<mp_interval>& e,
                                              const std::vector<produced_matrix>& coordinates,
                                              const produced_matrix& weights, std::size_t d, mpfr_prec_t bits) {
  std::vector<mp_interval> r;
  for (std::size_t o = 0; o < coordinates.size(); ++o)
    for (std::size_t s = 0; s < coordinates[o].rows(); ++s)
      for (std::size_t c = 0; c < d; ++c) {
        mp_interval sum(0, bits);
        for (std::size_t g = 0; g < e.generators.size(); ++g) sum += coordinates[o](s, g) * e.generators[g].row[c];
        for (std::size_t a = 0; a < e.arrays.size(); ++a) sum += weights(o, a) * e.arrays[a].rows[s][c];
        r.push_back(std::move(sum));
      }
  return r;
}

bool is_zero(const dense& array) {
  return std::ranges::all_of(array, [](const interval& x) { return is_zero(x); });
}

/// Every array of the producer is a feature's, under its label, and every feature that is used and not zero has one.
void compare_arrays(comparison& r, const mixcert::mixer_evaluation<mp_interval>& produced,
                    const std::vector<const differentiated_head*>& heads, const std::vector<const checker::head*>& of) {
  std::map<std::string, std::pair<dense, bool>> ours;
  for (std::size_t h = 0; h < heads.size(); ++h)
    for (std::size_t f = 0; f < heads[h]->values().feature_by_number.rows; ++f)
      ours.emplace(of[h]->labels.at(f), std::pair(heads[h]->array(f), heads[h]->is_used(f)));
  for (const auto& array : produced.arrays) {
    std::vector<mp_interval> rows;
    for (const auto& row : array.rows) rows.insert(rows.end(), row.begin(), row.end());
    const auto found = ours.find(array.label);
    if (found == ours.end()) {
      r.add("no array " + array.label);
      continue;
    }
    r.compare("array " + array.label, found->second.first, rows);
    ours.erase(found);
  }
  for (const auto& [label, array] : ours)
    if (array.second && !is_zero(array.first)) r.add("the producer has no array " + label);
}

/// Likewise of a router's weights that are rows of d numbers.
void compare_rows(comparison& r, const mixcert::mixer_evaluation<mp_interval>& produced,
                  const checker::equations& equations, const checker::site& where, mpfr_prec_t bits) {
  const checker::router& route = equations.route;
  for (std::size_t w = 0; w < route.labels.size(); ++w) {
    std::vector<interval> row;
    for (std::size_t c = 0; c < where.d; ++c)
      row.emplace_back(checker::rational(route.weights.entries.value(w, c) * route.weights.factor), bits);
    const auto found =
        std::ranges::find_if(produced.generators, [&](const auto& g) { return g.label == route.labels[w]; });
    if (found != produced.generators.end())
      r.compare("row " + found->label, row, found->row);
    else if (!is_zero(row))
      r.add("the producer has no row " + route.labels[w]);
  }
  for (const auto& g : produced.generators)
    if (g.label[0] != 'x' && g.label != "1" && std::ranges::count(route.labels, g.label) == 0)
      r.add("no row " + g.label);
}

} // namespace

mixcert::mixer_evaluation<mp_interval> produced_at(const std::string& mixer, const mixcert::mixer_input& input,
                                                   mpfr_prec_t bits) {
  return mixcert::find_mixer(mixer).evaluate(mixcert::context<mp_interval>{bits}, input);
}

checker::equations equations_at(const std::string& mixer, const checker::site& where, mpfr_prec_t bits) {
  return checker::find_equations(mixer).of(where, bits);
}

checker::site site_of(const mixcert::mixer& family, const mixcert::mixer_input& input,
                      const mixcert::mixer_evaluation<mp_interval>& produced) {
  const std::size_t n = input.state.rows(), d = input.state.cols();
  checker::site r{.tensors = {}, .constants = {}, .n = n, .d = d, .state = input.state.values()};
  for (const mixcert::tensor_spec& spec : family.tensors(n, d, input.convention))
    r.tensors[spec.name] = {extents(spec), input.parameters.at(spec.name)};
  for (const auto& [key, value] : input.convention) {
    checker::constant& c = r.constants[key];
    if (!value.is_number())
      c.word = value.text();
    else
      c.value =
          value.number().is_hex() ? checker::parse_hexadecimal(value.text()) : checker::parse_decimal(value.text());
  }
  for (const auto& array : produced.arrays) r.labels.push_back(array.label);
  return r;
}

std::vector<std::string> disagreements(const checker::equations& equations, const checker::site& where,
                                       const mixcert::mixer_evaluation<mp_interval>& produced, mpfr_prec_t bits) {
  const differentiated_head mix(equations.mix, equations, where, bits), read(equations.read, equations, where, bits),
      write(equations.write, equations, where, bits);
  comparison r;
  r.compare("H", mix.values().outputs, produced.H.values());
  r.compare("read", read.values().outputs, produced.read);
  r.compare("write", write.values().outputs, produced.write);
  r.compare("logits", mix.values().numbers, produced.logits.values());
  if (equations.logit_rows != produced.logits.rows() || equations.logit_cols != produced.logits.cols())
    r.add("logits are laid out otherwise");

  interval_matrix slopes = by_number(mix.values(), bits);
  if (equations.logits_by_entry) {
    const std::size_t n = where.n;
    interval_matrix by_entry(n, n, bits);
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t t = 0; t < n; ++t) by_entry(s, t) = slopes(t * n + s, s * n + t);
    slopes = by_entry;
  }
  r.compare("dH/dlogits", slopes.entries, produced.dH_dlogits.values());

  const auto theirs = [&](const std::vector<produced_matrix>& coordinates, const produced_matrix& weights) {
    return produced_derivatives(produced, coordinates, weights, where.d, bits);
  };
  r.compare("DH", mix.derivatives(), theirs(produced.dH, produced.dH_arrays));
  r.compare("Dread", read.derivatives(), theirs(produced.dread, produced.dread_arrays));
  r.compare("Dwrite", write.derivatives(), theirs(produced.dwrite, produced.dwrite_arrays));
  if (equations.route.labels.empty())
    compare_arrays(r, produced, {&mix, &read, &write}, {&equations.mix, &equations.read, &equations.write});
  else
    compare_rows(r, produced, equations, where, bits);
  return std::move(r).take();
}

std::vector<std::string> disagreements_of_factors(const std::string& mixer, const checker::site& where,
                                                  const mixcert::mixer_evaluation<mp_interval>& produced,
                                                  mpfr_prec_t bits) {
  const std::size_t n = where.n, d = where.d, m = n + 1;
  const checker::mixer_data data{where, std::vector<double>(d, 0.5), {}};
  const checker::evaluated_map map(checker::find_equations(mixer), data, "write", bits);
  const checker::jacobian_factors J = factors_of(map);
  std::vector<interval> mixing, writing;
  for (std::size_t row = 0; row < n * m; ++row)
    for (std::size_t c = 0; c < n * d; ++c) (row % m == n ? writing : mixing).push_back(J.rows(row, c));
  comparison r;
  r.compare("H of the factors", J.H.entries, produced.H.values());
  r.compare("rows of the mixing", mixing, produced_derivatives(produced, produced.dH, produced.dH_arrays, d, bits));
  r.compare("rows of the write gate", writing,
            produced_derivatives(produced, produced.dwrite, produced.dwrite_arrays, d, bits));
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t c = 0; c < d; ++c) {
      const checker::rational exactly = j < n ? checker::exact(where.state[j * d + c]) : checker::rational(1, 2);
      if (mpfr_cmp_q(J.sources(j, c).lower(), exactly.get_mpq_t()) != 0) r.add("a source is another row");
    }
  return std::move(r).take();
}
