#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own: `with-postgres.sh <command> <argument>…`. DATABASE_URL names it. Without
# PostgreSQL, and where it cannot be installed, the command runs without one, and its tests say what they skip.
set -euo pipefail

programs() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

if [ -n "${DATABASE_URL:-}" ]; then exec "$@"; fi
bin=$(programs)
if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql) >/dev/null 2>&1 || true
  bin=$(programs)
fi
if [ -z "$bin" ]; then
  echo "PostgreSQL is not installed: tests over a server are skipped"
  exec "$@"
fi

folder=$(mktemp -d)
# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$1"; else sh -c "$1"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
stop() {
  as "'$bin/pg_ctl' -D '$folder/data' -m immediate stop" >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
as "'$bin/initdb' -D '$folder/data' -A trust -U postgres --no-sync" >/dev/null
# Another server may have a port: the first free one is taken. Tests kill their own processes and never this server, which
# therefore need not wait for the disk.
for port in $(seq 54320 54340); do
  if as "'$bin/pg_ctl' -D '$folder/data' -o '-p $port -k $folder -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off' -w -l '$folder/log' start" >/dev/null 2>&1; then
    export DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
    break
  fi
done
if [ -z "${DATABASE_URL:-}" ]; then
  echo "PostgreSQL did not start: $(tail -n 1 "$folder/log" 2>/dev/null)"
fi
"$@"
