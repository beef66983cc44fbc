/** Raffles with several draws, as their host holds them (R61–R63, R69): prizes are saved, draws held one after another. */
import type {
  ErrorBody,
  HostPrizes,
  HostRaffle,
  PlannedDraws,
  PrizesBody,
  RaffleCreateBody,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { DrawProof } from '@glassdrum/fair-draw';
import { wholeLog } from './log-records.ts';
import type { TestApp } from './make-app.ts';
import { eventually, type Person, person } from './people.ts';

/** A prize of the editor; left out: one of it, unnamed, for everyone, in the first draw. */
export type PrizeFields = Partial<PrizesBody['prizes'][number]>;

export interface Evening {
  app: TestApp;
  host: Person;
  id: string;
  /** Of the public page. */
  link: string;
}

/** Saves these prizes over the ones that are there, whatever the answer. */
export async function savePrizes(
  host: Person,
  id: string,
  prizes: readonly PrizeFields[],
  more: Partial<PrizesBody> = {},
): Promise<{ status: number; body: HostPrizes & ErrorBody }> {
  const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
  const list = prizes.map((prize) => ({ quantity: 1, ...prize }));
  const body = { revision, policy: 'once', reveal_order: 'grand_last', prizes: list, ...more };
  return host.put<HostPrizes & ErrorBody>(`/api/raffles/${id}/prizes`, body);
}

/** An open raffle with these prizes, in as many draws as they name. */
export async function openEvening(
  { app, host }: Pick<Evening, 'app' | 'host'>,
  prizes: readonly PrizeFields[],
  { fields = {}, ...more }: Partial<PrizesBody> & { fields?: Partial<RaffleCreateBody> } = {},
): Promise<Evening> {
  const created = await host.post<HostRaffle>('/api/raffles', {
    title: 'Gala',
    allow_public_join: true,
    ...fields,
  });
  const { id } = created.body;
  const count = Math.max(...prizes.map(({ draw = 1 }) => draw));
  const draws = Array.from({ length: count }, (_, index) => ({ name: `Draw ${index + 1}` }));
  const saved = await savePrizes(host, id, prizes, { draws, ...more });
  if (saved.status !== 200) throw new Error(`Saving prizes answered ${JSON.stringify(saved.body)}`);
  const opened = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
  if (opened.status !== 200) throw new Error(`Opening answered ${opened.text}`);
  return { app, host, id, link: opened.body.public_link ?? '' };
}

export async function drawsOf({ app, id }: Pick<Evening, 'app' | 'id'>): Promise<PlannedDraws['draws']> {
  return (await person(app).get<PlannedDraws>(`/api/raffles/${id}/draws`)).body.draws;
}

/** Holds the next draw, to the end of its show. @throws Error when it is refused */
export async function drawNext({ app, host, id }: Omit<Evening, 'link'>): Promise<ResultsAnswer> {
  const started = await host.post<{ draw_id: string }>(`/api/raffles/${id}/draw`);
  if (started.status !== 200) throw new Error(`Drawing answered ${started.status}: ${started.text}`);
  const { draw_id: drawId } = started.body;
  await eventually(
    app,
    'the end of the show',
    async () => (await drawsOf({ app, id })).find((draw) => draw.draw_id === drawId)?.state === 'drawn',
    500,
  );
  return (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results?draw_id=${drawId}`)).body;
}

/** The file as anyone downloads it, once the log has a checkpoint of all records, those that came after the draw too. */
export async function proofOf({ app, id }: Pick<Evening, 'app' | 'id'>, drawId: string): Promise<DrawProof> {
  await wholeLog(app);
  return eventually(
    app,
    'a proof with its log',
    async () => {
      const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof?draw_id=${drawId}`);
      return body.log !== undefined && body;
    },
    500,
  );
}
