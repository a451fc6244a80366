#include "mixcert/io/site.hpp"

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "mixcert/io/sha256.hpp"
#include "mixcert/io/site_names.hpp"
#include "mixcert/mixer/detail/in_every_arithmetic.hpp"
#include "support/npy_bytes.hpp"
#include "support/refusal.hpp"
#include "support/safetensors_bytes.hpp"
#include "support/scratch_folder.hpp"
#include "support/zip_bytes.hpp"

using namespace mixcert::test;
using names = std::vector<std::string>;

namespace {

/// Two tensors, of which other programs name the first otherwise.
class two_tensors final : public mixcert::in_every_arithmetic<two_tensors> {
 public:
  std::string_view name() const override { return "two"; }
  std::vector<mixcert::constant_spec> constants() const override { return {}; }
  std::vector<mixcert::tensor_spec> tensors(std::size_t n, std::size_t d,
                                            const mixcert::mixer_convention&) const override {
    return {{"scale", {{"n", n}}, {"attn.scale", "gain"}}, {"norm.gamma", {{"d", d}}}};
  }
  std::string_view summary() const override { return "two tensors"; }
  mixcert::mixer_costs costs(std::size_t, const mixcert::mixer_convention&) const override { return {}; }
  mixcert::mixer_invariants invariants(const mixcert::mixer_convention&) const override { return {}; }
  mixcert::state_dependence dependence(std::size_t, const mixcert::mixer_convention&) const override { return {}; }
  template <class S>
  static mixcert::mixer_evaluation<S> evaluate_at(const mixcert::context<S>&, const mixcert::mixer_input&,
                                                  const mixcert::matrix<S>&) {
    throw mixcert::not_certified("only its names are real");
  }
};

const two_tensors two;

void check_found(const names& stored, const std::string& prefix, const names& expected) {
  BOOST_TEST(mixcert::stored_names("f", stored, prefix, two.name(), two.tensors(2, 3, {})) == expected,
             boost::test_tools::per_element());
}

void check_names_refused(const names& stored, std::initializer_list<std::string_view> expected) {
  check_refused([&] { (void)mixcert::stored_names("f", stored, "s", two.name(), two.tensors(2, 3, {})); }, expected);
  check_refused([&] { (void)mixcert::stored_names("f", stored, "s", two.name(), two.tensors(2, 3, {})); },
                {"f: ", "site 's'"});
}

std::string digest(const std::string& bytes) { return mixcert::sha256_hex(std::as_bytes(std::span(bytes))); }

} // namespace

BOOST_AUTO_TEST_SUITE(site_names)

BOOST_AUTO_TEST_CASE(published_names) {
  check_found({"s.norm.gamma", "s.scale", "t.scale"}, "s", {"s.scale", "s.norm.gamma"});
  check_found({"s_norm.gamma", "s_scale"}, "s", {"s_scale", "s_norm.gamma"});
  check_found({"a.s.norm.gamma", "a.s.scale", "s.norm.gamma", "s.scale"}, "a.s", {"a.s.scale", "a.s.norm.gamma"});
}

BOOST_AUTO_TEST_CASE(aliases) {
  check_found({"s.attn.scale", "s.norm.gamma"}, "s", {"s.attn.scale", "s.norm.gamma"});
  check_found({"module.s_gain", "module.s_norm.gamma"}, "s", {"module.s_gain", "module.s_norm.gamma"});
  check_names_refused({"s.gain", "s.norm.gamma", "s.scale"}, {"tensor 'scale' twice", "'s.gain'", "'s.scale'"});
  check_names_refused({"s.attn.scale", "s.gain", "s.norm.gamma"}, {"'s.attn.scale'", "'s.gain'"});
}

BOOST_AUTO_TEST_CASE(wrappers) {
  for (const std::string wrapper :
       {"module.", "_orig_mod.", "module._orig_mod.", "_orig_mod.module.", "module.module.", "_orig_mod._orig_mod."}) {
    check_found({wrapper + "s.norm.gamma", wrapper + "s.scale"}, "s", {wrapper + "s.scale", wrapper + "s.norm.gamma"});
    check_found({wrapper + "s.norm.gamma", wrapper + "s.scale"}, wrapper + "s",
                {wrapper + "s.scale", wrapper + "s.norm.gamma"});
  }
  check_found({"module.module.s.norm.gamma", "module.module.s.scale"}, "module.s",
              {"module.module.s.scale", "module.module.s.norm.gamma"});
  for (const std::string other : {"modules.", "mod.", "x.module.", "module", "_orig_mod"})
    check_names_refused({other + "s.norm.gamma", other + "s.scale"}, {"has no site", other + "s"});
}

BOOST_AUTO_TEST_CASE(the_plain_site_comes_first) {
  check_found({"module.s.norm.gamma", "module.s.scale", "s.norm.gamma", "s.scale"}, "s", {"s.scale", "s.norm.gamma"});
}

BOOST_AUTO_TEST_CASE(names_of_two_modules_never_mix) {
  check_names_refused({"s.norm.gamma", "s_scale"}, {"no tensor 'scale'", "'two' needs", "'s.scale'", "'s_scale'"});
  check_names_refused({"s.norm.gamma", "module.s.scale"}, {"no tensor 'scale'", "'s.scale'", "'module.s.scale'"});
  check_names_refused({"_orig_mod.s.norm.gamma", "module.s.scale"}, {"no tensor"});
  // One of them is complete.
  check_found({"s.norm.gamma", "s.scale", "s_scale"}, "s", {"s.scale", "s.norm.gamma"});
  check_found({"s.scale", "s_norm.gamma", "s_scale"}, "s", {"s_scale", "s_norm.gamma"});
  check_found({"module.s.norm.gamma", "module.s.scale", "s.scale"}, "s", {"module.s.scale", "module.s.norm.gamma"});
}

BOOST_AUTO_TEST_CASE(two_sites_that_fit) {
  check_names_refused({"s.norm.gamma", "s.scale", "s_norm.gamma", "s_scale"},
                      {"'s.scale'", "'s_scale'", "a file of their own"});
  check_names_refused({"_orig_mod.s.norm.gamma", "_orig_mod.s.scale", "module.s.norm.gamma", "module.s.scale"},
                      {"'_orig_mod.s.scale'", "'module.s.scale'", "--site 'module.s'", "--site '_orig_mod.s'"});
}

BOOST_AUTO_TEST_CASE(no_such_site) {
  check_names_refused({}, {"no tensor that mixer 'two' uses"});
  check_names_refused({"s", "s.", "sxscale", "xs.norm"}, {"no tensor that mixer 'two' uses"});
  check_names_refused({"other.scale", "other.norm.gamma"}, {"it has: other"});
  check_names_refused({"s0.scale", "s0.norm.gamma"}, {"near names: s0"});
}

BOOST_AUTO_TEST_CASE(site_of_another_mixer) {
  const std::initializer_list<std::string_view> expected{
      "site 's' has tensors here (", "but not those of mixer 'two', such as 's.scale'", "another mixer"};
  check_names_refused({"s.dynamic_scale", "s.fn"}, expected);
  check_names_refused({"module.s.fn"}, expected);
  check_names_refused({"s.t.scale", "s.t.norm.gamma"}, {"site 's' has tensors here", "Sites with this mixer: s.t"});
}

BOOST_AUTO_TEST_CASE(hostile_names_are_looked_through_quickly) {
  std::string wrapped;
  for (int i = 0; i < 200'000; ++i) wrapped += "module.";
  check_found({wrapped + "s.norm.gamma", wrapped + "s.scale"}, "s", {wrapped + "s.scale", wrapped + "s.norm.gamma"});
  check_names_refused({wrapped + "t.scale", std::string(1'000'000, 'n') + ".scale"}, {"has no site"});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(site)

BOOST_AUTO_TEST_CASE(tensors_of_several_files) {
  const scratch_folder folder;
  folder.write("1", safetensors_bytes().tensor("module.s.gain", "F64", {2}, f64_bytes({1, 2})).str());
  folder.write("2", safetensors_bytes().tensor("module.s.norm.gamma", "F32", {3}, f32_bytes({3, 4, 5})).str());
  const mixcert::checkpoint parameters(
      folder.write("i.json", R"({"weight_map":{"module.s.gain":"1","module.s.norm.gamma":"2","far":"3"}})"));
  const auto site = read_site(parameters, "s", two, {}, 2, 3);
  BOOST_REQUIRE(site.size() == 2u);
  BOOST_TEST(site[1].values[2] == 5);
  BOOST_TEST(mixcert::reference_to(site[0]).file == "1");
  BOOST_TEST(mixcert::reference_to(site[0]).name == "module.s.gain");
  BOOST_TEST(mixcert::reference_to(site[1]).file == "2");
  check_refused([&] { (void)read_site(parameters, "s", two, {}, 2, 4); },
                {(folder.path() / "2").string() + ": tensor 'module.s.norm.gamma' has shape [3]", "[d] = [4]"});
}

// The same state in every kind of file is the same numbers with the same hash.
BOOST_AUTO_TEST_CASE(states_of_every_kind_of_file) {
  const scratch_folder folder;
  const std::string c_order = f32_bytes({1, 2, 3, 4, 5, 6}), fortran_order = f32_bytes({1, 4, 2, 5, 3, 6});
  const std::string big = byte_swapped(c_order, 4);
  const auto at = [&](const std::string& name, const std::string& contents) {
    return folder.write(name, contents).string();
  };
  const std::string index_of = R"({"weight_map":{"X":"s"}})";
  const std::vector<std::string> addresses{
      at("s", safetensors_bytes().tensor("X", "F32", {2, 3}, c_order).str()) + ":X",
      at("i.json", index_of) + ":X",
      at("c.npy", npy_bytes("<f4", {2, 3}, c_order)),
      at("f.npy", npy_bytes("<f4", {2, 3}, fortran_order, true)),
      at("b.npy", npy_bytes(">f4", {2, 3}, big)),
      at("bf.npy", npy_bytes(">f4", {2, 3}, byte_swapped(fortran_order, 4), true)),
      at("one.npz", zip_bytes().member("X.npy", npy_bytes("<f4", {2, 3}, c_order)).str()),
      at("two.npz", zip_bytes()
                        .member("Y.npy", npy_bytes("<f4", {1}, f32_bytes({0})))
                        .member("X.npy", npy_bytes("<f4", {2, 3}, fortran_order, true))
                        .str()) +
          ":X",
      at("stack.npy", npy_bytes("<f4", {2, 1, 2, 3}, f32_bytes({9, 9, 9, 9, 9, 9}) + c_order)) + ":[1,0]",
      at("stack.npz", zip_bytes().member("X.npy", npy_bytes("<f4", {1, 2, 3}, c_order)).str()) + ":X[0]"};
  for (const std::string& address : addresses) BOOST_TEST_CONTEXT(address) {
      const mixcert::tensor state = mixcert::read_state(address);
      BOOST_TEST(state.values == (std::vector{1., 2., 3., 4., 5., 6.}), boost::test_tools::per_element());
      BOOST_TEST(state.sha256 == digest(c_order));
      BOOST_TEST(mixcert::reference_to(state).type == "F32");
      BOOST_TEST(mixcert::reference_to(state).shape == (std::vector<std::size_t>{2, 3}),
                 boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(no_states) {
  const scratch_folder folder;
  const auto refused = [](const std::string& address, std::initializer_list<std::string_view> expected) {
    check_refused([&] { (void)mixcert::read_state(address); }, expected);
  };
  const std::string market = folder.write("m.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n").string();
  refused(market, {market, "Matrix Market", "a state is read from safetensors", "numpy.save"});
  const std::string empty = folder.write("e.npy", npy_bytes("<f4", {0, 3}, "")).string();
  refused(empty, {empty + ": is empty"});
  const std::string stack = folder.write("s.npy", npy_bytes("<f4", {1, 1, 1}, f32_bytes({1}))).string();
  refused(stack, {stack, "streams x features", "FILE:[i,...]"});
  refused(stack + ":[1]", {stack, "no slice [1]"});
  refused(stack + ":X", {stack, "without a name", "'X'"});
  const std::string nan = folder.write("n.npy", npy_bytes("<f2", {1, 2}, f16_bytes({0, 0x7e00}))).string();
  refused(nan, {nan, "holds NaN at [0,1]"});
}

BOOST_AUTO_TEST_CASE(directions) {
  const scratch_folder folder;
  const std::string file = folder.write("z.npy", npy_bytes("<f4", {2, 1, 2}, f32_bytes({0, 0, 1, -2}))).string();
  const mixcert::tensor z = mixcert::read_direction(file + ":[1]", 1, 2);
  BOOST_TEST(z.values == (std::vector{1., -2.}), boost::test_tools::per_element());
  check_refused([&] { (void)mixcert::read_direction(file + ":[0]", 1, 2); }, {file, "is zero"});
  check_refused([&] { (void)mixcert::read_direction(file + ":[1]", 2, 1); }, {file, "[1,2]", "[2,1]"});
  check_refused([&] { (void)mixcert::read_direction(file, 1, 2); }, {file, "a direction is streams x features"});
}

BOOST_AUTO_TEST_SUITE_END()
