#!/usr/bin/env bash
# What tests need beside Go and Node: tools/need.sh chromium java poppler postgresql. As root on Debian it is installed;
# elsewhere this says what to install.
set -euo pipefail

has() {
  case "$1" in
    chromium) [ -x "${CHROMIUM:-/usr/bin/chromium}" ] ;;
    java) command -v java >/dev/null ;;
    poppler) command -v pdftoppm >/dev/null && command -v pdftotext >/dev/null ;;
    postgresql) [ -x /usr/lib/postgresql/15/bin/initdb ] ;;
    *) echo "tools/need.sh does not know $1" >&2; exit 2 ;;
  esac
}

declare -A package=([chromium]=chromium [java]=default-jre-headless [poppler]=poppler-utils [postgresql]=postgresql-15)
missing=()
for need in "$@"; do
  has "$need" || missing+=("${package[$need]}")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need: ${missing[*]} (on Debian: apt-get install ${missing[*]})" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# Debian starts a cluster of its own with PostgreSQL, which tests have no use for.
if [ ! -e /etc/postgresql-common ]; then
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
