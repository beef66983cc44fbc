// Makes a raffle with two prizes and opens it; prints its id. Scope: entries.
const { GLASSDRUM_URL, GLASSDRUM_TOKEN } = process.env;

async function call(method, path, body) {
  const answer = await fetch(GLASSDRUM_URL + path, {
    method,
    headers: { authorization: `Bearer ${GLASSDRUM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const { id } = await call('POST', '/api/raffles', { title: 'Summer fair', allow_public_join: true });
await call('PUT', `/api/raffles/${id}/prizes`, {
  revision: 0,
  policy: 'once',
  reveal_order: 'grand_last',
  prizes: [
    { name: 'Bicycle', quantity: 1 },
    { name: 'Basket', quantity: 3 },
  ],
});
await call('POST', `/api/raffles/${id}/open`, {});
console.log(id);
