#!/bin/sh
# Enters two people into the open raffle whose id is in RAFFLE: one JSON object a line. Scope: entries.
set -eu
curl -sS --fail-with-body "$GLASSDRUM_URL/api/raffles/$RAFFLE/people" \
  -H "Authorization: Bearer $GLASSDRUM_TOKEN" -H 'Content-Type: application/json' \
  -d '{"mode": "enter", "people": "{\"line\":1,\"name\":\"Ada Lovelace\"}\n{\"line\":2,\"name\":\"Alan Turing\"}"}'
