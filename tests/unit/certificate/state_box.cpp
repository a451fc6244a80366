// Certificates of a box of states: every member's spectrum is inside, and a box of one state is that state.
#include "certified.hpp"

#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/quote.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/error.hpp"
#include "mixcert/spectrum/guess.hpp"
#include "support/dense_jacobian.hpp"
#include "support/mhc_cases.hpp"
#include "support/mixer_cases.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace mixcert;

namespace {

constexpr double roundoff = 1e-13; ///< of spectra in binary64, relative to the largest value

certificate certified_box(const mixer& m, mixer_input input, double radius) {
  input.state_radius = matrix<double>(input.state.rows(), input.state.cols(), radius);
  certificate_subject subject;
  subject.state_radius = exact_constant(radius);
  if (input.branch_output) subject.branch_output = tensor_reference{"y", "f", "F32", {input.state.cols()}, "22", {}};
  return certify(m, input, subject);
}

template <class Entries> std::vector<interval> ends(const Entries& spectrum) {
  std::vector<interval> r;
  for (const auto& entry : spectrum) r.insert(r.end(), entry.multiplicity, entry.value);
  return r;
}

std::vector<double> singular_values(const matrix<double>& A) {
  return guess_svd(A.rows() < A.cols() ? transpose(A) : A).sigma;
}

bool is_inside(const std::vector<double>& values, const std::vector<interval>& enclosures) {
  const double tolerance = roundoff * values.front();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(values[i] >= enclosures[i].lower() - tolerance && values[i] <= enclosures[i].upper() + tolerance))
      return false;
  return values.size() == enclosures.size();
}

/// Random members: inside the box, at its corners, and along the corner that a rank-one pattern of signs makes.
mixer_input member_of(mixer_input input, double radius, int member, std::mt19937_64& random) {
  std::uniform_real_distribution<double> anywhere(-radius, radius);
  std::vector<double> row_sign, column_sign;
  const auto sign = [&] { return random() % 2 == 0 ? 1.0 : -1.0; };
  for (std::size_t s = 0; s < input.state.rows(); ++s) row_sign.push_back(sign());
  for (std::size_t c = 0; c < input.state.cols(); ++c) column_sign.push_back(sign());
  for (std::size_t s = 0; s < input.state.rows(); ++s)
    for (std::size_t c = 0; c < input.state.cols(); ++c)
      input.state(s, c) += member % 3 == 0   ? anywhere(random)
                           : member % 3 == 1 ? radius * sign()
                                             : radius * row_sign[s] * column_sign[c];
  return input;
}

void check_members(const mixer& m, const mixer_input& input, double radius, int members) {
  const certificate c = certified_box(m, input, radius);
  const std::vector<interval> all = ends(c.spectrum), frozen(c.frozen_spectrum.begin(), c.frozen_spectrum.end());
  std::mt19937_64 random(23);
  for (int k = 0; k < members; ++k) {
    const mixer_input x = member_of(input, radius, k, random);
    BOOST_TEST(is_inside(singular_values(dense_jacobian(m, x)), all), m.name() << " at radius " << radius);
    const auto e = m.evaluate(context<float64>{}, x);
    const matrix<double>& H = e.H;
    BOOST_TEST(is_inside(singular_values(input.read ? matrix<double>(1, e.read.size(), e.read) : H), frozen));
    for (std::size_t i = 0; i < H.values().size(); ++i) {
      const interval& entry = c.forward.H.values()[i];
      BOOST_TEST((H.values()[i] >= entry.lower() - roundoff && H.values()[i] <= entry.upper() + roundoff));
    }
  }
}

mixer_input small_input(const mixer& m, std::uint64_t seed, const std::string& map = "residual") {
  const std::size_t n = m.name() == "ohc" ? 4 : m.name() == "balanced" ? 2 : 3, d = m.name() == "balanced" ? 1 : 12;
  mixer_input input = m.name() == "hc"       ? small_hc_input(seed, n, d)
                      : m.name() == "mhc-v4" ? small_mhc_input(seed, n, d)
                      : m.name() == "kromhc" || m.name() == "krom-go"
                          ? mixcert::test::small_input(m, seed, n, d, {{"factors", "3"}})
                          : mixcert::test::small_input(m, seed, n, d);
  input.read = map == "read";
  if (map == "write") {
    input.branch_output = std::vector<double>(d, 0.5);
    input.branch_output->front() = -2;
  }
  return input;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_SUITE(state_boxes)

BOOST_AUTO_TEST_CASE(every_member_is_inside) {
  for (const char* name : {"hc", "mhc-v4"})
    for (const char* map : {"residual", "write", "read"})
      for (const double radius : {1e-12, 1e-10, 1e-8, 1e-6, 1e-4}) try {
          check_members(find_mixer(name), small_input(find_mixer(name), 4, map), radius, 200);
        } catch (const not_certified&) {
          BOOST_TEST(radius >= 1e-4, name << " refuses radius " << radius);
        }
}

BOOST_AUTO_TEST_CASE(every_member_is_inside_with_other_mixers) {
  for (const char* name : {"hc-paper", "lucid-mhc", "mhc-flat", "mhc-lite", "kromhc", "go-mhc", "krom-go", "ohc", "shc",
                           "jpmhc", "circulant", "static"})
    for (const char* map : {"residual", "write", "read"})
      for (const double radius : {1e-10, 1e-6})
        check_members(find_mixer(name), small_input(find_mixer(name), 4, map), radius, 60);
  for (const char* name : {"balanced", "cayley"}) // without gates
    for (const double radius : {1e-10, 1e-6})
      check_members(find_mixer(name), small_input(find_mixer(name), 4), radius, 60);
}

// Also where a logit, or the scale of the state, changes beyond all bounds.
BOOST_AUTO_TEST_CASE(boxes_beyond_all_measure_are_refused) {
  for (const std::string& name : mixcert::mixer_names())
    for (const double radius : {1e10, 1e100, 1e154, 1e200, 1e307}) {
      const mixer& m = find_mixer(name);
      BOOST_TEST_CONTEXT(name << ", radius " << radius) try {
        mixer_input input = small_input(m, 4);
        input.state_radius = matrix<double>(input.state.rows(), input.state.cols(), radius);
        const certificate c = certify(m, input, {});
        BOOST_TEST(c.core.dimension == 0u); // only a router that does not depend on the state
      } catch (const not_certified&) {
      }
    }
  mixer_input at_zero = small_input(find_mixer("mhc-v4"), 4);
  for (double& x : at_zero.state.values()) x = 0;
  at_zero.convention.at("norm_eps") = exact_constant("1e-300");
  BOOST_CHECK_THROW(certified_box(find_mixer("mhc-v4"), at_zero, 1e-3), not_certified);
}

// To first order: as wide as a few hundred radii 1e-9, relative to the norm.
BOOST_AUTO_TEST_CASE(mixers_out_of_orthogonal_matrices_over_boxes) {
  for (const char* name : {"go-mhc", "krom-go", "ohc", "shc", "jpmhc"}) {
    const certificate c = certified_box(find_mixer(name), small_input(find_mixer(name), 4), 1e-9);
    double widest = 0;
    for (const interval& x : ends(c.spectrum)) widest = std::max(widest, width_up(x));
    BOOST_TEST(widest <= 3e-7 * c.spectrum.front().value.upper(), name << ": " << widest);
  }
}

// Where a division is by its clamp nothing is said of a box; a state can be certified.
BOOST_AUTO_TEST_CASE(a_clamped_division_in_a_box) {
  const mixer& m = find_mixer("lucid-mhc");
  mixer_input input = small_input(m, 4);
  input.convention = convention_of(m, {{"sinkhorn_clamp", "0.9"}});
  BOOST_TEST(!certify(m, input, {}).spectrum.empty());
  BOOST_CHECK_EXCEPTION(certified_box(m, input, 1e-9), not_certified,
                        [](const not_certified& e) { return has(e.what(), "sinkhorn_clamp"); });
}

BOOST_AUTO_TEST_CASE(every_member_of_reference_states_is_inside,
                     *boost::unit_test::precondition(mixcert::test::has_shared_data)) {
  const auto hc = hc_references("hc/hcA");
  for (std::size_t k = 5; k < hc.size(); k += 60) check_members(hc_mixer(), hc[k].input, 1e-4, 3);
  const auto mhc = mhc_references(64);
  for (std::size_t k = 1; k < mhc.size(); k += 7) check_members(mhc_v4_mixer(), mhc[k].input, 1e-6, 3);
}

BOOST_AUTO_TEST_CASE(a_box_of_one_state_is_that_state) {
  for (const char* name : {"hc", "mhc-v4"}) {
    const mixer& m = find_mixer(name);
    const certificate box = certified_box(m, small_input(m, 4, "write"), 0);
    certificate_subject subject;
    subject.branch_output = tensor_reference{"y", "f", "F32", {12}, "22", {}};
    const certificate point = certify(m, small_input(m, 4, "write"), subject);
    BOOST_REQUIRE(box.spectrum.size() == point.spectrum.size());
    for (std::size_t i = 0; i < box.spectrum.size(); ++i) {
      const enclosure &a = box.spectrum[i].value, &b = point.spectrum[i].value;
      BOOST_TEST((a.lower() == b.lower() && a.upper() == b.upper()));
    }
    for (const core_tail& tail : box.core.tails) BOOST_TEST(tail.coincident);
  }
}

BOOST_AUTO_TEST_CASE(values_follow_from_the_stored_bounds) {
  const mixer& m = mhc_v4_mixer();
  const mixer_input input = small_input(m, 6);
  const certificate box = certified_box(m, input, 1e-9), point = certify(m, input, {});
  const claim& step = claim_of(box, "state_box");
  const double delta = step.bounds.at("delta"), delta_F = step.bounds.at("delta_F");
  BOOST_TEST((delta > 0 && delta_F > 0));
  for (std::size_t i = 0; i < point.core.values.size(); ++i) {
    BOOST_TEST(box.core.values[i].upper() >= point.core.values[i].upper() + delta * 0.999);
    BOOST_TEST(box.core.values[i].upper() <= point.core.values[i].upper() + delta * 1.001 + 1e-15);
    BOOST_TEST(box.core.values[i].lower() <= point.core.values[i].lower() - delta * 0.999);
  }
  for (std::size_t k = 0; k < point.frozen_spectrum.size(); ++k) {
    BOOST_TEST(box.frozen_spectrum[k].upper() >= point.frozen_spectrum[k].upper() + delta_F * 0.999);
    BOOST_TEST(box.frozen_spectrum[k].upper() <= point.frozen_spectrum[k].upper() + delta_F * 1.001 + 1e-15);
  }
  BOOST_TEST(box.core.radius >= delta);
  BOOST_TEST((step.id == "C11" && claim_of(box, "merge").uses.back() == "C11" &&
              claim_of(point, "merge").uses.back() != "C11"));
}

// At X two streams are one; elsewhere in the box they are two, and a direction more may be moved.
BOOST_AUTO_TEST_CASE(coincidence_is_counted_over_the_box) {
  mixer_input input = small_hc_input(9, 3, 12);
  for (std::size_t c = 0; c < 12; ++c) input.state(1, c) = input.state(0, c);
  const certificate point = certify(hc_mixer(), input, {}), box = certified_box(hc_mixer(), input, 1e-6);
  BOOST_REQUIRE(point.core.tails.size() == 3);
  BOOST_REQUIRE(box.core.tails.size() == 6);
  for (std::size_t k = 0; k < 3; ++k) {
    const core_tail &counted = box.core.tails[2 * k], &rest = box.core.tails[2 * k + 1];
    BOOST_TEST((counted.k == k && rest.k == k && counted.coincident && !rest.coincident));
    BOOST_TEST(counted.multiplicity + rest.multiplicity == point.core.tails[k].multiplicity);
    BOOST_TEST(rest.multiplicity == 1);
  }
  BOOST_TEST(box.quantities.rank_at_most == 9);
  BOOST_TEST(point.quantities.rank_at_most == 6);
  BOOST_TEST(!has(summary(box), "exactly those"));
}

BOOST_AUTO_TEST_CASE(the_document_keeps_the_radius) {
  const mixer& m = hc_mixer();
  certificate c = certified_box(m, small_input(m, 4), 1e-6);
  c.subject.state_radius = exact_constant("1e-6");
  const certificate read = from_json(to_json(c), "a certificate");
  BOOST_TEST(std::get<exact_constant>(read.subject.state_radius.value()).text() == "1e-6");
  BOOST_TEST(to_json(read) == to_json(c));
  BOOST_TEST(has(summary(c), "every state whose entries differ from these by at most 1e-6:"));
  BOOST_TEST(has(quote(c, ""), "At every state whose entries differ by at most \\texttt{1e-6}"));
  c.subject.state_radius = tensor_reference{"r", "radii.npy", "F64", {3, 12}, std::string(64, 'a'), {1}};
  const certificate again = from_json(to_json(c), "a certificate");
  BOOST_TEST(std::get<tensor_reference>(again.subject.state_radius.value()).index.front() == 1);
  BOOST_TEST(has(summary(c), "every state whose entries differ from these by at most those of r[1] of radii.npy:"));
  BOOST_TEST(has(quote(c, ""), std::string(64, 'a')));
}

BOOST_AUTO_TEST_CASE(a_box_has_no_more_digits_than_its_width) {
  const mixer& m = hc_mixer();
  mixer_input input = small_input(m, 4);
  input.state_radius = matrix<double>(3, 12, 1e-30);
  BOOST_TEST(certify_digits(m, input, {}, 20).spectrum.size() > 0);
  BOOST_CHECK_EXCEPTION(certify_digits(m, input, {}, 40), not_certified,
                        [](const not_certified& e) { return has(e.what(), "fewer digits, or smaller radii"); });
}

BOOST_AUTO_TEST_CASE(a_bound_that_says_nothing_is_refused) {
  const mixer& m = mhc_v4_mixer();
  BOOST_CHECK_EXCEPTION(certified_box(m, small_input(m, 4), 0.5), not_certified,
                        [](const not_certified& e) { return has(e.what(), "smaller radii"); });
}

BOOST_AUTO_TEST_SUITE_END()
