#!/bin/sh
# Applies an overlay in the order of docs/runbook.md, and waits for each step:
#   sh platform/deploy/kubernetes/apply.sh platform/deploy/kubernetes/overlays/production
set -eu
overlay=$1
namespace=$(sed -n 's/^namespace: *//p' "$overlay/kustomization.yaml")
name=app.kubernetes.io/name

# Each object of the overlay that has the labels of a selector. Server-side: no annotation repeats the content of a secret.
# The overlay replaces what people changed, such as the number of pods with `kubectl scale`.
apply() { kubectl apply --server-side --force-conflicts -k "$overlay" -l "$1"; }
wait_for() { kubectl rollout status --namespace "$namespace" --timeout 15m "$1"; }

# Configuration, secrets, services, policies. The names of the first two change with their content, so no pod changes yet.
apply "!$name"
apply "$name=store-api"
wait_for statefulset/store-api
# Ready after the first publication.
apply "$name=gateway"
kubectl delete job first-publication --namespace "$namespace" --ignore-not-found
apply "$name=first-publication"
while :; do
  case $(kubectl get job first-publication --namespace "$namespace" -o 'jsonpath={.status.conditions[*].type}') in
    *Complete*) break ;;
    *Failed*)
      kubectl logs --namespace "$namespace" --container first-publication job/first-publication >&2
      exit 1
      ;;
  esac
  sleep 2
done
wait_for statefulset/gateway
apply "$name=edge"
wait_for deployment/edge
apply "$name=release-service"
wait_for deployment/release-service
