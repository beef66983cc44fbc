// Starts the draw of the raffle in RAFFLE and prints its proof. Scope: draw.
import { setTimeout as pause } from 'node:timers/promises';

const { GLASSDRUM_URL, GLASSDRUM_TOKEN, RAFFLE } = process.env;
const raffle = `${GLASSDRUM_URL}/api/raffles/${RAFFLE}`;

const start = await fetch(`${raffle}/draw`, {
  method: 'POST',
  headers: { authorization: `Bearer ${GLASSDRUM_TOKEN}` },
});
if (!start.ok) throw new Error(await start.text());
// Nothing about the winners is answered before the reveal, about half a minute after the start.
for (;;) {
  const answer = await fetch(`${raffle}/proof`);
  if (answer.ok) {
    console.log(await answer.text());
    break;
  }
  if (answer.status !== 404) throw new Error(await answer.text());
  await pause(2000);
}
