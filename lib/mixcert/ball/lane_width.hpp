// How many numbers the processor's instructions take at once.
#pragma once

namespace mixcert {

/// In binary64 numbers.
enum class lane_width { two = 2, four = 4, eight = 8 };

/// The widest that this build has and this processor can.
lane_width widest_lanes();

} // namespace mixcert
