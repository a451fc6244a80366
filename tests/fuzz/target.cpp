#include "target.hpp"

#include "mixcert/error.hpp"

#include <stdexcept>
#include <string>

namespace mixcert::fuzz {

void safetensors(std::string_view bytes);
void sharded_index(std::string_view bytes);
void trajectory(std::string_view bytes);
void npy(std::string_view bytes);
void npz(std::string_view bytes);
void matrix_market(std::string_view bytes);
void certificate(std::string_view bytes);
void checked_certificate(std::string_view bytes);
void job_file(std::string_view bytes);
void command_line(std::string_view bytes);

std::span<const target> targets() {
  static constexpr target all[] = {
      {"safetensors", safetensors},
      {"sharded_index", sharded_index},
      {"trajectory", trajectory},
      {"npy", npy},
      {"npz", npz},
      {"matrix_market", matrix_market},
      {"certificate", certificate},
      {"checked_certificate", checked_certificate},
      {"job_file", job_file},
      {"command_line", command_line},
  };
  return all;
}

const target& find_target(std::string_view name) {
  for (const target& t : targets())
    if (t.name == name) return t;
  throw std::invalid_argument("there is no target " + std::string(name));
}

void run(const target& chosen, std::string_view bytes) {
  try {
    chosen.run(bytes);
  } catch (const input_error&) {
  } catch (const not_certified&) {
  }
}

} // namespace mixcert::fuzz
