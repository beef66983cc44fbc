// Enters two people into the open raffle whose id is in RAFFLE: one JSON object a line. Scope: entries.
const { GLASSDRUM_URL, GLASSDRUM_TOKEN, RAFFLE } = process.env;

const rows = [
  { line: 1, name: 'Ada Lovelace' },
  { line: 2, name: 'Alan Turing' },
];
const answer = await fetch(`${GLASSDRUM_URL}/api/raffles/${RAFFLE}/people`, {
  method: 'POST',
  headers: { authorization: `Bearer ${GLASSDRUM_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ mode: 'enter', people: rows.map((row) => JSON.stringify(row)).join('\n') }),
});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());
