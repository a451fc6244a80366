// What a batch is asked for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// Sites of one checkpoint, and the states that enter them.
struct batch_entry {
  std::string mixer;              ///< may be empty with a trajectory, which names its own
  std::string params;             ///< a checkpoint
  std::vector<std::string> sites; ///< prefixes, or
  std::string glob;               ///< a pattern of prefixes; of a trajectory also of siteNNN
  std::string states;             ///< FILE:TENSOR, in which `{site}` stands for a site's prefix; or
  std::string trajectory;         ///< a trajectory of one or many tokens
  std::map<std::string, std::string> convention;
};

/// The entries of a job file: a JSON object with the keys mixer, params, sites (a pattern), site (a prefix or a list of
/// them), states, trajectory, convention (an object of texts), or with the key entries, a list of such
/// objects. Throws input_error, naming `source` and the key, for anything else.
std::vector<batch_entry> parse_job(std::string_view text, const std::string& source);

} // namespace mixcert
