// The checker's evaluation of a mixer beside the producer's.
#pragma once

#include "mixcert/certificate/checker/evaluation.hpp"
#include "mixcert/mixer/mixer.hpp"

#include <string>
#include <vector>

/// The producer's evaluation, and the checker's equations.
mixcert::mixer_evaluation<mixcert::mp_interval> produced_at(const std::string& mixer, const mixcert::mixer_input& input,
                                                            mpfr_prec_t bits);
mixcert::checker::equations equations_at(const std::string& mixer, const mixcert::checker::site& where,
                                         mpfr_prec_t bits);

/// The same data as a checker has them. Labels are those of the producer's arrays.
mixcert::checker::site site_of(const mixcert::mixer& family, const mixcert::mixer_input& input,
                               const mixcert::mixer_evaluation<mixcert::mp_interval>& produced);

/// What of H, gates, logits, their derivatives as n x d arrays, and generators is disjoint from the producer's; or is
/// wider in either than 2^-200, relative to the largest number of its kind or 1. Empty when all agree.
std::vector<std::string> disagreements(const mixcert::checker::equations& equations,
                                       const mixcert::checker::site& where,
                                       const mixcert::mixer_evaluation<mixcert::mp_interval>& produced,
                                       mpfr_prec_t bits);

/// Likewise of the factors of the Jacobian with the write gate.
std::vector<std::string> disagreements_of_factors(const std::string& mixer, const mixcert::checker::site& where,
                                                  const mixcert::mixer_evaluation<mixcert::mp_interval>& produced,
                                                  mpfr_prec_t bits);
