#!/bin/sh
# Starts nginx in the image `edge`. TRUSTED_PROXIES lists addresses and networks of load balancers, separated by commas, whose
# X-Forwarded-For, X-Forwarded-Proto and trace context nginx trusts.
set -eu
folder=${TRUST_FOLDER:-/tmp}
: > "$folder/trusted-addresses.conf"
: > "$folder/trusted-networks.conf"
for network in $(echo "${TRUSTED_PROXIES:-}" | tr ',' ' '); do
  case $network in
    *[!0-9a-fA-F.:/]*)
      echo "TRUSTED_PROXIES has \"$network\": give addresses and networks, such as 10.0.0.0/8,192.0.2.7." >&2
      exit 2
      ;;
  esac
  echo "set_real_ip_from $network;" >> "$folder/trusted-addresses.conf"
  echo "$network 1;" >> "$folder/trusted-networks.conf"
done
exec "${NGINX:-nginx}" -g 'daemon off;' "$@"
