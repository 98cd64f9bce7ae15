#!/bin/sh
# Fails when the folder has files that belong in no image: the history, backups, and secrets by their name or content.
#   assert-no-secrets.sh [FOLDER]
set -eu
found=$(
  cd "${1:-.}"
  find . -name node_modules -prune -o \( -name .git -o -name .data -o -name secrets -o -name '*signing-key.pem' \
    -o -name '.env*' -o -name '*.env' -o -name '*.key' -o -name '*.dump' -o -name backup.json \) -print -prune
  # A key may be in the text of JSON. In .npmrc, `${NAME}` is no secret.
  grep -rlI --exclude-dir=node_modules --exclude-dir=.git -e '-----BEGIN [A-Z ]*PRIVATE KEY-----' \
    -e '\(^\|:\) *_\(auth\|authToken\|password\) *= *"\{0,1\}[A-Za-z0-9]' . || true
)
[ -z "$found" ] && exit 0
echo "These files must not be in an image. Move them, or add them to .dockerignore:" >&2
echo "$found" | sort -u >&2
exit 1
