#include "cotangents/report.hpp"

#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace mixcert::cotangents {
namespace {

constexpr int name_width = 33, guess_width = 25, digits = 20;

const char* text_of(verdict what) {
  switch (what) {
  case verdict::agrees:
    return "agrees";
  case verdict::disagrees:
    return "DISAGREES";
  default:
    return "UNDECIDED: the enclosure is too wide; more bits";
  }
}

std::string text_of(const mp_interval& x) {
  if (!is_finite(x)) return "not enclosed";
  return "[" + plain_decimal(decimal_down(x.lower(), digits)) + ", " + plain_decimal(decimal_up(x.upper(), digits)) +
         "], width " + decimal_up(width_up(x), 2);
}

class summary {
 public:
  void add(const std::string& name, const agreement& found, double accuracy) {
    worst_ = found.what == verdict::disagrees || worst_ == verdict::disagrees ? verdict::disagrees
             : found.what == verdict::undecided                               ? verdict::undecided
                                                                              : worst_;
    std::cout << "  " << std::setw(name_width) << name << "reference " << text_of(found.what) << ": at most "
              << decimal_up(found.distance, 2) << " away, " << decimal_up(accuracy, 2) << " stated\n";
  }
  void require(bool holds, const std::string& claim) {
    if (!holds) worst_ = verdict::disagrees;
    std::cout << "  " << claim << ": " << (holds ? "yes" : "NO") << '\n';
  }
  verdict worst() const { return worst_; }

 private:
  verdict worst_ = verdict::agrees;
};

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

std::string distance(const matrix<mp_interval>& enclosures, const matrix<double>& guesses) {
  return decimal_up(compare(enclosures.values(), guesses.values(), 0).distance, 2);
}

} // namespace

verdict report(const both_passes<float64>& guess, const both_passes<mp_interval>& enclosed,
               const context<mp_interval>& context, const reference& expected, const reference_accuracy& accuracy) {
  const auto guesses = quantities(mixcert::context<float64>{}, guess);
  const auto enclosures = quantities(context, enclosed);
  std::cout << std::left << "  " << std::setw(name_width) << "" << std::setw(guess_width) << "float64"
            << "enclosure\n";
  for (std::size_t k = 0; k < enclosures.size(); ++k) {
    const auto& [name, x] = enclosures[k];
    std::cout << "  " << std::setw(name_width) << name << std::setw(guess_width) << std::setprecision(17)
              << guesses[k].value << text_of(x) << '\n';
  }

  summary all;
  all.require(same_forward(guess), "float64 forward identical with routers stopped");
  all.require(same_forward(enclosed), "enclosures of the forward identical with routers stopped");
  for (const auto& [name, x] : enclosures) {
    const double stated = accuracy_of(name, expected, accuracy);
    all.add(name, compare({x}, {expected.quantities.at(name)}, stated), stated);
  }
  const auto logits = [&](const std::string& name, const matrix<mp_interval>& of_pass) {
    all.add(name, compare_largest(of_pass.values(), expected.tensors.at("logits"), accuracy.logit), accuracy.logit);
  };
  logits("logits", enclosed.whole.logits);
  logits("logits, routers stopped", enclosed.stopped.logits);
  const auto gradient = [&](const std::string& name, const std::vector<mp_interval>& x) {
    const std::vector<double>& reference = expected.tensors.at(name);
    const double stated = accuracy.gradient * norm(reference);
    all.add(name, compare(x, reference, stated), stated);
  };
  gradient("grad", enclosed.whole.embedding.values());
  gradient("grad_stopped", enclosed.stopped.embedding.values());
  gradient("grad_expanded", entries(enclosed.whole.expanded));
  gradient("grad_expanded_stopped", entries(enclosed.stopped.expanded));
  std::cout << "  widest enclosures: logits " << decimal_up(widest(enclosed.whole.logits.values()), 2) << ", gradient "
            << decimal_up(widest(enclosed.whole.embedding.values()), 2) << ", stopped "
            << decimal_up(widest(enclosed.stopped.embedding.values()), 2) << "\n  float64 is at most "
            << distance(enclosed.whole.embedding, guess.whole.embedding) << " away in the gradient, "
            << distance(enclosed.stopped.embedding, guess.stopped.embedding) << " stopped" << std::endl;
  return all.worst();
}

void report_binary64(const model_weights<double>& model, const std::vector<std::size_t>& tokens) {
  const context<interval> numbers;
  const model_weights<interval> whole = converted(numbers, model);
  std::cout << "widest entries in binary64 intervals, of a model that ends after so many blocks:\n";
  for (std::size_t blocks = 0; blocks <= whole.blocks.size(); ++blocks) {
    model_weights<interval> part = whole;
    part.blocks.erase(part.blocks.begin() + static_cast<std::ptrdiff_t>(blocks), part.blocks.end());
    std::cout << "  " << blocks << ": ";
    try {
      const auto found =
          differentiate(numbers, part, tokens, std::vector<router_derivative>(2 * blocks, router_derivative::taken));
      std::cout << "logits " << decimal_up(widest(found.logits.values()), 2) << ", gradient "
                << decimal_up(widest(found.embedding.values()), 2) << '\n';
    } catch (const not_certified& reason) {
      std::cout << "nothing, nor beyond: " << reason.what() << '\n';
      return;
    }
  }
}

} // namespace mixcert::cotangents
