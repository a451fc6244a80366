// The equations of each mixer name all that it declares.
#include "mixcert/proof/equations.hpp"

#include "mixcert/mixer/mixer.hpp"
#include "mixcert/proof/prose.hpp"
#include "support/refusal.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

namespace mixcert::proof::test {
namespace {

using mixcert::test::check_refused;

mixer_convention published(const mixer& m) { return convention_of(m.name(), m.constants(), {}); }

} // namespace

BOOST_AUTO_TEST_SUITE(equation)

BOOST_AUTO_TEST_CASE(all_mixers_have_equations) {
  for (const std::string& name : mixer_names()) BOOST_TEST_CONTEXT(name) {
      const mixer* m = &find_mixer(name);
      const mixer_convention convention = published(*m);
      const mixer_equations e = equations_of(m->name(), convention);
      BOOST_TEST(!e.lines.empty());
      BOOST_TEST(std::ranges::all_of(e.lines, [](const std::string& line) { return line.find('&') != line.npos; }));
      for (const std::string* words : {&e.setting, &e.remark, &e.derivative}) BOOST_CHECK_NO_THROW(prose(*words));
      const auto size = m->usual_size();
      std::set<std::string> tensors, letters;
      for (const tensor_spec& spec : m->tensors(size.n, size.d, convention)) tensors.insert(spec.name);
      for (const symbol& tensor : e.tensors) letters.insert(tensor.name);
      BOOST_TEST((tensors == letters));
      // What is no letter of the equations is a word that says which they are, or is explained in the remark.
      for (const auto& [key, value] : convention) {
        const bool is_letter = std::ranges::count(e.constants, key, &symbol::name) == 1;
        const bool explained = e.remark.find("`" + key + "`") != std::string::npos;
        BOOST_CHECK_MESSAGE(is_letter || explained || !value.is_number(), key << " is not explained");
      }
    }
}

BOOST_AUTO_TEST_CASE(conventions_change_equations) {
  const mixer& m = find_mixer("mhc-flat");
  const auto last = [&](const std::map<std::string, std::string>& given) {
    return equations_of("mhc-flat", convention_of(m.name(), m.constants(), given)).lines;
  };
  BOOST_TEST((last({}) != last({{"orientation", "transposed"}})));
  BOOST_TEST((last({}) != last({{"order", "columns-rows"}})));
  const mixer& s = find_mixer("static");
  std::set<std::vector<std::string>> kinds;
  for (const char* kind : {"sinkhorn", "matrix", "identity"})
    kinds.insert(equations_of("static", convention_of(s.name(), s.constants(), {{"kind", kind}})).lines);
  BOOST_TEST(kinds.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_told) {
  check_refused([] { equations_of("layer-cake", {}); }, {"layer-cake"});
  check_refused([] { equations_of("hc", {}); }, {"norm_clamp"});
  check_refused([] { equations_of("static", {}); }, {"kind"});
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::proof::test
