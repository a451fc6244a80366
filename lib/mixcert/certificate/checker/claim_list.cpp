#include "mixcert/certificate/checker/claim_list.hpp"

namespace mixcert::checker {

bool claim_list::decide(const std::string& claim, const std::function<void(mpfr_prec_t)>& check) {
  if (report_.what != finding::verified) return false;
  report_.what = run(claim, check);
  return report_.what == finding::verified;
}

bool claim_list::decide_also(const std::string& claim, const std::function<void(mpfr_prec_t)>& check) {
  if (report_.what == finding::refuted) return false;
  const finding found = run(claim, check);
  if (found == finding::refuted || report_.what == finding::verified) report_.what = found;
  return report_.what == finding::verified;
}

finding claim_list::run(const std::string& claim, const std::function<void(mpfr_prec_t)>& check) {
  constexpr mpfr_prec_t fewest = 512, most = 1 << 14;
  if (begins_) begins_(claim);
  claim_finding found{claim, finding::verified, ""};
  for (mpfr_prec_t bits = fewest; bits <= most; bits *= 2) {
    found.what = finding::verified;
    try {
      check(bits);
      break;
    } catch (const refuted& reason) {
      found.what = finding::refuted;
      found.reason = reason.what();
      break;
    } catch (const malformed& reason) {
      found.what = finding::not_established;
      found.reason = reason.what();
      break;
    } catch (const not_established& reason) {
      found.what = finding::not_established;
      found.reason = reason.what();
    }
  }
  report_.claims.push_back(std::move(found));
  return report_.claims.back().what;
}

} // namespace mixcert::checker
