#!/bin/sh
# Prints a run of 50 paper tickets for the raffle in RAFFLE, and sells the first ten of them. Scope: entries.
# Send client_id again, whatever happened to the first call: a sale is made once.
set -eu
call() {
  curl -sS --fail-with-body "$GLASSDRUM_URL/api/raffles/$RAFFLE$1" \
    -H "Authorization: Bearer $GLASSDRUM_TOKEN" -H 'Content-Type: application/json' -d "$2"
}
first=$(call /paper/runs '{"size": 50}' | sed -n 's/.*"first":\([0-9]*\),"last":[0-9]*,"sold":0.*/\1/p')
call /paper/sales "{\"client_id\": \"sale-$first-$$-0000000000\", \"action\": \"sell\", \"numbers\": \"$first-$((first + 9))\"}"
