#!/bin/sh
# Applies the rewrite rules of rewrite.json to a zone, or removes them: rewrite.sh [remove]
# It needs CLOUDFLARE_API_TOKEN and CLOUDFLARE_ZONE_ID. A request replaces all rules of the phase, so it refuses a zone
# with other rewrite rules.
set -eu
: "${CLOUDFLARE_API_TOKEN:?is not set: a token with the permission Zone, Transform Rules, Edit}"
: "${CLOUDFLARE_ZONE_ID:?is not set: the id on the overview page of the zone}"
here=$(dirname "$0")
api=${CLOUDFLARE_API_URL:-https://api.cloudflare.com/client/v4}
rules="$api/zones/$CLOUDFLARE_ZONE_ID/rulesets/phases/http_request_transform/entrypoint"
case ${1:-apply} in
  apply) body=@$here/rewrite.json ;;
  remove) body='{"rules": []}' ;;
  *)
    echo "usage: rewrite.sh [remove]" >&2
    exit 2
    ;;
esac
# A zone without rules answers 404.
present=$(curl --silent --show-error --header "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "$rules")
others=$(printf '%s' "$present" | tr ',{}' '\n' | grep '"ref"' | grep -v '"country_reference_' || true)
if test -n "$others"; then
  echo "The zone has other rewrite rules, which this request would remove: $(echo $others)" >&2
  echo "Add the rules of $here/rewrite.json to them in the dashboard or with Terraform." >&2
  exit 1
fi
curl --fail-with-body --silent --show-error --request PUT "$rules" \
  --header "Authorization: Bearer $CLOUDFLARE_API_TOKEN" --header 'Content-Type: application/json' --data "$body"
