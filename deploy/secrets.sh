#!/usr/bin/env bash
# Makes the secrets of compose.yaml in deploy/secrets, and asks for those that it is given by name, as compose.production.yaml
# needs: deploy/secrets.sh stripe-key smtp-password. What is there already stays. Keep a copy elsewhere: with another ticket key
# the tickets that were sent are worth nothing, with another link secret the links in mails.
set -euo pipefail
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets
[ -e ticket-key ] || openssl genpkey -algorithm ed25519 -out ticket-key
[ -e link-secret ] || openssl rand -hex 32 >link-secret
[ -e postgres-password ] || openssl rand -hex 32 >postgres-password
[ -e database-url ] || printf 'postgres://storefront:%s@postgres/storefront?sslmode=disable\n' "$(cat postgres-password)" >database-url
for name in "$@"; do
  [ -e "$name" ] && continue
  read -rsp "$name: " secret
  echo
  printf '%s\n' "$secret" >"$name"
done
# Compose mounts these as they are, and the servers read them as user 10001; nobody else reaches into a folder of mode 700.
chmod 644 ./*
