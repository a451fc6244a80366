// A mathematical document as a value: what it says, apart from how a format writes it.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace mixcert::proof {

/// Ordinary words.
struct plain {
  std::string words; ///< without marks
};
/// Words that are set off.
struct emphasis {
  std::string words; ///< without marks
};
/// In LaTeX's math mode, written by this program and never taken from a file.
struct math {
  std::string latex; ///< of a formula
};
/// Shown as it is, letter by letter, whatever bytes it has: names and numbers that files contain.
struct code {
  std::string bytes; ///< as it stands
};
/// A decimal number as a certificate has it.
struct number {
  std::string decimal; ///< as it is printed
};
/// A closed interval.
struct range {
  std::string lo, hi; ///< ends, as they are printed
};
/// Of a work that bibliography.hpp knows.
struct citation {
  std::string key; ///< in the bibliography
};

/// What a text is made of.
using piece = std::variant<plain, emphasis, math, code, number, range, citation>;
using text = std::vector<piece>;

/// A text by itself.
struct paragraph {
  text words; ///< what it says
};
/// Lines of displayed formulas. They are aligned at their `&`, or centred where none has one.
struct display {
  std::vector<std::string> lines; ///< in LaTeX
};
/// Items below one another.
struct list {
  std::vector<text> items; ///< one an item
};
/// `width`: the column's share of the line, within which it is broken; 0 for one that is as wide as its entries.
struct column {
  text heading;     ///< of the column
  double width = 0; ///< of the page, from 0 to 1; 0 for what it needs
};
/// Columns with headings.
struct table {
  std::vector<column> columns;         ///< from left to right
  std::vector<std::vector<text>> rows; ///< from top to bottom
};

/// What a statement is made of.
using block = std::variant<paragraph, display, list, table>;

/// A theorem, or a proof.
struct statement {
  /// The three kinds.
  enum kind { theorem, result, proof } what; ///< what it is
  text title;                                ///< none for a proof
  std::vector<block> body;                   ///< what it says
};

/// What a section is made of.
using part = std::variant<paragraph, display, list, table, statement>;

/// A section, or an appendix.
struct section {
  text title;               ///< of the section
  std::vector<part> parts;  ///< in order
  bool is_appendix = false; ///< behind the others
};

/// What `prove` writes, in no format yet.
struct document {
  text title;                    ///< of the document
  std::vector<section> sections; ///< in order
};

/// The keys of all works cited, in the order in which they first are.
std::vector<std::string> cited_keys(const document& document);

/// What the pieces are made of, one after another.
text operator+(text left, const text& right);

} // namespace mixcert::proof
