// What the documents of all kinds are read with: each value with its place, so that a message can say where.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/printable.hpp"

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert::json_reader {

using json = nlohmann::json;

/// A place in the document, so that a message can say where.
class node {
 public:
  node(const json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& what) const { throw input_error(path_ + ": " + what); }

  node operator[](const char* key) const {
    if (!value_.is_object()) refuse("expected an object");
    const auto place = value_.find(key);
    if (place == value_.end()) refuse(std::string("has no \"") + key + "\"");
    return {*place, path_ + "." + key};
  }
  template <class F> void each_item(F f) const {
    if (!value_.is_array()) refuse("expected an array");
    for (std::size_t i = 0; i < value_.size(); ++i) f(node(value_[i], path_ + "[" + std::to_string(i) + "]"));
  }
  template <class F> void each_member(F f) const {
    if (!value_.is_object()) refuse("expected an object");
    for (const auto& [key, value] : value_.items()) f(key, node(value, path_ + "." + printable(key)));
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool is_null() const { return value_.is_null(); }
  bool is_array() const { return value_.is_array(); }
  const json& value() const { return value_; }

  std::string text() const {
    if (!value_.is_string()) refuse("expected a string");
    return value_.get<std::string>();
  }
  std::size_t count() const {
    if (!value_.is_number_unsigned()) refuse("expected a whole number");
    return value_.get<std::size_t>();
  }
  long integer() const;
  bool truth() const {
    if (!value_.is_boolean()) refuse("expected true or false");
    return value_.get<bool>();
  }

 private:
  const json& value_;
  std::string path_;
};

/// The string at a place as what `parse` makes of it.
template <class F> auto parsed(const node& at, F parse) {
  const std::string text = at.text();
  try {
    return parse(text);
  } catch (const input_error& error) {
    at.refuse(error.what());
  }
}

/// The document. Throws input_error, naming `source`, when it is no JSON, a key stands twice in one object, or it is
/// nested too deeply.
json parse_document(std::string_view text, const std::string& source);
/// Throws input_error when the document is not a certificate of this version.
void check_format(const node& root);

/// Throws input_error when the object has another member than these, which `beside` names.
void refuse_other_members(const node& at, std::initializer_list<std::string_view> known, const char* beside);

enclosure read_enclosure(const node& at);
/// Whether it is {"value": null, "reason": ...}, a number that may not exist. Throws input_error when anything that
/// would claim one stands beside the null.
bool is_null_with_reason(const node& at);
matrix<enclosure> read_enclosures(const node& at);
double read_upper_bound(const node& decimal, const node& exact);
std::vector<std::size_t> read_counts(const node& at);
std::vector<std::string> read_texts(const node& at);
tensor_reference read_reference(const node& at);
/// With the leading indices that pick the slice.
tensor_reference read_indexed_reference(const node& at);
exact_constant read_number(const node& at);
dyadic_matrix read_dyadic(const node& at);
mixer_convention read_convention(const node& at);
claim read_claim(const node& at);
producer read_producer(const node& at);

} // namespace mixcert::json_reader
