// Prints a run of 50 paper tickets for the raffle in RAFFLE, and sells the first ten of them. Scope: entries.
import { randomUUID } from 'node:crypto';

const { GLASSDRUM_URL, GLASSDRUM_TOKEN, RAFFLE } = process.env;

async function call(path, body) {
  const answer = await fetch(`${GLASSDRUM_URL}/api/raffles/${RAFFLE}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${GLASSDRUM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const { runs } = await call('/paper/runs', { size: 50 });
const { first } = runs.at(-1);
// The same client_id again, whatever happened to the first call, makes no second sale.
const sale = { client_id: randomUUID(), action: 'sell', numbers: `${first}-${first + 9}` };
console.log(await call('/paper/sales', sale));
