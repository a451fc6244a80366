#include "mixcert/construction/table/eigenvalues.hpp"

#include "mixcert/construction/table/in_arithmetic.hpp"
#include "mixcert/error.hpp"
#include "mixcert/expression/substitute.hpp"
#include "mixcert/scalar/matrix_product.hpp"
#include "mixcert/scalar/rational_value.hpp"
#include "mixcert/spectrum/eigenvalues.hpp"
#include "mixcert/spectrum/schur.hpp"

#include <algorithm>
#include <utility>

namespace mixcert::table {
namespace {

/// Those on or above the real axis, by descending real part.
struct found_eigenvalue {
  computed_number real, imaginary;
  std::size_t count;
};

std::vector<found_eigenvalue> enclosed(const matrix<mp_interval>& H, mpfr_prec_t bits) {
  std::vector<found_eigenvalue> r;
  for (const eigenvalue_group& group : enclose_eigenvalues(H, bits)) {
    if (!r.empty() && !certainly_less(group.value.re, std::get<mp_interval>(r.back().real)))
      throw not_certified("the order of the eigenvalues' real parts could not be decided");
    r.push_back({group.value.re, group.value.im, group.count});
  }
  return r;
}

/// Rounded to `bits` places. Of the pairs that are expected the lower ones are left out.
std::vector<found_eigenvalue> guessed(const matrix<mp_float>& H, mpfr_prec_t bits, std::size_t pairs) {
  const schur_guess schur = guess_schur(H, bits);
  std::vector<complex_float> values;
  for (std::size_t i = 0; i < H.rows(); ++i) values.push_back(schur.T(i, i));
  const auto by = [](mp_float complex_float::*part) {
    return [part](const complex_float& a, const complex_float& b) {
      return mpfr_greater_p((a.*part).get(), (b.*part).get()) != 0;
    };
  };
  std::ranges::stable_sort(values, by(&complex_float::im));
  values.erase(values.end() - static_cast<std::ptrdiff_t>(pairs), values.end());
  std::ranges::stable_sort(values, by(&complex_float::re));
  std::vector<found_eigenvalue> r;
  for (const complex_float& value : values)
    r.push_back({mp_float(value.re.get(), bits), mp_float(value.im.get(), bits), 1});
  return r;
}

/// Of the powers 0, 1, ..., n of x in det(x I - H), by the recursion of Faddeev and LeVerrier.
std::vector<rational> characteristic_polynomial(const matrix<rational>& H) {
  const std::size_t n = H.rows();
  std::vector<rational> c(n + 1);
  c[n] = rational(1.0);
  matrix<rational> M(n, n, rational());
  for (std::size_t k = 1; k <= n; ++k) {
    matrix<rational> next(n, n, rational());
    rational trace;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t l = 0; l < n; ++l) next(i, j) += H(i, l) * M(l, j);
        if (i == j) next(i, j) += c[n - k + 1];
      }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t l = 0; l < n; ++l) trace += H(i, l) * next(l, i);
    c[n - k] = -(trace / rational(static_cast<long>(k), 1));
    M = std::move(next);
  }
  return c;
}

using polynomial = std::vector<expression>;

polynomial multiplied(const polynomial& a, const polynomial& b) {
  polynomial r(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) r[i + j] = r[i + j] + a[i] * b[j];
  return r;
}

polynomial expected_polynomial(const std::vector<expected_eigenvalue>& expected) {
  polynomial r{1};
  for (const expected_eigenvalue& e : expected) {
    const polynomial factor =
        e.imaginary ? polynomial{e.imaginary->squared_modulus, -(2 * e.real), 1} : polynomial{-e.real, 1};
    for (std::size_t copy = 0; copy < e.count; ++copy) r = multiplied(r, factor);
  }
  return r;
}

reproduction compare_polynomials(const matrix<rational>& H, const std::vector<expected_eigenvalue>& expected,
                                 const parameters& values, const arithmetic& in) {
  const polynomial forms = expected_polynomial(expected);
  const std::vector<rational> found = characteristic_polynomial(H);
  std::vector<reference_value> references;
  std::vector<std::vector<computed_number>> computed;
  for (std::size_t k = 0; k < forms.size(); ++k) {
    references.push_back({"coefficient of x^" + std::to_string(k) + " in det(x I - H)", substitute(forms[k], values)});
    computed.push_back({found.at(k)});
  }
  return {compare(references, computed, values, in), {}, 0};
}

std::vector<found_eigenvalue> found_in(const matrix<rational>& H, std::size_t pairs, const arithmetic& in) {
  const auto in_S = [&H](const auto& context, auto f) {
    return map(H, [&](const rational& x) { return f(value(context, x)); });
  };
  switch (in.in) {
  case arithmetic::kind::binary64_interval:
    return enclosed(in_S(context<interval>{}, as_mp_interval), in.bits);
  case arithmetic::kind::binary128:
    return guessed(in_S(context<quad>{}, to_mp_float), 113, pairs);
  case arithmetic::kind::binary64:
    return guessed(in_S(context<float64>{}, [](float64 x) { return mp_float(x, 53); }), 53, pairs);
  default:
    return enclosed(in_S(context<mp_interval>{in.bits}, [](const mp_interval& x) { return x; }), in.bits);
  }
}

} // namespace

reproduction compare_eigenvalues(const matrix<rational>& H, const std::vector<expected_eigenvalue>& expected,
                                 const parameters& values, const arithmetic& in) {
  if (in.in == arithmetic::kind::exact) return compare_polynomials(H, expected, values, in);
  std::vector<reference_value> real, imaginary;
  std::size_t pairs = 0, all = 0, found = 0;
  for (const expected_eigenvalue& e : expected) {
    real.push_back({"eigenvalue, real part", e.real, e.count});
    imaginary.push_back({"eigenvalue, imaginary part", e.imaginary ? e.imaginary->value : expression(0), e.count});
    if (e.imaginary) pairs += e.count;
    all += e.count;
  }
  std::vector<repeated_number> real_parts, imaginary_parts;
  for (const found_eigenvalue& e : found_in(H, pairs, in)) {
    real_parts.push_back({e.real, e.count});
    imaginary_parts.push_back({e.imaginary, e.count});
    found += e.count;
  }
  if (found != all)
    throw not_certified("the eigenvalues that were found do not correspond one to one to those expected on and above "
                        "the real axis: more or fewer are real, or some were not separated");
  // Both parts in the order of the real ones.
  std::vector<std::vector<computed_number>> computed = in_order(real, real_parts, values);
  std::ranges::move(in_order(real, imaginary_parts, values), std::back_inserter(computed));
  std::vector<reference_value> references = std::move(real);
  std::ranges::move(imaginary, std::back_inserter(references));
  const bool places = in.in == arithmetic::kind::mp;
  return {compare(references, computed, values, in), {}, places ? in.bits : 0};
}

} // namespace mixcert::table
