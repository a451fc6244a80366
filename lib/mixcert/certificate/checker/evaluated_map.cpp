#include "mixcert/certificate/checker/evaluated_map.hpp"

namespace mixcert::checker {

evaluated_map::evaluated_map(const mixer_entry& entry, const mixer_data& data, const std::string& with,
                             mpfr_prec_t bits)
    : mixer(entry.of(data.where, bits)), products(mixer.route, data.where) {
  data.where.require_all_constants_used();
  map.where = &data.where;
  map.route = &mixer.route;
  map.products = &products;
  map.norms = normalise(mixer.route, data.where, bits);
  map.bits = bits;
  mix = evaluate(mixer.mix, mixer.route, products, map.norms, bits);
  const std::size_t n = data.where.n;
  const bool reads = with == "read";
  map.mixing = reads ? head_at(mixer.read) : evaluated_head{&mixer.mix, mix};
  map.frozen = interval_matrix(reads ? 1 : n, n, bits);
  map.frozen.entries = map.mixing.values.outputs;
  if (with == "write") {
    map.write = head_at(mixer.write);
    map.branch_output = data.branch_output;
  }
}

evaluated_head evaluated_map::head_at(const head& h) const {
  return {&h, evaluate(h, mixer.route, products, map.norms, map.bits)};
}

} // namespace mixcert::checker
