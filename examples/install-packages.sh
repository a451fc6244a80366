#!/usr/bin/env bash
# Installs the Debian packages that are missing. usage: install-packages.sh program|tests
set -euo pipefail
packages=(g++ cmake ninja-build libboost1.81-dev libmpfr-dev libmpfi-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev
          libssl-dev)
case ${1:-} in
  program) ;;
  tests) packages+=(libboost-test1.81-dev python3 python3-jsonschema pybind11-dev python3-dev python3-numpy python3-matplotlib mypy
                   clang-format clang-tidy locales-all patch gnuplot-nox pkg-config libopenmpi-dev openmpi-bin) ;;
  *) echo "usage: $0 program|tests" >&2; exit 2 ;;
esac
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing ${missing[*]}"
root=()
if [ "$(id -u)" -ne 0 ]; then root=(sudo); fi
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get update -qq
"${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
