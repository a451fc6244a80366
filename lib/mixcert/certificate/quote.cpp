#include "mixcert/certificate/quote.hpp"

#include "mixcert/printable.hpp"
#include "mixcert/scalar/decimal.hpp"

#include <string>

namespace mixcert {
namespace {

std::string escaped(std::string_view text) {
  std::string r;
  for (const char c : printable(text)) {
    if (c == '\\')
      r += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      r += std::string("\\") + c + "{}";
    else if (std::string_view("{}_#$%&").find(c) != std::string_view::npos)
      r += std::string("\\") + c;
    else
      r += c;
  }
  return r;
}

std::string typewriter(std::string_view text) { return "\\texttt{" + escaped(text) + "}"; }

std::string bracketed(const enclosure& x) {
  return "$[" + latex_number(x.lo()) + ",\\,$ $" + latex_number(x.hi()) + "]$"; // a line may break between the ends
}

std::string map_text(const certificate_subject& s) {
  if (s.with == "read") return "$X\\mapsto\\sum_s\\mathrm{read}_s(X)\\,x_s$ (the branch input)";
  const std::string residual = "$X\\mapsto H(X)X";
  return s.branch_output
             ? residual + "+\\beta(X)y^\\top$ with the fixed $y$ of SHA-256 " + typewriter(s.branch_output->sha256)
             : residual + "$";
}

/// "the state X of ...", or all those around it.
std::string state_text(const certificate_subject& s) {
  const std::string around = "$X\\in\\mathbb R^{" + std::to_string(s.streams) + "\\times" + std::to_string(s.width) +
                             "}$ of SHA-256 " + typewriter(s.state.sha256);
  if (!s.state_radius) return "At the state " + around;
  const auto* number = std::get_if<exact_constant>(&*s.state_radius);
  return "At every state whose entries differ by at most " +
         (number ? typewriter(number->text())
                 : "those of the tensor of SHA-256 " + typewriter(std::get<tensor_reference>(*s.state_radius).sha256)) +
         " from those of the state " + around;
}

std::string constants_text(const certificate_subject& s) {
  std::string r;
  for (const auto& [key, value] : s.convention)
    r += (r.empty() ? " (" : ", ") + typewriter(key) + " = " + typewriter(value.text());
  return r.empty() ? r : r + ")";
}

} // namespace

std::string latex_number(std::string_view decimal) {
  std::string text = plain_decimal(decimal);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e) + "\\times10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

std::string quote(const certificate& c, std::string_view document_sha256) {
  const certificate_subject& s = c.subject;
  return state_text(s) + ", the singular values of the Jacobian of the map " + map_text(s) + ", with the mixer " +
         typewriter(s.mixer) + " of site " + typewriter(s.site) + constants_text(s) + ", lie between the largest, in " +
         bracketed(c.quantities.norm) + ", and the smallest, in " + bracketed(c.quantities.smallest) +
         ", where the largest of the realised " + (s.with == "read" ? "row of read gates" : "mixer $H(X)$") +
         " alone is in " + bracketed(c.quantities.frozen_norm) + "; all rounding is included (mixcert " +
         escaped(c.made_by.version) + ", certificate of SHA-256 " + typewriter(document_sha256) + ").\n";
}

} // namespace mixcert
