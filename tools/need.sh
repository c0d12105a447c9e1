#!/usr/bin/env bash
# Installs the tools of tests beside Go and Node: tools/need.sh headless chromium java poppler postgresql nginx pgbouncer
# caddy systemd promtool s3server gcsserver ipx lighthouse vendure. As root on Debian it installs them; elsewhere it prints
# their names. IPX, Lighthouse and Vendure come from the npm registry, the servers of object stores from the Go module proxy.
# Only root can boot systemd.
set -euo pipefail

vendure=tools/benchshop/vendure

has() {
  case "$1" in
    headless) [ -x "${CHROMIUM:-/usr/bin/chromium-headless-shell}" ] ;;
    chromium) [ -x "${CHROMIUM:-/usr/bin/chromium}" ] ;;
    java) command -v java >/dev/null ;;
    poppler) command -v pdftoppm >/dev/null && command -v pdftotext >/dev/null ;;
    postgresql) [ -x /usr/lib/postgresql/15/bin/initdb ] ;;
    promtool) command -v promtool >/dev/null ;;
    nginx | pgbouncer | caddy) [ -x "/usr/sbin/$1" ] || command -v "$1" >/dev/null ;;
    systemd) [ "$(id -u)" != 0 ] || { [ -x /lib/systemd/systemd ] && command -v ip >/dev/null && command -v curl >/dev/null; } ;;
    s3server | gcsserver) [ -x "tools/$1/bin/$1" ] && [ -z "$(find "tools/$1" -maxdepth 1 -newer "tools/$1/bin/$1" -type f)" ] ;;
    ipx | lighthouse) [ "tools/$1/node_modules/.package-lock.json" -nt "tools/$1/package-lock.json" ] ;;
    vendure) [ "$vendure/node_modules/.built" -nt "$vendure/package-lock.json" ] ;;
    *) echo "tools/need.sh does not know $1" >&2; exit 2 ;;
  esac
}

declare -A package=([headless]=chromium-headless-shell [chromium]=chromium [java]=default-jre-headless [poppler]=poppler-utils [nginx]=nginx-light [pgbouncer]=pgbouncer [caddy]=caddy [systemd]='systemd iproute2 curl' [promtool]=prometheus [postgresql]=postgresql-15)
# Compiles the modules of the servers in two thirds of the time. The standard library is compiled as for the storefront.
unoptimized=()
for host in github.com golang.org google.golang.org cloud.google.com go.opentelemetry.io; do
  unoptimized+=("-gcflags=$host/...=-N -l -dwarf=false")
done
missing=()
for need in "$@"; do
  has "$need" && continue
  if [ "$need" = s3server ] || [ "$need" = gcsserver ]; then
    (cd "tools/$need" && go build -trimpath "${unoptimized[@]}" -ldflags='-s -w' -o "bin/$need" . && touch "bin/$need")
    continue
  fi
  if [ "$need" = ipx ] || [ "$need" = lighthouse ]; then
    npm ci --prefix "tools/$need" --no-audit --no-fund --ignore-scripts --loglevel=error >/dev/null
    touch "tools/$need/node_modules/.package-lock.json"
    continue
  fi
  if [ "$need" = vendure ]; then
    npm ci --prefix "$vendure" --no-audit --no-fund --ignore-scripts --loglevel=error >/dev/null
    # Its SQLite is compiled here, against Node's own headers where they are installed, instead of downloaded.
    node=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
    if [ -e "$node/include/node/node.h" ]; then export npm_config_nodedir=$node; fi
    npm run --prefix "$vendure/node_modules/better-sqlite3" --silent build-release >/dev/null 2>&1 ||
      { echo "Vendure's SQLite could not be compiled: that needs Python, make and a C++ compiler" >&2; exit 1; }
    touch "$vendure/node_modules/.built"
    continue
  fi
  read -ra packages <<<"${package[$need]}"
  missing+=("${packages[@]}")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need: ${missing[*]} (on Debian: apt-get install ${missing[*]})" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# Debian starts what it installs; tests have no use for these servers but for those that they start.
for server in prometheus pgbouncer caddy; do
  if [[ " ${missing[*]} " == *" $server "* ]]; then
    mkdir -p /etc/systemd/system
    ln -sf /dev/null "/etc/systemd/system/$server.service"
  fi
done
# Debian starts a cluster of its own with PostgreSQL, which tests have no use for.
if [ ! -e /etc/postgresql-common ]; then
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
