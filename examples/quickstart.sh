#!/usr/bin/env bash
# Installs what is missing, builds the program, and certifies one learned state of examples/data.
set -euo pipefail
cd "$(dirname "$0")/.."
examples/install-packages.sh program
cmake --preset program -DPython_EXECUTABLE=/usr/bin/python3 >build-quickstart.log 2>&1 || { cat build-quickstart.log; exit 1; }
cmake --build build --target mixcert_program >>build-quickstart.log 2>&1 || { cat build-quickstart.log; exit 1; }
mv build-quickstart.log build/quickstart.log
build/bin/mixcert certify --mixer hc --params examples/data/hc_params.safetensors --site site01 \
  --state examples/data/hc_states.safetensors:site01_p3_t127.X -o build/certificate.json
