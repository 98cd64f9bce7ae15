#!/bin/sh
# Runs inside the image of the database (platform/deploy/compose.yaml).
#   to NAME                    writes /backups/NAME/orders and, when there is one, /backups/NAME/release-service
#   check NAME                 says whether `from NAME --overwrite` can restore it
#   from NAME [--overwrite]    restores both to empty databases; the store APIs and the release service must be stopped
# A folder without backup.json is incomplete. `npm run restore -w store-api` reads the same folders.
set -eu

fail() {
  echo "$1" >&2
  exit 1
}

name=${2:-}
case $name in
  '' | .* | *[!A-Za-z0-9._-]*) fail 'Give a name of letters, digits, dots and dashes: docker compose run --rm backup to 2026-11-26' ;;
esac
folder=${BACKUPS:-/backups}/$name
PGPASSWORD=$(cat "${PGPASSWORD_FILE:-/run/secrets/database_password}")
export PGPASSWORD
umask 077

ask() { psql --no-psqlrc -v ON_ERROR_STOP=1 --tuples-only --no-align -c "$1"; }
# The tables of the store API are in `public`, those of the release service in `release`.
has_tables() { [ "$(ask "select count(*) from information_schema.tables where table_schema = '$1'")" != 0 ]; }
hash_file() { sha256sum "$1" | cut -d ' ' -f 1; }

dump() {
  target=$folder/$1
  shift
  mkdir -p "$target"
  pg_dump --format=custom --no-owner "$@" --file="$target/database.dump"
  printf '{ "schema": 1, "at": "%s", "kind": "postgres", "sha256": "%s" }\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(hash_file "$target/database.dump")" > "$target/backup.json.draft"
  mv "$target/backup.json.draft" "$target/backup.json"
  echo "$target is complete."
}

check() {
  [ -e "$folder/$1/backup.json" ] || fail "$folder/$1 has no backup.json: it is no backup, or it was interrupted."
  grep -q "\"sha256\": \"$(hash_file "$folder/$1/database.dump")\"" "$folder/$1/backup.json" ||
    fail "$folder/$1/database.dump is damaged: restore another backup."
  [ "$3" = --overwrite ] || ! has_tables "$2" ||
    fail "The database has the tables of \"$1\" already: restore to a new one, or replace them with --overwrite."
}

# Replaces the schema in one transaction: a failure leaves the database as it was. `pg_restore --clean` would drop only what the dump
# knows, and an update may have added tables. The dump of `release` creates its schema, that of `public` does not.
load() {
  {
    echo "begin; drop schema if exists $2 cascade;"
    [ "$2" != public ] || echo 'create schema public; grant usage on schema public to public;'
    pg_restore --no-owner --file=- "$folder/$1/database.dump" && echo 'commit;' ||
      # A COPY may be open: its data end here.
      printf '\n\\.\nselect 1/0;\n'
  } | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --output=/dev/null
  echo "The database has $folder/$1."
}

case ${1:-} in
  to)
    [ ! -e "$folder/orders" ] || fail "$folder has a backup: give another name."
    orders=$(ask "select to_regclass('public.customer_order')")
    [ -n "$orders" ] ||
      fail 'The database has no table customer_order: start the shop first, or give the database of the store API.'
    dump orders --exclude-schema=release
    if has_tables release; then dump release-service --schema=release; fi
    ;;
  from)
    check orders public "${3:-}"
    if [ -e "$folder/release-service" ]; then check release-service release "${3:-}"; fi
    load orders public
    if [ -e "$folder/release-service" ]; then load release-service release; fi
    ;;
  check)
    check orders public --overwrite
    if [ -e "$folder/release-service" ]; then check release-service release --overwrite; fi
    [ -e "$folder/releases/backup.json" ] || fail "$folder/releases has no backup.json: the backup was interrupted."
    ;;
  *) fail 'Usage: docker compose run --rm backup to NAME | check NAME | from NAME [--overwrite]' ;;
esac
