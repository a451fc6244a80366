// What the program prints.
#pragma once

#include "cotangents/agreement.hpp"
#include "cotangents/model_file.hpp"
#include "cotangents/passes.hpp"
#include "cotangents/reference.hpp"

namespace mixcert::cotangents {

/// Prints the quantities of a sequence in float64 and in enclosures, and how all of it agrees with the references.
/// Returns the worst verdict: disagrees before undecided before agrees.
verdict report(const both_passes<float64>& guess, const both_passes<mp_interval>& enclosed,
               const context<mp_interval>& context, const reference& expected, const reference_accuracy& accuracy);

/// Prints how wide binary64 intervals get when the model ends after each number of blocks, up to the first that cannot
/// be certified.
void report_binary64(const model_weights<double>& model, const std::vector<std::size_t>& tokens);

} // namespace mixcert::cotangents
