// Who made a certificate.
#pragma once

#include "mixcert/certificate/certificate.hpp"

namespace mixcert {

/// This build of the library.
producer this_producer();

} // namespace mixcert
