#include "mixcert/proof/markdown.hpp"

#include "mixcert/printable.hpp"
#include "mixcert/proof/bibliography.hpp"
#include "mixcert/proof/decimal.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mixcert::proof {
namespace {

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string escaped(std::string_view words) {
  std::string r;
  for (const char c : words) {
    if (std::string_view("\\`*_[]<>|$#").find(c) != std::string_view::npos) r += '\\';
    r += c;
  }
  return r;
}

/// A code span where no character could end it or the cell of a table that it stands in, else HTML whose every sign is
/// an entity.
std::string literal(std::string_view bytes) {
  const std::string text = printable(bytes);
  constexpr std::string_view harmless = " _.,:;/+-=()[]{}@^#";
  const bool is_plain = std::ranges::all_of(
      text, [&](char c) { return is_alphanumeric(c) || harmless.find(c) != std::string_view::npos; });
  if (is_plain && text.find_first_not_of(' ') != std::string::npos && text.front() != ' ' && text.back() != ' ')
    return '`' + text + '`';
  std::string r = "<code>";
  for (const char c : text)
    r += is_alphanumeric(c) ? std::string(1, c) : "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
  return r + "</code>";
}

std::string formula(std::string_view latex) { return "$`" + std::string(latex) + "`$"; }

/// A bar would end the cell of a table.
std::string without_bars(std::string_view latex) {
  std::string r;
  for (const char c : latex) r += c == '|' ? "\\vert " : std::string(1, c);
  return r;
}

struct inline_writer {
  std::string operator()(const plain& p) const { return escaped(p.words); }
  std::string operator()(const emphasis& e) const { return "*" + escaped(e.words) + "*"; }
  std::string operator()(const math& m) const { return formula(without_bars(m.latex)); }
  std::string operator()(const code& c) const { return literal(c.bytes); }
  std::string operator()(const number& n) const { return formula(in_math(n.decimal)); }
  std::string operator()(const range& r) const { return formula("[" + in_math(r.lo) + ",\\ " + in_math(r.hi) + "]"); }
  std::string operator()(const citation& c) const { return "[[" + c.key + "](#references)]"; }
};

std::string line_of(const text& words) {
  std::string r;
  for (const piece& p : words) r += std::visit(inline_writer{}, p);
  return r;
}

class block_writer {
 public:
  std::string operator()(const paragraph& p) const { return line_of(p.words) + "\n\n"; }
  std::string operator()(const display& d) const {
    std::string r = "```math\n";
    const bool aligned = std::ranges::any_of(d.lines, [](const auto& l) { return l.find('&') != std::string::npos; });
    const std::string environment = aligned ? "aligned" : "gathered";
    const bool several = aligned || d.lines.size() > 1;
    if (several) r += "\\begin{" + environment + "}\n";
    for (std::size_t i = 0; i < d.lines.size(); ++i) r += d.lines[i] + (i + 1 < d.lines.size() ? " \\\\\n" : "\n");
    if (several) r += "\\end{" + environment + "}\n";
    return r + "```\n\n";
  }
  std::string operator()(const list& l) const {
    std::string r;
    for (const text& item : l.items) r += "- " + line_of(item) + "\n";
    return r + "\n";
  }
  std::string operator()(const table& t) const {
    std::string head = "|", rule = "|", rows;
    for (const column& c : t.columns) {
      head += " " + line_of(c.heading) + " |";
      rule += " --- |";
    }
    for (const auto& row : t.rows) {
      rows += "|";
      for (const text& cell : row) rows += " " + line_of(cell) + " |";
      rows += "\n";
    }
    return head + "\n" + rule + "\n" + rows + "\n";
  }
  std::string operator()(const statement& s) const {
    std::string body;
    for (const block& b : s.body) body += std::visit(*this, b);
    if (s.what == statement::proof) {
      body.erase(body.find_last_not_of('\n') + 1);
      return "*Proof.* " + body + (body.ends_with("```") ? "\n\n" : " ") + "∎\n\n";
    }
    return std::string(s.what == statement::theorem ? "**Theorem** (" : "**Result** (") + line_of(s.title) + ")**.** " +
           body;
  }
};

} // namespace

std::string to_markdown(const document& d) {
  std::string r = "# " + line_of(d.title) + "\n\n";
  std::size_t sections = 0;
  char appendix = 'A';
  for (const section& s : d.sections) {
    r += "## " + (s.is_appendix ? std::string("Appendix ") + appendix++ : std::to_string(++sections)) + ". " +
         line_of(s.title) + "\n\n";
    for (const part& p : s.parts) r += std::visit(block_writer{}, p);
  }
  const std::vector<std::string> keys = cited_keys(d);
  if (!keys.empty()) r += "## References\n\n";
  for (const std::string& key : keys) r += "- **[" + key + "]** " + line_of(reference_of(key)) + "\n";
  return r;
}

} // namespace mixcert::proof
