#!/bin/sh
# Runs inside the SeaweedFS image (platform/deploy/compose.yaml).
#   identities                        prints the S3 identities that the secrets define, as SeaweedFS reads them
#   serve                             starts the object store with these identities
#   create-bucket MASTER NAME         creates a bucket unless it exists
set -eu

secrets=${SECRETS:-/run/secrets}
# Secrets are letters, digits, '-', '_', '+', '/' and '=': anything else would need JSON escapes.
secret() {
  value=$(cat "$secrets/$1")
  case $value in
    '' | *[!A-Za-z0-9_+/=-]*)
      echo "The secret $1 must be letters, digits, -, _, +, / or =: create it with openssl rand -hex 16." >&2
      exit 1
      ;;
  esac
  printf %s "$value"
}

# Prints one identity: its name, which begins the names of its secrets, and its actions.
identity() {
  access_key=$(secret "$1_access_key")
  secret_key=$(secret "$1_secret_key")
  cat <<JSON
    {
      "name": "$1",
      "credentials": [{ "accessKey": "$access_key", "secretKey": "$secret_key" }],
      "actions": ["Read:releases", "List:releases", $2]
    }
JSON
}

# platform/deploy/*-policy.json are the same permissions. No identity may create buckets or read others.
identities() {
  release=$(identity release '"Write:releases"')
  watch=$(identity watch '"Write:releases/probe/*", "Write:releases/env/*", "Write:releases/webhooks/*"')
  gateway=$(identity gateway '"Write:releases/probe/*", "Write:releases/metrics/*", "Write:releases/daily-metrics/*", "Write:releases/error-reports/*"')
  cat <<JSON
{
  "identities": [
$release,
$watch,
$gateway
  ]
}
JSON
}

case ${1:-} in
  identities) identities ;;
  serve)
    umask 077
    identities > /tmp/identities.json
    if [ "$(id -u)" = 0 ]; then chown seaweed:seaweed /tmp/identities.json; fi
    exec /entrypoint.sh server -s3 -s3.port=9000 -s3.config=/tmp/identities.json -ip.bind=0.0.0.0
    ;;
  create-bucket)
    echo 's3.bucket.list' | weed shell -master="$2" | grep -qw "$3" ||
      echo "s3.bucket.create -name $3" | weed shell -master="$2"
    ;;
  *)
    echo 'Usage: object-store.sh identities | serve | create-bucket MASTER NAME' >&2
    exit 2
    ;;
esac
