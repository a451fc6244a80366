// One claim after another, each with as many places as it needs.
#pragma once

#include "mixcert/certificate/checker/verdict.hpp"

#include <functional>
#include <string>
#include <utility>

namespace mixcert::checker {

class claim_list {
 public:
  /// `begins`, if it is anything, is called with each claim before it is checked.
  explicit claim_list(std::function<void(const std::string&)> begins) : begins_(std::move(begins)) {}

  /// Runs the check with more and more places until it ends without not_established, unless an earlier claim was not
  /// verified. Returns whether it, and all before it, were verified.
  bool decide(const std::string& claim, const std::function<void(mpfr_prec_t)>& check);
  /// Likewise also where an earlier claim was not established, if none was refuted.
  bool decide_also(const std::string& claim, const std::function<void(mpfr_prec_t)>& check);
  report result() const { return report_; }

 private:
  finding run(const std::string& claim, const std::function<void(mpfr_prec_t)>& check);

  std::function<void(const std::string&)> begins_;
  report report_{{}, finding::verified};
};

} // namespace mixcert::checker
