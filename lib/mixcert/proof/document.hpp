// A mathematical document as a value: what it says, apart from how a format writes it.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace mixcert::proof {

struct plain {
  std::string words;
};
struct emphasis {
  std::string words;
};
/// In LaTeX's math mode, written by this program and never taken from a file.
struct math {
  std::string latex;
};
/// Shown as it is, letter by letter, whatever bytes it has: names and numbers that files contain.
struct code {
  std::string bytes;
};
/// A decimal number as a certificate has it.
struct number {
  std::string decimal;
};
/// A closed interval.
struct range {
  std::string lo, hi;
};
/// Of a work that bibliography.hpp knows.
struct citation {
  std::string key;
};

using piece = std::variant<plain, emphasis, math, code, number, range, citation>;
using text = std::vector<piece>;

struct paragraph {
  text words;
};
/// Lines of displayed formulas. They are aligned at their `&`, or centred where none has one.
struct display {
  std::vector<std::string> lines;
};
struct list {
  std::vector<text> items;
};
/// `width`: the column's share of the line, within which it is broken; 0 for one that is as wide as its entries.
struct column {
  text heading;
  double width = 0;
};
struct table {
  std::vector<column> columns;
  std::vector<std::vector<text>> rows;
};

using block = std::variant<paragraph, display, list, table>;

/// A theorem, or a proof.
struct statement {
  enum kind { theorem, result, proof } what;
  text title; ///< none for a proof
  std::vector<block> body;
};

using part = std::variant<paragraph, display, list, table, statement>;

struct section {
  text title;
  std::vector<part> parts;
  bool is_appendix = false;
};

struct document {
  text title;
  std::vector<section> sections;
};

/// The keys of all works cited, in the order in which they first are.
std::vector<std::string> cited_keys(const document& document);

/// What the pieces are made of, one after another.
text operator+(text left, const text& right);

} // namespace mixcert::proof
