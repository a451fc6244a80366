// Runs statements and counts what became of them.
#pragma once

#include "itl_statement.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace mixcert::test {

struct itl_counts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
};

std::string as_text(const itl_counts& counts);

struct itl_verdict {
  enum class kinds { passed, failed, skipped };

  kinds kind;
  std::string why; // what came out, or the reason of the waiver
};

/// Runs the statement if the library offers its operation on its operands, and else skips it if that is waived. What is
/// neither offered nor waived has failed.
itl_verdict verdict_of(const itl_statement& statement);

class itl_tally {
 public:
  void add(const itl_statement& statement, const itl_verdict& verdict);

  const itl_counts& total() const { return total_; }

  /// A line for each reason of skipping: how often, the reason, the operations.
  std::string reasons() const;

  /// A line for each waived operation that no statement added so far names.
  std::string unused_waivers() const;

 private:
  struct reason_use {
    std::size_t count = 0;
    std::set<std::string> operations;
  };

  itl_counts total_;
  std::map<std::string, reason_use> skipped_;
  std::set<std::string> seen_;
};

/// A line for each waived operation that the library offers.
std::string needless_waivers();

} // namespace mixcert::test
