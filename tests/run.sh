#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests but those labelled slow.
set -euo pipefail
cd "$(dirname "$0")/.."
examples/install-packages.sh tests
preset=release
[ "${CI:-}" = true ] && preset=ci # there a warning is an error
cmake --preset "$preset" -DPython_EXECUTABLE=/usr/bin/python3 -DMIXCERT_MPI=ON
cmake --build build
ctest --test-dir build --output-on-failure --label-exclude slow -j "$(nproc)"
