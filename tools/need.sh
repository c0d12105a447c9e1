#!/usr/bin/env bash
# The browser tests need Chromium and Java. As root on Debian they are installed; elsewhere this says what to install.
set -euo pipefail
missing=()
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
command -v java >/dev/null || missing+=(default-jre-headless)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  echo "The browser tests need: ${missing[*]} (on Debian: apt-get install ${missing[*]})" >&2
  exit 1
fi
