#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/mixer/description.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <optional>
#include <sstream>

namespace mixcert {
namespace {

using row = std::vector<std::string>;

struct measured_text {
  std::string operator()(const enclosure& x) const {
    if (x.lower() == 0 && x.upper() == 0) return "0";
    if (x.lower() < 0 && x.upper() > 0) return "within " + decimal_up(std::max(-x.lower(), x.upper()), 2);
    return agreed_digits(x, 5);
  }
  std::string operator()(std::size_t stream) const { return std::to_string(stream); }
  std::string operator()(const enclosed_count& x) const {
    return std::to_string(x.at_least) + (x.at_least == x.at_most ? "" : " to " + std::to_string(x.at_most));
  }
  std::string operator()(const measured_directions& x) const {
    return "within " + decimal_up(std::max(x.right.sine, x.left.sine), 2);
  }
  std::string operator()(undecided) const { return "undecided"; }
  std::string operator()(const not_bounded&) const { return "-"; }
};

std::string text(const measured_value& value) { return std::visit(measured_text{}, value); }

/// The first column to the left, the others to the right; nothing where there are no rows below the heading.
void print(std::ostringstream& out, const std::vector<row>& table) {
  if (table.size() < 2) return;
  std::vector<std::size_t> widths(table.front().size(), 0);
  for (const row& r : table)
    for (std::size_t c = 0; c < r.size(); ++c) widths[c] = std::max(widths[c], r[c].size());
  out << '\n';
  for (const row& r : table) {
    out << r.front() << std::string(widths.front() - r.front().size(), ' ');
    for (std::size_t c = 1; c < r.size(); ++c) out << "  " << std::string(widths[c] - r[c].size(), ' ') << r[c];
    out << '\n';
  }
}

std::string text_of(const std::optional<exact_constant>& x) { return x ? x->text() : ""; }

bool same(const measured_at& a, const measured_at& b) {
  return a.site == b.site && a.sites == b.sites && a.composite == b.composite && a.state == b.state &&
         a.sequence == b.sequence && a.mean_over == b.mean_over && a.streams == b.streams &&
         text_of(a.threshold) == text_of(b.threshold) && a.iterations == b.iterations && a.kept == b.kept &&
         a.intervention == b.intervention && a.replaced == b.replaced;
}

class tables {
 public:
  explicit tables(const diagnosis& d) : d_(d) {}

  /// Of maps, one a row: sites, means over depth ranges, products.
  std::vector<row> maps() const {
    const row names = {"agm_forward",
                       "agm_backward",
                       "row_sum_error",
                       "column_sum_error",
                       "least_entry",
                       "identity_deviation",
                       "largest_singular_value",
                       "second_singular_value",
                       "smallest_singular_value",
                       "hull_defect"};
    std::vector<row> table = {{"maps", "AGM fwd", "AGM bwd", "row error", "column error", "least entry", "deviation",
                               "sigma_1", "sigma_2", "sigma_n", "hull defect"}};
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l)
      table.push_back(line(site_text(l), names, {.site = l, .mean_over = "states"}));
    for (const auto& range : ranges()) {
      table.push_back(line("mean of " + range_text(range), names, {.sites = range, .mean_over = "sites and states"}));
      table.push_back(
          line("product of " + range_text(range), names, {.sites = range, .composite = true, .mean_over = "states"}));
    }
    for (const measured_quantity& q : d_.quantities)
      if (q.where.composite && !q.where.intervention.empty() && q.name == "agm_forward")
        table.push_back(line("product, H -> " + replacement_text(q.where) + " in " + range_text(*q.where.replaced),
                             names, q.where));
    return table;
  }

  /// What sequences of states use of the streams at each site.
  std::vector<row> streams() const {
    std::vector<row> table = {{"streams", "cosine", "range excess", "mean defect"}};
    for (const char* which : {"read", "write"})
      for (const char* what : {" n_eff", " consistency", " winner", " lowest"})
        table.front().push_back(std::string(which) + what);
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l) {
      row r = line(site_text(l), {"mean_cosine", "range_excess", "mean_defect"}, {.site = l, .mean_over = "states"});
      for (const std::string which : {"read_", "write_"}) {
        const measured_at mean{.site = l, .mean_over = "sequences"}, first{.site = l, .sequence = 0};
        r.push_back(value(which + "load_effective_streams", mean));
        r.push_back(value(which + "winner_consistency", mean));
        r.push_back(of_one_sequence(which + "most_frequent_winner", first));
        r.push_back(of_one_sequence(which + "lowest_load_stream", first));
      }
      table.push_back(std::move(r));
    }
    for (const auto& range : ranges()) {
      row r = line("mean of " + range_text(range), {"mean_cosine", "range_excess", "mean_defect"},
                   {.sites = range, .mean_over = "sites and states"});
      for (const std::string which : {"read_", "write_"}) {
        const measured_at mean{.sites = range, .mean_over = "sites and sequences"};
        for (const char* name : {"load_effective_streams", "winner_consistency"})
          r.push_back(value(which + name, mean));
        r.insert(r.end(), {"", ""});
      }
      table.push_back(std::move(r));
    }
    return table;
  }

  /// The mean load of each stream over the first sequence.
  std::vector<row> loads() const {
    std::vector<row> table = {{"mean loads"}};
    for (std::size_t j = 0; j < d_.subject.streams; ++j) table.front().push_back("stream " + std::to_string(j));
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l)
      for (const std::string which : {"read", "write"}) {
        row r = {site_text(l) + ", " + which};
        for (std::size_t j = 0; j < d_.subject.streams; ++j)
          r.push_back(value(which + "_mean_load", {.site = l, .mean_over = "sequences", .streams = {j}}));
        if (!r.back().empty()) table.push_back(std::move(r));
      }
    return table;
  }

  /// Gates of which some are kept.
  std::vector<row> kept_gates() const {
    std::vector<row> table = {{"top-k gates", "k", "scale", "removed load", "n_eff", "change"}};
    for (const measured_quantity& q : d_.quantities)
      if (q.name.ends_with("_top_k_scale")) {
        const std::string which = q.name.substr(0, q.name.find('_'));
        measured_at over_sequences = q.where;
        over_sequences.mean_over = "sequences";
        table.push_back({site_text(*q.where.site) + ", " + which, std::to_string(*q.where.kept), text(q.value),
                         value(which + "_top_k_removed_load", q.where),
                         value(which + "_load_effective_streams", over_sequences),
                         change(which + "_load_effective_streams", over_sequences)});
      }
    return table;
  }

  /// H of every state at a site replaced by their mean.
  std::vector<row> mean_maps() const {
    std::vector<row> table = {{"H -> token mean", "deviation", "change", "sigma_1", "change", "sigma_n", "change"}};
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l) {
      const measured_at where{.site = l, .mean_over = "states", .intervention = "token-mean"};
      row r = {site_text(l)};
      for (const char* name : {"identity_deviation", "largest_singular_value", "smallest_singular_value"}) {
        r.push_back(value(name, where));
        r.push_back(change(name, where));
      }
      if (!r.back().empty()) table.push_back(std::move(r));
    }
    return table;
  }

  /// Of Jacobians, one site or depth range a row.
  std::vector<row> jacobians() const {
    const row names = {"jacobian_norm",
                       "frozen_norm",
                       "norm_ratio",
                       "mean_square",
                       "mean_square_ratio",
                       "log_abs_determinant",
                       "stable_rank",
                       "conserved_channel_gain",
                       "sinkhorn_jacobian_norm",
                       "sinkhorn_off_diagonal_norm"};
    std::vector<row> table = {{"Jacobians", "norm", "frozen", "ratio", "mean square", "ratio", "log |det|",
                               "stable rank", "channel gain", "J_S norm", "off diagonal"}};
    if (!has_jacobians()) return table;
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l)
      table.push_back(line(site_text(l), names, {.site = l, .mean_over = "states"}));
    for (const auto& range : ranges())
      table.push_back(line("mean of " + range_text(range), names, {.sites = range, .mean_over = "sites and states"}));
    return table;
  }

  /// Counts of the first state of each site, and how well its first singular vectors are known.
  std::vector<row> counts() const {
    std::vector<row> table = {{"Jacobian of state 0", "feedback rank", "direction"}};
    if (!has_jacobians()) return table;
    for (std::size_t l = 0; l < d_.subject.sites.size(); ++l) {
      const measured_at here{.site = l, .state = 0};
      table.push_back({site_text(l), value("feedback_rank", here), value("top_direction", here)});
    }
    for (const measured_quantity& q : d_.quantities)
      if (q.name == "count_at_least" && q.where.state == 0) {
        if (q.where.site == 0) table.front().push_back("values >= " + printable(text_of(q.where.threshold)));
        table[*q.where.site + 1].push_back(text(q.value));
      }
    return table;
  }

  /// Sum errors of the first state of each site, iteration by iteration.
  std::vector<row> iterations() const {
    std::vector<row> table = {{"iterations, state 0", "row error", "column error"}};
    for (const measured_quantity& q : d_.quantities)
      if (q.name == "row_sum_error_after_iterations" && q.where.state == 0)
        table.push_back({site_text(*q.where.site) + ": " + std::to_string(*q.where.iterations), text(q.value),
                         value("column_sum_error_after_iterations", q.where)});
    return table;
  }

 private:
  bool has_jacobians() const { return find("jacobian_norm", {.site = 0, .state = 0}) != nullptr; }

  const measured_quantity* find(const std::string& name, const measured_at& where) const {
    const auto found = std::find_if(d_.quantities.begin(), d_.quantities.end(),
                                    [&](const measured_quantity& q) { return q.name == name && same(q.where, where); });
    return found == d_.quantities.end() ? nullptr : &*found;
  }

  std::string value(const std::string& name, const measured_at& where) const {
    const measured_quantity* q = find(name, where);
    return q == nullptr ? "" : text(q->value);
  }

  std::string change(const std::string& name, const measured_at& where) const {
    const measured_quantity* q = find(name, where);
    return q == nullptr || !q->change ? "" : text(*q->change);
  }

  std::string of_one_sequence(const std::string& name, const measured_at& where) const {
    return d_.subject.sequences.size() == 1 ? value(name, where) : "";
  }

  row line(const std::string& label, const row& names, const measured_at& where) const {
    row r = {label};
    for (const std::string& name : names) r.push_back(value(name, where));
    return r;
  }

  std::vector<std::pair<std::size_t, std::size_t>> ranges() const {
    std::vector<std::pair<std::size_t, std::size_t>> r;
    for (const measured_quantity& q : d_.quantities)
      if (q.name == "agm_forward" && q.where.mean_over == "sites and states") r.push_back(*q.where.sites);
    return r;
  }

  std::string site_text(std::size_t l) const {
    const std::string number = std::to_string(l), last = std::to_string(d_.subject.sites.size() - 1);
    return "  " + std::string(last.size() - number.size(), ' ') + number + " " + printable(d_.subject.sites[l].prefix);
  }

  static std::string range_text(const std::pair<std::size_t, std::size_t>& range) {
    return "sites " + std::to_string(range.first) + " to " + std::to_string(range.second);
  }

  static std::string replacement_text(const measured_at& where) {
    return where.intervention == "identity" ? "I" : "token mean";
  }

  const diagnosis& d_;
};

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

std::string summary(const diagnosis& d) {
  const diagnosis_subject& s = d.subject;
  const std::size_t states = s.sites.front().states.size();
  std::string constants;
  for (const auto& [key, value] : s.convention)
    constants += (constants.empty() ? "" : ", ") + printable(key) + " " + printable(in_words(value));
  std::ostringstream out;
  out << "realised maps of " << printable(s.mixer) << ", " << std::to_string(s.streams) << " streams x "
      << std::to_string(s.width) << " features: " << counted(s.sites.size(), "site") << ", " << counted(states, "state")
      << " in " << counted(s.sequences.size(), "sequence") << " (certified)\n\n"
      << "  constants               " << (constants.empty() ? "none" : constants) << '\n'
      << "  scope                   pointwise: the exact real maps at these states, all rounding included; not a "
         "Lipschitz constant\n"
      << "  numbers                 means over states; digits that every member of the enclosure rounds to, or its "
         "ends\n";
  const tables all(d);
  print(out, all.maps());
  print(out, all.streams());
  print(out, all.jacobians());
  constexpr std::size_t most_listed = 12;
  if (s.sites.size() <= most_listed)
    for (const std::vector<row>& table :
         {all.loads(), all.kept_gates(), all.mean_maps(), all.counts(), all.iterations()})
      print(out, table);
  else
    out << "\n(loads, top-k gates, token means, counts and iterations of " << std::to_string(s.sites.size())
        << " sites: --json or -o lists them)\n";
  out << "\nAGM: largest absolute row (forward) and column (backward) sum; deviation: the mean of |H - I| over "
         "entries; "
         "n_eff: load-effective\nstreams; consistency: the largest share of states with one winner; -: not bounded. "
         "docs/reference/diagnose.md defines them.\n";
  for (const std::string& note : d.notes) out << "note: " << printable(note) << '\n';
  return out.str();
}

} // namespace mixcert
