#include "mixcert/expression/detail/errors.hpp"

#include "mixcert/expression/text.hpp"

namespace mixcert {

std::string quoted(const expression& x) { return "'" + printable(to_text(x)) + "'"; }

void refuse_missing(std::string_view name, const parameters& values) {
  std::string given;
  for (const auto& [known, value] : values) given += (given.empty() ? "" : ", ") + known;
  throw input_error("the parameter " + std::string(name) + " has no value; give it one" +
                    (given.empty() ? "" : " beside " + printable(given)));
}

void refuse_domain(const expression& part, std::string_view what, const expression& whole, bool proved) {
  const std::string text = quoted(part) + (proved ? " is " : " may be ") + std::string(what) + " in " + quoted(whole);
  if (proved) throw input_error(text + ", which then has no value; choose other parameters");
  throw not_certified(text + ": this arithmetic cannot tell");
}

} // namespace mixcert
