#!/bin/sh
# Makes a raffle with two prizes and opens it; prints its id. Scope: entries.
set -eu
call() {
  curl -sS --fail-with-body -X "$1" "$GLASSDRUM_URL$2" \
    -H "Authorization: Bearer $GLASSDRUM_TOKEN" -H 'Content-Type: application/json' -d "$3"
}
raffle=$(call POST /api/raffles '{"title": "Summer fair", "allow_public_join": true}' |
  sed -n 's/^{"id":"\([^"]*\)".*/\1/p')
call PUT "/api/raffles/$raffle/prizes" '{
  "revision": 0, "policy": "once", "reveal_order": "grand_last",
  "prizes": [{"name": "Bicycle", "quantity": 1}, {"name": "Basket", "quantity": 3}]
}' > /dev/null
call POST "/api/raffles/$raffle/open" '{}' > /dev/null
echo "$raffle"
