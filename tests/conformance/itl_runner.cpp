// Runs files of the interval test language of ITF1788 against mixcert::interval.
#include "itl_parser.hpp"
#include "itl_tally.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace mixcert::test {

namespace {

constexpr const char* usage = R"(usage: itl_runner [--complete] [--skips] FILE.itl...

  --complete  these are all files that there are: a waiver that none of them needs is an error
  --skips     print each skipped statement

A statement passes when mixcert::interval returns the expected interval (ends up to 2 steps further out for pown, exp,
log, tanh and sech), number or truth value, throws std::domain_error where [empty] is expected, and
std::invalid_argument where UndefinedOperation is signalled. Decorations are read but not modelled.

Exit status: 0 if nothing failed, every file was understood and no waiver is stale, 1 otherwise, 2 for wrong arguments.
)";

struct arguments {
  bool complete = false;
  bool skips = false;
  std::vector<std::filesystem::path> files;
};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf(); // fails without being bad when the file is empty
  if (!stream.is_open() || content.bad()) throw itl_error(0, "cannot be read");
  return content.str();
}

void print(const std::filesystem::path& path, const itl_statement& statement, const std::string& what) {
  std::cout << path.string() << ':' << statement.line << ": " << what << '\n';
}

void run_file(const std::filesystem::path& path, bool skips, itl_tally& all) {
  itl_tally here;
  for (const itl_statement& statement : parse_itl(content_of(path))) {
    const itl_verdict verdict = verdict_of(statement);
    here.add(statement, verdict);
    all.add(statement, verdict);
    if (verdict.kind == itl_verdict::kinds::failed)
      print(path, statement, "FAILED: " + statement.source + " gave: " + verdict.why);
    if (verdict.kind == itl_verdict::kinds::skipped && skips)
      print(path, statement, "skipped: " + statement.source + " (" + verdict.why + ")");
  }
  std::cout << path.filename().string() << ": " << as_text(here.total()) << '\n';
}

int run(const arguments& given) {
  itl_tally all;
  bool understood = true;
  for (const std::filesystem::path& path : given.files) {
    try {
      run_file(path, given.skips, all);
    } catch (const itl_error& error) {
      std::cout << path.string() << ':' << error.line() << ": ERROR: " << error.what() << '\n';
      understood = false;
    }
  }
  const std::string stale = needless_waivers() + (given.complete ? all.unused_waivers() : "");
  std::cout << "total: " << as_text(all.total()) << '\n' << all.reasons() << stale;
  return understood && all.total().failed == 0 && stale.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

} // namespace mixcert::test

int main(int count, char** values) {
  mixcert::test::arguments given;
  for (const std::string& value : std::vector<std::string>(values + 1, values + count)) {
    if (value == "--complete")
      given.complete = true;
    else if (value == "--skips")
      given.skips = true;
    else if (value.starts_with('-')) {
      std::cerr << "unknown option " << value << '\n' << mixcert::test::usage;
      return 2;
    } else
      given.files.emplace_back(value);
  }
  if (given.files.empty()) {
    std::cerr << mixcert::test::usage;
    return 2;
  }
  return mixcert::test::run(given);
}
