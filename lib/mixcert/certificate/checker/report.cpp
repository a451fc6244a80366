#include "mixcert/certificate/checker/report.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mixcert::checker {
namespace {

const char* word(finding what) {
  return what == finding::verified ? "verified" : what == finding::refuted ? "refuted" : "not established";
}

} // namespace

std::string verdict_of(const report& report) {
  if (report.what == finding::verified) return "VERIFIED";
  const claim_finding& first = *std::ranges::find(report.claims, report.what, &claim_finding::what);
  return (report.what == finding::refuted ? "REFUTED: claim " : "NOT ESTABLISHED: claim ") + first.claim + ": " +
         first.reason;
}

std::string to_json(const report& report) {
  nlohmann::json claims = nlohmann::json::array();
  for (const claim_finding& c : report.claims) {
    nlohmann::json entry = {{"claim", c.claim}, {"finding", word(c.what)}};
    if (!c.reason.empty()) entry["reason"] = c.reason;
    claims.push_back(std::move(entry));
  }
  return nlohmann::json{{"format", "mixcert-check"},
                        {"version", 1},
                        {"verdict", word(report.what)},
                        {"says", verdict_of(report)},
                        {"claims", std::move(claims)}}
             .dump(1) +
         '\n';
}

void require_json(const std::string& text, const std::string& file) {
  try {
    parse_strictly(text);
  } catch (const json_fault& fault) {
    if (fault.what == json_fault::kind::malformed)
      throw input_error(printable(file) + ": is no JSON, so it is no certificate or was cut: " + fault.reason +
                        "; name the file that -o wrote, or fetch it again");
  }
}

} // namespace mixcert::checker
