#include "ranks.hpp"

#include "mixcert/error.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace mixcert::cli {
namespace {

class one_process final : public ranks {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t size() const override { return 1; }
  std::optional<ending> first(const std::optional<ending>& mine) override { return mine; }
  void unite(std::vector<bool>&) override {}
  bool agree(const std::string&) override { return true; }
  void share(std::vector<std::size_t> blocks, const std::function<bool(block_source&)>& work) override {
    block_queue queue(std::move(blocks));
    work(queue);
  }
};

} // namespace

void ranks::together(const std::function<void()>& step) {
  std::optional<ending> mine;
  try {
    step();
  } catch (const input_error& error) {
    mine = {2, error.what()};
  } catch (const not_certified& error) {
    mine = {3, std::string("not certified: ") + error.what()};
  } catch (const std::exception& error) {
    mine = {3, std::string("not certified: unexpected failure: ") + error.what()};
  }
  if (const std::optional<ending> found = first(mine)) throw *found;
}

std::unique_ptr<ranks> alone() { return std::make_unique<one_process>(); }

std::size_t launched_processes() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) // Open MPI; MPICH and its relatives
    if (const char* const text = std::getenv(name)) {
      std::size_t count = 1;
      std::from_chars(text, text + std::string_view(text).size(), count);
      return std::max<std::size_t>(count, 1);
    }
  return 1;
}

} // namespace mixcert::cli
