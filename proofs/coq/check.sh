#!/usr/bin/env bash
# Compiles every proof in this folder, asks Coq what each lemma of lemmas.txt assumes, and compares
# with axioms.txt. Prints one line a lemma; exit status 0 only if all is well.
# Usage: check.sh [BUILD_FOLDER]; default build/coq of the repository.
set -euo pipefail
cd "$(dirname "$0")"
build=${1:-../../build/coq}
packages=(coq libcoq-mathcomp libcoq-flocq make)

fail() { echo "check.sh: $*" >&2; exit 1; }

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  command=(apt-get install -y --no-install-recommends "${missing[@]}")
  [ "$(id -u)" = 0 ] || fail "missing packages; run: sudo ${command[*]}"
  "${command[@]}" >&2
fi

# Nothing may be left open, assumed, or kept from the checks of the kernel.
forbidden='Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjectures?|Guard Checking|Positivity Checking|Universe Checking|bypass_check|type-in-type'
if grep -nwE "$forbidden" -- *.v _CoqProject; then fail "open or assumed statements, see above"; fi

# Every file is compiled, every theorem is listed.
diff <(ls -- *.v) <(grep '\.v$' _CoqProject | sort) || fail "_CoqProject does not list the files of this folder"
listed=$(grep -v '^#' lemmas.txt)
for file in *.v; do
  sed -nE 's/^(Theorem|Corollary) ([A-Za-z0-9_'\'']+).*/\2/p' "$file" | while read -r lemma; do
    grep -qE "^[^ ]+ ${file%.v} $lemma\$" <<<"$listed" || fail "$file: $lemma is not in lemmas.txt"
  done
done

mkdir -p "$build"
cp -p -- *.v _CoqProject "$build"
cd "$build"
coq_makefile -f _CoqProject -o Makefile.coq
make -s -f Makefile.coq >&2
# A second, separate checker re-establishes the compiled files; libraries are taken as installed.
modules=$(sed -nE 's/^(.*)\.v$/-norec mixcert.\1/p' _CoqProject)
# shellcheck disable=SC2086
coqchk -silent -R . mixcert $modules >&2
cd - >/dev/null

# The axioms of each lemma of a file, as lines "lemma axiom".
assumptions_of() {
  {
    echo "From mixcert Require $1."
    grep -E "^[^ ]+ $1 " <<<"$listed" | while read -r _ file lemma; do
      printf 'Goal True. idtac "LEMMA %s". Abort.\nPrint Assumptions %s.%s.\n' "$lemma" "$file" "$lemma"
    done
  } >"$build/assumptions_of_$1.v"
  coqc -R "$build" mixcert "$build/assumptions_of_$1.v" | awk '
    /^LEMMA / { lemma = $2; next }
    /^Closed under the global context$/ { print lemma, "none"; next }
    /^Axioms:$/ || /^ / { next }
    { print lemma, $1 }'
}

status=0
used=$(mktemp)
trap 'rm -f "$used"' EXIT
for file in $(cut -d' ' -f2 <<<"$listed" | sort -u); do
  found=$(assumptions_of "$file") || fail "$file: Print Assumptions failed"
  while read -r theorem _ lemma; do
    axioms=$(sed -n "s/^$lemma //p" <<<"$found")
    verdict=ok
    [ -n "$axioms" ] || { verdict=FAILED axioms="not found"; }
    [ "$axioms" = none ] || while read -r axiom; do
      echo "$file $axiom" >>"$used"
      grep -qxF "$file $axiom" axioms.txt || verdict=FAILED
    done <<<"$axioms"
    [ "$verdict" = ok ] || status=1
    echo "$verdict $theorem $file.$lemma: assumes $(paste -sd' ' <<<"$axioms")"
  done < <(grep -E "^[^ ]+ $file " <<<"$listed")
done

diff <(sort -u "$used") <(grep -v '^#' axioms.txt | sort) >&2 || { echo "axioms.txt is not what the lemmas assume" >&2; status=1; }
[ $status = 0 ] && echo "$(wc -l <<<"$listed") lemmas: all proved, nothing assumed but axioms.txt"
exit $status
