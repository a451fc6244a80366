#include "mixcert/expression/coq.hpp"

#include "forms.hpp"
#include "support/refusal.hpp"
#include "support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace mixcert::test {
namespace {

boost::test_tools::assertion_result has_coq(boost::unit_test::test_unit_id) {
  if (std::system("coqc --version > /dev/null 2>&1") == 0) return true;
  std::cerr << "SKIPPED: coqc is not installed, so no Coq term is compiled\n";
  return false;
}

/// What Coq has against the file; empty when it accepts it.
std::string objections(const std::filesystem::path& folder, const std::string& text) {
  std::ofstream(folder / "closed_forms.v") << text;
  const std::string command = "cd '" + folder.string() + "' && coqc -q closed_forms.v > log 2>&1";
  if (std::system(command.c_str()) == 0) return "";
  std::ostringstream log;
  log << "rejected: " << std::ifstream(folder / "log").rdbuf();
  return log.str();
}

const std::string preamble = "Require Import Reals Lra.\nOpen Scope R_scope.\n";

} // namespace

BOOST_AUTO_TEST_SUITE(coq_form)

BOOST_AUTO_TEST_CASE(terms) {
  const auto term = [](const expression& x) { return to_coq(x).term; };
  BOOST_TEST(term(pown(abs(1 + K), "L")) == "Rabs (1 + K) ^ L");
  BOOST_TEST(term(sqrt(1 + pown(K, 2) / (1 + a))) == "sqrt (1 + K ^ 2 / (1 + a))");
  BOOST_TEST(term(fraction(1, 10) * K) == "1 / 10 * K");
  BOOST_TEST(term(K / fraction(1, 10)) == "K / (1 / 10)");
  BOOST_TEST(term(pown(fraction(11, 10), 64)) == "(11 / 10) ^ 64");
  BOOST_TEST(term(fraction(-1, 2)) == "- (1 / 2)");
  BOOST_TEST(term(-pown(a, 2)) == "- a ^ 2");
  BOOST_TEST(term(pown(-a, 2)) == "(- a) ^ 2");
  BOOST_TEST(term(a - (b - c)) == "a - (b - c)");
  BOOST_TEST(term(a / (b / c)) == "a / (b / c)");
  BOOST_TEST(term(a * pown(b, -2)) == "a * (/ b ^ 2)");
  BOOST_TEST(term(pown(a, "L") * expression::parameter("L")) == "a ^ L * INR L");
}

BOOST_AUTO_TEST_CASE(variables) {
  const coq_term x = to_coq(pown(abs(1 + K), "L") + a * expression::parameter("L"));
  BOOST_TEST(x.reals == (std::vector<std::string>{"K", "a"}), boost::test_tools::per_element());
  BOOST_TEST(x.naturals == std::vector<std::string>{"L"}, boost::test_tools::per_element());
  BOOST_TEST(coq_definition("exceptional", pown(abs(1 + K) + a, "L")) ==
             "Definition exceptional (K a : R) (L : nat) : R := ((Rabs (1 + K) + a) ^ L)%R.");
  BOOST_TEST(coq_definition("one", 1) == "Definition one : R := (1)%R.");
  for (const char* name : {"R", "Rabs", "nat", "fun", "INR", "with"}) {
    check_refused([name] { to_coq(expression::parameter(name)); }, {"something else in Coq"});
    check_refused([name] { to_coq(pown(K, name)); }, {"something else in Coq"});
  }
}

/// Coq proves that each term is the number that another class of rationals finds.
BOOST_AUTO_TEST_CASE(compiled, *boost::unit_test::precondition(has_coq)) {
  std::string text = preamble + coq_definition("exceptional", pown(abs(1 + K), "L")) + "\n" +
                     coq_definition("largest", sqrt(1 + pown(K, 2) / (1 + a))) + "\n" +
                     coq_definition("with_index", pown(a, "L") * expression::parameter("L")) + "\n";
  text += "Goal exceptional (-3) 3 = 8.\nProof. unfold exceptional; rewrite Rabs_left by lra; simpl; lra. Qed.\n";
  text += "Goal with_index 2 3 = 24.\nProof. unfold with_index; simpl; lra. Qed.\n";
  text += "Goal forall K a, largest K a = sqrt (1 + (K * K) / (1 + a)).\n"
          "Proof. intros; unfold largest; f_equal; simpl; rewrite Rmult_1_r; reflexivity. Qed.\n";
  sample_source source(7);
  for (int tested = 0; tested < 60;) {
    source.choose_parameters();
    const sample x = source.next(3);
    const std::string term = to_coq(x.form).term;
    if (!x.value || term.find("Rabs") != std::string::npos || term.find("sqrt") != std::string::npos ||
        term.find('L') != std::string::npos || is_number(x.form))
      continue;
    const auto value = [&source](const char* name) { return "(" + to_coq(source.values().at(name)).term + ")"; };
    text += "Goal (let a := " + value("a") + " in let b := " + value("b") + " in let K := " + value("K") + " in " +
            term + ") = " + to_coq(to_rational(*x.value)).term + ".\nProof. cbv zeta; field. Qed.\n";
    ++tested;
  }
  const scratch_folder folder;
  BOOST_TEST(objections(folder.path(), text) == "");
  const std::string wrong = coq_definition("f", pown(K, 2)) + "\nGoal f 3 = 8.\nProof. unfold f; lra. Qed.\n";
  BOOST_TEST(objections(folder.path(), preamble + wrong).find("Tactic failure") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::test
