// Which blocks of a batch are written, and where.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// Consecutive bytes of a file.
struct written_bytes {
  std::size_t begin = 0, length = 0; ///< bytes in the file
  std::string sha256;                ///< of these bytes
};

/// A block, its records in segment-KKKK.jsonl and their rows in spectra-KKKK.npy, KKKK being `segment`.
struct written_block {
  std::size_t block = 0, segment = 0; ///< number of the block, and of the segment it is in
  written_bytes records, rows;        ///< where they are
};

/// As the journal has it, with its own checksum.
std::string journal_line(const written_block& block);

/// What the journal of a folder says.
struct journal {
  std::vector<written_block> blocks; ///< in the order in which they were written
  std::size_t whole_bytes = 0;       ///< of the text; what stands behind them was cut short
};

/// Reads lines as long as they are whole.
journal parse_journal(std::string_view text);

} // namespace mixcert
