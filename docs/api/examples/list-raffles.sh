#!/bin/sh
# Lists the raffles of the token's workspace. Scope: read.
# GLASSDRUM_URL, such as https://raffles.example.org, and GLASSDRUM_TOKEN are set.
set -eu
curl -sS --fail-with-body "$GLASSDRUM_URL/api/raffles" -H "Authorization: Bearer $GLASSDRUM_TOKEN"
