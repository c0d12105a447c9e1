#!/usr/bin/env bash
# Checks that generated code is current: generates it again and prints the differences.
set -euo pipefail
cd "$(dirname "$0")/.."
sums() { find . -path ./node_modules -prune -o -name '*.gen.*' -type f -print0 | sort -z | xargs -0 -r sha256sum; }
before=$(sums)
make --no-print-directory generate
if ! diff <(echo "$before") <(sums); then
  echo 'Generated code was stale; it is fresh now. Commit it.' >&2
  exit 1
fi
