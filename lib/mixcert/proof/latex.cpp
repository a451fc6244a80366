#include "mixcert/proof/latex.hpp"

#include "mixcert/printable.hpp"
#include "mixcert/proof/bibliography.hpp"
#include "mixcert/proof/decimal.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

namespace mixcert::proof {
namespace {

constexpr std::string_view preamble = R"(\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,amsthm,array,longtable}
\usepackage[margin=25mm]{geometry}
\newtheorem*{theorem}{Theorem}
\newtheorem*{result}{Result}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip plus 2pt}
\setlength{\emergencystretch}{6em}
\tolerance=9999
\setlength{\LTleft}{0pt}
\setlength{\LTpre}{0.5\baselineskip}
\setlength{\LTpost}{0.5\baselineskip}
\renewcommand{\labelitemi}{$\cdot$}
\renewcommand{\arraystretch}{1.15}
\allowdisplaybreaks
\hbadness=10000
)";

std::string escaped(std::string_view words) {
  static const std::map<char, std::string_view> commands = {{'\\', "\\textbackslash{}"},
                                                            {'~', "\\textasciitilde{}"},
                                                            {'^', "\\textasciicircum{}"},
                                                            {'<', "\\textless{}"},
                                                            {'>', "\\textgreater{}"},
                                                            {'|', "\\textbar{}"},
                                                            {'{', "\\{"},
                                                            {'}', "\\}"},
                                                            {'_', "\\_"},
                                                            {'#', "\\#"},
                                                            {'$', "\\$"},
                                                            {'%', "\\%"},
                                                            {'&', "\\&"}};
  std::string r;
  for (const char c : words) {
    const auto command = commands.find(c);
    r += command == commands.end() ? std::string(1, c) : std::string(command->second);
  }
  return r;
}

/// In typewriter, where a line may break after any sign and within a long word.
std::string literal(std::string_view bytes) {
  constexpr std::string_view harmless = " .,:;/+=()";
  constexpr std::size_t longest_word = 8;
  std::string r = "\\texttt{";
  std::size_t word = 0;
  for (const char c : printable(bytes)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      if (word == longest_word) {
        r += "\\allowbreak{}";
        word = 0;
      }
      r += c;
      ++word;
      continue;
    }
    if (c == '_')
      r += "\\_";
    else if (harmless.find(c) != std::string_view::npos)
      r += c;
    else
      r += "\\symbol{" + std::to_string(static_cast<unsigned char>(c)) + "}";
    r += "\\allowbreak{}";
    word = 0;
  }
  return r + "}";
}

std::string formula(std::string_view latex) { return "$" + std::string(latex) + "$"; }

struct inline_writer {
  std::string operator()(const plain& p) const { return escaped(p.words); }
  std::string operator()(const emphasis& e) const { return "\\emph{" + escaped(e.words) + "}"; }
  std::string operator()(const math& m) const { return formula(m.latex); }
  std::string operator()(const code& c) const { return literal(c.bytes); }
  std::string operator()(const number& n) const { return formula(in_math(n.decimal, "\\allowbreak ")); }
  std::string operator()(const range& r) const {
    return "$[" + in_math(r.lo, "\\allowbreak ") + ",$ $" + in_math(r.hi, "\\allowbreak ") + "]$";
  }
  std::string operator()(const citation& c) const { return "\\cite{" + c.key + "}"; }
};

std::string line_of(const text& words) {
  std::string r;
  for (const piece& p : words) r += std::visit(inline_writer{}, p);
  return r;
}

/// `p{...}`, ragged, or `l`.
std::string column_type(const column& c) {
  if (c.width == 0) return "l";
  const long per_mille = static_cast<long>(1000 * c.width);
  return ">{\\raggedright\\arraybackslash}p{0." + std::string(per_mille < 100 ? "0" : "") + std::to_string(per_mille) +
         "\\linewidth}";
}

std::string row_of(const std::vector<text>& cells) {
  std::string r;
  for (std::size_t i = 0; i < cells.size(); ++i) r += (i == 0 ? "" : " & ") + line_of(cells[i]);
  return r + " \\\\\n";
}

class block_writer;

/// A display belongs to the paragraph before it: no empty line stands between them.
template <class Block> void append(std::string& document, const Block& block);

class block_writer {
 public:
  std::string operator()(const paragraph& p) const { return line_of(p.words) + "\n\n"; }
  std::string operator()(const display& d) const {
    const bool aligned = std::ranges::any_of(d.lines, [](const auto& l) { return l.find('&') != std::string::npos; });
    const std::string environment = aligned ? "align*" : "gather*";
    std::string r = "\\begin{" + environment + "}\n";
    for (std::size_t i = 0; i < d.lines.size(); ++i) r += d.lines[i] + (i + 1 < d.lines.size() ? " \\\\\n" : "\n");
    return r + "\\end{" + environment + "}\n";
  }
  std::string operator()(const list& l) const {
    std::string r = "\\begin{itemize}\n";
    for (const text& item : l.items) r += "\\item " + line_of(item) + "\n";
    return r + "\\end{itemize}\n";
  }
  std::string operator()(const table& t) const {
    std::string types;
    std::vector<text> headings;
    for (const column& c : t.columns) {
      types += column_type(c);
      headings.push_back(c.heading);
    }
    std::string r = "{\\small\n\\begin{longtable}{@{}" + types + "@{}}\n\\hline\n" + row_of(headings) +
                    "\\hline\n\\endhead\n\\hline\n\\endlastfoot\n";
    for (const auto& row : t.rows) r += row_of(row);
    return r + "\\end{longtable}}\n";
  }
  std::string operator()(const statement& s) const {
    static const std::map<statement::kind, std::string> environments = {
        {statement::theorem, "theorem"}, {statement::result, "result"}, {statement::proof, "proof"}};
    const std::string& environment = environments.at(s.what);
    std::string r = "\\begin{" + environment + "}" + (s.title.empty() ? "" : "[" + line_of(s.title) + "]") + "\n";
    for (const block& b : s.body) append(r, b);
    r.erase(r.find_last_not_of('\n') + 1);
    return r + "\n\\end{" + environment + "}\n\n";
  }
};

template <class Block> void append(std::string& document, const Block& block) {
  if (std::holds_alternative<display>(block) && document.ends_with("\n\n")) document.pop_back();
  document += std::visit(block_writer{}, block);
}

} // namespace

std::string to_latex(const document& d) {
  std::string r =
      std::string(preamble) + "\\begin{document}\n\\begin{center}\n\\Large " + line_of(d.title) + "\n\\end{center}\n\n";
  bool in_appendix = false;
  for (const section& s : d.sections) {
    if (s.is_appendix && !in_appendix) r += "\\appendix\n";
    in_appendix = in_appendix || s.is_appendix;
    r += "\\section{" + line_of(s.title) + "}\n\n";
    for (const part& p : s.parts) append(r, p);
  }
  if (const std::vector<std::string> keys = cited_keys(d); !keys.empty()) {
    r += "\\begin{thebibliography}{" + *std::ranges::max_element(keys, {}, &std::string::size) + "}\n";
    for (const std::string& key : keys) r += "\\bibitem[" + key + "]{" + key + "} " + line_of(reference_of(key)) + "\n";
    r += "\\end{thebibliography}\n";
  }
  return r + "\\end{document}\n";
}

} // namespace mixcert::proof
