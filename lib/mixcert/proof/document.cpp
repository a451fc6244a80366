#include "mixcert/proof/document.hpp"

#include <algorithm>

namespace mixcert::proof {
namespace {

class collector {
 public:
  void operator()(const text& words) {
    for (const piece& p : words)
      if (const auto* cited = std::get_if<citation>(&p);
          cited != nullptr && std::ranges::find(keys, cited->key) == keys.end())
        keys.push_back(cited->key);
  }
  void operator()(const paragraph& p) { (*this)(p.words); }
  void operator()(const display&) {}
  void operator()(const list& l) { std::ranges::for_each(l.items, std::ref(*this)); }
  void operator()(const table& t) {
    for (const column& c : t.columns) (*this)(c.heading);
    for (const auto& row : t.rows) std::ranges::for_each(row, std::ref(*this));
  }
  void operator()(const statement& s) {
    (*this)(s.title);
    for (const block& b : s.body) std::visit(std::ref(*this), b);
  }
  void operator()(const document& d) {
    (*this)(d.title);
    for (const section& s : d.sections) {
      (*this)(s.title);
      for (const part& p : s.parts) std::visit(std::ref(*this), p);
    }
  }

  std::vector<std::string> keys;
};

} // namespace

std::vector<std::string> cited_keys(const document& document) {
  collector collect;
  collect(document);
  return std::move(collect.keys);
}

text operator+(text left, const text& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

} // namespace mixcert::proof
