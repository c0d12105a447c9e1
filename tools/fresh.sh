#!/usr/bin/env bash
# Generated code is what its generators write now: makes it anew and says what differs from before.
set -euo pipefail
cd "$(dirname "$0")/.."
sums() { find . -path ./node_modules -prune -o -name '*.gen.*' -type f -print0 | sort -z | xargs -0 -r sha256sum; }
before=$(sums)
make --no-print-directory generate
if ! diff <(echo "$before") <(sums); then
  echo 'Generated code was stale; it is fresh now. Commit it.' >&2
  exit 1
fi
