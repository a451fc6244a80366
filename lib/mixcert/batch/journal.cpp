#include "mixcert/batch/journal.hpp"

#include "mixcert/batch/checksum.hpp"

#include <nlohmann/json.hpp>

namespace mixcert {
namespace {

std::string text(const written_bytes& at) {
  return "[" + std::to_string(at.begin) + ',' + std::to_string(at.length) + ",\"" + at.sha256 + "\"]";
}

written_bytes bytes_of(const nlohmann::json& at) { return {at.at(0), at.at(1), at.at(2)}; }

} // namespace

std::string journal_line(const written_block& block) {
  return checked_line("{\"block\":" + std::to_string(block.block) + ",\"segment\":" + std::to_string(block.segment) +
                      ",\"records\":" + text(block.records) + ",\"spectra\":" + text(block.rows));
}

journal parse_journal(std::string_view text) {
  journal r;
  while (true) {
    const std::size_t end = text.find('\n', r.whole_bytes);
    if (end == text.npos) return r;
    const std::string_view line = text.substr(r.whole_bytes, end - r.whole_bytes);
    if (!is_whole_line(line)) return r;
    try {
      const nlohmann::json entry = nlohmann::json::parse(line);
      r.blocks.push_back(
          {entry.at("block"), entry.at("segment"), bytes_of(entry.at("records")), bytes_of(entry.at("spectra"))});
    } catch (const nlohmann::json::exception&) {
      return r;
    }
    r.whole_bytes = end + 1;
  }
}

} // namespace mixcert
