#!/usr/bin/env bash
# libFuzzer with address and undefined-behaviour sanitizers. usage: run.sh TARGET SECONDS [OPTION...]
# Builds in build-fuzz (clang, libclang-rt); begins with the corpus of the target and keeps what it finds in
# build-fuzz/corpus; an input that is a fault stays as crash-*, timeout-* or oom-* in build-fuzz/faults.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 seconds=$2
shift 2
[ -f build-fuzz/build.ninja ] || cmake --preset fuzz
cmake --build build-fuzz --target fuzz_libfuzzer
mkdir -p build-fuzz/corpus/"$target" build-fuzz/faults
chmod a+w build-fuzz/corpus/"$target" build-fuzz/faults # the command line's target is another user
MIXCERT_FUZZ_TARGET=$target MIXCERT_EXAMPLES=$PWD/examples/data \
  build-fuzz/tests/fuzz/fuzz_libfuzzer -max_total_time="$seconds" -max_len=65536 -timeout=60 -rss_limit_mb=2048 -malloc_limit_mb=512 \
  -artifact_prefix="$PWD/build-fuzz/faults/$target-" -print_final_stats=1 -detect_leaks=0 "$@" "$PWD/build-fuzz/corpus/$target" "$PWD/tests/fuzz/corpus/$target"
