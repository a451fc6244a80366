// A shared object that leaves the process with another rounding direction.
#include <cfenv>

[[gnu::constructor]] static void round_up() { std::fesetround(FE_UPWARD); }
