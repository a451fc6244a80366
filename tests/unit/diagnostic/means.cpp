// Means over states and over sites with three streams, against values worked out by hand.
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/mixer/static.hpp"
#include "support/exact.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

tensor named(const std::string& name, std::vector<std::size_t> shape, std::vector<double> values) {
  return {name, "site.safetensors", dtype::f64, std::move(shape), std::move(values), {}, "00"};
}

diagnosed_site site(const std::string& prefix, std::vector<double> H, std::vector<double> read,
                    std::vector<double> first_state, std::vector<double> second_state) {
  return {prefix,
          {named(prefix + ".H", {3, 3}, std::move(H)), named(prefix + ".pre", {3}, std::move(read)),
           named(prefix + ".post", {3}, {1, 1, 1})},
          {named("site000.X", {3, 2}, std::move(first_state)), named("site001.X", {3, 2}, std::move(second_state))}};
}

/// Two sites, each with two states of one sequence.
const diagnosis& measured() {
  static const diagnosis d = [] {
    diagnosis_request request;
    request.family = &static_mixer();
    request.convention = convention_of(*request.family, {{"kind", "matrix"}});
    request.sites = {site("a", {0, 2, 0, 1, 0, 0, 0, 0, 0.5}, {2, 1, 1}, {5, 12, 3, 4, 6, 0}, {5, 12, 3, -4, -9, 0}),
                     site("b", {8, 3, 0, 0, 8, 3, 3, 0, 8}, {0, 5, 0}, {3, 4, 4, 3, 17, 0}, {1, 0, -1, 0, 0, 1})};
    request.sequences = {2};
    return diagnose(request);
  }();
  return d;
}

bool is_at(const measured_at& x, const measured_at& where) {
  return x.site == where.site && x.sites == where.sites && x.composite == where.composite && x.state == where.state &&
         x.sequence == where.sequence && x.mean_over == where.mean_over && x.streams == where.streams &&
         x.intervention == where.intervention;
}

/// Whether one quantity of this name is there, and an enclosure of the fraction that is no wider than 1e-12.
void check(const std::string& name, const measured_at& where, const mpq_class& wanted) {
  const auto here = [&](const measured_quantity& q) { return q.name == name && is_at(q.where, where); };
  const std::vector<measured_quantity>& all = measured().quantities;
  BOOST_REQUIRE_MESSAGE(std::ranges::count_if(all, here) == 1, name);
  const auto& value = std::get<enclosure>(std::ranges::find_if(all, here)->value);
  BOOST_TEST((rational(value.lower()) <= wanted && wanted <= rational(value.upper())),
             name << " is not " << wanted.get_str());
  BOOST_TEST(value.upper() - value.lower() <= 1e-12 * (1 + std::abs(value.upper())), name);
}

} // namespace

BOOST_AUTO_TEST_SUITE(means)

// Cosines at a: 63/65, 5/13, 3/5 and -33/65, -5/13, -3/5; at b: 24/25, 3/5, 4/5 and -1, 0, 0.
// Column sums of H less 1 at a: 0, 1, -1/2, so that the mean changes by (0, 4)/3 and (15/2, -4)/3; at b: 10, 10, 10,
// and by (240, 70)/3 and (0, 10)/3.
BOOST_AUTO_TEST_CASE(over_states) {
  const auto at = [](std::size_t l) { return measured_at{.site = l, .mean_over = "states"}; };
  check("mean_cosine", {.site = 0, .state = 0}, {127, 195});
  check("mean_cosine", {.site = 0, .state = 1}, {-97, 195});
  check("mean_cosine", at(0), {1, 13});
  check("mean_cosine", at(1), {17, 75});
  check("mean_defect", {.site = 0, .state = 1}, {17, 6});
  check("mean_defect", at(0), {25, 12});
  check("mean_defect", at(1), {130, 3});
  check("range_excess", at(0), 2);            // 0 and 4
  check("range_excess", at(1), {135, 2});     // 128 and 7
  check("second_singular_value", at(0), 1);   // of 2, 1, 1/2
  check("smallest_singular_value", at(1), 7); // of 11, 7, 7
}

BOOST_AUTO_TEST_CASE(over_sites_and_states) {
  const measured_at all{.sites = std::pair<std::size_t, std::size_t>(0, 1), .mean_over = "sites and states"};
  check("mean_cosine", all, {148, 975});
  check("mean_defect", all, {545, 24});
  check("range_excess", all, {139, 4});
  check("agm_forward", all, {13, 2});
  check("column_sum_error", all, {11, 2});
  check("second_singular_value", all, 4);
  check("smallest_singular_value", all, {15, 4});
}

BOOST_AUTO_TEST_CASE(over_sites_and_sequences) {
  measured_at all{.sites = std::pair<std::size_t, std::size_t>(0, 1), .mean_over = "sites and sequences"};
  check("read_load_effective_streams", all, {11, 6}); // 8/3 and 1
  check("write_load_effective_streams", all, 3);
  const mpq_class loads[] = {{1, 4}, {5, 8}, {1, 8}};
  for (std::size_t j = 0; j < 3; ++j) {
    all.streams = {j};
    check("read_mean_load", all, loads[j]);
  }
}

// H_b H_a = [3 16 0; 8 0 3/2; 0 6 4]; the other way round the largest row sum is 22.
BOOST_AUTO_TEST_CASE(of_products_over_depth) {
  check("agm_forward", {.sites = std::pair<std::size_t, std::size_t>(0, 1), .composite = true, .mean_over = "states"},
        19);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
