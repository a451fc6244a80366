// What the checker found, for people and for programs.
#pragma once

#include "mixcert/certificate/checker/verdict.hpp"

#include <string>

namespace mixcert::checker {

/// `VERIFIED`, or `REFUTED: claim …` or `NOT ESTABLISHED: claim …` with the first such claim and the reason.
std::string verdict_of(const report& report);

/// The findings, `"format": "mixcert-check"`.
std::string to_json(const report& report);

/// Throws input_error for a text from `file` that is no JSON: it makes no claims that could fail.
void require_json(const std::string& text, const std::string& file);

} // namespace mixcert::checker
