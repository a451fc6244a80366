#include "mixers.hpp"

#include "mixcert/mixer/description.hpp"

#include <nlohmann/json.hpp>

namespace mixcert::cli {
namespace {

using json = nlohmann::ordered_json;
using variables = std::map<std::string, std::size_t>;

json constant(const convention_value& c) {
  return {{!c.is_number() ? "text" : c.number().is_hex() ? "hex" : "decimal", c.text()}};
}

json count(const polynomial& p, const variables& at) { return {{"formula", p.text()}, {"value", p.at(at)}}; }

json operations(const operation_count& c, const variables& at) {
  return {{"additions", count(c.additions, at)},       {"multiplications", count(c.multiplications, at)},
          {"divisions", count(c.divisions, at)},       {"roots", count(c.roots, at)},
          {"exponentials", count(c.exponentials, at)}, {"all", count(c.all(), at)}};
}

json traffic(const memory_traffic& t, const variables& at) {
  return {{"reads", count(t.reads, at)}, {"writes", count(t.writes, at)}};
}

json costs_of(const sized_mixer& m) {
  const mixer_costs costs = m.family->costs(m.size.n, m.convention);
  const variables at = variables_of(costs, m.size);
  return {{"variables", at},
          {"parameters", count(costs.parameters, at)},
          {"route", operations(costs.route, at)},
          {"mix", operations(costs.mix, at)},
          {"apply", operations(costs.apply, at)},
          {"memory", {{"stepwise", traffic(costs.stepwise, at)}, {"fused", traffic(costs.fused, at)}}}};
}

json tensors(const sized_mixer& m) {
  json r = json::array();
  for (const tensor_spec& spec : m.family->tensors(m.size.n, m.size.d, m.convention)) {
    json axes = json::array();
    for (const tensor_axis& axis : spec.shape) axes.push_back(axis.symbol);
    r.push_back({{"name", spec.name}, {"axes", axes}, {"shape", extents(spec)}, {"aliases", spec.aliases}});
  }
  return r;
}

json constants(const sized_mixer& m) {
  json r = json::array();
  for (const constant_spec& spec : m.family->constants()) {
    json entry = {{"key", spec.key},
                  {"default", constant(spec.value)},
                  {"value", constant(m.convention.at(spec.key))},
                  {"meaning", spec.meaning}};
    if (!spec.choices.empty()) entry["choices"] = spec.choices;
    r.push_back(std::move(entry));
  }
  return r;
}

json invariants(const sized_mixer& m) {
  const mixer_invariants has = m.family->invariants(m.convention);
  return {{"rows_sum_to_one", has.rows_sum_to_one},
          {"columns_sum_to_one", has.columns_sum_to_one},
          {"nonnegative", has.nonnegative},
          {"orthogonal", has.orthogonal},
          {"remark", has.remark},
          {"words", in_words(has)}};
}

json dependence(const sized_mixer& m) {
  const state_dependence d = m.family->dependence(m.size.n, m.convention);
  json features = json::array();
  for (const feature_group& group : d.features)
    features.push_back({{"kind", group.what == feature_group::row ? "row" : "array"},
                        {"labels", group.labels},
                        {"count", group.count},
                        {"meaning", group.meaning}});
  return {{"numbers", d.numbers}, {"features", features}};
}

json header(const char* format) { return {{"format", format}, {"version", 1}}; }

json summary(const mixer& m) { return {{"name", m.name()}, {"summary", m.summary()}}; }

} // namespace

std::string mixer_json(const sized_mixer& m, bool with_costs) {
  const auto [n, d] = m.size;
  const state_rank rank = generic_rank(m.size);
  const rank_bound feedback = m.family->feedback_rank(n, rank, m.convention);
  const core_bound core = bound_core(*m.family, m.size, rank, m.convention);
  json r = header("mixcert-mixer");
  r.update(summary(*m.family));
  r.update({{"streams", n},
            {"width", d},
            {"tensors", tensors(m)},
            {"constants", constants(m)},
            {"invariants", invariants(m)},
            {"dependence", dependence(m)},
            {"state_rank", rank.state},
            {"feedback_rank", {{"at_most", feedback.at_most}, {"theorem", feedback.theorem}}},
            {"core",
             {{"theorem", "T3"},
              {"spaces", "one for each stream; streams with equal singular values of H are not grouped"},
              {"per_stream", core.per_stream},
              {"at_most", n * core.per_stream},
              {"common_at_most", n * core.common},
              {"by_rank_at_most", n * core.by_rank}}}});
  if (with_costs) r["costs"] = costs_of(m);
  return r.dump(1) + "\n";
}

std::string mixers_json(const std::vector<const mixer*>& all, const std::vector<sized_mixer>& with_costs) {
  json mixers = json::array();
  for (const mixer* family : all) {
    json entry = summary(*family);
    for (const sized_mixer& m : with_costs)
      if (m.family == family) {
        entry.update({{"streams", m.size.n}, {"width", m.size.d}});
        entry["costs"] = costs_of(m);
      }
    mixers.push_back(std::move(entry));
  }
  json r = header("mixcert-mixers");
  r["mixers"] = std::move(mixers);
  return r.dump(1) + "\n";
}

} // namespace mixcert::cli
