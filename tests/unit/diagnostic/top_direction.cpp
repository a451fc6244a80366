// The direction that a site stretches most, by products with its Jacobian.
#include "mixcert/diagnostic/top_direction.hpp"
#include "enclosures.hpp"

#include "mixcert/jacobian/directional.hpp"
#include "mixcert/jacobian/enclosed_spectrum.hpp"
#include "mixcert/scalar/interval_matrix.hpp"
#include "mixcert/spectrum/decomposition.hpp"
#include "support/mixer_cases.hpp"

#include <stdexcept>

#include <boost/test/unit_test.hpp>

namespace mixcert::test {
namespace {

linear_map<mp_interval> enclosed_map(const matrix<mp_interval>& M) {
  const auto product_with = [](const matrix<mp_interval>& A) {
    return [A](const std::vector<mp_interval>& x) { return multiply(A, matrix(x.size(), 1, x)).values(); };
  };
  return {M.rows(), M.cols(), product_with(M), product_with(transpose(M))};
}

linear_map<quad> guessed_map(const matrix<mp_interval>& M) {
  const auto product_with = [](const matrix<mp_interval>& of) {
    return [A = map(of, [](const mp_interval& x) { return to_quad(midpoint(x, 128)); })](const std::vector<quad>& x) {
      std::vector<quad> r(A.rows(), quad(0.0));
      for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.cols(); ++j) add_product(r[i], A(i, j), x[j]);
      return r;
    };
  };
  return {M.rows(), M.cols(), product_with(M), product_with(transpose(M))};
}

top_direction direction_of(const matrix<mp_interval>& M, const std::vector<spectrum_entry<mp_interval>>& spectrum) {
  return top_direction_of(guessed_map(M), enclosed_map(M), spectrum);
}

/// o d x n d, column by column.
matrix<mp_interval> dense(const feedback<mp_interval>& f, std::size_t d) {
  const context<mp_interval> context{384};
  const std::size_t columns = f.frozen.cols() * d;
  matrix<mp_interval> transposed(columns, f.frozen.rows() * d, context.exact(0));
  for (std::size_t c = 0; c < columns; ++c) {
    matrix<mp_interval> Z(f.frozen.cols(), d, context.exact(0));
    Z.values()[c] = context.exact(1);
    const matrix<mp_interval> image = directional_derivative(context, f, Z);
    for (std::size_t r = 0; r < transposed.cols(); ++r) transposed(c, r) = image.values()[r];
  }
  return transpose(transposed);
}

/// |sin| of the angle between two vectors, up to 1e-25.
double sine_between(const std::vector<mp_float>& a, const std::vector<mp_float>& b) {
  const std::vector<mp_interval> x = enclosed(a, 384), y = enclosed(b, 384);
  mp_interval xx(0, 384), yy(0, 384), xy(0, 384);
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += sqr(x[i]);
    yy += sqr(y[i]);
    xy += x[i] * y[i];
  }
  return magnitude_up(sqrt(abs(mp_interval(1, 384) - sqr(xy) / (xx * yy))));
}

} // namespace

BOOST_AUTO_TEST_SUITE(top_directions)

// The vectors of another decomposition, with their own bounds, are the same lines.
BOOST_AUTO_TEST_CASE(of_sites) {
  for (const char* name : {"hc", "mhc-v4", "mhc-lite", "jpmhc"})
    for (const bool read : {false, true}) BOOST_TEST_CONTEXT(name << (read ? ", read" : "")) {
        const mixer_input input = small_input(find_mixer(name), 17, 3, 5);
        mixer_evaluation<mp_interval> e = find_mixer(name).evaluate({384}, input);
        const feedback<mp_interval> f = read ? read_feedback(std::move(e)) : residual_feedback(std::move(e));
        const matrix<mp_interval> J = dense(f, 5);
        const auto spectrum = enclose_spectrum(f, 5, {});
        const top_direction found = direction_of(J, spectrum);
        BOOST_REQUIRE((found.angles.left && found.angles.right));
        BOOST_TEST(*found.angles.left < 1e-24);
        BOOST_TEST(*found.angles.right < 1e-24);
        const verified_svd svd = decompose(map(J, [](const mp_interval& x) { return midpoint(x, 384); }), {});
        const singular_triple other = triple_of(svd.factors, 0);
        const angle_bounds others = bound_top_angles(other, J, spectrum);
        BOOST_REQUIRE((others.left && others.right));
        BOOST_TEST(*others.left < 1e-34);
        BOOST_TEST(sine_between(found.triple.left, other.left) <= *found.angles.left + *others.left);
        BOOST_TEST(sine_between(found.triple.right, other.right) <= *found.angles.right + *others.right);
      }
}

// Directions of the map with the write gate, or of another state, are not those of this one: the images give it away.
BOOST_AUTO_TEST_CASE(of_another_map) {
  const mixer& m = find_mixer("hc");
  const feedback<mp_interval> one = residual_feedback(m.evaluate(context<mp_interval>{384}, small_input(m, 17, 3, 5))),
                              two = residual_feedback(m.evaluate(context<mp_interval>{384}, small_input(m, 18, 3, 5)));
  const matrix<mp_interval> J = dense(one, 5), other = dense(two, 5);
  const top_direction found = top_direction_of(guessed_map(other), enclosed_map(J), enclose_spectrum(one, 5, {}));
  BOOST_TEST((!found.angles.left || *found.angles.left > 1e-3));
  BOOST_TEST((!found.angles.right || *found.angles.right > 1e-3));
}

// Without feedback the largest value is met d times: no line.
BOOST_AUTO_TEST_CASE(no_single_direction) {
  const mixer& m = find_mixer("static");
  const feedback<mp_interval> f = residual_feedback(m.evaluate(context<mp_interval>{384}, small_input(m, 1, 2, 3)));
  const top_direction found = direction_of(dense(f, 3), enclose_spectrum(f, 3, {}));
  BOOST_TEST((!found.angles.left && !found.angles.right));
  BOOST_TEST(found.triple.left.size() == 6u);
}

BOOST_AUTO_TEST_CASE(refusals) {
  const matrix<mp_interval> I = as_intervals(rational_identity(2)), J = as_intervals(rational_identity(3));
  const std::vector<spectrum_entry<mp_interval>> ones{{as_interval(1), 2, "core"}};
  BOOST_CHECK_THROW(top_direction_of(guessed_map(J), enclosed_map(I), ones), std::invalid_argument);
  BOOST_CHECK_THROW(top_direction_of(guessed_map(I), enclosed_map(I), {}), std::invalid_argument);
  BOOST_CHECK_THROW(top_direction_of(guessed_map(I), enclosed_map(I), ones, 0), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
