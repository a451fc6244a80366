#include "mixcert/certificate/checker/mixers/mixers.hpp"

namespace mixcert::checker {
namespace {

std::string place(const std::string& name, std::initializer_list<std::size_t> index) {
  std::string r = name;
  char separator = '[';
  for (const std::size_t i : index) {
    r += separator + std::to_string(i);
    separator = ',';
  }
  return r + ']';
}

} // namespace

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> r;
  for (std::size_t i = 0; i < count; ++i) r.push_back(place(name, {i}));
  return r;
}

std::string difference_label(const std::string& name, std::initializer_list<std::size_t> of,
                             std::initializer_list<std::size_t> from) {
  return place(name, of) + '-' + place(name, from);
}

std::vector<dual> sigmoid_gates(const std::vector<dual>& z, long times, const interval& offset) {
  std::vector<dual> r;
  for (const dual& x : z) r.push_back(sigmoid(x) * times + offset);
  return r;
}

} // namespace mixcert::checker
