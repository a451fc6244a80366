#include "mixcert/certificate/checker/diagnosis_check.hpp"

#include "mixcert/certificate/checker/evaluation.hpp"
#include "mixcert/certificate/checker/jacobian_measured.hpp"
#include "mixcert/certificate/checker/measured.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace mixcert::checker {
namespace {

constexpr mpfr_prec_t most_bits_of_a_core = 1024;

using range = measured_record::range;
using gate_change = std::function<gate_values(const gate_values&)>;

/// Of one site and state, with one number of places.
struct realised {
  interval_matrix H;
  std::array<gate_values, 2> gates;
  measured_values all; ///< of the map, the state and the gates
};

realised evaluate_maps(const mixer_entry& mixer, const site& where, mpfr_prec_t bits) {
  const equations e = mixer.of(where, bits);
  where.require_all_constants_used();
  const weight_products products(e.route, where);
  const std::vector<normalised> norms = normalise(e.route, where, bits);
  const auto outputs = [&](const head& h) { return evaluate(h, e.route, products, norms, bits).outputs; };
  realised r{interval_matrix(where.n, where.n, bits), {outputs(e.read), outputs(e.write)}, {}};
  r.H.entries = outputs(e.mix);
  return r;
}

interval_matrix identity(std::size_t n, mpfr_prec_t bits) {
  interval_matrix I(n, n, bits);
  for (std::size_t i = 0; i < n; ++i) I(i, i) = interval(1, bits);
  return I;
}

/// What the values of a quantity are, with an intervention also without it.
struct compared_values {
  measured_values values;
  std::optional<measured_values> before = std::nullopt;
};

std::string place_of(const measured_record& q) {
  std::string r = printable(q.name);
  const auto add = [&](const char* what, const std::optional<std::size_t>& k) {
    if (k) r += std::string(", ") + what + ' ' + std::to_string(*k);
  };
  const auto add_pair = [&](const char* what, const std::optional<range>& p) {
    if (p) r += std::string(", ") + what + ' ' + std::to_string(p->first) + " to " + std::to_string(p->second);
  };
  add("site", q.site);
  add_pair("sites", q.sites);
  add("state", q.state);
  add("sequence", q.sequence);
  add("stream", q.stream);
  add_pair("streams", q.streams);
  add("iterations", q.iterations);
  add("kept", q.kept);
  add_pair("replaced in", q.replaced);
  if (q.threshold) r += ", threshold " + text(interval(*q.threshold, 53));
  if (!q.intervention.empty()) r += ", " + printable(q.intervention);
  return r;
}

class diagnosis_checker {
 public:
  diagnosis_checker(const document& document, const data_folders& folders, claim_list& claims)
      : document_(document), record_(*document.diagnosis), folders_(folders), claims_(claims) {}

  void run() {
    decide("data", [&](mpfr_prec_t) { data(); });
    decide("router", [&](mpfr_prec_t bits) { router(bits); });
    decide("derived", [&](mpfr_prec_t bits) {
      use(bits);
      for (const measured_record& q : record_.quantities) derived(q);
    });
  }

 private:
  void decide(const std::string& type, const std::function<void(mpfr_prec_t)>& check) {
    const claim_record& own = *document_.claim(type);
    claims_.decide(own.id + ' ' + type, [&](mpfr_prec_t bits) {
      check(bits);
      own.require_all_used();
    });
  }

  std::size_t sites() const { return record_.sites.size(); }
  std::size_t states() const { return record_.sites.front().states.size(); }

  void data() {
    require_known(sites() > 0 && states() > 0, "there is no site, or no state");
    std::size_t counted = 0;
    for (const std::size_t length : record_.sequences) {
      require_known(length > 0 && length <= states() - counted, "the sequences are not those of the states");
      counted += length;
    }
    require_known(counted == states(), "the sequences are not those of the states");
    for (const site_states& site : record_.sites) {
      require_known(site.states.size() == states(), "the sites do not have as many states each");
      for (const tensor_record& state : site.states) load(one(site, state), folders_);
    }
  }

  site_record one(const site_states& site, const tensor_record& state) const {
    site_record r{};
    r.mixer = record_.mixer;
    r.with = "residual";
    r.site = site.site;
    r.convention = record_.convention;
    r.streams = record_.streams;
    r.width = record_.width;
    r.parameters = site.parameters;
    r.state = state;
    return r;
  }

  void router(mpfr_prec_t bits) {
    use(bits);
    std::set<std::pair<std::size_t, std::size_t>> stated;
    for (const maps_record& maps : record_.forward) {
      const std::string place = "site " + std::to_string(maps.site) + ", state " + std::to_string(maps.state);
      require_known(maps.site < sites() && maps.state < states() && stated.emplace(maps.site, maps.state).second,
                    "forward has maps of no site and state, or twice: " + place);
      const realised& own = at(maps.site, maps.state);
      require(maps.H.rows == own.H.rows && maps.H.entries.size() == own.H.entries.size(), "H is not streams x streams");
      require_all_inside(place + ", H entry ", own.H.entries, maps.H.entries);
      for (std::size_t g = 0; g < gate_names.size(); ++g) {
        require(maps.gates[g].size() == own.gates[g].size(), place + ": the gates are not as many as the mixer has");
        require_all_inside(place + ", " + gate_names[g] + " gate ", own.gates[g], maps.gates[g]);
      }
    }
    require_known(stated.size() == sites() * states(), "forward has not the maps of every site and state");
  }

  static void require_all_inside(const std::string& what, const std::vector<interval>& own,
                                 const std::vector<enclosure>& stated) {
    for (std::size_t k = 0; k < own.size(); ++k)
      require_inside(what + std::to_string(k), own[k], stated[k].lo, stated[k].hi);
  }

  /// Forgets what was computed with other places.
  void use(mpfr_prec_t bits) {
    if (bits == bits_) return;
    bits_ = bits;
    realised_.clear();
    jacobians_.clear();
    known_.clear();
    of_identity_.clear();
  }

  const realised& at(std::size_t l, std::size_t t) {
    require_known(l < sites() && t < states(), "a quantity is of a site or a state that there is not");
    const auto found = realised_.find({l, t});
    if (found != realised_.end()) return found->second;
    const mixer_data own = load(one(record_.sites[l], record_.sites[l].states[t]), folders_);
    realised r = evaluate_maps(find_equations(record_.mixer), own.where, bits_);
    r.all = of_map(r.H, bits_);
    r.all.merge(of_state(r.H, exact_matrix(own.where.state, own.where.n, own.where.d), bits_));
    for (std::size_t g = 0; g < gate_names.size(); ++g)
      if (!r.gates[g].empty()) r.all.merge(of_gates(gate_names[g], r.gates[g]));
    return realised_.emplace(std::pair(l, t), std::move(r)).first->second;
  }

  const measured_jacobian& jacobian_at(std::size_t l, std::size_t t) {
    const auto found = jacobians_.find({l, t});
    if (found != jacobians_.end()) return found->second;
    const mixer_data own = load(one(record_.sites[l], record_.sites[l].states[t]), folders_);
    const evaluated_map map(find_equations(record_.mixer), own, "residual", bits_);
    try {
      return jacobians_.emplace(std::pair(l, t), measure_jacobian(map, record_.mixer, bits_)).first->second;
    } catch (const not_established& reason) {
      throw not_established("the Jacobian at site " + std::to_string(l) + ", state " + std::to_string(t) + ": " +
                            reason.what());
    }
  }

  /// With the router stopped, or as it is; at a site and state, or the mean over several.
  measured_values mean_of_jacobians(const range& over, const measured_record& q, bool stopped) {
    std::vector<measured_values> all;
    for (std::size_t l = over.first; l <= over.second; ++l)
      for (std::size_t t = 0; t < states(); ++t)
        if (!q.state || t == *q.state) all.push_back(stopped ? jacobian_at(l, t).stopped : jacobian_at(l, t).values);
    require_known(!all.empty(), "a quantity is of a state that there is not");
    return mean_of(all);
  }

  compared_values of_jacobians(const measured_record& q) {
    require_known(!q.composite && !q.sequence && !q.iterations && !q.kept && !q.replaced &&
                      (q.intervention.empty() || q.intervention == "stopped-router") &&
                      (q.mean_over.empty() || q.mean_over == (q.sites ? "sites and states" : "states")),
                  "a quantity of a Jacobian is of something else too");
    const range over = q.sites ? *q.sites : range(*q.site, *q.site);
    if (q.intervention.empty()) return {mean_of_jacobians(over, q, false)};
    return {mean_of_jacobians(over, q, true), mean_of_jacobians(over, q, false)};
  }

  std::vector<gate_values> tokens(std::size_t l, std::size_t sequence, std::size_t g, const gate_change& change) {
    require_known(sequence < record_.sequences.size(), "a quantity is of a sequence that there is not");
    std::size_t first = 0;
    for (std::size_t s = 0; s < sequence; ++s) first += record_.sequences[s];
    std::vector<gate_values> r;
    for (std::size_t t = first; t < first + record_.sequences[sequence]; ++t)
      r.push_back(change ? change(at(l, t).gates[g]) : at(l, t).gates[g]);
    require_known(!r.front().empty(), "a quantity is of gates that the mixer has not");
    return r;
  }

  measured_values of_states(std::size_t l) {
    std::vector<measured_values> all;
    for (std::size_t t = 0; t < states(); ++t) all.push_back(at(l, t).all);
    return mean_of(all);
  }

  measured_values sequence_values(std::size_t l, std::size_t s) {
    measured_values r;
    for (std::size_t g = 0; g < gate_names.size(); ++g)
      if (!at(l, 0).gates[g].empty()) r.merge(of_sequence(gate_names[g], tokens(l, s, g, nullptr), bits_));
    return r;
  }

  measured_values of_sequences(std::size_t l, std::size_t g, const gate_change& change) {
    std::vector<measured_values> all;
    for (std::size_t s = 0; s < record_.sequences.size(); ++s)
      all.push_back(of_sequence(gate_names[g], tokens(l, s, g, change), bits_));
    return mean_of(all);
  }

  measured_values of_sequences(std::size_t l) {
    std::vector<measured_values> all;
    for (std::size_t s = 0; s < record_.sequences.size(); ++s) all.push_back(sequence_values(l, s));
    return mean_of(all);
  }

  interval_matrix replacement(const std::string& intervention, std::size_t l) {
    if (intervention == "identity") return identity(record_.streams, bits_);
    require_known(intervention == "token-mean", "an intervention is none of this format");
    std::vector<interval_matrix> maps;
    for (std::size_t t = 0; t < states(); ++t) maps.push_back(at(l, t).H);
    return mean_of(maps);
  }

  measured_values of_replacement(const std::string& intervention, std::size_t l) {
    if (intervention != "identity") return of_map(replacement(intervention, l), bits_);
    if (of_identity_.empty()) of_identity_ = of_map(identity(record_.streams, bits_), bits_);
    return of_identity_;
  }

  /// The product of H over the sites, those of `replaced` replaced.
  measured_values of_product(const range& over, std::size_t t, const std::optional<range>& replaced,
                             const std::string& intervention) {
    interval_matrix M = identity(record_.streams, bits_);
    for (std::size_t l = over.first; l <= over.second; ++l) {
      const bool is_replaced = replaced && l >= replaced->first && l <= replaced->second;
      M = product(is_replaced ? replacement(intervention, l) : at(l, t).H, M, bits_);
    }
    return of_map(M, bits_);
  }

  compared_values of_products(const measured_record& q) {
    const auto mean = [&](const std::optional<range>& replaced) {
      std::vector<measured_values> all;
      for (std::size_t t = 0; t < states(); ++t)
        if (!q.state || t == *q.state) all.push_back(of_product(*q.sites, t, replaced, q.intervention));
      require_known(!all.empty(), "a quantity is of a state that there is not");
      return mean_of(all);
    };
    require_known(q.state ? q.mean_over.empty() : q.mean_over == "states", "a product is of no state");
    if (q.intervention.empty()) return {mean(std::nullopt)};
    require_known(q.replaced.has_value(), "an intervention is in no sites");
    return {mean(q.replaced), mean(std::nullopt)};
  }

  /// Scale-preserving top-k of one kind of gates.
  compared_values of_top_k(std::size_t l, const measured_record& q) {
    const std::size_t g = q.name.starts_with("read") ? 0 : 1, k = q.kept.value_or(0);
    require_known(k >= 1 && k < record_.streams && !at(l, 0).gates[g].empty(), "top-k keeps no such number of gates");
    const std::string& which = gate_names[g];
    const gate_change change = [k](const gate_values& gates) { return keep_largest(gates, k).gates; };
    if (q.mean_over == "sequences") return {of_sequences(l, g, change), of_sequences(l, g, nullptr)};
    require_known(q.mean_over == "states", "top-k is of no states");
    std::vector<measured_values> before, after;
    for (std::size_t t = 0; t < states(); ++t) {
      const kept_gates kept = keep_largest(at(l, t).gates[g], k);
      after.push_back(of_gates(which, kept.gates));
      after.back().emplace(which + "_top_k_scale", kept.scale);
      after.back().emplace(which + "_top_k_removed_load", 1 - 1 / kept.scale);
      before.push_back(of_gates(which, at(l, t).gates[g]));
    }
    return {mean_of(after), mean_of(before)};
  }

  measured_values after_iterations(std::size_t l, std::size_t t, std::size_t k) {
    require_known(l < sites() && t < states(), "a quantity is of a site or a state that there is not");
    site_record record = one(record_.sites[l], record_.sites[l].states[t]);
    const auto iterations = record.convention.find("iterations");
    require_known(iterations != record.convention.end(), "the mixer iterates nothing");
    iterations->second = {.value = rational(static_cast<long>(k))};
    const mixer_data own = load(record, folders_);
    const measured_values all = of_map(evaluate_maps(find_equations(record_.mixer), own.where, bits_).H, bits_);
    return {{"row_sum_error_after_iterations", all.at("row_sum_error")},
            {"column_sum_error_after_iterations", all.at("column_sum_error")}};
  }

  compared_values values_of(const measured_record& q) {
    if (q.sites) {
      require_known(q.sites->first <= q.sites->second && q.sites->second < sites(), "a range is not one of the sites");
      if (q.replaced)
        require_known(q.sites->first <= q.replaced->first && q.replaced->first <= q.replaced->second &&
                          q.replaced->second <= q.sites->second,
                      "an intervention is in other sites");
      if (is_of_jacobian(q.name)) return of_jacobians(q);
      if (q.composite) return of_products(q);
      require_known(q.mean_over == "sites and states" || q.mean_over == "sites and sequences", "a range has no mean");
      std::vector<measured_values> all;
      for (std::size_t l = q.sites->first; l <= q.sites->second; ++l)
        all.push_back(q.mean_over == "sites and states" ? of_states(l) : of_sequences(l));
      return {mean_of(all)};
    }
    const std::size_t l = *q.site;
    at(l, 0);
    if (is_of_jacobian(q.name)) return of_jacobians(q);
    if (q.intervention == "top-k") return of_top_k(l, q);
    if (!q.intervention.empty()) {
      require_known(q.mean_over == "states", "an intervention is of no states");
      return {of_replacement(q.intervention, l), of_states(l)};
    }
    if (q.iterations) {
      require_known(q.state.has_value(), "iterations are of no state");
      return {after_iterations(l, *q.state, *q.iterations)};
    }
    if (q.state) return {at(l, *q.state).all};
    if (q.sequence) return {sequence_values(l, *q.sequence)};
    require_known(q.mean_over == "states" || q.mean_over == "sequences", "a site has no such mean");
    return {q.mean_over == "states" ? of_states(l) : of_sequences(l)};
  }

  /// Only members that have a meaning together: no other would be looked at.
  void require_place(const measured_record& q) const {
    const auto count = [](std::initializer_list<bool> given) { return std::ranges::count(given, true); };
    require_known(count({q.site.has_value(), q.sites.has_value()}) == 1, "a quantity is of no site, or of several");
    require_known(count({q.state.has_value(), q.sequence.has_value(), !q.mean_over.empty()}) == 1,
                  "a quantity is of no state, or of several");
    const bool is_stopped = q.intervention == "stopped-router";
    require_known(!q.sites || (!q.sequence && (q.composite || (!q.state && (q.intervention.empty() || is_stopped)))),
                  "a quantity of a range is of something else too");
    require_known(!q.composite || q.sites, "a product is of one site");
    require_known(!q.iterations || (!q.sites && !q.sequence && q.intervention.empty()),
                  "iterations are of something else too");
    require_known(q.kept.has_value() == (q.intervention == "top-k"), "gates are kept without top-k, or the other way");
    require_known(q.replaced.has_value() == (q.composite && !q.intervention.empty()),
                  "maps of a product are replaced without an intervention, or the other way");
    require_known(q.intervention.empty() || !q.mean_over.empty() || is_stopped, "an intervention is of no mean");
    require_known(q.threshold.has_value() == (q.name == "count_at_least"), "a threshold is not that of a count");
    require_known(q.change.has_value() <= !q.intervention.empty(), "a change has no intervention");
  }

  /// Everything that makes a difference to the values of all names.
  using place_key = std::tuple<std::optional<std::size_t>, std::optional<range>, bool, std::optional<std::size_t>,
                               std::optional<std::size_t>, std::string, std::optional<std::size_t>, std::string,
                               std::optional<std::size_t>, std::optional<range>, bool, bool>;

  const compared_values& known(const measured_record& q) {
    const bool reads = q.name.starts_with("read");
    const place_key key(q.site, q.sites, q.composite, q.state, q.sequence, q.mean_over, q.iterations, q.intervention,
                        q.kept, q.replaced, reads && q.kept, is_of_jacobian(q.name));
    const auto found = known_.find(key);
    return found != known_.end() ? found->second : known_.emplace(key, values_of(q)).first->second;
  }

  void derived(const measured_record& q) {
    if (!is_of_jacobian(q.name) || bits_ < most_bits_of_a_core) return establish(q);
    try {
      establish(q);
    } catch (const not_established& reason) {
      throw malformed(reason.what()); // more places would take long, and tell no more
    }
  }

  void establish(const measured_record& q) {
    const std::string what = place_of(q);
    require_place(q);
    require(q.definition == definition_of(q.name), what + " has another definition");
    const auto claims = [](const measured_value& value) { return !std::holds_alternative<std::monostate>(value); };
    if (!claims(q.value) && !(q.change && claims(*q.change))) return;
    if (const auto* stream = std::get_if<std::size_t>(&q.value)) return named_stream(q, *stream);
    if (const auto* count = std::get_if<enclosed_count>(&q.value)) return counted(q, *count);
    if (const auto* directions = std::get_if<bounded_directions>(&q.value)) return directed(q, *directions);
    const compared_values& own = known(q);
    std::string name = q.name;
    if (q.stream) name += ' ' + std::to_string(*q.stream);
    if (q.streams) name += ' ' + std::to_string(q.streams->first) + ' ' + std::to_string(q.streams->second);
    const auto found = own.values.find(name);
    require_known(found != own.values.end(), what + " is no quantity of its place");
    if (const auto* value = std::get_if<enclosure>(&q.value)) require_inside(what, found->second, value->lo, value->hi);
    if (!q.change || !claims(*q.change)) return;
    const auto* change = std::get_if<enclosure>(&*q.change);
    require_known(change != nullptr && own.before && own.before->contains(name), what + " has no such change");
    require_inside("the change of " + what, found->second - own.before->at(name), change->lo, change->hi);
  }

  /// For what a Jacobian has beside numbers: only at one site and state.
  const measured_jacobian& only_jacobian(const measured_record& q) {
    require_known(q.site && q.state && !q.stream && !q.streams && !q.iterations && q.intervention.empty() && !q.change,
                  place_of(q) + " is not of one Jacobian");
    at(*q.site, *q.state);
    return jacobian_at(*q.site, *q.state);
  }

  void counted(const measured_record& q, const enclosed_count& stated) {
    const std::string what = place_of(q);
    require_known(q.name == "count_at_least" || q.name == "feedback_rank", what + " is no count");
    const measured_jacobian& J = only_jacobian(q);
    const enclosed_count own = q.threshold ? count_at_least(J.spectrum, *q.threshold) : J.rank;
    require(stated.at_least <= own.at_most && own.at_least <= stated.at_most,
            what + " lies between " + std::to_string(own.at_least) + " and " + std::to_string(own.at_most) +
                ", not between " + std::to_string(stated.at_least) + " and " + std::to_string(stated.at_most) +
                " as stated");
    if (stated.at_least <= own.at_least && own.at_most <= stated.at_most) return;
    const std::string unknown = what + " is known to lie between " + std::to_string(own.at_least) + " and " +
                                std::to_string(own.at_most) + " only";
    if (q.threshold) throw not_established(unknown);
    throw malformed(unknown);
  }

  void directed(const measured_record& q, const bounded_directions& stated) {
    const std::string what = place_of(q);
    require_known(q.name == "top_direction", what + " has no direction");
    const measured_jacobian& J = only_jacobian(q);
    for (const bounded_direction* x : {&stated.right, &stated.left})
      require_known(x->direction.rows == record_.streams && x->direction.cols == record_.width && x->sine < 1,
                    what + " is not of streams x width, or has no bound");
    const mixer_data own = load(one(record_.sites[*q.site], record_.sites[*q.site].states[*q.state]), folders_);
    const evaluated_map map(find_equations(record_.mixer), own, "residual", bits_);
    const interval sine = sine_of(stated.right.direction, stated.left.direction, factors_of(map), J.spectrum, bits_);
    for (const bounded_direction* x : {&stated.right, &stated.left})
      require_known(position_below(sine, x->sine) == position::inside,
                    what + " has a sine that is known to be at most " + text(sine) + " only");
  }

  void named_stream(const measured_record& q, std::size_t stream) {
    const std::string what = place_of(q);
    require_known(q.site && q.intervention.empty() && !q.stream && !q.streams && !q.iterations && !q.change &&
                      stream < record_.streams && (q.state || q.sequence),
                  what + " is no stream of its place");
    const std::size_t g = q.name.starts_with("read") ? 0 : 1;
    const std::string kind = q.name.substr(gate_names[g].size() + 1);
    std::optional<bool> is_it;
    if (kind == "winner" && q.state) {
      require_known(!at(*q.site, *q.state).gates[g].empty(), what + " is of gates that the mixer has not");
      is_it = is_winner(at(*q.site, *q.state).gates[g], stream);
    } else if (kind == "lowest_load_stream" && q.sequence) {
      const gate_values mean = mean_load(tokens(*q.site, *q.sequence, g, nullptr));
      if (std::ranges::all_of(mean, is_bounded)) is_it = is_highest(negative(mean), stream);
    } else if (kind == "most_frequent_winner" && q.sequence) {
      is_it = is_most_frequent(count_winners(tokens(*q.site, *q.sequence, g, nullptr)), stream);
    } else {
      throw malformed(what + " names no stream");
    }
    require(is_it != false, what + " is not stream " + std::to_string(stream));
    if (!is_it) throw not_established(what + " may be another stream");
  }

  static std::optional<bool> is_most_frequent(const winner_counts& counts, std::size_t j) {
    bool is_certain = counts.certain[j] > 0;
    for (std::size_t k = 0; k < counts.certain.size(); ++k) {
      if (k == j) continue;
      if (counts.certain[k] >= counts.possible[j]) return false;
      is_certain = is_certain && counts.certain[j] > counts.possible[k];
    }
    return is_certain ? std::optional(true) : std::nullopt;
  }

  const document& document_;
  const diagnosis_record& record_;
  const data_folders& folders_;
  claim_list& claims_;
  mpfr_prec_t bits_ = 0;
  std::map<std::pair<std::size_t, std::size_t>, realised> realised_;
  std::map<std::pair<std::size_t, std::size_t>, measured_jacobian> jacobians_;
  std::map<place_key, compared_values> known_;
  measured_values of_identity_; ///< once it was asked for
};

} // namespace

void check_diagnosis(const document& document, const data_folders& folders, claim_list& claims) {
  diagnosis_checker(document, folders, claims).run();
}

} // namespace mixcert::checker
