#include "mixers.hpp"

#include "commands.hpp"
#include "convention.hpp"

#include "mixcert/error.hpp"
#include "mixcert/mixer/description.hpp"
#include "mixcert/printable.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <memory>
#include <tuple>
#include <utility>

namespace mixcert::cli {

std::map<std::string, std::size_t> variables_of(const mixer_costs& costs, state_size size) {
  std::map<std::string, std::size_t> r = costs.variables;
  r.insert({{"n", size.n}, {"d", size.d}});
  return r;
}

namespace {

/// Within these no count leaves 64 bits.
constexpr std::size_t most_streams = 4096, most_features = std::size_t{1} << 24;

struct mixers_options {
  std::string name;
  std::string streams, features;
  std::vector<std::string> convention;
  bool costs = false, json = false, quiet = false;
};

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

/// Lines that begin alike: the label, then under it blanks.
void print(const std::string& label, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    std::cout << "  " << padded(i == 0 ? label : "", 24) << lines[i] << '\n';
}

/// `otherwise` where nothing was given.
std::size_t size_of(const char* option, const std::string& given, std::size_t otherwise, std::size_t most) {
  if (given.empty()) return otherwise;
  std::size_t value = 0;
  const char* const end = given.data() + given.size();
  const auto [rest, error] = std::from_chars(given.data(), end, value);
  if (error != std::errc() || rest != end || value < 1 || value > most)
    throw input_error(std::string(option) + " " + printable(given) + ": must be a whole number from 1 to " +
                      std::to_string(most));
  return value;
}

sized_mixer sized(const mixer& family, const mixers_options& o) {
  const auto [n, d] = family.usual_size();
  sized_mixer m{&family,
                {size_of("--streams", o.streams, n, most_streams), size_of("--features", o.features, d, most_features)},
                parse_convention(family, o.convention)};
  // These refuse sizes and constants that the mixer does not have.
  std::ignore = family.tensors(m.size.n, m.size.d, m.convention);
  std::ignore = family.invariants(m.convention);
  std::ignore = family.costs(m.size.n, m.convention);
  return m;
}

void print_features(const sized_mixer& m) {
  const state_dependence dependence = m.family->dependence(m.size.n, m.convention);
  if (dependence.numbers == 0) return print("state-dependence", {"none: H is the same at every state"});
  std::vector<std::string> lines{"H is a function of " + std::to_string(dependence.numbers) +
                                     (dependence.numbers == 1 ? " number" : " numbers") +
                                     " of the state; its derivative is composed of",
                                 "  the rows of X, or their differences (x0, x1-x0, ...)"};
  for (const feature_group& group : dependence.features)
    lines.push_back("  " + std::to_string(group.count) + (group.what == feature_group::row ? " row" : " array") +
                    (group.count == 1 ? " " : "s ") + group.labels + ": " + group.meaning);
  print("state-dependence", lines);
}

void print_bounds(const sized_mixer& m) {
  const auto [n, d] = m.size;
  const state_rank rank = generic_rank(m.size);
  const rank_bound feedback = m.family->feedback_rank(n, rank, m.convention);
  const core_bound core = bound_core(*m.family, m.size, rank, m.convention);
  const auto times_n = [n = n](std::size_t q) {
    return std::to_string(n * q) + " = " + std::to_string(n) + " x " + std::to_string(q);
  };
  print("feedback rank", {"at most " + std::to_string(feedback.at_most) + " (" + feedback.theorem +
                          "), at a state of rank " + std::to_string(rank.state)});
  std::vector<std::string> lines{"at most " + times_n(core.per_stream) +
                                     " (T3): a space for each stream; equal singular values of H are not grouped",
                                 "at most " + times_n(core.common) + " with --core common"};
  if (core.by_rank < core.per_stream)
    lines.push_back("(the rank alone would allow spaces for " + times_n(core.by_rank) + ")");
  print("core", lines);
}

void print_counts(const std::string& label, const operation_count& counts,
                  const std::map<std::string, std::size_t>& at) {
  std::vector<std::string> lines;
  for (const auto& [kind, formula] :
       {std::pair{"additions", &counts.additions}, std::pair{"multiplications", &counts.multiplications},
        std::pair{"divisions", &counts.divisions}, std::pair{"roots", &counts.roots},
        std::pair{"exponentials", &counts.exponentials}})
    if (const std::uint64_t value = formula->at(at); value != 0)
      lines.push_back(padded(kind, 17) + formula->text() + " = " + std::to_string(value));
  if (lines.empty()) lines.emplace_back("none");
  print(label, lines);
}

void print_costs(const sized_mixer& m) {
  const mixer_costs costs = m.family->costs(m.size.n, m.convention);
  const auto at = variables_of(costs, m.size);
  const auto value = [&](const polynomial& p) { return p.text() + " = " + std::to_string(p.at(at)); };
  std::string names;
  for (const auto& [name, number] : at) names += (names.empty() ? "" : ", ") + name + " = " + std::to_string(number);
  std::cout << "\ncosts of a site and a token with " << names
            << "\n(operations of the equations as the reference writes them, not of a program)\n";
  print("parameters", {value(costs.parameters)});
  print_counts("gates and logits", costs.route, at);
  print_counts("H of the logits", costs.mix, at);
  print_counts("applying them", costs.apply, at);
  print("memory, step by step",
        {padded("reads", 17) + value(costs.stepwise.reads), padded("writes", 17) + value(costs.stepwise.writes)});
  print("memory, fused",
        {padded("reads", 17) + value(costs.fused.reads), padded("writes", 17) + value(costs.fused.writes)});
}

void print_one(const sized_mixer& m, bool with_costs) {
  std::cout << m.family->name() << ": " << m.family->summary() << "\n\n";
  print("size", {std::to_string(m.size.n) + " streams x " + std::to_string(m.size.d) + " features"});
  print("invariants", in_words(m.family->invariants(m.convention)));
  print_features(m);
  print_bounds(m);
  std::vector<std::string> tensors, constants;
  for (const tensor_spec& spec : m.family->tensors(m.size.n, m.size.d, m.convention)) {
    std::string line = padded(spec.name, 26) + describe(spec);
    for (const std::string& alias : spec.aliases) line += ", also " + alias;
    tensors.push_back(std::move(line));
  }
  for (const constant_spec& spec : m.family->constants()) {
    std::string line = padded(spec.key, 16) + in_words(m.convention.at(spec.key)) + ": " + spec.meaning;
    for (std::size_t i = 0; i < spec.choices.size(); ++i) line += (i == 0 ? "; one of " : ", ") + spec.choices[i];
    constants.push_back(std::move(line));
  }
  print("tensors PREFIX.NAME", tensors.empty() ? std::vector<std::string>{"none"} : tensors);
  print("constants KEY=VALUE", constants.empty() ? std::vector<std::string>{"none"} : constants);
  if (with_costs) print_costs(m);
}

void print_costs_of_all(const std::vector<sized_mixer>& mixers) {
  std::cout << "a site and a token: parameters; operations for gates and logits, for H, for applying them; numbers "
               "read and written, fused\n\n"
            << padded("mixer", 12);
  for (const char* column : {"streams", "features", "parameters", "logits", "H", "applying", "read", "written"})
    std::cout << right_aligned(column, 12);
  std::cout << '\n';
  for (const sized_mixer& m : mixers) {
    const mixer_costs costs = m.family->costs(m.size.n, m.convention);
    const auto at = variables_of(costs, m.size);
    std::cout << padded(std::string(m.family->name()), 12) << right_aligned(std::to_string(m.size.n), 12)
              << right_aligned(std::to_string(m.size.d), 12);
    for (const polynomial& p : {costs.parameters, costs.route.all(), costs.mix.all(), costs.apply.all(),
                                costs.fused.reads, costs.fused.writes})
      std::cout << right_aligned(std::to_string(p.at(at)), 12);
    std::cout << '\n';
  }
}

void run_all(const mixers_options& o) {
  if (!o.convention.empty()) throw input_error("--convention belongs to one mixer; name it");
  if (!o.costs && (!o.streams.empty() || !o.features.empty()))
    throw input_error("--streams and --features belong to one mixer or to --costs; name a mixer or ask for --costs");
  std::vector<const mixer*> all;
  std::vector<sized_mixer> with_costs;
  for (const std::string& name : mixer_names()) {
    const mixer& family = find_mixer(name);
    all.push_back(&family);
    if (!o.costs) continue;
    size_of("--streams", o.streams, 1, most_streams);
    size_of("--features", o.features, 1, most_features);
    try {
      with_costs.push_back(sized(family, o));
    } catch (const input_error& reason) {
      std::cerr << "mixcert: left out: " << reason.what() << '\n';
    }
  }
  if (o.json)
    std::cout << mixers_json(all, with_costs);
  else if (o.quiet)
    return;
  else if (o.costs)
    print_costs_of_all(with_costs);
  else
    for (const mixer* family : all) std::cout << padded(std::string(family->name()), 12) << family->summary() << '\n';
}

void run_mixers(const mixers_options& o) {
  if (o.name.empty()) return run_all(o);
  const sized_mixer m = sized(find_mixer(o.name), o);
  if (o.json)
    std::cout << mixer_json(m, o.costs);
  else if (!o.quiet)
    print_one(m, o.costs);
}

} // namespace

void add_mixers(CLI::App& program) {
  auto o = std::make_shared<mixers_options>();
  CLI::App* command = program.add_subcommand(
      "mixers", "the mixers, and what each declares: invariants, rank and core bounds, tensors, constants, costs");
  command->add_option("name", o->name, "one mixer; all are listed without it")->type_name("MIXER");
  command->add_option("--streams", o->streams, "n, the number of streams; by default a usual one, mostly 4")
      ->type_name("N");
  command->add_option("--features", o->features, "d, features of a stream; by default a usual one, mostly 64")
      ->type_name("D");
  add_convention_option(*command, o->convention)->allow_extra_args(false); // a name may follow
  command->add_flag("--costs", o->costs, "parameters, operations and memory traffic, as functions of n and d");
  command->add_flag("--json", o->json, "write this as JSON to standard output, and nothing else there");
  command->add_flag("--quiet", o->quiet, "no text on standard output");
  command->footer("Example:\n  mixcert mixers go-mhc --streams 4 --features 1024 --convention s=1 --costs");
  command->callback([o] { run_mixers(*o); });
}

} // namespace mixcert::cli
