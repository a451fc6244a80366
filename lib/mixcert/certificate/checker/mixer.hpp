// A mixer's equations, written a second time from docs/reference/mixers.md, and their derivatives.
#pragma once

#include "mixcert/certificate/checker/dual.hpp"
#include "mixcert/certificate/checker/dyadic.hpp"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert::checker {

/// A constant of a convention: a number, or a word.
struct constant {
  rational value;
  std::string word = {};     ///< empty for a number
  mutable bool used = false; ///< a mixer's equations have asked for it
};

struct site_tensor {
  std::vector<std::size_t> shape;
  std::vector<double> values; ///< C order
};

/// Exact data of one site and one state.
struct site {
  std::map<std::string, site_tensor> tensors; ///< by published name
  std::map<std::string, constant> constants;
  std::size_t n, d;                     ///< streams, features
  std::vector<double> state;            ///< X, row by row
  std::vector<std::string> labels = {}; ///< of the certificate's generators, for mixers that have a choice

  /// All throw refuted for what is not there, or not of this kind. `shape` may be stored as [1] where it is empty.
  const std::vector<double>& tensor(const std::string& name, const std::vector<std::size_t>& shape) const;
  rational number(const std::string& name) const; ///< of a tensor that is a single number
  const rational& real(const std::string& name) const;
  const rational& at_least_zero(const std::string& name) const;
  const rational& positive(const std::string& name) const;
  long whole(const std::string& name, long least, long most) const;
  const std::string& word(const std::string& name) const;
  /// Throws refuted for a constant that nobody asked for: the mixer has none of that name.
  void require_all_constants_used() const;
  /// Which of the words it is.
  std::size_t choice(const std::string& name, std::initializer_list<std::string_view> words) const;
};

/// How the state is normalised: u = r <w, y> for each weight w, with the derivative r w - bend <w, y> y.
enum class normalisation {
  root_mean_square,     ///< y = x, r = 1/sqrt(|x|^2/N + a)
  clamped,              ///< y = x, r = sqrt(N)/max(|x|, a)
  layer,                ///< y = x - mean(x), r = 1/sqrt(|y|^2/N + a)
  root_mean_square_plus ///< y = x, r = 1/(|x|/sqrt(N) + a)
};

/// Row by row; `factor` times the entries.
struct exact_rows {
  dyadic_matrix entries;
  rational factor = 1;
};

/// What stands between the state and the numbers that gates and mixing matrix are functions of.
struct router {
  bool single_streams = false; ///< each stream is normalised by itself, N = d; else the state as a whole, N = n d
  normalisation kind = normalisation::root_mean_square;
  rational constant = 0;             ///< a
  std::optional<interval> gain = {}; ///< r times this, which no fraction is, stands in place of r
  /// A weight is row w of these, already times any scale of the features; with `layer` less its mean (see centred). A
  /// row has n d columns, or d where streams are single or there is a pattern.
  exact_rows weights = {};
  std::vector<std::string> labels = {}; ///< of the weights, where rows of d columns are generators themselves
  std::vector<rational> pattern = {};   ///< not empty: row w stands for the n x d array pattern row^T
  /// The generators of a feature are its derivative itself rather than its weight.
  bool arrays_are_derivatives = false;
};

/// Rows of a tensor stored as count x N or, transposed, as N x count, times scale (empty: 1) entry by entry.
exact_rows rows_of(const std::vector<double>& tensor, std::size_t count, std::size_t first, std::size_t total,
                   bool stored_transposed);
/// Entry (w, c) times (offset + scale[c]).
exact_rows times_features(exact_rows rows, const std::vector<double>& scale, const rational& offset = 0);
/// Each row less its mean.
exact_rows centred(exact_rows rows);
/// One after the other.
exact_rows joined(const std::vector<exact_rows>& parts);
/// sum_c rows(w, c) bias[c] for every w.
std::vector<rational> products(const exact_rows& rows, const std::vector<double>& bias);

/// L = scale u + base of weight w and, for routers of single streams, stream s. Where outputs do not change when one
/// number is added to all of a group (theorem T8 b, f), derivatives may be taken relative to one of the group.
struct routed_number {
  std::size_t weight, stream = 0;
  rational scale, base;
  std::size_t relative_to = itself; ///< the number of the same head
  static constexpr std::size_t itself = static_cast<std::size_t>(-1);
};

using dual_function = std::function<std::vector<dual>(const std::vector<dual>&)>;

/// Outputs as functions of features, and these as functions of routed numbers. A feature has a generator of its own,
/// the n x d array sum_m dfeature/dL_m (weight_m - weight relative to which m is), under its label; numbers that a
/// feature depends on have one scale. Without features they are the numbers themselves: under the labels, of which
/// those of a number that others are relative to is not used, or, where a router's weights have labels, under those.
/// Behind the features, as many as there are labels, may stand further values that the outputs need: what they
/// contribute to derivatives is in the features already.
struct head {
  std::vector<routed_number> numbers;
  std::vector<std::string> labels = {};
  dual_function features = nullptr;
  dual_function outputs = nullptr; ///< of the features: n^2 entries of H row by row, or n gates
};

/// What is relied upon in bounds of the rank of the feedback (theorem T8).
struct invariants {
  bool rows_sum_to_one = false, columns_sum_to_one = false, orthogonal = false;
  std::size_t numbers; ///< that H is a function of
};

struct equations {
  router route;
  head mix, read, write;
  invariants holds;
  std::size_t logit_rows, logit_cols; ///< how the certificate lays out mix.numbers
  bool logits_by_entry = false;       ///< dH_dlogits is laid out like the logits: entry (s, t) is that of H_ts
};

struct mixer_entry {
  std::string_view name;
  std::vector<std::vector<std::string>> tensors;  ///< published names, each followed by its other names
  equations (*of)(const site&, mpfr_prec_t bits); ///< bits: for constants that are not rational
};

/// Throws malformed when there is none of that name.
const mixer_entry& find_equations(std::string_view name);

} // namespace mixcert::checker
