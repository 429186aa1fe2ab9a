#!/bin/sh
# Asks a Kerbside dashboard with curl. KERBSIDE_URL and, with sign-in, KERBSIDE_TOKEN are set.
#   sh docs/examples/kerbside.sh area 52.37,4.90 2000
#   sh docs/examples/kerbside.sh record <vehicle id>
#   sh docs/examples/kerbside.sh look-up <our_ref>
#   sh docs/examples/kerbside.sh arrived [version]
#   sh docs/examples/kerbside.sh live 52.37,4.90 2000
set -eu

ask() {
  curl --silent --show-error --fail-with-body \
    --header "Authorization: Bearer ${KERBSIDE_TOKEN:-}" "$@"
}

case "$1" in
  area)
    ask --get "$KERBSIDE_URL/api/vehicles" \
      --data-urlencode "position=$2" --data-urlencode "radius=$3" --data-urlencode "limit=1000"
    ;;
  record)
    ask "$KERBSIDE_URL/api/vehicles/$2"
    ;;
  look-up)
    ask --get "$KERBSIDE_URL/api/vehicles/by-our-ref" --data-urlencode "our_ref=$2"
    ;;
  arrived)
    if [ $# -gt 1 ]; then set -- --data-urlencode "after=$2"; else set --; fi
    ask --get "$KERBSIDE_URL/api/bookings/arrived" "$@"
    ;;
  live)
    # Server-sent events, until it is interrupted.
    ask --no-buffer --get "$KERBSIDE_URL/api/live" \
      --data-urlencode "position=$2" --data-urlencode "radius=$3"
    ;;
esac
