// What a folder of a batch holds after it was cut anywhere.
#include "mixcert/batch/directory.hpp"

#include "mixcert/batch/block_source.hpp"
#include "mixcert/batch/parts.hpp"
#include "mixcert/batch/record.hpp"
#include "mixcert/batch/state_blocks.hpp"
#include "support/refusal.hpp"
#include "support/scratch_folder.hpp"

#include <random>

#include <boost/test/unit_test.hpp>

namespace {

using namespace mixcert;
using namespace mixcert::test;

const row_layout layout{2};
const batch_manifest manifest{R"({"block":1,"sites":[]})", {}, "none"};

std::string records_of(std::size_t block) { return std::string(10 + block, static_cast<char>('a' + block % 26)); }
std::string rows_of(std::size_t block) { return std::string(layout.bytes(), static_cast<char>('A' + block % 26)); }

void fill(batch_directory& directory, std::size_t blocks) {
  for (std::size_t k = 0; k < blocks; ++k)
    if (!directory.is_done(k)) directory.add(k, records_of(k), rows_of(k));
  directory.commit();
}

void check_whole(const std::filesystem::path& folder, std::size_t blocks) {
  const auto written = written_blocks(folder);
  BOOST_TEST(written.size() == blocks);
  for (const auto& [k, block] : written) {
    BOOST_CHECK(read_bytes(records_file(folder, block.segment), block.records) == records_of(k));
    BOOST_CHECK(read_bytes(rows_file(folder, block.segment), block.rows) == rows_of(k));
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(directories)

BOOST_AUTO_TEST_CASE(journals_are_read_as_far_as_they_are_whole) {
  std::string text;
  std::vector<std::size_t> ends{0};
  for (std::size_t k = 0; k < 4; ++k) {
    text += journal_line({k, k / 2, {100 * k, 100, std::string(64, 'a')}, {10 * k, 10, std::string(64, 'b')}});
    ends.push_back(text.size());
  }
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const journal r = parse_journal(std::string_view(text).substr(0, length));
    const auto whole = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), length) - ends.begin()) - 1;
    BOOST_REQUIRE_EQUAL(r.blocks.size(), whole);
    BOOST_TEST(r.whole_bytes == ends[whole]);
  }
  const journal all = parse_journal(text);
  BOOST_CHECK(all.blocks[3].block == 3 && all.blocks[3].segment == 1 && all.blocks[3].records.begin == 300 &&
              all.blocks[3].records.length == 100 && all.blocks[3].rows.sha256 == std::string(64, 'b'));
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] ^= 1;
    BOOST_TEST(parse_journal(other).whole_bytes <= at);
  }
}

BOOST_AUTO_TEST_CASE(whatever_is_cut_off_is_done_again) {
  std::mt19937_64 random(1);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const scratch_folder scratch;
    const std::filesystem::path folder = scratch.path() / "batch";
    constexpr std::size_t blocks = 12, small_segment = 500; // some segments
    {
      batch_directory directory(folder, manifest, layout, false, small_segment);
      fill(directory, 1 + random() % blocks);
    }
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(folder))
      if (file.path().filename() != "manifest.json") files.push_back(file.path());
    std::sort(files.begin(), files.end());
    BOOST_TEST(files.size() >= 3U);
    const std::filesystem::path& file = files[random() % files.size()];
    std::filesystem::resize_file(file, random() % (std::filesystem::file_size(file) + 1));
    {
      batch_directory directory(folder, manifest, layout, true, small_segment);
      fill(directory, blocks);
    }
    check_whole(folder, blocks);
  }
}

BOOST_AUTO_TEST_CASE(journals_forget_what_is_damaged_or_worth_another_try) {
  const scratch_folder scratch;
  const std::filesystem::path folder = scratch.path() / "batch";
  const state_record failed{
      .site = 0, .state = 1, .sha256 = {}, .failure = {{state_failure::operational, "disk"}}, .result = {}};
  {
    batch_directory directory(folder, manifest, layout, false);
    for (std::size_t k = 0; k < 5; ++k) directory.add(k, k == 1 ? line_of(failed, "a") : records_of(k), rows_of(k));
    directory.commit();
  }
  const written_block damaged = written_blocks(folder).at(3);
  append_file(records_file(folder, 0)).overwrite(damaged.records.begin, "#");
  batch_directory directory(folder, manifest, layout, true);
  const auto written = written_blocks(folder);
  for (std::size_t k = 0; k < 5; ++k) {
    BOOST_TEST(directory.is_done(k) == (k != 1 && k != 3));
    BOOST_TEST(written.contains(k) == directory.is_done(k));
  }
  fill(directory, 5);
  check_whole(folder, 5);
}

BOOST_AUTO_TEST_CASE(folders_of_ranks_are_parts_of_a_batch) {
  const scratch_folder scratch;
  const std::filesystem::path folder = scratch.path() / "batch";
  const auto names = [](const std::vector<std::filesystem::path>& folders) {
    std::string r;
    for (const auto& one : folders) r += one.filename().string() + ' ';
    return r;
  };
  BOOST_TEST(names(parts_of(folder)) == "batch ");
  for (const std::size_t rank : {10000U, 2U, 0U, 1U}) std::filesystem::create_directories(rank_folder(folder, rank));
  for (const char* other : {"rank-", "rank-2", "rank-00001", "rank-000x", "certificates"})
    std::filesystem::create_directories(folder / other);
  BOOST_TEST(names(parts_of(folder)) == "rank-0000 rank-0001 rank-0002 rank-10000 ");
  BOOST_TEST(names(rank_folders(folder, 2)) == "rank-0002 rank-10000 ");
}

BOOST_AUTO_TEST_CASE(a_queue_hands_out_each_block_once_until_it_is_closed) {
  block_queue queue({7, 3, 5});
  BOOST_CHECK(queue.next() == 7U && queue.next() == 3U && queue.next() == 5U && !queue.next() && !queue.next());
  block_queue closed({7, 3});
  BOOST_CHECK(closed.next() == 7U);
  closed.close();
  BOOST_CHECK(!closed.next());
}

BOOST_AUTO_TEST_CASE(a_folder_belongs_to_one_job_and_one_process) {
  const scratch_folder scratch;
  const std::filesystem::path folder = scratch.path() / "batch";
  batch_directory directory(folder, manifest, layout, false);
  check_refused([&] { batch_directory(folder, manifest, layout, false); }, {"--resume"});
  check_refused([&] { batch_directory(folder, manifest, layout, true); }, {"another process"});
  batch_manifest other = manifest;
  other.job = R"({"block":2,"sites":[]})";
  check_refused([&] { batch_directory(folder, other, layout, true); }, {"another job", "/block"});
  other = manifest;
  other.shard = {1, 2};
  check_refused([&] { batch_directory(folder, other, layout, true); }, {"part 1/1"});
}

BOOST_AUTO_TEST_CASE(blocks_number_all_states_once) {
  for (const std::size_t length : {1U, 2U, 3U, 7U, 100U}) {
    const std::vector<std::size_t> counts{5, 1, 6, 7};
    const state_blocks blocks(counts, length);
    std::vector<std::size_t> next(counts.size(), 0);
    for (std::size_t k = 0, site = 0; k < blocks.size(); ++k) {
      const state_block block = blocks[k];
      BOOST_TEST(block.site >= site);
      BOOST_TEST(block.first == next[block.site]);
      BOOST_TEST(block.count <= length);
      BOOST_TEST(block.count >= 1U);
      next[site = block.site] += block.count;
    }
    BOOST_TEST(next == counts);
  }
}

BOOST_AUTO_TEST_SUITE_END()
