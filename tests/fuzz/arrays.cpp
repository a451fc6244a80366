// Files of arrays: everything that they name is read.
#include "scratch.hpp"
#include "target.hpp"

#include "mixcert/error.hpp"
#include "mixcert/io/checkpoint.hpp"
#include "mixcert/io/matrix_market.hpp"
#include "mixcert/io/npy.hpp"
#include "mixcert/io/npz.hpp"
#include "mixcert/io/safetensors.hpp"
#include "mixcert/io/safetensors_writer.hpp"
#include "mixcert/io/trajectory.hpp"

#include <string>

namespace mixcert::fuzz {
namespace {

template <class File> void read_all(const File& file) {
  for (const std::string& name : file.names()) {
    try {
      file.shape(name);
      file.read(name);
      const std::size_t first[] = {0};
      file.read(name, first);
    } catch (const input_error&) { // the next one may be readable
    }
  }
}

} // namespace

void safetensors(std::string_view bytes) { read_all(safetensors_file(scratch_file("a.safetensors", bytes))); }

void sharded_index(std::string_view bytes) { read_all(checkpoint(scratch_file("a.safetensors.index.json", bytes))); }

void trajectory(std::string_view bytes) {
  const std::filesystem::path file = scratch_file("t.safetensors", bytes);
  outline_of_trajectory(file, "*");
  read_trajectory(file.string(), {.sites = "*", .branch_outputs = true});
}

void npy(std::string_view bytes) {
  const std::filesystem::path file = scratch_file("a.npy", bytes);
  read_npy(file);
  const std::size_t first[] = {0};
  read_npy(file, first);
}

void npz(std::string_view bytes) { read_all(npz_file(scratch_file("a.npz", bytes))); }

void matrix_market(std::string_view bytes) { read_matrix_market(scratch_file("a.mtx", bytes)); }

} // namespace mixcert::fuzz
