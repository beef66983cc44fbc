#!/bin/sh
# Starts the draw of the raffle in RAFFLE and prints its proof. Scope: draw.
# Nothing about the winners is answered before the reveal, about half a minute after the start.
set -eu
curl -sS --fail-with-body -X POST "$GLASSDRUM_URL/api/raffles/$RAFFLE/draw" \
  -H "Authorization: Bearer $GLASSDRUM_TOKEN" > /dev/null
until proof=$(curl -sS --fail "$GLASSDRUM_URL/api/raffles/$RAFFLE/proof" 2> /dev/null); do sleep 2; done
printf '%s\n' "$proof"
