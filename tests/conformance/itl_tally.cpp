#include "itl_tally.hpp"

#include "itl_operations.hpp"
#include "itl_verdict.hpp"
#include "waivers.hpp"

#include <algorithm>

namespace mixcert::test {

namespace {

bool is_set_or_no_interval(const itl_value& value) {
  const itl_interval* const x = std::get_if<itl_interval>(&value);
  return !x || x->kind == itl_interval::kinds::set;
}

} // namespace

std::string as_text(const itl_counts& counts) {
  return std::to_string(counts.passed) + " passed, " + std::to_string(counts.failed) + " failed, " +
         std::to_string(counts.skipped) + " skipped";
}

itl_verdict verdict_of(const itl_statement& statement) {
  const auto operation = itl_operations().find(statement.operation);
  if (operation == itl_operations().end()) {
    const auto waiver = waived_operations().find(statement.operation);
    if (waiver == waived_operations().end())
      return {itl_verdict::kinds::failed, "the operation is neither offered nor waived"};
    return {itl_verdict::kinds::skipped, waiver->second};
  }
  if (!std::ranges::all_of(statement.operands, is_set_or_no_interval))
    return {itl_verdict::kinds::skipped, waived_operands};
  const auto& [steps, run] = operation->second;
  const std::string problem = itl_problem(statement, run(statement.operands), steps);
  return {problem.empty() ? itl_verdict::kinds::passed : itl_verdict::kinds::failed, problem};
}

void itl_tally::add(const itl_statement& statement, const itl_verdict& verdict) {
  seen_.insert(statement.operation);
  switch (verdict.kind) {
  case itl_verdict::kinds::passed:
    ++total_.passed;
    return;
  case itl_verdict::kinds::failed:
    ++total_.failed;
    return;
  case itl_verdict::kinds::skipped:
    break;
  }
  ++total_.skipped;
  reason_use& use = skipped_[verdict.why];
  ++use.count;
  use.operations.insert(statement.operation);
}

std::string itl_tally::reasons() const {
  std::string lines;
  for (const auto& [reason, use] : skipped_) {
    std::string names;
    for (const std::string& name : use.operations) names += (names.empty() ? "" : " ") + name;
    lines += "skipped " + std::to_string(use.count) + ": " + reason + " (" + names + ")\n";
  }
  return lines;
}

std::string itl_tally::unused_waivers() const {
  std::string lines;
  for (const auto& [name, reason] : waived_operations())
    if (!seen_.contains(name)) lines += "stale waiver: " + name + " occurs in none of the files\n";
  return lines;
}

std::string needless_waivers() {
  std::string lines;
  for (const auto& [name, reason] : waived_operations())
    if (itl_operations().contains(name)) lines += "stale waiver: " + name + " is offered by the library\n";
  return lines;
}

} // namespace mixcert::test
