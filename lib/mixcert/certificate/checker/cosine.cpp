#include "mixcert/certificate/checker/cosine.hpp"

#include <vector>

namespace mixcert::checker {
namespace {

/// part / sqrt(square)
struct root_term {
  integer square;
  rational part;
};

/// Adds q / sqrt(square): to a term of which it is a rational multiple, or as one of its own.
void add(std::vector<root_term>& terms, const integer& q, const integer& square) {
  for (root_term& term : terms) {
    const integer both = term.square * square;
    if (mpz_perfect_square_p(both.get_mpz_t()) == 0) continue;
    const integer root = ::sqrt(both);
    rational quotient(root, square); // sqrt(term.square / square)
    quotient.canonicalize();
    term.part += q * quotient;
    return;
  }
  terms.push_back({square, rational(q)});
}

} // namespace

pair_cosines::pair_cosines(const dyadic_matrix& X, mpfr_prec_t bits) : gram_(product(X, transpose(X))), bits_(bits) {}

interval pair_cosines::operator()(std::size_t i, std::size_t j) const {
  return interval(rational(gram_(i, j)), bits_) / sqrt(interval(rational(gram_(i, i) * gram_(j, j)), bits_));
}

interval pair_cosines::mean() const {
  const std::size_t n = gram_.rows;
  const long pairs = static_cast<long>(n * (n - 1) / 2);
  interval sum(bits_);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) sum += (*this)(i, j);
  if (!is_bounded(sum) || is_positive(sum) || is_positive(-sum)) return sum / pairs;
  std::vector<root_term> terms;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) add(terms, gram_(i, j), gram_(i, i) * gram_(j, j));
  sum = interval(bits_);
  for (const root_term& term : terms) sum += interval(term.part, bits_) / sqrt(interval(rational(term.square), bits_));
  return sum / pairs;
}

} // namespace mixcert::checker
