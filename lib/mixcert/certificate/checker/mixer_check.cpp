#include "mixcert/certificate/checker/mixer_check.hpp"

#include "mixcert/certificate/checker/box_members.hpp"
#include "mixcert/certificate/checker/core_claims.hpp"
#include "mixcert/certificate/checker/evaluated_map.hpp"
#include "mixcert/certificate/checker/rank.hpp"
#include "mixcert/certificate/checker/span.hpp"
#include "mixcert/certificate/checker/spectrum.hpp"

#include <algorithm>
#include <memory>

namespace mixcert::checker {
namespace {

void require_all_inside(const std::string& what, const std::vector<interval>& own, const enclosure_matrix& stated) {
  for (std::size_t k = 0; k < own.size(); ++k)
    require_inside(what + " entry " + std::to_string(k), own[k], stated.entries[k].lo, stated.entries[k].hi);
}

/// The largest distance of a row sum, or of a column sum, from one.
interval sum_error(const std::vector<interval>& H, std::size_t n, bool rows, mpfr_prec_t bits) {
  interval worst(bits);
  for (std::size_t line = 0; line < n; ++line) {
    interval sum(-1, bits);
    for (std::size_t k = 0; k < n; ++k) sum += rows ? H[line * n + k] : H[k * n + line];
    worst = max(worst, abs(sum));
  }
  return worst;
}

interval least(const std::vector<interval>& x) {
  interval r = -x.front();
  for (const interval& value : x) r = max(r, -value);
  return -r;
}

class mixer_checker {
 public:
  mixer_checker(const document& document, const data_folders& folders, claim_list& claims)
      : document_(document), record_(*document.mixer), folders_(folders), claims_(claims) {}

  void run() {
    decide("data", &mixer_checker::data);
    decide("router", &mixer_checker::router);
    decide("rotation", &mixer_checker::rotation);
    decide("generators", &mixer_checker::generators);
    decide("basis", &mixer_checker::basis);
    decide("core", &mixer_checker::core);
    if (is_truncated()) decide("truncation", &mixer_checker::truncation);
    decide("svd", &mixer_checker::svd);
    if (is_box()) decide("state_box", &mixer_checker::state_box);
    decide("merge", &mixer_checker::merge);
    decide("derived", &mixer_checker::derived);
  }

 private:
  using step = void (mixer_checker::*)(const claim_record&, mpfr_prec_t);

  void decide(const char* type, step check) {
    const claim_record& own = claim(type);
    const auto complete = [&](mpfr_prec_t bits) {
      (this->*check)(own, bits);
      own.require_all_used();
    };
    if (box_is_reached_)
      claims_.decide_also(own.id + ' ' + type, complete);
    else
      claims_.decide(own.id + ' ' + type, complete);
  }

  const claim_record& claim(const char* type) const { return *document_.claim(type); }
  std::size_t n() const { return record_.streams; }
  std::size_t width() const { return record_.width; }
  std::size_t outputs() const { return record_.with == "read" ? 1 : n(); }
  bool is_truncated() const { return document_.claim("truncation") != nullptr; }

  const evaluated_map& at(mpfr_prec_t bits) {
    if (!evaluated_ || evaluated_->map.bits != bits)
      evaluated_ = std::make_unique<evaluated_map>(find_equations(record_.mixer), data_, record_.with, bits);
    return *evaluated_;
  }

  rotation_defects defects() const {
    const claim_record& c = claim("rotation");
    return {c.bound("alpha"), c.bound("beta")};
  }
  rotated rotation_witness() const {
    const claim_record& c = claim("rotation");
    return {&c.matrix("P", outputs(), outputs()), &c.matrix("s", outputs(), 1), c.bound("nu")};
  }
  const dyadic_matrix& Q() const { return claim("rotation").matrix("Q", n(), n()); }

  void data(const claim_record&, mpfr_prec_t) {
    data_ = load(record_, folders_);
    data_.where.labels = claim("generators").words("generators");
  }

  void router(const claim_record& c, mpfr_prec_t bits) {
    const evaluated_map& own = at(bits);
    const std::size_t logits = own.mixer.mix.numbers.size();
    require_forward(own.mix.outputs, bits);
    require_all_inside("logits", own.mix.numbers, c.enclosed("logits", own.mixer.logit_rows, own.mixer.logit_cols));
    const interval_matrix slopes = by_number(own.mix, bits);
    if (own.mixer.logits_by_entry) {
      std::vector<interval> diagonal;
      for (std::size_t s = 0; s < n(); ++s)
        for (std::size_t t = 0; t < n(); ++t) diagonal.push_back(slopes(t * n() + s, s * n() + t));
      require_all_inside("dH_dlogits", diagonal, c.enclosed("dH_dlogits", n(), n()));
    } else {
      require_all_inside("dH_dlogits", slopes.entries, c.enclosed("dH_dlogits", n() * n(), logits));
    }
    if (own.map.write) require_all_inside("write", own.map.write->values.outputs, c.enclosed("write", n(), 1));
    if (record_.with == "read") require_all_inside("read", own.map.mixing.values.outputs, c.enclosed("read", n(), 1));
  }

  /// With entries of H that lie in these intervals.
  void require_forward(const std::vector<interval>& H, mpfr_prec_t bits) const {
    const forward_record& stated = record_.forward;
    require(stated.H.entries.size() == n() * n() && stated.H.rows == n(), "H is not streams x streams");
    require_all_inside("H", H, stated.H);
    require_inside("row_sum_error", sum_error(H, n(), true, bits), stated.row_sum_error.lo, stated.row_sum_error.hi);
    require_inside("column_sum_error", sum_error(H, n(), false, bits), stated.column_sum_error.lo,
                   stated.column_sum_error.hi);
    require_inside("min_entry", least(H), stated.min_entry.lo, stated.min_entry.hi);
  }

  void rotation(const claim_record&, mpfr_prec_t bits) {
    const rotated r = rotation_witness();
    const rotation_defects stated = defects();
    require(stated.alpha < 1 && stated.beta < 1, "alpha or beta is not below 1");
    for (std::size_t k = 0; k < r.s->rows; ++k)
      require((*r.s)(k, 0) >= (k + 1 < r.s->rows ? (*r.s)(k + 1, 0) : integer(0)), "s is not descending, or negative");
    require_frobenius("P^T P - I", orthogonality_defect(*r.P), stated.alpha);
    require_frobenius("Q^T Q - I", orthogonality_defect(Q()), stated.beta);
    interval_matrix N =
        product(product(transpose(enclose(*r.P, bits)), at(bits).map.frozen, bits), enclose(Q(), bits), bits);
    for (std::size_t k = 0; k < N.rows; ++k) N(k, k) -= entry(*r.s, k, 0, bits);
    require_bound("P^T F Q - diag s", frobenius(N, bits), r.nu);
    require_frozen(0, bits);
  }

  /// With the values of F and all within a distance of them.
  void require_frozen(const rational& distance, mpfr_prec_t bits) const {
    require(record_.frozen_spectrum.size() == outputs(), "frozen_spectrum has not one value an output stream");
    for (std::size_t k = 0; k < outputs(); ++k)
      require_inside("value " + std::to_string(k) + " of frozen_spectrum",
                     widened(near(k, rotation_witness().nu, bits), distance), record_.frozen_spectrum[k].lo,
                     record_.frozen_spectrum[k].hi);
  }

  /// Of a singular value; none is negative.
  static interval widened(const interval& value, const rational& distance) {
    const interval by(distance, value.bits());
    return between(max(value - by, interval(value.bits())), value + by);
  }

  /// What lies within `distance` of s_k, through the rotation.
  interval near(std::size_t k, const rational& distance, mpfr_prec_t bits) const {
    const interval s = entry(*rotation_witness().s, k, 0, bits), by(distance, bits);
    return through_rotation(max(s - by, interval(bits)), s + by, defects());
  }

  void generators(const claim_record& c, mpfr_prec_t bits) {
    listed_ = {c.words("generators"), {}, record_.core.method == "common"};
    const std::size_t lists = c.integers.contains("exponents") ? 1 : n();
    for (std::size_t k = 0; k < lists; ++k) {
      listed_.exponents.push_back(c.whole_numbers(of_space("exponents", k, lists)));
      require(listed_.exponents.back().size() == listed_.labels.size(), "there is not one exponent a generator");
    }
    spans_at(bits);
    require(listed_.labels.empty() || listed_.exponents.size() == spans_.spaces.size(),
            "there is not one list of exponents a space");
    const std::size_t p = listed_.labels.size();
    require(p <= width(), "there are more generators than features");
    require(record_.core.generators == std::vector<std::size_t>(n(), p), "core.generators are not their number");
    require_tails(p, p);
  }

  /// Counting: s_k(F) is a value of J at least d - p times, d - q times by index (T3 a); of so many generators at most
  /// for each state.
  void require_tails(std::size_t p, std::size_t most) const {
    const std::size_t q = is_truncated() ? claim("truncation").matrix("V").cols : p;
    require(record_.core.stream_dimensions == std::vector<std::size_t>(n(), q),
            "core.stream_dimensions are not those of the claims");
    std::vector<std::size_t> all(outputs(), 0), coincident(outputs(), 0);
    for (const tail_record& tail : record_.core.tails) {
      require(tail.k < outputs() && tail.multiplicity > 0, "a tail belongs to no value of F, or stands for none");
      all[tail.k] += tail.multiplicity;
      if (tail.coincident) coincident[tail.k] += tail.multiplicity;
    }
    for (std::size_t k = 0; k < outputs(); ++k) {
      require(all[k] == width() - q, "the tails of value " + std::to_string(k) + " are not as many as remain");
      const std::size_t counted = is_truncated() ? 0 : width() - std::min(width(), most);
      require_known(coincident[k] <= counted,
                    "value " + std::to_string(k) + " of F is not shown to be a value of J so often");
      require_known(is_box() || coincident[k] == counted, "a tail that is counted is not said to be");
    }
  }

  void basis(const claim_record& c, mpfr_prec_t bits) { bases_ = require_bases(c, spans_at(bits), bits); }
  void core(const claim_record& c, mpfr_prec_t bits) {
    require_core(c, spans_at(bits), bases_, rotation_witness(), bits);
  }
  void truncation(const claim_record& c, mpfr_prec_t bits) {
    const dyadic_matrix& V = c.matrix("V");
    require(record_.core.tau && V.rows == listed_.labels.size() && V.cols <= V.rows, "V does not fit the core");
    require_truncation(c, claim("core"), rotation_witness(), n(), V.rows, V.cols, bits);
  }

  const spans& spans_at(mpfr_prec_t bits) {
    if (span_bits_ != bits) spans_ = spans_of(at(bits).map, listed_, Q());
    span_bits_ = bits;
    return spans_;
  }

  void svd(const claim_record& c, mpfr_prec_t bits) {
    const claim_record& before = claim(is_truncated() ? "truncation" : "core");
    const dyadic_matrix& C = before.matrix("C");
    const std::size_t rows = C.rows, cols = C.cols, count = std::min(rows, cols);
    const dyadic_matrix& sigma = c.matrix("sigma", count, 1);
    const svd_defects stated{c.bound("e"), c.bound("f"), c.bound("g")};
    require_svd(C, c.matrix("U", rows, count), sigma, c.matrix("V", cols, count), stated);
    require(record_.core.dimension == count && record_.core.values.size() == count,
            "core.values are not as many as C has");
    require_core_values(0, bits);
  }

  /// With the values of the core and the tails, and all within a distance of them.
  void require_core_values(const rational& distance, mpfr_prec_t bits) const {
    const claim_record &before = claim(is_truncated() ? "truncation" : "core"), &c = claim("svd");
    const svd_defects defect{c.bound("e") + before.bound("epsilon"), c.bound("f"), c.bound("g")};
    const core_record& core = record_.core;
    const auto require_value = [&](const std::string& what, const interval& of_state, const enclosure& stored,
                                   const rational& center) {
      const interval own = widened(of_state, distance);
      require_inside(what, own, stored.lo, stored.hi);
      require_bound("the radius of " + what, abs(own - interval(center, bits)), core.radius);
    };
    for (std::size_t i = 0; i < core.values.size(); ++i) {
      const rational sigma = c.matrix("sigma").value(i, 0);
      const interval value = value_near(sigma, defect, bits);
      require_value("core value " + std::to_string(i), through_rotation(value, value, defects()), core.values[i],
                    sigma);
    }
    const rational of_tails = is_truncated() ? before.bound("epsilon") : rotation_witness().nu;
    for (const tail_record& tail : core.tails)
      require_value("the tail of value " + std::to_string(tail.k), near(tail.k, of_tails, bits), tail.value,
                    rotation_witness().s->value(tail.k, 0));
  }

  bool is_box() const { return record_.radius || record_.radius_tensor; }

  /// What follows from the bounds, and that some states of the box do not contradict them.
  void state_box(const claim_record& c, mpfr_prec_t bits) {
    box_is_reached_ = true;
    const box_bounds stated{c.bound("delta"), c.bound("delta_F"), c.enclosed("H_change", n(), n())};
    const std::vector<long>& count = c.whole_numbers("generator_count");
    require(count.size() == 1 && count.front() >= 0, "generator_count is not one number");
    require(std::ranges::all_of(*data_.radius, [](const rational& r) { return r >= 0; }), "a radius is negative");
    require_core_values(stated.delta, bits);
    require_frozen(stated.delta_F, bits);
    std::vector<interval> H = at(bits).mix.outputs;
    for (std::size_t k = 0; k < H.size(); ++k)
      H[k] += interval(stated.H_change.entries[k].lo, stated.H_change.entries[k].hi, bits);
    require_forward(H, bits);
    const std::size_t p = listed_.labels.size();
    require_tails(p, std::max(p, static_cast<std::size_t>(count.front())));
    require_not_contradicted(stated, record_, data_, at(bits));
    throw malformed("that no state within the radii is farther than its bounds is not re-established by this version; "
                    "what follows from them is as stated, and the states that were tried do not contradict them");
  }

  void merge(const claim_record&, mpfr_prec_t) {
    std::vector<spectrum_record> parts;
    for (const enclosure& value : record_.core.values) parts.push_back({value, 1, "core"});
    for (const tail_record& tail : record_.core.tails) parts.push_back({tail.value, tail.multiplicity, "tail"});
    require_merged(document_.spectrum, parts, outputs() * width());
  }

  void derived(const claim_record&, mpfr_prec_t bits) {
    require_quantities(document_.quantities, document_.spectrum, record_.frozen_spectrum, width());
    std::size_t rank = 0;
    if (!listed_.labels.empty())
      rank = record_.with == "read" ? std::min(n(), rank_of_state(data_.where))
                                    : rank_of_feedback(at(bits).mixer.holds, data_.where, data_.branch_output);
    require_known(document_.quantities.feedback_rank->second >= std::min(rank, outputs() * width()),
                  "the rank of the feedback is not known to be so low");
  }

  const document& document_;
  const mixer_record& record_;
  const data_folders& folders_;
  claim_list& claims_;
  mixer_data data_;
  std::unique_ptr<evaluated_map> evaluated_;
  listed_generators listed_;
  spans spans_;
  mpfr_prec_t span_bits_ = 0;
  std::vector<checker::basis> bases_;
  bool box_is_reached_ = false;
};

} // namespace

void check_mixer(const document& document, const data_folders& folders, claim_list& claims) {
  mixer_checker(document, folders, claims).run();
}

} // namespace mixcert::checker
