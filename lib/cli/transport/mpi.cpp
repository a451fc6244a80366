// Ranks over MPI. Nobody waits in a busy loop, as MPI's own calls may: processors are for the blocks.
#include "../ranks.hpp"

#include "mixcert/error.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include <mpi.h>

namespace mixcert::cli {
namespace {

using word = std::uint64_t;

/// What a process says to process 0, which answers the first with a block's number or `nothing_left`.
enum request : word { next_block, is_done, has_stopped };
constexpr word nothing_left = ~word{0};
constexpr int words = 1; ///< the tag of all messages
const MPI_Datatype word_type = MPI_UINT64_T;

void rest() { std::this_thread::sleep_for(std::chrono::microseconds(50)); }

void complete(MPI_Request& pending) {
  for (int done = 0;;) {
    MPI_Test(&pending, &done, MPI_STATUS_IGNORE);
    if (done) return;
    rest();
  }
}

void tell(int process, word what) { MPI_Send(&what, 1, word_type, process, words, MPI_COMM_WORLD); }

word heard_from(int process) {
  word what = 0;
  MPI_Request pending;
  MPI_Irecv(&what, 1, word_type, process, words, MPI_COMM_WORLD, &pending);
  complete(pending);
  return what;
}

/// The blocks that process 0 hands out.
class distant_blocks final : public block_source {
 public:
  std::optional<std::size_t> next() override {
    const std::lock_guard lock(asking_);
    if (dry_) return std::nullopt;
    tell(0, next_block);
    const word answer = heard_from(0);
    dry_ = answer == nothing_left;
    return dry_ ? std::nullopt : std::optional<std::size_t>(answer);
  }

 private:
  std::mutex asking_;
  bool dry_ = false;
};

class mpi_ranks final : public ranks {
 public:
  explicit mpi_ranks(std::size_t processes) {
    int level = MPI_THREAD_SINGLE, rank = 0, size = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<std::size_t>(rank);
    size_ = static_cast<std::size_t>(size);
    if (level >= MPI_THREAD_SERIALIZED && size_ == processes) return;
    MPI_Finalize();
    throw input_error(size_ == processes ? "this MPI does not let several threads call it; use --shard and merge"
                                         : "the launcher has started " + std::to_string(processes) +
                                               " processes that do not find one another: it belongs to another MPI "
                                               "than mixcert was built with; use that one's mpirun, or --shard");
  }

  ~mpi_ranks() override {
    if (std::uncaught_exceptions() > 0) MPI_Abort(MPI_COMM_WORLD, 3); // the others would wait forever
    meet();
    MPI_Finalize();
  }
  mpi_ranks(const mpi_ranks&) = delete;
  mpi_ranks& operator=(const mpi_ranks&) = delete;

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }

  std::optional<ending> first(const std::optional<ending>& mine) override {
    meet();
    const int wish = static_cast<int>(mine ? rank_ : size_);
    int from = 0;
    MPI_Allreduce(&wish, &from, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (static_cast<std::size_t>(from) == size_) return std::nullopt;
    ending found = mine.value_or(ending{});
    std::array<word, 2> head{static_cast<word>(found.status), found.message.size()};
    MPI_Bcast(head.data(), head.size(), word_type, from, MPI_COMM_WORLD);
    found.status = static_cast<int>(head[0]);
    found.message.resize(head[1]);
    MPI_Bcast(found.message.data(), static_cast<int>(head[1]), MPI_CHAR, from, MPI_COMM_WORLD);
    return found;
  }

  void unite(std::vector<bool>& marks) override {
    meet();
    constexpr std::size_t at_once = 1 << 20;
    for (std::size_t begin = 0; begin < marks.size(); begin += at_once) {
      std::vector<unsigned char> some(marks.begin() + static_cast<std::ptrdiff_t>(begin),
                                      marks.begin() +
                                          static_cast<std::ptrdiff_t>(std::min(marks.size(), begin + at_once)));
      MPI_Allreduce(MPI_IN_PLACE, some.data(), static_cast<int>(some.size()), MPI_UNSIGNED_CHAR, MPI_BOR,
                    MPI_COMM_WORLD);
      for (std::size_t i = 0; i < some.size(); ++i) marks[begin + i] = some[i] != 0;
    }
  }

  bool agree(const std::string& text) override {
    meet();
    word length = text.size();
    MPI_Bcast(&length, 1, word_type, 0, MPI_COMM_WORLD);
    std::string theirs = rank_ == 0 ? text : std::string(length, '\0');
    MPI_Bcast(theirs.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
    int same = theirs == text ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return same != 0;
  }

  void share(std::vector<std::size_t> blocks, const std::function<bool(block_source&)>& work) override {
    if (rank_ == 0)
      hand_out(std::move(blocks), work);
    else
      take_part(work);
  }

 private:
  /// Returns when all have called it.
  static void meet() {
    MPI_Request pending;
    MPI_Ibarrier(MPI_COMM_WORLD, &pending);
    complete(pending);
  }

  void hand_out(std::vector<std::size_t> blocks, const std::function<bool(block_source&)>& work) const {
    block_queue queue(std::move(blocks));
    std::exception_ptr failed;
    {
      const std::jthread own([&] { // which calls nothing of MPI
        try {
          if (!work(queue)) queue.close();
        } catch (...) {
          failed = std::current_exception();
          queue.close();
        }
      });
      serve(queue);
    }
    if (failed) std::rethrow_exception(failed);
  }

  void serve(block_queue& queue) const {
    for (std::size_t at_work = size_ - 1; at_work > 0;) {
      int there = 0;
      MPI_Status from;
      MPI_Iprobe(MPI_ANY_SOURCE, words, MPI_COMM_WORLD, &there, &from);
      if (!there) {
        rest();
        continue;
      }
      const word what = heard_from(from.MPI_SOURCE);
      if (what == next_block) {
        tell(from.MPI_SOURCE, queue.next().value_or(nothing_left));
        continue;
      }
      --at_work;
      if (what == has_stopped) queue.close();
    }
  }

  static void take_part(const std::function<bool(block_source&)>& work) {
    distant_blocks source;
    try {
      tell(0, work(source) ? is_done : has_stopped);
    } catch (...) {
      tell(0, has_stopped);
      throw;
    }
  }

  std::size_t rank_ = 0, size_ = 1;
};

} // namespace

std::unique_ptr<ranks> connected(std::size_t processes) { return std::make_unique<mpi_ranks>(processes); }

} // namespace mixcert::cli
