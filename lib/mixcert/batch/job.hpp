// What a batch is asked for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mixcert {

/// Sites of one checkpoint, and the states that enter them.
struct batch_entry {
  std::string mixer;                             ///< may be empty with a trajectory, which names its own
  std::string params;                            ///< a checkpoint
  std::vector<std::string> sites;                ///< prefixes, or
  std::string glob;                              ///< a pattern of prefixes; of a trajectory also of siteNNN
  std::string states;                            ///< FILE:TENSOR, in which `{site}` stands for a site's prefix; or
  std::string trajectory;                        ///< a trajectory of one or many tokens
  std::map<std::string, std::string> convention; ///< by key
  std::string place;                             ///< where a job file asks for it, for messages; empty where options do
};

/// The entries of a job file in TOML: the keys mixer, params, sites (a pattern), site (a prefix or a list of them),
/// states, trajectory, convention (a table of texts and whole numbers), or [[entries]], tables of these. Throws
/// input_error, naming `source`, line and key, for anything else.
std::vector<batch_entry> parse_job(std::string_view text, const std::string& source);

} // namespace mixcert
