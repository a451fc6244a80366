#include "mixcert/batch/site_worker.hpp"

#include "mixcert/batch/append_file.hpp"
#include "mixcert/certificate/certify.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/input_file.hpp"
#include "mixcert/io/site.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <utility>

namespace mixcert {
namespace {

tensor shape_only(const batch_site& site) {
  const std::size_t n = site.states.streams(), d = site.states.features();
  tensor r;
  r.shape = {n, d};
  r.values.resize(n * d);
  return r;
}

void require_unchanged(const batch_site& site, const std::vector<tensor>& tensors) {
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].sha256 != site.references[i].sha256)
      throw unreadable_input(tensor_label(tensors[i].file, tensors[i].name) +
                             "is not what it was when the batch began; restore it, and go on with --resume");
}

mixer_input at_state(const site_constants& constants, const tensor& state) {
  mixer_input input = constants.input;
  input.state = matrix<double>(state.shape[0], state.shape[1], state.values);
  return input;
}

state_failure failure_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const unreadable_input& error) {
    return {state_failure::operational, error.what()};
  } catch (const std::bad_alloc&) {
    return {state_failure::operational, "memory ran out; give the process more, or fewer threads"};
  } catch (const input_error& error) {
    return {state_failure::input, error.what()};
  } catch (const std::exception& error) {
    return {state_failure::not_certified, error.what()};
  }
}

} // namespace

std::shared_ptr<const site_constants> site_cache::get(std::size_t site) {
  const std::lock_guard lock(reading_);
  std::shared_ptr<const site_constants> found = sites_[site].lock();
  if (found) return found;
  const batch_site& at = plan_.sites()[site];
  auto made = std::make_shared<site_constants>();
  made->tensors =
      read_site(*at.parameters, at.prefix, *at.family, at.convention, at.states.streams(), at.states.features());
  require_unchanged(at, made->tensors);
  made->input = input_of(*at.family, made->tensors, shape_only(at), at.convention);
  try {
    made->lanes = fast_spectra(*at.family, made->input);
  } catch (const not_certified&) { // nor may certify() be able to; it says why
  }
  sites_[site] = made;
  return made;
}

std::string certificate_name(const std::string& prefix, std::size_t site, std::size_t state) {
  std::string name = "site" + std::to_string(site) + "-";
  for (const char c : prefix) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (plain)
      name += c;
    else
      (name += '%') += {"0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
  }
  return name + "-state" + std::to_string(state) + ".json";
}

bool write_certificate(const batch_site& site, std::size_t number, const site_constants& constants, std::size_t k,
                       const std::filesystem::path& folder) {
  const tensor state = site.states.read(k, digest::computed);
  certificate_subject subject = subject_of(site.prefix, constants.tensors, state);
  const std::filesystem::path file = folder / certificate_name(site.prefix, number, k);
  std::string document;
  bool certified = true;
  try {
    document = to_json(certify(*site.family, at_state(constants, state), subject));
  } catch (const input_error&) {
    throw;
  } catch (const std::exception& reason) {
    subject.mixer = std::string(site.family->name());
    subject.convention = site.convention;
    subject.streams = state.shape[0];
    subject.width = state.shape[1];
    document = refusal_json(subject, reason.what());
    certified = false;
  }
  write_whole(file, document);
  return certified;
}

std::optional<std::vector<state_record>> site_worker::run(const state_block& block, const std::atomic<bool>& stop) {
  std::vector<state_record> records(block.count);
  for (std::size_t i = 0; i < block.count; ++i) {
    records[i].site = block.site;
    records[i].state = block.first + i;
  }
  try {
    enter(block.site);
  } catch (const input_error& error) { // the parameters could be read when the batch began
    for (state_record& record : records) record.failure = {state_failure::operational, error.what()};
    return records;
  }
  const batch_site& site = plan_.sites()[block.site];
  const std::size_t at_once = lanes_ ? lanes_->lanes() : 1;
  for (std::size_t begin = 0; begin < block.count; begin += at_once) {
    std::vector<tensor> states(std::min(at_once, block.count - begin));
    std::vector<state_record> some(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (stop) return std::nullopt;
      some[i] = std::move(records[begin + i]);
      try {
        states[i] = site.states.read(some[i].state, plan_.hash() ? digest::computed : digest::left_out);
        some[i].sha256 = states[i].sha256;
      } catch (...) {
        some[i].failure = failure_of(std::current_exception());
      }
    }
    if (lanes_) run_lanes(some, states);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (stop) return std::nullopt;
      if (!some[i].failure && !some[i].result) certify_state(some[i], states[i]);
      if (!certificates_.empty() && some[i].result)
        write_certificate(site, block.site, *constants_, some[i].state, certificates_);
      records[begin + i] = std::move(some[i]);
    }
  }
  return records;
}

void site_worker::enter(std::size_t site) {
  if (site_ == site) return;
  site_.reset();
  lanes_.reset();
  constants_.reset();
  constants_ = cache_.get(site);
  if (constants_->lanes) lanes_ = constants_->lanes->worker();
  site_ = site;
}

void site_worker::run_lanes(std::vector<state_record>& records, const std::vector<tensor>& states) {
  std::vector<const double*> numbers;
  std::vector<state_record*> filled;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (!records[i].failure) {
      numbers.push_back(states[i].values.data());
      filled.push_back(&records[i]);
    }
  if (numbers.empty()) return;
  std::vector<state_spectrum> spectra(numbers.size());
  try {
    lanes_->enclose(numbers, spectra);
  } catch (const std::exception&) {
    return; // certify() says what is wrong
  }
  const batch_site& site = plan_.sites()[*site_];
  for (std::size_t i = 0; i < spectra.size(); ++i)
    if (spectra[i].certified) filled[i]->result = result_of(spectra[i], site.states.features(), site.rank_at_most);
}

void site_worker::certify_state(state_record& record, const tensor& state) {
  const batch_site& site = plan_.sites()[record.site];
  try {
    record.result = result_of(
        certify(*site.family, at_state(*constants_, state), subject_of(site.prefix, constants_->tensors, state)));
  } catch (...) {
    record.failure = failure_of(std::current_exception());
  }
}

} // namespace mixcert
