// The way a certificate takes from an artificial mixer to its enclosures, with bounds left out at will.
#pragma once

#include "mixcert/jacobian/core.hpp"
#include "mixcert/jacobian/truncation.hpp"
#include "support/artificial_mixer.hpp"
#include "support/exact.hpp"

using namespace mixcert::test;
using mixcert::mp_interval;
using mixcert::precision;

/// Which bounds to pretend away.
struct dropped {
  bool nu = false, basis = false, rounding = false, undo = false;
  bool spaces_of_streams = false; ///< no bound: all streams share one space
};

inline const mixcert::context<mp_interval> exact_numbers{exact_bits};

/// Of the map that the problem has: the residual, with the write gate, or the branch input.
mixcert::feedback<mp_interval> feedback_of(const problem& p);

mixcert::feature_spans<mp_interval> take_spans(const problem& p, const mixcert::rotation& rotated,
                                               const precision& places, bool one_space = false);

/// The steps of a certificate, with the decomposition of the core so accurate that only the bounds before it show.
struct steps {
  mixcert::rotation rotated;
  mixcert::feature_spans<mp_interval> spans;
  std::vector<mixcert::triangular_basis> bases;
  mixcert::stream_adapted_core core;
};

steps take_steps(const problem& p, const precision& places, const dropped& without = {});

/// The same from a given rotation.
steps take_steps(const problem& p, const precision& places, const mixcert::rotation& rotated,
                 const dropped& without = {});

/// Enclosures of all singular values of J, the i-th of the i-th largest (theorem T3 d).
std::vector<mp_interval> spectrum(const problem& p, const steps& s);
/// The same from a truncated core (theorem T4 c).
std::vector<mp_interval> spectrum(const problem& p, const steps& s, const mixcert::truncated_core& t);
std::vector<mp_interval> spectrum(const problem& p, const precision& places, const dropped& without = {});

/// The widest of them.
double widest(const std::vector<mp_interval>& enclosures);
