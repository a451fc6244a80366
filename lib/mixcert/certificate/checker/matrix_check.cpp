#include "mixcert/certificate/checker/matrix_check.hpp"

#include "mixcert/certificate/checker/interval_matrix.hpp"
#include "mixcert/certificate/checker/singular_values.hpp"
#include "mixcert/certificate/checker/spectrum.hpp"

#include <algorithm>
#include <limits>

namespace mixcert::checker {
namespace {

/// From a lower to an upper bound of the spectral norm of every matrix with entries at most those of B >= 0: ||B||^2 <=
/// max_i (B^T B x)_i / x_i for every x > 0 (Collatz), here from x = 1, improved by B^T B.
interval norm_of_radii(const std::vector<double>& radius, std::size_t rows, std::size_t cols, const rational& enough,
                       mpfr_prec_t bits) {
  const interval_matrix B = enclose(exact_matrix(radius, rows, cols), bits), Bt = transpose(B);
  constexpr int rounds = 200;
  constexpr long least = -64; // exponent of the least entry, the largest being about 1
  interval_matrix x(cols, 1, bits);
  std::ranges::fill(x.entries, interval(1, bits));
  interval best = square(frobenius(B, bits));
  for (int round = 0; round < rounds && position_below(sqrt(best), enough) != position::inside; ++round) {
    const interval_matrix y = product(Bt, product(B, x, bits), bits);
    interval worst(bits), largest(bits);
    for (std::size_t j = 0; j < cols; ++j) {
      worst = max(worst, y(j, 0) / x(j, 0));
      largest = max(largest, y(j, 0));
    }
    if (mpfr_less_p(worst.upper(), best.upper()) != 0) best = worst;
    if (!is_positive(largest)) break;
    for (std::size_t j = 0; j < cols; ++j) {
      const interval next = max(y(j, 0) / largest, scaled(interval(1, bits), least));
      x(j, 0) = between(next, next);
      mpfr_set(x(j, 0).upper(), next.lower(), MPFR_RNDU); // any positive number will do
    }
  }
  return between(frobenius(product(B, x, bits), bits) / frobenius(x, bits), sqrt(best));
}

class matrix_checker {
 public:
  matrix_checker(const document& document, const data_folders& folders, claim_list& claims)
      : document_(document), record_(*document.matrix), folders_(folders), claims_(claims) {}

  void run() {
    decide("data", &matrix_checker::data);
    if (!record_.has_values()) {
      claims_.decide("spectrum", [&](mpfr_prec_t) {
        require(document_.spectrum.empty(), "a matrix without entries has no singular values");
        require(norm().lo == 0 && norm().hi == 0, "the norm of a matrix without entries is 0");
        require(!document_.quantities.smallest, "a matrix without entries has no smallest value");
      });
      return;
    }
    decide("svd", &matrix_checker::svd);
    if (document_.claim("separated")) decide("separated", &matrix_checker::separated);
    claims_.decide("spectrum", [&](mpfr_prec_t bits) { spectrum(bits); });
  }

 private:
  using step = void (matrix_checker::*)(const claim_record&, mpfr_prec_t);

  void decide(const char* type, step check) {
    const claim_record& own = *document_.claim(type);
    claims_.decide(own.id + ' ' + type, [&](mpfr_prec_t bits) {
      (this->*check)(own, bits);
      own.require_all_used();
    });
  }

  const enclosure& norm() const {
    if (!document_.quantities.norm) throw malformed("there is no norm");
    return *document_.quantities.norm;
  }

  void data(const claim_record&, mpfr_prec_t) {
    require(record_.values.shape.size() == 2, "the matrix has not two axes");
    rows_ = record_.values.shape[0];
    cols_ = record_.values.shape[1];
    data_ = load(record_, folders_);
    matrix_ = exact_matrix(data_.values, rows_, cols_);
  }

  std::size_t count() const { return std::min(rows_, cols_); }
  long exponent(const claim_record& c) const {
    const std::vector<long>& found = c.whole_numbers("exponent");
    if (found.size() != 1) throw malformed("there is not one exponent");
    return found.front();
  }

  void svd(const claim_record& c, mpfr_prec_t bits) {
    A_ = scaled(matrix_, -exponent(c));
    defects_ = {c.bound("e"), c.bound("f"), c.bound("g")};
    require_svd(A_, c.matrix("U", rows_, count()), c.matrix("sigma", count(), 1), c.matrix("V", cols_, count()),
                defects_);
    distance_ = 0;
    if (data_.radius.empty()) return;
    distance_ = c.bound("distance");
    const rational of_matrix = distance_ * power_of_two(exponent(c));
    require_bound("the norm of the radii", norm_of_radii(data_.radius, rows_, cols_, of_matrix, bits), of_matrix);
  }

  interval base(std::size_t i, mpfr_prec_t bits) const {
    const claim_record& c = *document_.claim("svd");
    return value_near(c.matrix("sigma", count(), 1).value(i, 0), defects_, bits);
  }

  /// T6 (c): what a group's values lie in, sorted.
  void separated(const claim_record& c, mpfr_prec_t bits) {
    const std::vector<long>&first = c.whole_numbers("first"), &number = c.whole_numbers("count");
    const std::size_t groups = first.size();
    if (number.size() != groups) throw malformed("first and count are not of the same groups");
    const dyadic_matrix &r = c.matrix("r", groups, 1), &o = c.matrix("o", groups, 1);
    sharp_.assign(count(), std::nullopt);
    for (std::size_t k = 0; k < groups; ++k) {
      const long from = first[k], many = number[k];
      require(from >= 0 && many >= 1 && from + many <= static_cast<long>(count()), "a group is outside the spectrum");
      sharpen(static_cast<std::size_t>(from), static_cast<std::size_t>(many), r.value(k, 0), o.value(k, 0), bits);
    }
  }

  void sharpen(std::size_t first, std::size_t many, const rational& r, const rational& o, mpfr_prec_t bits) {
    const claim_record& c = *document_.claim("svd");
    const dyadic_matrix U = columns(c.matrix("U", rows_, count()), first, many),
                        V = columns(c.matrix("V", cols_, count()), first, many);
    dyadic_matrix S = zeros(many, 1, c.matrix("sigma", count(), 1).exp2);
    for (std::size_t j = 0; j < many; ++j) S(j, 0) = c.matrix("sigma", count(), 1)(first + j, 0);
    const dyadic_matrix AV = product(A_, V), AtU = product(transpose(A_), U);
    const rational squares = squared_frobenius(difference(AV, scaled_columns(U, S))) +
                             squared_frobenius(difference(AtU, scaled_columns(V, S)));
    require(r >= 0 && o >= 0, "a bound of group " + std::to_string(first) + " is negative");
    require(squares <= 2 * r * r, "the residual of group " + std::to_string(first) + " is larger than its bound");
    dyadic_matrix M = product(transpose(U), AV); // (U^T A V + V^T A^T U) / 2
    const dyadic_matrix Mt = transpose(M);
    for (std::size_t k = 0; k < M.entries.size(); ++k) M.entries[k] += Mt.entries[k];
    M.exp2 -= 1;
    std::vector<rational> D;
    for (std::size_t j = 0; j < many; ++j) {
      D.push_back(M.value(j, j));
      M(j, j) = 0;
    }
    require_frobenius("the coupling of group " + std::to_string(first), M, o);
    std::ranges::sort(D, std::greater<>());

    const rational omega = (defects_.f + defects_.g) / 2;
    require(omega < 1, "f and g are too large");
    const interval lowest = base(first + many - 1, bits), highest = base(first, bits), zero(bits);
    std::vector<interval> gaps; // lower ends count
    if (first > 0) gaps.push_back(base(first - 1, bits) - highest);
    if (first + many < count()) gaps.push_back(lowest - base(first + many, bits));
    gaps.push_back(rows_ == cols_ ? lowest + base(count() - 1, bits) : lowest);
    interval gap = gaps.front();
    for (const interval& other : gaps) gap = -max(-gap, -other);
    mpfr_set(gap.upper(), gap.lower(), MPFR_RNDU);
    const interval residual = interval(r, bits) / root(1 - omega, bits);
    const interval room = gap - residual * 3;
    if (!is_positive(room))
      throw not_established("group " + std::to_string(first) + " is not separated from the other values");
    const interval error = residual * residual / room;
    const interval growth = between(1 / interval(rational(1 + omega), bits), 1 / interval(rational(1 - omega), bits));
    for (std::size_t j = 0; j < many; ++j) {
      const interval ritz = interval(rational(D[j] - o), rational(D[j] + o), bits) * growth;
      if (!is_less(between(lowest, lowest) - gap + residual, ritz) || !is_less(ritz, highest + gap - residual))
        throw not_established("a quotient of group " + std::to_string(first) + " may belong to another value");
      sharp_[first + j] = ritz + between(-error, error);
    }
  }

  void spectrum(mpfr_prec_t bits) {
    require(document_.spectrum.size() == count(), "there are not min(rows, columns) values");
    const long e = exponent(*document_.claim("svd"));
    const interval distance(distance_, bits), zero(bits);
    for (std::size_t i = 0; i < count(); ++i) {
      interval value = base(i, bits);
      if (!sharp_.empty() && sharp_[i]) {
        mpfr_max(value.lower(), value.lower(), sharp_[i]->lower(), MPFR_RNDD);
        mpfr_min(value.upper(), value.upper(), sharp_[i]->upper(), MPFR_RNDU);
      }
      value = scaled(between(max(value - distance, zero), value + distance), e);
      const spectrum_record& stated = document_.spectrum[i];
      require(stated.multiplicity == 1 && stated.from == "core", "an entry is not one value of the matrix");
      require_inside("value " + std::to_string(i), value, stated.value.lo, stated.value.hi);
    }
    const auto covers = [](const enclosure& x, const enclosure& y) { return x.lo <= y.lo && y.hi <= x.hi; };
    require(covers(norm(), document_.spectrum.front().value), "the norm is not the largest value");
    require(document_.quantities.smallest && covers(*document_.quantities.smallest, document_.spectrum.back().value),
            "`smallest` is not the smallest value");
  }

  const document& document_;
  const matrix_record& record_;
  const data_folders& folders_;
  claim_list& claims_;
  matrix_data data_;
  std::size_t rows_ = 0, cols_ = 0;
  dyadic_matrix matrix_, A_;
  svd_defects defects_;
  rational distance_;
  std::vector<std::optional<interval>> sharp_;
};

} // namespace

void check_matrix(const document& document, const data_folders& folders, claim_list& claims) {
  matrix_checker(document, folders, claims).run();
}

} // namespace mixcert::checker
