// One document in both formats.
#include "mixcert/proof/latex.hpp"
#include "mixcert/proof/markdown.hpp"
#include "mixcert/proof/prose.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>

namespace mixcert::proof::test {
namespace {

document with(const part& one) { return {prose("Title"), {{prose("Section"), {one}}}}; }

bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

#define CHECK_HAS(text, piece) BOOST_CHECK_MESSAGE(has(text, piece), "no '" << (piece) << "' in\n" << (text))

/// What both formats make of a name.
std::string markdown_of(const std::string& bytes) { return to_markdown(with(paragraph{{code{bytes}}})); }
std::string latex_of(const std::string& bytes) { return to_latex(with(paragraph{{code{bytes}}})); }

const document sample{
    prose("On `x`"),
    {{prose("One"),
      {paragraph{prose("Let $|x|<1$:")}, display{{"a&=b,", "c&=d."}},
       statement{statement::theorem, prose("T6 [@T6]"), {list{{prose("first"), prose("second")}}}},
       statement{statement::proof, {}, {paragraph{prose("Clear.")}}}}},
     {prose("Numbers"),
      {table{{{prose("$|a|$")}, {prose("value"), 0.5}}, {{{code{"a|b"}}, {range{"1e+00", "2e+00"}}}}}},
      true}}};

} // namespace

BOOST_AUTO_TEST_SUITE(renderers)

BOOST_AUTO_TEST_CASE(markdown) {
  const std::string text = to_markdown(sample);
  for (const char* piece :
       {"# On `x`\n", "## 1. One\n", "Let $`\\vert x\\vert <1`$:\n",
        "```math\n\\begin{aligned}\na&=b, \\\\\nc&=d.\n\\end{aligned}\n```\n",
        "**Theorem** (T6 [[T6](#references)])**.** - first\n- second\n", "*Proof.* Clear. ∎\n",
        "## Appendix A. Numbers\n",
        "| $`\\vert a\\vert `$ | value |\n| --- | --- |\n| <code>a&#124;b</code> | $`[1,\\ 2]`$ |\n",
        "## References\n\n- **[T6]** mixcert, *T6 Enclosing"})
    CHECK_HAS(text, piece);
}

BOOST_AUTO_TEST_CASE(latex) {
  const std::string text = to_latex(sample);
  for (const char* piece : {"\\Large On \\texttt{x}\n", "\\section{One}\n",
                            "Let $|x|<1$:\n\\begin{align*}\na&=b, \\\\\nc&=d.\n\\end{align*}\n",
                            "\\begin{theorem}[T6 \\cite{T6}]\n\\begin{itemize}\n\\item first\n\\item "
                            "second\n\\end{itemize}\n\\end{theorem}",
                            "\\begin{proof}\nClear.\n\\end{proof}", "\\appendix\n\\section{Numbers}",
                            ">{\\raggedright\\arraybackslash}p{0.500\\linewidth}", "$[1,$ $2]$",
                            "\\bibitem[T6]{T6} mixcert, \\emph{T6 Enclosing", "\\end{document}\n"})
    CHECK_HAS(text, piece);
}

BOOST_AUTO_TEST_CASE(ordinary_names_stay_readable) {
  CHECK_HAS(markdown_of("layers.0.hc_attn.norm-x [4,5]"), "`layers.0.hc_attn.norm-x [4,5]`");
  CHECK_HAS(latex_of("a_b.c"), "\\texttt{a\\_\\allowbreak{}b.\\allowbreak{}c}");
}

// Each sign between letters, in both formats.
BOOST_AUTO_TEST_CASE(no_sign_is_markup) {
  const std::string entities = "<>&|`$\\\"'!~%*?", code_spans = "#^{}[]@";
  for (const char sign : entities + code_spans) BOOST_TEST_CONTEXT("a" << sign << "b") {
      const std::string name = {'a', sign, 'b'}, number = std::to_string(static_cast<int>(sign));
      const bool is_entity = entities.find(sign) != std::string::npos;
      CHECK_HAS(markdown_of(name), is_entity ? "<code>a&#" + number + ";b</code>" : "`" + name + "`");
      CHECK_HAS(latex_of(name), "\\texttt{a\\symbol{" + number + "}\\allowbreak{}b}");
    }
  for (char sign = 0; sign < ' '; ++sign) {
    const std::string name = {'a', sign, 'b'};
    BOOST_TEST((!has(markdown_of(name), name) && !has(latex_of(name), name)));
  }
}

BOOST_AUTO_TEST_CASE(blank_names_are_no_broken_code_spans) {
  CHECK_HAS(markdown_of(" "), "<code>&#32;</code>");
  CHECK_HAS(markdown_of(" a"), "<code>&#32;a</code>");
  CHECK_HAS(markdown_of(""), "<code></code>");
}

BOOST_AUTO_TEST_CASE(long_numbers_may_be_broken_in_latex_only) {
  const std::string digits = "1.234567890123456789012345678901e+00";
  CHECK_HAS(to_latex(with(paragraph{{number{digits}}})),
            "$1.234567890\\allowbreak 1234567890\\allowbreak 1234567890\\allowbreak 1$");
  CHECK_HAS(to_markdown(with(paragraph{{number{digits}}})), "$`1.234567890123456789012345678901`$");
}

BOOST_AUTO_TEST_CASE(unknown_works_are_told) {
  BOOST_CHECK_THROW(to_markdown(with(paragraph{prose("[@nobody]")})), std::out_of_range);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace mixcert::proof::test
