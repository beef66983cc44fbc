/**
 * H16: what was erased on request is nowhere any more: in no table, database file, object or log. Numbers, the proof and the
 * public log stay, and stay valid.
 */
import { readdirSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import type { ErrorBody, HostRaffle, ParticipantsAnswer, ResultsAnswer } from '@glassdrum/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { allStored } from '../../../test/support/all-stored.ts';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';
import { stopToken } from '../notifications/email/stops.ts';
import { ERASED_OF_PERSON } from './erase-person.ts';

const NAME = 'Zephyrine Quillfeather';
const EMAIL = 'zephyrine@quillfeather.example';
const NOTE = 'Allergic to marzipan';
const CHAT = 'Nobody will read this sentence later';
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PLANTED = [NAME, EMAIL, NOTE, CHAT];

function objectCount(app: TestApp): number {
  const folder = joinPath(app.storage.dataDir, 'objects');
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
}

async function foundIn(app: TestApp): Promise<string[]> {
  const all = await allStored(app);
  return PLANTED.filter((text) => all.includes(text));
}

forEachDatabase((makeApp) => {
  async function scene(fields: object = {}) {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openRaffle(host, { max_winners: 1, voting_enabled: true, ...fields });
    const { id, public_link: link } = raffle;
    const added = await host.post<{ invitees: { token: string; invitee_id: string }[] }>(
      `/api/raffles/${id}/invites`,
      { invitees: `"${NAME}",${EMAIL},${NOTE}` },
    );
    const invite = added.body.invitees[0] ?? { token: '', invitee_id: '' };
    const answer = await person(app).post<{ participant_token: string }>('/api/join', {
      token: invite.token,
    });
    const zephyrine = person(app, { authorization: `Bearer ${answer.body.participant_token}` });
    const ben = await join(app, link, 'Ben Brown');
    await chat(app, zephyrine, id);
    await ben.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'Hello to all' });
    expect(
      (await zephyrine.post(`/api/raffles/${id}/vote-animation`, { animation_style: 'neon' })).status,
    ).toBe(200);
    expect(await foundIn(app)).toEqual(PLANTED);
    return { app, host, id, link, invite, zephyrine, ben };
  }

  async function chat(app: TestApp, guest: Person, raffleId: string): Promise<void> {
    const place = await guest.post<{ uploadURL: string }>('/api/objects/upload', { raffle_id: raffleId });
    const payload = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const put = await app.http.inject({
      method: 'PUT',
      url: new URL(place.body.uploadURL).pathname,
      headers: { 'content-type': 'image/png' },
      payload,
    });
    expect(put.statusCode).toBe(200);
    const line = { raffle_id: raffleId, message: CHAT };
    expect((await guest.post(`/api/raffles/${raffleId}/chat`, line)).status).toBe(201);
    expect(objectCount(app)).toBe(1);
  }

  const proofOf = async (app: TestApp, id: string): Promise<DrawProof> =>
    (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;

  async function failedSteps(app: TestApp, id: string): Promise<string[]> {
    const { chain } = app.testChain;
    const { steps } = verifyProof(await proofOf(app, id), {
      chains: [chain],
      logKey: app.parts.keys.publicKey,
    });
    return steps.filter((step) => step.status === 'FAIL').map((step) => step.name);
  }

  test('H16: an entrant erases their own data; the number stays, without a ticket', async () => {
    const { app, host, id, invite, zephyrine, ben } = await scene();
    const path = `/api/raffles/${id}/erase-me`;
    expect((await ben.post(path, { invitee_id: invite.invitee_id })).status).toBe(403);
    const { query } = app.parts.database;
    await query
      .updateTable('chat_messages')
      .set({ recipient_id: invite.invitee_id, recipient_name: NAME })
      .where('display_name', '=', 'Ben Brown')
      .execute();
    const stop = `/api/unsubscribe/${stopToken(app.parts.keys, invite.invitee_id)}`;
    expect((await person(app).post(stop, { stopped: 'raffle' })).status).toBe(200);
    const stops = () => query.selectFrom('mail_stops').select('id').execute();
    expect(await stops()).toHaveLength(1);
    expect(await foundIn(app)).toEqual(PLANTED);
    expect((await zephyrine.post(path)).body).toEqual({ ok: true });
    expect(await foundIn(app)).toEqual([]);
    expect(objectCount(app)).toBe(0);
    expect(await stops()).toEqual([]);
    expect((await zephyrine.get(`/api/raffles/${id}/me`)).status).toBe(401);
    expect((await person(app).get(`/api/join/${invite.token}`)).status).toBe(404);
    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body;
    expect(participants.map((row) => [row.entry_number, row.display_name, row.tickets])).toEqual([
      [1, '', 0],
      [2, 'Ben Brown', 1],
    ]);
    const results = await drawToTheEnd(app, host, id);
    expect(results.winners.map((row) => row.entry_number)).toEqual([2]);
    expect(await failedSteps(app, id)).toEqual([]);
    expect((await zephyrine.post(path)).status).toBe(401);
  });

  test('H16: a host erases a winner after the draw; the result stays valid, by number', async () => {
    const { app, host, id, invite, zephyrine, ben } = await scene();
    expect((await ben.post(`/api/raffles/${id}/leave`)).status).toBe(200);
    await drawToTheEnd(app, host, id);
    expect((await proofOf(app, id)).winners[0]?.display_name).toBe(NAME);
    const path = `/api/raffles/${id}/people/${invite.invitee_id}/erase`;
    expect((await (await signUp(app, 'Other One')).post(path)).status).toBe(404);
    expect((await host.post(path)).status).toBe(200);
    expect(await foundIn(app)).toEqual([]);
    expect((await zephyrine.get(`/api/raffles/${id}/me`)).status).toBe(401);
    const results = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
    expect(results.winners.map((row) => [row.entry_number, row.display_name])).toEqual([[1, null]]);
    expect(await failedSteps(app, id)).toEqual([]);
  });

  test('H16: a person who was only invited is deleted completely; nobody is erased while a draw runs', async () => {
    const { app, host, id, invite } = await scene();
    const added = await host.post<{ invitees: { invitee_id: string }[] }>(`/api/raffles/${id}/invites`, {
      invitees: 'Quasimodo Birdwhistle,quasi@birdwhistle.example',
    });
    const path = (inviteeId = ''): string => `/api/raffles/${id}/people/${inviteeId}/erase`;
    const before = (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.invitees_count;
    expect((await host.post(path(added.body.invitees[0]?.invitee_id))).status).toBe(200);
    expect(await allStored(app)).not.toMatch(/birdwhistle/i);
    expect((await host.get<HostRaffle>(`/api/raffles/${id}`)).body.invitees_count).toBe(before - 1);
    expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
    const refused = await host.post<ErrorBody>(path(invite.invitee_id));
    expect([refused.status, refused.body.error.code]).toEqual([409, 'draw_running']);
    expect((await host.post<ErrorBody>(`/api/raffles/${id}/erase`)).body.error.code).toBe('draw_running');
  });

  test('H16: an open raffle is erased with everybody in it, and its draw is voided in the public log', async () => {
    const { app, host, id, link } = await scene({ title: 'Rhododendron party' });
    expect((await host.post(`/api/raffles/${id}/erase`)).body).toEqual({ gone: true });
    expect(await foundIn(app)).toEqual([]);
    expect(await allStored(app)).not.toContain('Rhododendron');
    expect(objectCount(app)).toBe(0);
    expect((await host.get(`/api/raffles/${id}`)).status).toBe(404);
    expect((await person(app).get(`/api/join/${link}`)).status).toBe(404);
    const voided = await app.parts.database.query
      .selectFrom('public_log')
      .select('kind')
      .where('kind', '=', 'void')
      .execute();
    expect(voided).toHaveLength(1);
    const audit = app.parts.database.query.selectFrom('audit_log').select('action');
    expect(await audit.where('raffle_id', '=', id).execute()).toEqual([]);
    expect(await audit.where('action', '=', 'raffle_erased').execute()).toHaveLength(1);
  });

  test('H16: a drawn raffle keeps its result by number, at once and not only after the period', async () => {
    const { app, host, id } = await scene();
    const { winners } = await drawToTheEnd(app, host, id);
    expect((await host.post(`/api/raffles/${id}/erase`)).body).toEqual({ gone: false });
    expect(await foundIn(app)).toEqual([]);
    const after = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
    expect(after.winners.map((row) => row.entry_number)).toEqual(winners.map((row) => row.entry_number));
    expect(await failedSteps(app, id)).toEqual([]);
  });

  test("H16: people who left are erased after the period, whatever the raffle's status; others are not", async () => {
    const { app, host, id, zephyrine } = await scene();
    expect((await host.put('/api/settings/retention', { retention_days: 2 })).status).toBe(200);
    expect((await zephyrine.post(`/api/raffles/${id}/leave`)).status).toBe(200);
    await app.clock.jump(2 * DAY_MS - HOUR_MS);
    await app.clock.advance(1000);
    expect(await foundIn(app)).toEqual(PLANTED);
    await app.clock.jump(2 * HOUR_MS);
    // The hour that was under way may have asked for the one after the jump.
    await eventually(app, 'the leaver is erased', async () => (await foundIn(app)).length === 0, HOUR_MS / 4);
    expect(await allStored(app)).toContain('Ben Brown');
  });

  test('H16: a deleted line and a deleted draft are in no file any more', async () => {
    const { app, host, id } = await scene();
    expect((await host.remove(`/api/raffles/${id}/chat/1`)).status).toBe(200);
    expect(await foundIn(app)).toEqual([NAME, EMAIL, NOTE]);
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Rhododendron party' });
    await host.post(`/api/raffles/${draft.body.id}/invites`, { invitees: 'Quasimodo Birdwhistle' });
    expect(await allStored(app)).toMatch(/Rhododendron[^]*Birdwhistle|Birdwhistle[^]*Rhododendron/);
    expect((await host.remove(`/api/raffles/${draft.body.id}`)).status).toBe(200);
    expect(await allStored(app)).not.toMatch(/Rhododendron|Birdwhistle/);
  });

  test('H16: a person is erased from every table with personal data', async () => {
    const { database } = (await makeApp()).parts;
    const tables = await database.query.introspection.getTables();
    const columns = new Set(['invitee_id', 'sender_id', 'recipient_id', 'reporter_id']);
    const found = tables
      .filter((table) => table.columns.some(({ name }) => columns.has(name)))
      .map(({ name }) => name);
    const byHand = ['chat_messages', 'chat_reports', 'chat_uploads', 'participations', 'waiting_entries'];
    expect(found.toSorted()).toEqual([...ERASED_OF_PERSON, ...byHand].toSorted());
  });

  test('H16: nothing is erased for an entrant of another raffle', async () => {
    const { app, host, zephyrine } = await scene();
    const other = await openRaffle(host);
    expect((await zephyrine.post(`/api/raffles/${other.id}/erase-me`)).status).toBe(401);
    await eventually(app, 'still there', async () => (await foundIn(app)).length === PLANTED.length);
  });
});
