// What is the norm of my matrix?
#include "mixcert/certificate/matrix_certificate.hpp"

#include <iostream>

int main() {
  mixcert::matrix_input input;
  input.values = mixcert::matrix<double>(2, 2, {3, 0, 4, 5});
  const mixcert::matrix_certificate c = mixcert::certify_matrix(input, 15);
  std::cout << "norm between " << c.spectrum.front().lo() << " and " << c.spectrum.front().hi() << '\n';

  // Every matrix whose entries differ by at most 1e-9, the binary64 number.
  input.radius = mixcert::matrix<double>(2, 2, {1e-9, 1e-9, 1e-9, 1e-9});
  const mixcert::matrix_certificate ball = mixcert::certify_matrix(input, 15);
  std::cout << "of the ball between " << ball.spectrum.front().lo() << " and " << ball.spectrum.front().hi() << '\n';
}

// prints:
// norm between 6.7082039324993685e+00 and 6.7082039324993695e+00
// of the ball between 6.7082039304993683e+00 and 6.7082039344993696e+00
