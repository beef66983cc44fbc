/** A raffle whose people must be present (R71), and what everybody calls there. */
import { randomUUID } from 'node:crypto';
import type {
  CheckInCodeAnswer,
  CheckInsAnswer,
  CheckInsBody,
  DrawPreview,
  ErrorBody,
  OwnCheckInAnswer,
  OwnEntry,
  ParticipantsAnswer,
  PlannedDraws,
  PresenceAnswer,
  PublicRaffle,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import type { TestApp } from './make-app.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from './people.ts';

export type Guest = Awaited<ReturnType<typeof join>>;

/** The key in the link of a stage or a desk. */
export async function keyOf(host: Person, id: string, what: 'stage' | 'desk'): Promise<string> {
  const { body } = await host.post<{ url: string }>(`/api/raffles/${id}/${what}-link`);
  return new URL(body.url).searchParams.get('key') ?? '';
}

/** An open raffle that people must be present at, with these guests. */
export async function presentRaffle(makeApp: () => Promise<TestApp>, names: readonly string[]) {
  const app = await makeApp();
  const host = await signUp(app);
  const { id, public_link: link } = await openRaffle(host, {
    must_be_present: true,
    voting_enabled: false,
  });
  const guests: Guest[] = [];
  for (const name of names) guests.push(await join(app, link, name));
  const stage = await keyOf(host, id, 'stage');
  const desk = await keyOf(host, id, 'desk');
  return { app, host, id, link, guests, stage, desk, ...callsOf(app, { host, id, stage, desk }) };
}

/** What the host, guests, the stage and the desk of a raffle call. */
export function callsOf(app: TestApp, facts: { host: Person; id: string; stage: string; desk: string }) {
  const { host, id, stage, desk } = facts;
  return {
    openCheckIn: () => host.post<PresenceAnswer & ErrorBody>(`/api/raffles/${id}/check-in`),
    code: async () =>
      (await person(app).get<CheckInCodeAnswer>(`/api/raffles/${id}/check-in/code?key=${stage}`)).body.code,
    checkIn: (guest: Person, code: string) =>
      guest.post<OwnCheckInAnswer & ErrorBody>(`/api/raffles/${id}/me/check-in`, { code }),
    atDesk: (
      named: Partial<CheckInsBody>,
      action: CheckInsBody['action'] = 'check_in',
      clientId = randomUUID(),
    ) =>
      person(app).post<CheckInsAnswer & ErrorBody>(`/api/raffles/${id}/desk/check-ins?key=${desk}`, {
        client_id: clientId,
        action,
        ...named,
      }),
    raffle: async () => (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body,
    preview: async () => (await host.get<DrawPreview>(`/api/raffles/${id}/draw/preview`)).body,
    people: async () =>
      (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body.participants,
    me: async (guest: Person) => (await guest.get<OwnEntry>(`/api/raffles/${id}/me`)).body,
    draw: () => host.post<{ draw_id: string } & ErrorBody>(`/api/raffles/${id}/draw`),
  };
}

/** What the QR code of the stage carries. */
export const scanned = (code: CheckInCodeAnswer['code']): string =>
  new URL(code?.url ?? 'http://none').searchParams.get('code') ?? '';

export const drawsOf = async (app: TestApp, id: string): Promise<PlannedDraws['draws']> =>
  (await person(app).get<PlannedDraws>(`/api/raffles/${id}/draws`)).body.draws;

/** Once the show of the draw is over. */
export const resultsOf = (app: TestApp, id: string, drawId: string): Promise<ResultsAnswer> =>
  eventually(
    app,
    'the end of the show',
    async () => {
      const draws = await drawsOf(app, id);
      if (draws.find((draw) => draw.draw_id === drawId)?.state !== 'drawn') return null;
      return (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results?draw_id=${drawId}`)).body;
    },
    500,
  );

/** Once the log has all of it. */
export const proofOf = (app: TestApp, id: string, drawId: string): Promise<DrawProof> =>
  eventually(app, 'a proof with its log', async () => {
    const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof?draw_id=${drawId}`);
    return body.log !== undefined && body;
  });

/** Of the check `receipt` of a proof. */
export const receiptStatus = (app: TestApp, proof: DrawProof, receipt: unknown): string | undefined =>
  verifyProof(proof, {
    chains: [app.testChain.chain],
    receipt,
    receiptKey: app.parts.keys.publicKey,
  }).steps.find(({ name }) => name === 'receipt')?.status;
