#!/bin/sh
# Publishes and promotes version 1.0.0 of every app, unless something is live. An interrupted run can be repeated. Runs in the image
# `workspace`, in its folder.
set -eu
release() { node platform/deploy/with-secrets.mjs tooling/run.mjs release "$@"; }

# Without a composition it fails.
case $(release status --json 2> /dev/null || true) in
  *'"live"'*) exit 0 ;;
esac
for app in shell mf-*; do
  release publish "$app" --version 1.0.0
  set -- "$@" "$app@1.0.0"
done
release promote "$@" --reason 'first release' --wait
