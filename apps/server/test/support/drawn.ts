/** Raffles that were drawn to the end, for what comes after. */
import type { HostRaffle, RaffleCreateBody, ResultsAnswer } from '@glassdrum/contract';
import type { Browser } from './browser.ts';
import type { TestApp } from './make-app.ts';
import { eventually, join, openRaffle, type Person, person } from './people.ts';

/** Starts the draw, if none runs, and moves the clock until the show is over. */
export async function drawToTheEnd(app: TestApp, host: Browser, id: string): Promise<ResultsAnswer> {
  const draw = await host.post(`/api/raffles/${id}/draw`);
  if (draw.status !== 200) throw new Error(`Drawing answered ${draw.status}: ${draw.text}`);
  await eventually(
    app,
    'the end of the draw',
    async () => (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.status === 'drawn',
    500,
  );
  return (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
}

/** A drawn raffle of `entrants` people called Guest 1, Guest 2 … */
export async function drawnRaffle(
  app: TestApp,
  host: Person,
  entrants: number,
  fields: Partial<RaffleCreateBody> = {},
): Promise<{
  id: string;
  link: string;
  entrants: Awaited<ReturnType<typeof join>>[];
  results: ResultsAnswer;
}> {
  const { id, public_link: link } = await openRaffle(host, fields);
  const people = [];
  for (let i = 1; i <= entrants; i += 1) people.push(await join(app, link, `Guest ${i}`));
  return { id, link, entrants: people, results: await drawToTheEnd(app, host, id) };
}
