// Lists the raffles of the token's workspace. Scope: read.
const { GLASSDRUM_URL, GLASSDRUM_TOKEN } = process.env;

const answer = await fetch(`${GLASSDRUM_URL}/api/raffles`, {
  headers: { authorization: `Bearer ${GLASSDRUM_TOKEN}` },
});
if (!answer.ok) throw new Error(await answer.text());
for (const { id, title, status } of await answer.json()) console.log(id, status, title);
