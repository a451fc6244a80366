// Which mixers can learn a fixed mixing of four streams from noisy examples: mhc-lite, kromhc and go-mhc with blocks of
// side 1, 2, 3, trained on the library's derivatives, against the noise.
// usage: reconstruction DIRECTORY [TARGETS [STEPS]]
#include "reconstruction/training.hpp"
#include "study/command.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

using namespace mixcert;
using namespace mixcert::study;

namespace {

constexpr std::size_t streams = 4, features = 8, examples = 100;
constexpr double noise = 0.1;

struct family {
  const char* label;
  constant_router router;
};

const std::vector<family>& families() {
  static const std::vector<family> all{{"mhc-lite", {"mhc-lite", streams}},
                                       {"kromhc", {"kromhc", streams}},
                                       {"go-mhc s=1", {"go-mhc", streams, {{"s", "1"}}}},
                                       {"go-mhc s=2", {"go-mhc", streams, {{"s", "2"}}}},
                                       {"go-mhc s=3", {"go-mhc", streams, {{"s", "3"}}}}};
  return all;
}

struct outcome {
  double sum = 0, least = HUGE_VAL, most = 0;
  double settled = 0;     ///< step, the mean over targets
  std::size_t within = 0; ///< how many targets end within a hundredth of the floor
  std::vector<double> mean_curve;
};

} // namespace

int main(int argc, char** argv) try {
  const std::size_t targets = count_argument(argc, argv, 2, 10);
  training_plan plan;
  plan.steps = count_argument(argc, argv, 3, plan.steps);
  if (argc < 2 || argc > 4 || targets == 0 || plan.steps == 0) {
    std::cerr << "usage: " << argv[0] << " DIRECTORY [TARGETS [STEPS]], the last two positive numbers\n";
    return 2;
  }
  const std::filesystem::path folder = output_folder(argv[1]);

  std::vector<outcome> outcomes(families().size());
  std::vector<std::size_t> steps;
  double kronecker_bound = 0, floor = 0;
  bool kronecker_bound_holds = true;
  std::ofstream losses = opened(folder / "losses.csv");
  losses << "target,mixer,step,training_loss,population_loss\n";
  for (std::size_t target = 0; target < targets; ++target) {
    uniform_source source(1000 + target);
    const matrix<double> T = random_target(streams, source);
    const reconstruction_task task = random_task(T, features, examples, noise, source);
    const double bound = least_binary_kronecker_loss(task);
    floor = floor_of(task);
    kronecker_bound += bound / static_cast<double>(targets);
    plan.seed = 2000 + target;
    for (std::size_t f = 0; f < families().size(); ++f) {
      const auto& [label, router] = families()[f];
      outcome& o = outcomes[f];
      const std::vector<training_record> history = train(router, task, plan).history;
      o.mean_curve.resize(history.size());
      steps.clear();
      for (std::size_t r = 0; r < history.size(); ++r) {
        const auto& [step, training, population] = history[r];
        losses << target << ',' << label << ',' << step << ',' << training << ',' << population << '\n';
        steps.push_back(step);
        o.mean_curve[r] += population / static_cast<double>(targets);
      }
      const double last = history.back().population_loss;
      o.sum += last;
      o.least = std::min(o.least, last);
      o.most = std::max(o.most, last);
      o.settled += static_cast<double>(settled(history, 1.05)) / static_cast<double>(targets);
      o.within += last <= 1.01 * floor ? 1 : 0;
      if (label == std::string("kromhc") && !(last >= bound)) kronecker_bound_holds = false;
    }
  }

  std::ofstream curves = opened(folder / "curves.csv");
  curves << "step";
  for (const family& f : families()) curves << ',' << f.label;
  for (std::size_t r = 0; r < steps.size(); ++r) {
    curves << '\n' << steps[r];
    for (const outcome& o : outcomes) curves << ',' << o.mean_curve[r];
  }
  curves << '\n';

  std::cout << targets << " targets of " << streams << " streams, " << examples << " examples of " << features
            << " features, noise uniform on [0, " << noise << "], " << plan.steps << " steps\nfloor " << floor
            << "; population losses after the last step, over the floor:\n";
  for (const char* title : {"mixer", "logits", "mean", "least", "most", "within 1 %", "settled at"}) column(title);
  std::cout << std::fixed << std::setprecision(4) << '\n';
  for (std::size_t f = 0; f < families().size(); ++f) {
    const outcome& o = outcomes[f];
    column(families()[f].label), column(families()[f].router.logits());
    column(o.sum / static_cast<double>(targets) / floor), column(o.least / floor), column(o.most / floor);
    column(std::to_string(o.within) + " of " + std::to_string(targets));
    column(std::lround(o.settled));
    std::cout << '\n';
  }
  std::cout << "settled: from this step on within 5 % of its own last loss, in the mean\nno binary Kronecker product "
               "has less than "
            << kronecker_bound / floor << " in the mean\n"
            << (kronecker_bound_holds ? "" : "kromhc ended below its bound: an error in the program\n");
  return kronecker_bound_holds ? 0 : 1;
} catch (const input_error& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
