#include "../ranks.hpp"

#include "mixcert/error.hpp"

namespace mixcert::cli {

std::unique_ptr<ranks> connected(std::size_t processes) {
  throw input_error("mpirun has started " + std::to_string(processes) +
                    " processes, and this mixcert was built without MPI: build it with -DMIXCERT_MPI=ON, or give each "
                    "process its part with --shard I/N");
}

} // namespace mixcert::cli
