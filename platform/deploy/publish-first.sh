#!/bin/sh
# Publishes and promotes version 1.0.0 of every app, unless something is live. An interrupted run can be repeated. Runs in the image
# `workspace`, in its folder.
set -eu
release() { node platform/deploy/with-secrets.mjs tooling/run.mjs release "$@"; }

# Only an empty environment is published to: a release store that cannot be read may have later versions live.
if status=$(release status --json); then exit 0; fi
case $status in
  *'has no live composition yet'*) ;;
  *)
    echo "The live composition cannot be read: $status" >&2
    exit 1
    ;;
esac
for app in shell mf-*; do
  release publish "$app" --version 1.0.0
  set -- "$@" "$app@1.0.0"
done
release promote "$@" --reason 'first release' --wait
