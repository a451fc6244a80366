#include "documents.hpp"
#include "diagnosis_views.hpp"
#include "links.hpp"
#include "product_chains.hpp"
#include "site_order.hpp"

#include "mixcert/certificate/any_certificate.hpp"
#include "mixcert/error.hpp"
#include "mixcert/io/detail/strict_json.hpp"
#include "mixcert/io/whole_file.hpp"
#include "mixcert/printable.hpp"

#include <algorithm>
#include <tuple>
#include <variant>

namespace mixcert::report {
namespace {

namespace fs = std::filesystem;

std::string name_of(const tensor_reference& tensor) {
  return tensor.name + (tensor.index.empty() ? "" : printable(tensor.index));
}

reported_state state_of(const certificate& c, const fs::path& file) {
  const certified_quantities& q = c.quantities;
  reported_state s;
  s.name = name_of(c.subject.state);
  if (c.subject.with != "residual") s.name += ", with " + c.subject.with;
  if (c.subject.state_radius) s.name += ", and all states within its radius";
  s.norm = q.norm;
  s.frozen_norm = q.frozen_norm;
  s.smallest = q.smallest;
  s.mean_square = q.mean_square;
  if (q.norm_ratio) s.norm_ratio = *q.norm_ratio;
  if (q.mean_square_ratio) s.mean_square_ratio = *q.mean_square_ratio;
  s.feedback_rank.emplace(q.rank_at_least, q.rank_at_most);
  s.certificate = file;
  return s;
}

class reader {
 public:
  explicit reader(fs::path page_folder) : page_folder_(std::move(page_folder)) {}

  void read(const fs::path& file) {
    const any_certificate c = any_from_json(read_file(file.string()), file.string());
    file_ = file;
    link_ = link_to(file, page_folder_);
    std::visit(*this, c);
  }

  void operator()(const certificate& c) {
    const certificate_subject& s = c.subject;
    list("certificate", s.mixer + ", " + s.site + ", " + name_of(s.state));
    const auto same = [&](const reported_site& site) {
      return std::tie(site.prefix, site.mixer, site.streams, site.width) ==
             std::tie(s.site, s.mixer, s.streams, s.width);
    };
    std::vector<reported_site>& sites = certified_.sites;
    const auto found = std::ranges::find_if(sites, same);
    reported_state state = state_of(c, file_);
    state.site = static_cast<std::size_t>(found - sites.begin());
    if (found == sites.end()) sites.push_back({s.site, s.mixer, s.streams, s.width});
    certified_.states.push_back(std::move(state));
  }

  void operator()(const product_certificate& c) {
    list("product", c.mixer + ", " + std::to_string(c.sites.size()) + " sites");
    chains_.add(c, link_);
  }

  void operator()(const diagnosis& d) {
    list("diagnosis", d.subject.mixer + ", " + std::to_string(d.subject.sites.size()) + " sites, " +
                          std::to_string(d.subject.sites.front().states.size()) + " states");
    json views = diagnosis_views(d);
    views["link"] = link_;
    result_.diagnoses.push_back(std::move(views));
    source jacobians = jacobian_states(d);
    if (jacobians.states.empty()) return;
    jacobians.title = "mixcert diagnose, " + file_.filename().string();
    for (reported_state& s : jacobians.states) s.certificate = file_;
    diagnosed_.push_back(std::move(jacobians));
  }

  void operator()(const matrix_certificate& c) {
    list("matrix", name_of(c.data) + ", " + std::to_string(c.rows) + " x " + std::to_string(c.cols));
  }

  void operator()(const construction_certificate& c) { list("construction", "theorem " + c.formula); }

  documents take() {
    if (!certified_.states.empty()) {
      sort_sites(certified_);
      result_.sources.push_back(std::move(certified_));
    }
    for (source& s : diagnosed_) result_.sources.push_back(std::move(s));
    result_.chains = chains_.take();
    return std::move(result_);
  }

 private:
  void list(const char* kind, const std::string& of) {
    result_.files.push_back({{"kind", kind}, {"name", file_.filename().string()}, {"of", of}, {"link", link_}});
  }

  fs::path page_folder_, file_;
  std::string link_;
  source certified_{"mixcert certify", {}, {}};
  std::vector<source> diagnosed_;
  product_chains chains_;
  documents result_;
};

/// What is to be said of a file that is no certificate; nothing where it is of another trade.
std::string reason_for(const fs::path& file, const std::string& refused) {
  try {
    const nlohmann::json document = parse_strictly(read_file(file.string()));
    if (!document.is_object() || !document.contains("format") || !document["format"].is_string()) return "";
    const std::string format = document["format"];
    if (!format.starts_with("mixcert-")) return "";
    if (format == "mixcert-refusal" && document.contains("reason") && document["reason"].is_string())
      return "could not be certified: " + document["reason"].get<std::string>();
    if (format != "mixcert-certificate") return "is a " + format + ", which a report does not show";
  } catch (const json_fault&) { // the reason is that it is no JSON
  } catch (const input_error&) {
  }
  return refused;
}

} // namespace

documents read_documents(const std::vector<fs::path>& files, const fs::path& page_folder, unread_files& unread) {
  reader r(page_folder);
  for (const fs::path& file : files) {
    try {
      r.read(file);
    } catch (const input_error& error) {
      if (std::string reason = reason_for(file, error.what()); !reason.empty())
        unread.emplace_back(file, std::move(reason));
    }
  }
  return r.take();
}

} // namespace mixcert::report
