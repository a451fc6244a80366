// The spaces that hold the feature rows of the feedback (theorem T3 b0), from a certificate's generators.
#pragma once

#include "mixcert/certificate/checker/evaluation.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mixcert::checker {

/// A head with its values, which are its outputs' at the state.
struct evaluated_head {
  const head* equations;
  head_values values;
};

/// J = F kron I + sum_ij (e_i kron a_j) vec(D_ij)^T (theorem T1) of the map that a certificate speaks of.
struct differentiated_map {
  const site* where;
  const router* route;
  const weight_products* products;
  std::vector<normalised> norms;
  evaluated_head mixing;                            ///< gives F: mix, or read
  std::optional<evaluated_head> write;              ///< beta, with the write gate
  std::optional<std::vector<double>> branch_output; ///< y, with the write gate
  interval_matrix frozen;                           ///< F, o x n
  mpfr_prec_t bits;

  std::size_t sources() const { return where->n + (write ? 1 : 0); }
};

/// Which generators there are, as the certificate lists them: labels, and powers of two that each was divided by, for
/// one space or for the space of each stream.
struct listed_generators {
  std::vector<std::string> labels;
  std::vector<std::vector<long>> exponents;
  bool common; ///< one space for all streams, rows of arrays being generators of their own
};

struct feature_space {
  interval_matrix gram;    ///< p x p
  interval_matrix sources; ///< sources x p: coordinates of a_j
};

struct stream_span {
  std::size_t space;
  interval_matrix feedback; ///< o sources x p: row i m + j has the coordinates of sum_s Q_sk (row s of D_ij)
};

struct spans {
  std::vector<feature_space> spaces; ///< one for all streams, or n; none where nothing is fed back
  std::vector<stream_span> streams;  ///< n, or none
};

/// Throws refuted when a label is unknown or a generator is missing that the feedback needs.
spans spans_of(const differentiated_map& map, const listed_generators& listed, const dyadic_matrix& Q);

} // namespace mixcert::checker
