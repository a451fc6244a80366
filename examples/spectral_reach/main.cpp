// Which eigenvalues the mixers of three and four streams reach: certified ones, of random mixers and of mixers searched
// for, in the region of eigenvalues of stochastic matrices.
// usage: spectral_reach DIRECTORY [MATRICES [TRIALS]]
#include "mixcert/error.hpp"
#include "mixcert/scalar/decimal.hpp"
#include "spectral_reach/boundary.hpp"
#include "spectral_reach/cloud.hpp"
#include "spectral_reach/family.hpp"
#include "spectral_reach/reach.hpp"
#include "spectral_reach/search.hpp"
#include "study/command.hpp"

#include <complex>

using namespace mixcert;
using namespace mixcert::study;

namespace {

double middle(const mp_interval& x) { return mpfr_get_d(midpoint(x, 53).get(), MPFR_RNDN); }

void write_boundary(std::ofstream file) {
  file << "n,re,im\n";
  constexpr int steps = 720;
  for (const std::size_t n : {3, 4})
    for (int k = 0; k <= steps; ++k) {
      // Beside the real axis: of order 3, the region has a segment of it, to -1, that is drawn as a line of its own.
      const double angle = 2 * std::numbers::pi * (k + 0.5) / steps, x = std::cos(angle), y = std::sin(angle);
      const double t = boundary_multiple(x, y, n);
      file << n << ',' << t * x << ',' << t * y << '\n';
    }
}

/// In directions from 0 to pi, shares of the way to the boundary.
std::vector<std::complex<double>> targets(std::size_t n) {
  std::vector<std::complex<double>> r;
  constexpr int directions = 18;
  for (int k = 1; k <= directions; ++k) {
    const double angle = std::numbers::pi * k / directions, x = std::cos(angle);
    const double y = k < directions ? std::sin(angle) : 0, t = boundary_multiple(x, y, n);
    for (const double share : {0.25, 0.5, 0.75, 1.0}) r.emplace_back(share * t * x, share * t * y);
  }
  return r;
}

/// Certified eigenvalues of mixers of one family: in a file, and what they reach.
class cloud {
 public:
  cloud(const family& f, const constant_router& router, std::ostream& file)
      : family_(f), router_(router), file_(file) {}

  void add(const std::vector<double>& logits, const char* origin) {
    const std::size_t n = router_.streams();
    for (const auto& [eigenvalues, in_region] : spectral_points(router_, logits, family_.stochastic)) {
      const auto& [z, count, kind] = eigenvalues;
      const double x = middle(z.re), y = middle(z.im);
      const bool is_real = kind == eigenvalue_kind::real, is_pair = kind == eigenvalue_kind::conjugate,
                 is_inside = in_region == membership::yes, is_outside = in_region == membership::no;
      (is_real ? real_ : is_pair ? pairs_ : mixed_) += count;
      if (!is_inside) (is_outside ? outside_ : undecided_) += count;
      if (is_pair) reach_.add(x, y, 1 / boundary_multiple(x, y, n));
      for (corner& c : corners_) c.approach(z);
      file_ << n << ',' << family_.label << ',' << origin << ',' << x << ',' << y << ','
            << (is_real   ? "real"
                : is_pair ? "pair"
                          : "mixed")
            << ','
            << (is_inside    ? "inside"
                : is_outside ? "outside"
                             : "undecided")
            << '\n';
    }
  }

  static void print_titles() {
    for (const char* title :
         {"n", "mixer", "real", "pairs", "mixed", "outside", "undecided", "least reach", "most reach"})
      column(title);
    for (const corner& c : corners()) column(std::string("to ") + c.name);
    std::cout << std::endl;
  }

  void print() const {
    column(router_.streams()), column(family_.label);
    for (const std::size_t count : {real_, pairs_, mixed_, outside_, undecided_}) column(count);
    column(reach_.least()), column(reach_.greatest());
    for (const corner& c : corners_) column(decimal_up(c.distance, 3));
    std::cout << std::endl;
  }

  /// False if an eigenvalue is where no stochastic matrix has one.
  bool is_possible() const { return !family_.stochastic || outside_ == 0; }

 private:
  const family& family_;
  const constant_router& router_;
  std::ostream& file_;
  std::size_t real_ = 0, pairs_ = 0, mixed_ = 0, outside_ = 0, undecided_ = 0;
  directional_reach reach_;
  std::vector<corner> corners_ = corners();
};

/// All families of mixers of n streams. False if the eigenvalues of one are not possible.
bool study_order(std::size_t n, std::size_t matrices, std::size_t trials, std::ostream& file) {
  bool possible = true;
  std::uint64_t seed = 100 * n;
  std::vector<std::vector<double>> before; // what was found for the family before, by target
  for (const family& f : families(n)) {
    const constant_router router = f.router(n);
    cloud points(f, router, file);
    uniform_source source(seed++);
    for (std::size_t m = 0; m < matrices; ++m) points.add(random_logits(router.logits(), source), "random");
    std::vector<std::vector<double>> found;
    const auto search = [&](const std::complex<double>& target, const std::vector<double>& start) {
      std::vector<double> logits = searched_logits(router, target, start, trials, source);
      points.add(logits, "searched");
      return logits;
    };
    for (const std::complex<double>& target : targets(n)) {
      // What is lifted is best in its family, where the derivative in all other directions may be zero.
      if (f.includes_before) search(target, lifted(before[found.size()], n, 2));
      found.push_back(search(target, random_logits(router.logits(), source)));
    }
    before = std::move(found);
    points.print();
    possible = possible && points.is_possible();
  }
  return possible;
}

void print_three_cycle() {
  std::cout << "\nat the logits of the 3-cycle, go-mhc with s = 1 has the pair\n";
  const auto print = [](const mp_interval& x) {
    std::cout << '[' << decimal_down(x.lower(), 25) << ", " << decimal_up(x.upper(), 25) << ']';
  };
  for (const std::size_t n : {3, 4})
    for (const auto& [eigenvalues, in_region] :
         spectral_points({"go-mhc", n, {{"s", "1"}}}, three_cycle_logits(n), true))
      if (eigenvalues.kind == eigenvalue_kind::conjugate) {
        std::cout << "  n = " << n << ": ";
        print(eigenvalues.value.re);
        std::cout << " +- i ";
        print(eigenvalues.value.im);
        std::cout << '\n';
      }
}

} // namespace

int main(int argc, char** argv) try {
  const std::size_t matrices = count_argument(argc, argv, 2, 500), trials = count_argument(argc, argv, 3, 5000);
  if (argc < 2 || argc > 4 || matrices == 0 || trials == 0) {
    std::cerr << "usage: " << argv[0] << " DIRECTORY [MATRICES [TRIALS]], the last two positive numbers\n";
    return 2;
  }
  const std::filesystem::path folder = output_folder(argv[1]);
  write_boundary(opened(folder / "boundary.csv"));
  std::ofstream file = opened(folder / "eigenvalues.csv");
  file << "n,mixer,origin,re,im,kind,region\n";
  std::cout << std::setprecision(3);
  cloud::print_titles();
  bool possible = true;
  for (const std::size_t n : {3, 4}) possible = study_order(n, matrices, trials, file) && possible;
  print_three_cycle();
  if (!possible) std::cerr << "an eigenvalue of a stochastic matrix is outside the region: an error in the program\n";
  return possible ? 0 : 1;
} catch (const input_error& error) {
  std::cerr << error.what() << '\n';
  return 2;
} catch (const not_certified& reason) {
  std::cerr << "could not be certified: " << reason.what() << '\n';
  return 3;
}
