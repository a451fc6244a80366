#include "cotangents/passes.hpp"
#include "small_model.hpp"

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

using namespace mixcert::cotangents;

const context<mp_interval> places{320};

loss_and_gradient<mp_interval> enclosed(const model_weights<double>& model,
                                        const std::vector<router_derivative>& router) {
  return differentiate(places, converted(places, model), small_text, router);
}

/// The quotient of differences of the loss, by the embedding output of each token: that of its position.
matrix<mp_interval> central_differences(const model_weights<double>& model) {
  constexpr double step = 0x1p-40;
  matrix<mp_interval> r = zeros(places, small_text.size(), model.wpe.cols());
  for (std::size_t t = 0; t < r.rows(); ++t)
    for (std::size_t c = 0; c < r.cols(); ++c) {
      model_weights<double> above = model, below = model;
      above.wpe(t, c) += step;
      below.wpe(t, c) -= step;
      const auto taken = everywhere(router_derivative::taken);
      r(t, c) = (enclosed(above, taken).loss - enclosed(below, taken).loss) / places.exact(2 * step);
    }
  return r;
}

double farthest(const matrix<mp_interval>& x, const matrix<mp_interval>& y) {
  double farthest = 0;
  for (std::size_t i = 0; i < x.values().size(); ++i)
    farthest = std::max(farthest, magnitude_up(x.values()[i] - y.values()[i]));
  return farthest;
}

} // namespace

BOOST_AUTO_TEST_SUITE(gradient)

// The quotients differ from the derivative by the square of the step times a sixth of the third derivative.
BOOST_AUTO_TEST_CASE(is_that_of_central_differences_and_no_router_may_be_left_out) {
  const model_weights<double> model = small_model();
  const matrix<mp_interval> differences = central_differences(model);
  std::vector<router_derivative> router = everywhere(router_derivative::taken);
  BOOST_TEST(farthest(enclosed(model, router).embedding, differences) < 0x1p-60);
  for (router_derivative& at_site : router) {
    at_site = router_derivative::stopped;
    BOOST_TEST(farthest(enclosed(model, router).embedding, differences) > 1e-4);
    at_site = router_derivative::taken;
  }
}

BOOST_AUTO_TEST_CASE(stopping_changes_no_gradient_where_gates_do_not_depend_on_the_state) {
  model_weights<double> model = small_model();
  for (auto& [attention, mlp] : model.blocks)
    for (hc_site* site : {&attention.router, &mlp.router}) site->dynamic_alpha_scale = site->dynamic_beta_scale = 0;
  const auto taken = enclosed(model, everywhere(router_derivative::taken));
  const auto stopped = enclosed(model, everywhere(router_derivative::stopped));
  BOOST_TEST(farthest(taken.embedding, stopped.embedding) < 1e-70);
  BOOST_TEST(farthest(taken.embedding, central_differences(model)) < 0x1p-60);
}

BOOST_AUTO_TEST_CASE(stopping_changes_no_bit_of_the_forward_pass) {
  const model_weights<double> model = small_model();
  const auto stopped = everywhere(router_derivative::stopped);
  BOOST_TEST(same_forward(pass_twice(places, converted(places, model), small_text, stopped)));
  const context<interval> numbers;
  both_passes<interval> passes = pass_twice(numbers, converted(numbers, model), small_text, stopped);
  BOOST_TEST(same_forward(passes));
  interval& logit = passes.stopped.logits(1, 2);
  logit = interval(logit.lower(), next_up(logit.upper()));
  BOOST_TEST(!same_forward(passes));
}

BOOST_AUTO_TEST_CASE(arithmetics_agree_on_a_block) {
  model_weights<double> model = small_model();
  model.blocks.pop_back();
  const auto taken = everywhere(router_derivative::taken, 2);
  const auto many = enclosed(model, taken);
  const auto few = differentiate(context<interval>{}, converted(context<interval>{}, model), small_text, taken);
  const auto guess = differentiate(context<float64>{}, converted(context<float64>{}, model), small_text, taken);
  BOOST_TEST(subset(to_interval(many.loss), few.loss));
  BOOST_TEST(widest(few.embedding.values()) < 1e-6);
  BOOST_TEST(widest(many.embedding.values()) < 1e-80);
  for (std::size_t i = 0; i < many.embedding.values().size(); ++i) {
    const interval x = to_interval(many.embedding.values()[i]);
    BOOST_TEST(subset(x, few.embedding.values()[i]));
    BOOST_TEST(std::abs(guess.embedding.values()[i] - x.lower()) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(the_gradient_by_the_embedding_is_the_sum_over_streams) {
  const auto found = enclosed(small_model(), everywhere(router_derivative::taken));
  for (std::size_t t = 0; t < small_text.size(); ++t)
    for (std::size_t c = 0; c < 8; ++c) {
      const mp_interval sum = found.expanded[t](0, c) + found.expanded[t](1, c);
      BOOST_TEST(magnitude_up(sum - found.embedding(t, c)) < 1e-77);
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
