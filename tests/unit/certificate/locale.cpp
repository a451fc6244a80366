// What is written for people and for programs does not depend on the locale, and is read in any.
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/quote.hpp"
#include "mixcert/certificate/summary.hpp"
#include "mixcert/construction/reproduction.hpp"
#include "mixcert/mixer/static.hpp"
#include "mixcert/proof/latex.hpp"
#include "mixcert/proof/markdown.hpp"
#include "mixcert/proof/prove.hpp"

#include "certified.hpp"
#include "support/global_locale.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <vector>

namespace mixcert::test {
namespace {

constexpr std::size_t many = 13; // sites and features: numbers of two digits

mixer_input complete_input(std::uint64_t seed, std::size_t n, std::size_t d) {
  mixer_input input = small_hc_input(seed, n, d);
  input.convention = convention_of(hc_mixer(), {});
  return input;
}

product_certificate product_of_many_sites() {
  std::vector<product_site> sites(many);
  for (std::size_t l = 0; l < many; ++l) {
    sites[l].input = complete_input(l + 1, 1, 2);
    sites[l].subject.mixer = hc_mixer().name();
    sites[l].subject.convention = sites[l].input.convention;
    sites[l].subject.site = "layers." + std::to_string(l);
  }
  return certify_product(hc_mixer(), sites, {.method = product_method::dense});
}

diagnosis diagnosis_of_many_sites() {
  const auto named = [](const std::string& name, std::vector<std::size_t> shape, std::vector<double> values) {
    return tensor{name, "site.safetensors", dtype::f64, std::move(shape), std::move(values), {}, "00"};
  };
  diagnosis_request request;
  request.family = &static_mixer();
  request.convention = convention_of(*request.family, {{"kind", "matrix"}});
  for (std::size_t l = 0; l < many; ++l) {
    const std::string prefix = "layers." + std::to_string(l);
    request.sites.push_back({prefix,
                             {named(prefix + ".H", {2, 2}, {0.75, 0.5, -0.25, 1.25}),
                              named(prefix + ".pre", {2}, {3, 1}), named(prefix + ".post", {2}, {1, 1})},
                             {named("X", {2, many}, std::vector<double>(2 * many, 0.5))}});
  }
  request.sequences = {1};
  return diagnose(request);
}

template <class Certificate> void add(std::vector<std::string>& texts, const Certificate& c) {
  texts.push_back(to_json(c));
  texts.push_back(summary(c));
  const proof::document document = proof::document_of(c, "00");
  texts.push_back(proof::to_markdown(document));
  texts.push_back(proof::to_latex(document));
}

std::vector<std::string> everything() {
  std::vector<std::string> texts;
  certificate of_mixer = certified(complete_input(3, 2, many));
  add(texts, of_mixer);
  texts.push_back(quote(of_mixer, "00"));
  texts.push_back(proof::coq_of(of_mixer, "00"));
  texts.push_back(to_json(from_json(texts.front(), "x")));
  matrix_certificate of_matrix = certify_matrix({small_hc_input(4, many, many).state, {}}, 20);
  of_matrix.data = {"A", "m.npy", "F64", {many, many}, "00", {}};
  add(texts, of_matrix);
  add(texts, certify_construction(
                 "T11", {{"K", exact_constant("0.1")}, {"L", exact_constant("64")}, {"d", exact_constant("12")}}));
  add(texts, product_of_many_sites());
  add(texts, diagnosis_of_many_sites());
  const construction& cayley = find_construction("cayley");
  const reproduction_row row = reproduce(cayley, cayley.table.front(), {});
  texts.push_back(to_json(row));
  texts.push_back(summary(row));
  return texts;
}

} // namespace

BOOST_AUTO_TEST_SUITE(locales_of_callers)

BOOST_AUTO_TEST_CASE(change_no_document_and_no_page) {
  const std::vector<std::string> expected = everything();
  std::vector<std::string> actual;
  std::ostringstream usual;
  {
    const global_locale locale(std::locale(std::locale::classic(), new comma_and_dots));
    usual.imbue(std::locale());
    actual = everything();
  }
  usual << 12 << ' ' << 1.5;
  BOOST_TEST(usual.str() == "1.2 1,5");
  BOOST_TEST(actual == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
