// The maps and the data of a diagnosis.
#include "mixcert/printable.hpp"
#include "mixcert/proof/data.hpp"
#include "mixcert/proof/diagnosis_sections.hpp"
#include "mixcert/proof/equations.hpp"
#include "mixcert/proof/numbers.hpp"
#include "mixcert/proof/prose.hpp"
#include "mixcert/proof/shortened_list.hpp"

namespace mixcert::proof {
namespace {

constexpr std::size_t most_entries = 64;

void add_gates(table& entries, const char* name, const std::vector<enclosure>& gates) {
  if (gates.size() > most_entries) return;
  for (std::size_t j = 0; j < gates.size(); ++j)
    entries.rows.push_back(
        {{math{std::string("\\mathrm{") + name + "}_{" + std::to_string(j) + "}"}}, in_text(gates[j])});
}

table entries_of(const realised_maps& maps) {
  table r{{{prose("entry")}, {prose("lies in"), 0.8}}, {}};
  if (maps.H.values().size() <= most_entries)
    for (std::size_t i = 0; i < maps.H.rows(); ++i)
      for (std::size_t j = 0; j < maps.H.cols(); ++j)
        r.rows.push_back({{math{"H_{" + std::to_string(i) + "," + std::to_string(j) + "}"}}, in_text(maps.H(i, j))});
  add_gates(r, "read", maps.read);
  add_gates(r, "write", maps.write);
  return r;
}

/// The states of all sites, site by site.
table state_table(const diagnosis_subject& s) {
  table r{{{prose("site")},
           {prose("state")},
           {prose("tensor"), 0.3},
           {prose("type, shape"), 0.14},
           {prose("SHA-256"), 0.36}},
          {}};
  const std::size_t states = s.sites.front().states.size();
  const shortened_list list{s.sites.size() * states, 128, 30};
  for (std::size_t k = 0; k < list.size; ++k) {
    if (list.is_gap(k))
      r.rows.push_back({{}, {}, prose("%1 further states, in the certificate", {in_text(list.left_out())}), {}, {}});
    if (!list.is_shown(k)) continue;
    const tensor_reference& t = s.sites[k / states].states[k % states];
    r.rows.push_back({in_text(k / states),
                      in_text(k % states),
                      name_of(t),
                      {code{t.type + " " + printable(t.shape)}},
                      {code{t.sha256}}});
  }
  return r;
}

certificate_subject subject_of_site(const diagnosis_subject& s, const site_reference& site) {
  certificate_subject r;
  r.mixer = s.mixer;
  r.convention = s.convention;
  r.streams = s.streams;
  r.width = s.width;
  r.parameters = site.parameters;
  return r;
}

} // namespace

section forward_section(const diagnosis& d) {
  section r{prose("The maps"), {}, true};
  const shortened_list list{d.forward.size(), 12, 4};
  for (std::size_t k = 0; k < d.forward.size(); ++k) {
    if (list.is_gap(k))
      r.parts.emplace_back(paragraph{prose("%1 further maps, in the certificate.", {in_text(list.left_out())})});
    if (!list.is_shown(k)) continue;
    table entries = entries_of(d.forward[k]);
    const text where = prose("Site %1, state %2", {in_text(d.forward[k].site), in_text(d.forward[k].state)});
    if (entries.rows.empty()) {
      r.parts.emplace_back(
          paragraph{where + prose(": more than %1 entries, in the certificate.", {in_text(most_entries)})});
      continue;
    }
    r.parts.emplace_back(paragraph{where + prose(":")});
    r.parts.emplace_back(std::move(entries));
  }
  return r;
}

section sites_section(const diagnosis& d) {
  const diagnosis_subject& s = d.subject;
  section r{prose("The sites, their states and tensors"), {state_table(s)}, true};
  const mixer_equations e = equations_of(s.mixer, s.convention);
  const shortened_list list{s.sites.size(), 12, 4};
  for (std::size_t l = 0; l < s.sites.size(); ++l) {
    if (list.is_gap(l))
      r.parts.emplace_back(paragraph{prose("%1 further sites, in the certificate.", {in_text(list.left_out())})});
    if (!list.is_shown(l)) continue;
    std::vector<named_tensor> tensors = tensors_of(subject_of_site(s, s.sites[l]), e);
    tensors.resize(s.sites[l].parameters.size());
    r.parts.emplace_back(paragraph{prose("Site %1, %2:", {in_text(l), {code{s.sites[l].prefix}}})});
    r.parts.emplace_back(tensor_table(tensors));
  }
  return r;
}

} // namespace mixcert::proof
