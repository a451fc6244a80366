#include "mixcert/certificate/checker/verdict.hpp"

namespace mixcert::checker {
namespace {

[[noreturn]] void undecided(const std::string& what, const interval& x) {
  throw not_established(what + " lies in " + text(x) + ", which neither confirms nor contradicts it");
}

} // namespace

void require_bound(const std::string& what, const interval& x, const rational& bound) {
  switch (position_below(x, bound)) {
  case position::inside:
    return;
  case position::outside:
    throw refuted(what + " lies in " + text(x) + ", above the bound " + text(interval(bound, 53)));
  case position::across:
    undecided(what, x);
  }
}

void require_inside(const std::string& what, const interval& x, const rational& low, const rational& high) {
  switch (position_in(x, low, high)) {
  case position::inside:
    return;
  case position::outside:
    throw refuted(what + " lies in " + text(x) + ", outside its enclosure " + text(interval(low, high, 53)));
  case position::across:
    undecided(what, x);
  }
}

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw refuted(otherwise);
}

void require_known(bool follows, const std::string& otherwise) {
  if (!follows) throw malformed(otherwise);
}

} // namespace mixcert::checker
