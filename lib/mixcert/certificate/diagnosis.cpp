#include "mixcert/certificate/diagnosis.hpp"

#include "mixcert/certificate/dyadic.hpp"
#include "mixcert/certificate/outward.hpp"
#include "mixcert/certificate/producer.hpp"
#include "mixcert/certificate/quantities.hpp"
#include "mixcert/diagnostic/gain.hpp"
#include "mixcert/diagnostic/iteration.hpp"
#include "mixcert/diagnostic/jacobian_measures.hpp"
#include "mixcert/diagnostic/load.hpp"
#include "mixcert/diagnostic/map_intervention.hpp"
#include "mixcert/diagnostic/measures.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/site.hpp"
#include "mixcert/printable.hpp"
#include "mixcert/scalar/environment.hpp"
#include "mixcert/scalar/interval_matrix.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mixcert {
namespace {

using gate_list = std::vector<mp_interval>;
using site_range = std::pair<std::size_t, std::size_t>;
using measures = std::vector<measure>;

/// Gates by what names of their quantities begin with.
constexpr std::array<const char*, 2> gate_names = {"read", "write"};

/// What the mixer is at a site and state.
struct realised {
  mp_interval_matrix H;
  std::array<gate_list, 2> gates; ///< read and write, or empty
  std::array<gate_list, 2> loads;
  measures all; ///< of the map, the state and the gates
  measures jacobian, stopped;
};

void append(measures& a, const measures& b) { a.insert(a.end(), b.begin(), b.end()); }

constexpr const char* no_gates = "all gates may be zero";

const char* reason_of(const std::string& name) {
  if (name.ends_with("cosine")) return "a stream may be zero";
  if (name.starts_with("read") || name.starts_with("write")) return no_gates;
  if (name.ends_with("ratio")) return "the frozen map may be zero";
  if (name == "log_abs_determinant") return "a singular value may be zero";
  if (name == "stable_rank") return "the norm may be zero";
  return "it could not be bounded";
}

measured_value stored(const measure& m) {
  if (!is_finite(m.value)) return not_bounded{reason_of(m.name)};
  if (!(magnitude_up(m.value) < 0x1p1023)) return not_bounded{"it lies beyond the range of binary64"};
  const interval ends = stored_enclosure(m.value);
  const bool is_share = m.name.ends_with("winner_consistency"); // of states: at most all of them
  return enclosure(is_share ? interval(ends.lower(), std::min(ends.upper(), 1.0)) : ends);
}

measured_value stored(const std::optional<std::size_t>& stream) {
  if (stream) return *stream;
  return undecided{};
}

/// A stream, of gates with these loads.
measured_value stored(const std::optional<std::size_t>& stream, const gate_list& load) {
  if (!is_finite(load.front())) return not_bounded{no_gates};
  return stored(stream);
}

enclosure stored_entry(const mp_interval& x) {
  if (!is_finite(x)) throw not_certified("an entry of the realised mixer H, or a gate, could not be bounded");
  return stored_enclosure(x);
}

std::vector<enclosure> stored_gates(const gate_list& gates) {
  std::vector<enclosure> r;
  for (const mp_interval& h : gates) r.push_back(stored_entry(h));
  return r;
}

gate_list sizes_of(gate_list gates) {
  for (mp_interval& h : gates) h = abs(h);
  return gates;
}

std::size_t rank_at_least(const jacobian_measures& J, std::size_t width) {
  std::vector<spectrum_entry<enclosure>> spectrum;
  for (const auto& [value, multiplicity, from] : J.spectrum)
    spectrum.push_back({stored_enclosure(value), multiplicity, from});
  std::vector<enclosure> frozen;
  for (const mp_interval& value : J.frozen) frozen.emplace_back(stored_enclosure(value));
  return feedback_rank_at_least(spectrum, frozen, width);
}

measured_direction stored(const std::vector<mp_float>& direction, double sine, std::size_t streams) {
  return {to_dyadic(matrix<mp_float>(streams, direction.size() / streams, direction)), stored_bound(sine)};
}

measured_value stored(const jacobian_measures& J, std::size_t width) {
  if (J.frozen.size() * width > most_directions)
    return not_bounded{"the direction has more than " + std::to_string(most_directions) + " numbers"};
  if (!J.direction) return not_bounded{"the largest singular value was not told from the next"};
  const auto& [triple, angles] = *J.direction;
  const measured_directions found{stored(triple.right, *angles.right, J.frozen.size()),
                                  stored(triple.left, *angles.left, J.frozen.size())};
  if (!(found.right.sine < 1) || !(found.left.sine < 1))
    return not_bounded{"the largest singular value was not told from the next"};
  return found;
}

/// Those of `all` that have the names of `some`, in their order.
measures of_same_names(const measures& all, const measures& some) {
  measures r;
  for (const measure& wanted : some)
    r.push_back(*std::ranges::find_if(all, [&](const measure& m) { return m.name == wanted.name; }));
  return r;
}

std::vector<claim> claims(bool jacobian) {
  return {{.id = "C1",
           .type = "data",
           .theorem = "",
           .says = "Parameters, states and constants are exactly the real numbers named in `subject`."},
          {.id = "C2",
           .type = "router",
           .theorem = "T1",
           .says = "The entries of H and the gates at each site and state lie in the enclosures of `forward`.",
           .uses = {"C1"}},
          {.id = "C3",
           .type = "derived",
           .theorem = "",
           .says = std::string("`quantities`: each number that its `definition` gives for the H, the gates and the "
                               "states of C1 and C2 ") +
                   (jacobian ? "and the derivatives of H there " : "") +
                   "lies in its enclosure; a stream that is named is the only one of which the definition is true; " +
                   (jacobian ? "a count lies between its two integers; a sine is at most its bound; " : "") +
                   "`undecided` and null claim nothing.",
           .uses = {"C1", "C2"}}};
}

class measurement {
 public:
  measurement(const diagnosis_request& request, const precision& places)
      : request_(request), places_(places), numbers_{places.working}, states_(request.sites.front().states.size()) {}

  diagnosis run() {
    require_ieee_environment();
    diagnosis_.subject = subject_of(request_);
    for (std::size_t l = 0; l < request_.sites.size(); ++l) {
      evaluate_site(l);
      measure_site(l);
    }
    for (const site_range& range : ranges()) measure_range(range);
    diagnosis_.claims = claims(request_.jacobian);
    diagnosis_.made_by = this_producer();
    return std::move(diagnosis_);
  }

 private:
  mp_interval count(std::size_t x) const { return numbers_.exact(static_cast<double>(x)); }

  /// Of lists of the same measures, at least one.
  measures mean_of(const std::vector<measures>& lists) const {
    measures mean = lists.front();
    for (std::size_t t = 1; t < lists.size(); ++t)
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i].value += lists[t][i].value;
    for (measure& m : mean) m.value = m.value / count(lists.size());
    return mean;
  }

  void add(const std::string& name, const measured_at& where, measured_value value) {
    diagnosis_.quantities.push_back({name, where, std::move(value)});
  }

  void add(const measures& list, measured_at where) {
    for (const measure& m : list) {
      where.streams = m.streams;
      add(m.name, where, stored(m));
    }
  }

  /// The same measures with an intervention and without.
  void add_changed(const measures& after, const measures& before, measured_at where) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      where.streams = after[i].streams;
      add(after[i].name, where, stored(after[i]));
      diagnosis_.quantities.back().change =
          stored({after[i].name, after[i].streams, difference(after[i].value, before[i].value)});
    }
  }

  /// With room for who knows the two values less than exactly: values that are equal differ by nothing.
  static mp_interval difference(const mp_interval& a, const mp_interval& b) {
    const mp_interval room = scaled(abs(a) + abs(b), -200);
    return a - b + hull(-room, room);
  }

  void evaluate_site(std::size_t l) {
    std::vector<realised>& tokens = tokens_.emplace_back();
    for (std::size_t t = 0; t < states_; ++t) {
      try {
        tokens.push_back(evaluated(l, t));
      } catch (const not_certified& error) {
        throw not_certified("site " + printable(request_.sites[l].prefix) + ", state " + std::to_string(t) + ": " +
                            error.what());
      }
    }
  }

  realised evaluated(std::size_t l, std::size_t t) {
    const diagnosed_site& site = request_.sites[l];
    const mixer_input input = input_of(*request_.family, site.parameters, site.states[t], request_.convention);
    mixer_evaluation<mp_interval> e = request_.family->evaluate(numbers_, input);
    realised r{e.H, {e.read, e.write}, {}, {}, {}, {}};
    diagnosis_.forward.push_back({l, t, map(r.H, stored_entry), stored_gates(r.gates[0]), stored_gates(r.gates[1])});
    append(r.all, measures_of_map(r.H, places_));
    append(r.all, measures_of_state(r.H, state_of(numbers_, input)));
    for (std::size_t g = 0; g < gate_names.size(); ++g)
      if (!r.gates[g].empty()) {
        r.loads[g] = routing_load(numbers_, r.gates[g]);
        append(r.all, measures_of_gates(gate_names[g], r.gates[g]));
      }
    const measured_at here{.site = l, .state = t};
    add(r.all, here);
    for (std::size_t g = 0; g < gate_names.size(); ++g)
      if (!r.gates[g].empty())
        add(std::string(gate_names[g]) + "_winner", here, stored(highest_stream(sizes_of(r.gates[g])), r.loads[g]));
    if (request_.iterations > 0) add_iterations(input, here);
    if (request_.jacobian) measure_jacobian(r, input, std::move(e), here);
    return r;
  }

  void measure_jacobian(realised& r, const mixer_input& input, mixer_evaluation<mp_interval> e, measured_at where) {
    const std::size_t width = input.state.cols();
    std::vector<mp_interval> thresholds;
    for (const exact_constant& x : request_.thresholds) thresholds.push_back(x.value(numbers_));
    jacobian_measures J = measures_of_jacobian(*request_.family, input, std::move(e), thresholds, places_);
    add(J.values, where);
    add("feedback_rank", where, enclosed_count{rank_at_least(J, width), J.rank_at_most});
    for (std::size_t x = 0; x < thresholds.size(); ++x) {
      where.threshold = request_.thresholds[x];
      add("count_at_least", where, J.at_least[x]);
    }
    where.threshold.reset();
    add("top_direction", where, stored(J, width));
    where.intervention = "stopped-router";
    add_changed(J.stopped, of_same_names(J.values, J.stopped), where);
    r.jacobian = std::move(J.values);
    r.stopped = std::move(J.stopped);
  }

  void add_iterations(const mixer_input& input, measured_at where) {
    const auto defects = defects_by_iterations(numbers_, *request_.family, input, request_.iterations);
    for (std::size_t k = 0; k < defects.size(); ++k) {
      where.iterations = k + 1;
      add({{"row_sum_error_after_iterations", {}, defects[k].row_sum_error},
           {"column_sum_error_after_iterations", {}, defects[k].column_sum_error}},
          where);
    }
  }

  void measure_site(std::size_t l) {
    std::vector<measures> all;
    for (const realised& token : tokens_[l]) all.push_back(token.all);
    site_means_.push_back(mean_of(all));
    add(site_means_.back(), {.site = l, .mean_over = "states"});
    if (request_.jacobian) average_jacobians(l);
    measures& of_sequences = sequence_means_.emplace_back();
    for (std::size_t g = 0; g < gate_names.size(); ++g) {
      if (tokens_[l].front().gates[g].empty()) continue;
      const std::vector<std::vector<gate_list>> loads = loads_by_sequence(l, g);
      measure_sequences(l, g, loads);
      append(of_sequences, mean_over_sequences(g, loads));
      for (std::size_t k = 1; k < tokens_[l].front().gates[g].size(); ++k) keep_largest(l, g, k);
    }
    add(of_sequences, {.site = l, .mean_over = "sequences"});
    replace_maps(l);
  }

  void average_jacobians(std::size_t l) {
    std::vector<measures> all, stopped;
    for (const realised& token : tokens_[l]) {
      all.push_back(token.jacobian);
      stopped.push_back(token.stopped);
    }
    jacobian_means_.push_back(mean_of(all));
    stopped_means_.push_back(mean_of(stopped));
    add_jacobians(jacobian_means_.back(), stopped_means_.back(), {.site = l, .mean_over = "states"});
  }

  void add_jacobians(const measures& all, const measures& stopped, measured_at where) {
    add(all, where);
    where.intervention = "stopped-router";
    add_changed(stopped, of_same_names(all, stopped), where);
  }

  std::vector<std::vector<gate_list>> by_sequence(const std::vector<gate_list>& of_states) const {
    std::vector<std::vector<gate_list>> r;
    auto first = of_states.begin();
    for (const std::size_t length : request_.sequences) {
      r.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
      first += static_cast<std::ptrdiff_t>(length);
    }
    return r;
  }

  std::vector<std::vector<gate_list>> loads_by_sequence(std::size_t l, std::size_t g) const {
    std::vector<gate_list> loads;
    for (const realised& token : tokens_[l]) loads.push_back(token.loads[g]);
    return by_sequence(loads);
  }

  measures mean_over_sequences(std::size_t g, const std::vector<std::vector<gate_list>>& loads) const {
    std::vector<measures> all;
    for (const std::vector<gate_list>& sequence : loads) all.push_back(measures_of_sequence(gate_names[g], sequence));
    return mean_of(all);
  }

  void measure_sequences(std::size_t l, std::size_t g, const std::vector<std::vector<gate_list>>& loads) {
    const std::string which = gate_names[g];
    for (std::size_t s = 0; s < loads.size(); ++s) {
      const measured_at here{.site = l, .sequence = s};
      add(measures_of_sequence(which, loads[s]), here);
      add(which + "_most_frequent_winner", here, stored(count_winners(loads[s]).winner));
      const gate_list mean = mean_load(numbers_, loads[s]);
      add(which + "_lowest_load_stream", here, stored(lowest_stream(mean), mean));
    }
  }

  /// Scale-preserving top-k of one kind of gates at all states of a site.
  void keep_largest(std::size_t l, std::size_t g, std::size_t k) {
    const std::string which = gate_names[g];
    const measured_at over_states{.site = l, .mean_over = "states", .kept = k, .intervention = "top-k"};
    std::vector<measures> before, after, own;
    std::vector<gate_list> loads;
    for (const realised& token : tokens_[l]) {
      const auto kept = top_k(numbers_, token.gates[g], k);
      if (!kept) {
        add(which + "_top_k_scale", over_states, undecided{});
        return;
      }
      mp_interval removed = numbers_.exact(1);
      for (const std::size_t j : kept->kept) removed -= token.loads[g][j];
      own.push_back({{which + "_top_k_scale", {}, kept->scale}, {which + "_top_k_removed_load", {}, removed}});
      before.push_back(measures_of_gates(which, token.gates[g]));
      after.push_back(measures_of_gates(which, kept->gates));
      loads.push_back(routing_load(numbers_, kept->gates));
    }
    add(mean_of(own), over_states);
    add_changed(mean_of(after), mean_of(before), over_states);
    measured_at over_sequences = over_states;
    over_sequences.mean_over = "sequences";
    add_changed(mean_over_sequences(g, by_sequence(loads)), mean_over_sequences(g, loads_by_sequence(l, g)),
                over_sequences);
  }

  std::vector<mp_interval_matrix> maps_of(std::size_t l) const {
    std::vector<mp_interval_matrix> maps;
    for (const realised& token : tokens_[l]) maps.push_back(token.H);
    return maps;
  }

  mp_interval_matrix identity() const {
    const std::size_t n = tokens_.front().front().H.rows();
    mp_interval_matrix I(n, n, numbers_.exact(0));
    for (std::size_t i = 0; i < n; ++i) I(i, i) = numbers_.exact(1);
    return I;
  }

  /// H of every state at a site by the identity, and by their mean.
  void replace_maps(std::size_t l) {
    measured_at where{.site = l, .mean_over = "states", .intervention = "identity"};
    add_changed(measures_of_map(identity(), places_), site_means_[l], where);
    if (states_ == 1) return;
    where.intervention = "token-mean";
    add_changed(measures_of_map(mean_map(numbers_, maps_of(l)), places_), site_means_[l], where);
  }

  std::vector<site_range> ranges() const {
    std::vector<site_range> r;
    if (request_.sites.size() > 1) r.emplace_back(0, request_.sites.size() - 1);
    for (const site_range& range : request_.ranges)
      if (r.empty() || range != r.front()) r.push_back(range);
    return r;
  }

  void measure_range(const site_range& range) {
    const auto part = [&](const std::vector<measures>& of_sites) {
      const auto begin = of_sites.begin();
      return std::vector<measures>(begin + static_cast<std::ptrdiff_t>(range.first),
                                   begin + static_cast<std::ptrdiff_t>(range.second) + 1);
    };
    add(mean_of(part(site_means_)), {.sites = range, .mean_over = "sites and states"});
    if (request_.jacobian)
      add_jacobians(mean_of(part(jacobian_means_)), mean_of(part(stopped_means_)),
                    {.sites = range, .mean_over = "sites and states"});
    add(mean_of(part(sequence_means_)), {.sites = range, .mean_over = "sites and sequences"});

    std::vector<measures> composites;
    for (std::size_t t = 0; t < states_; ++t) {
      std::vector<mp_interval_matrix> maps;
      for (std::size_t l = range.first; l <= range.second; ++l) maps.push_back(tokens_[l][t].H);
      composites.push_back(measures_of_map(composite(numbers_, maps), places_));
      add(composites.back(), {.sites = range, .composite = true, .state = t});
    }
    const measures mean = mean_of(composites);
    add(mean, {.sites = range, .composite = true, .mean_over = "states"});
    const site_range all(0, request_.sites.size() - 1);
    if (range == all) {
      whole_ = mean;
    } else {
      replace_in_product(range, "identity", [&](std::size_t) { return identity(); });
    }
    if (states_ > 1)
      replace_in_product(range, "token-mean", [&](std::size_t l) { return mean_map(numbers_, maps_of(l)); });
  }

  /// The product over all sites with every H of the range replaced.
  template <class Replacement>
  void replace_in_product(const site_range& range, const char* intervention, Replacement replacement) {
    std::vector<mp_interval_matrix> instead;
    for (std::size_t l = range.first; l <= range.second; ++l) instead.push_back(replacement(l));
    std::vector<measures> after;
    for (std::size_t t = 0; t < states_; ++t) {
      std::vector<mp_interval_matrix> maps;
      for (std::size_t l = 0; l < request_.sites.size(); ++l)
        maps.push_back(l < range.first || l > range.second ? tokens_[l][t].H : instead[l - range.first]);
      after.push_back(measures_of_map(composite(numbers_, maps), places_));
    }
    add_changed(mean_of(after), whole_,
                {.sites = site_range(0, request_.sites.size() - 1),
                 .composite = true,
                 .mean_over = "states",
                 .intervention = intervention,
                 .replaced = range});
  }

  const diagnosis_request& request_;
  precision places_;
  context<mp_interval> numbers_;
  std::size_t states_;
  diagnosis diagnosis_;
  std::vector<std::vector<realised>> tokens_;            ///< by site and state
  std::vector<measures> site_means_, sequence_means_;    ///< by site
  std::vector<measures> jacobian_means_, stopped_means_; ///< by site
  measures whole_;                                       ///< of the product over all sites, the mean over states
};

} // namespace

diagnosis_subject subject_of(const diagnosis_request& request) {
  const tensor& state = request.sites.front().states.front();
  diagnosis_subject subject{
      std::string(request.family->name()), request.convention, state.shape[0], state.shape[1], {}, request.sequences};
  for (const diagnosed_site& site : request.sites) {
    site_reference& r = subject.sites.emplace_back();
    r.prefix = site.prefix;
    for (const tensor& t : site.parameters) r.parameters.push_back(reference_to(t));
    for (const tensor& t : site.states) r.states.push_back(reference_to(t));
  }
  return subject;
}

diagnosis diagnose(const diagnosis_request& request, const precision& places) {
  return measurement(request, places).run();
}

} // namespace mixcert
