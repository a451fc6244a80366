// Certificates of the branch input against the dense Jacobian out of autograd's derivatives of the read gates.
#include "mixcert/certificate/certify.hpp"
#include "mixcert/spectrum/guess.hpp"
#include "support/hc_cases.hpp"
#include "support/mhc_cases.hpp"
#include "support/shared_data.hpp"

#include <boost/test/unit_test.hpp>

using mixcert::matrix;

namespace {

/// read kron I + sum_j x_j vec(Dread_j)^T, d x nd.
template <class Reference> matrix<double> jacobian(const Reference& c) {
  const matrix<double>& X = c.input.state;
  const std::size_t n = X.rows(), d = X.cols();
  matrix<double> J(d, n * d, 0.0);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t e = 0; e < d; ++e) J(e, k * d + e) = c.read[k];
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t e = 0; e < d; ++e)
      for (std::size_t kc = 0; kc < n * d; ++kc) J(e, kc) += X(j, e) * c.Dread[j * n * d + kc];
  return J;
}

template <class Reference> void check(const mixcert::mixer& mixer, const std::vector<Reference>& references) {
  std::size_t compared = 0;
  for (const Reference& reference : references) {
    if (reference.Dread.empty()) continue;
    ++compared;
    BOOST_TEST_CONTEXT(reference.id) {
      mixcert::mixer_input input = reference.input;
      input.read = true;
      const mixcert::certificate c = certify(mixer, input, {});
      const std::vector<double> sigma = guess_svd(jacobian(reference)).sigma;
      BOOST_TEST(c.subject.with == "read");
      BOOST_TEST(c.frozen_spectrum.size() == 1u);
      const double tolerance = 2e-14 * sigma.front();
      std::size_t i = 0;
      for (const auto& entry : c.spectrum)
        for (std::size_t copy = 0; copy < entry.multiplicity; ++copy, ++i) {
          BOOST_REQUIRE(i < sigma.size());
          BOOST_TEST(entry.value.lower() <= sigma[i] + tolerance);
          BOOST_TEST(entry.value.upper() >= sigma[i] - tolerance);
          BOOST_TEST(entry.value.upper() - entry.value.lower() <= 1e-15 * sigma.front());
        }
      BOOST_TEST(i == sigma.size());
    }
  }
  BOOST_TEST(compared > 0u);
}

} // namespace

BOOST_AUTO_TEST_SUITE(read_oracle, *boost::unit_test::precondition(mixcert::test::has_shared_data))

BOOST_AUTO_TEST_CASE(hc) { check(mixcert::hc_mixer(), mixcert::test::hc_references("hc/hcA")); }
BOOST_AUTO_TEST_CASE(mhc_v4) { check(mixcert::mhc_v4_mixer(), mixcert::test::mhc_references(64)); }

BOOST_AUTO_TEST_SUITE_END()
