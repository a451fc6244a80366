// Documents in JSON and TOML.
#include "scratch.hpp"
#include "target.hpp"

#include "mixcert/batch/job.hpp"
#include "mixcert/certificate/any_certificate.hpp"
#include "mixcert/certificate/checker/check.hpp"
#include "mixcert/certificate/json.hpp"
#include "mixcert/certificate/summary.hpp"

#include <stdexcept>
#include <string>
#include <variant>

namespace mixcert::fuzz {

/// What is read can be shown, and is written as something that is read again and written the same.
void certificate(std::string_view bytes) {
  const auto written = [](const any_certificate& c) {
    return std::visit(
        [](const auto& any) {
          summary(any);
          return to_json(any);
        },
        c);
  };
  const std::string once = written(any_from_json(bytes, "given.json"));
  if (written(any_from_json(once, "written.json")) != once) throw std::logic_error("read and written, it is another");
}

void checked_certificate(std::string_view bytes) { checker::check(bytes, {scratch_folder()}); }

void job_file(std::string_view bytes) { parse_job(bytes, "job.toml"); }

} // namespace mixcert::fuzz
