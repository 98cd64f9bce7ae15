#!/bin/sh
# Publishes and promotes every app under one version, unless something is live in the environment RELEASE_ENV (default production).
# An interrupted run can be repeated, also after a change of the sources: it takes a version that no app has. Runs in the image
# `workspace`, in its folder.
set -eu
release() { node platform/deploy/with-secrets.mjs tooling/run.mjs release --env "${RELEASE_ENV:-production}" "$@"; }

# Only an empty environment is published to: a release store that cannot be read may have later versions live.
if status=$(release status --json); then exit 0; fi
case $status in
  *'has no live composition yet'*) ;;
  *)
    echo "The live composition cannot be read: $status" >&2
    exit 1
    ;;
esac
version=$(node --import tsx platform/deploy/with-secrets.mjs platform/deploy/free-version.ts)
for app in shell mf-*; do
  release publish "$app" --version "$version"
  set -- "$@" "$app@$version"
done
release promote "$@" --reason 'first release' --wait
