#!/usr/bin/env bash
# Runs every fuzz target for a while, one after the other: tools/fuzz.sh 20s. A failure is written beside the target, as a case
# that plain go test runs from then on.
set -euo pipefail
cd "$(dirname "$0")/.."

grep -rlE --include='*_test.go' '^func Fuzz[A-Za-z]+' . --exclude-dir=node_modules | sort -u | while read -r file; do
  grep -oE 'func Fuzz[A-Za-z]+' "$file" | while read -r _ target; do
    echo "$target of $(dirname "$file")"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-20s}" "$(dirname "$file")" </dev/null | { grep -v "^fuzz: elapsed" || true; }
  done
done
