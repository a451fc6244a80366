// How numbers of a kind are made from exact data.
#pragma once

namespace mixcert {

/// `context<S>` makes an S from an exact binary64 number: `context.exact(x)`. Specialised for every scalar; the one for
/// mp_interval carries the precision, so that no thread-wide default decides what an enclosure is worth.
template <class S> struct context;

} // namespace mixcert
