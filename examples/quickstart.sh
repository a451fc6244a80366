#!/usr/bin/env bash
# Installs what is missing, builds the program, and certifies one learned state of examples/data.
set -euo pipefail
cd "$(dirname "$0")/.."
examples/install-packages.sh program
mkdir -p build
log=build/quickstart.log
[ -x build/bin/mixcert ] || echo "building mixcert: some four minutes on two cores (log: $log)" >&2
{ cmake --preset program -DPython_EXECUTABLE=/usr/bin/python3 && cmake --build build --target mixcert_program; } >"$log" 2>&1 ||
  { cat "$log"; exit 1; }
build/bin/mixcert certify --mixer hc --params examples/data/hc_params.safetensors --site site01 \
  --state examples/data/hc_states.safetensors:site01_p3_t127.X -o build/certificate.json
