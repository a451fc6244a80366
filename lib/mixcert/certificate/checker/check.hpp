// Re-establishing every claim of a certificate with other arithmetic than that which made it.
#pragma once

#include "mixcert/certificate/checker/data.hpp"
#include "mixcert/certificate/checker/verdict.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace mixcert::checker {

/// Checks the certificate against the user's own tensors, looked for in the folders: the exact real numbers that the
/// files hold decide, hashes only say that they are the ones meant. Linear algebra is exact or in intervals; mixers are
/// evaluated from equations of their own. Places are doubled until each claim is decided, up to a limit. The report
/// ends with the first claim that is not verified. What does not say anything of the spectrum (notes, producer, an
/// uncertified truncation bound) is not checked. Throws input_error when data cannot be read, or the document is none
/// that claims anything. `begins` is called with the name of each claim before it is checked.
report check(std::string_view certificate, const data_folders& folders,
             const std::function<void(const std::string&)>& begins = {});

} // namespace mixcert::checker
