/** R80: duplicates and templates over HTTP, and what of a raffle they have. */
import type {
  ErrorBody,
  HostExport,
  HostPrizes,
  HostRaffle,
  Invitation,
  InvitesAnswer,
  RaffleTemplate,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { browser, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { COPIED, NOT_COPIED } from './copied-columns.ts';

const HOUR = 3_600_000;
/** A column that nothing reads any more. */
const OF_VERSION_1 = 'host_seq';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: TestHost;
  let pixel: string;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
    const square = sharp({ create: { width: 8, height: 8, channels: 3, background: 'tomato' } });
    pixel = `data:image/png;base64,${(await square.png().toBuffer()).toString('base64')}`;
  });

  it('R80 every column of a raffle, its prizes, draws and chat is copied, or left out on purpose', async () => {
    const tables = await app.parts.database.query.introspection.getTables();
    for (const table of Object.keys(COPIED) as (keyof typeof COPIED)[]) {
      const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
      const decided = [...COPIED[table], ...NOT_COPIED[table]];
      expect([table, ...decided.toSorted()]).toEqual([
        table,
        ...columns.filter((name) => name !== OF_VERSION_1).toSorted(),
      ]);
    }
  });

  const prizesOf = async (id: string): Promise<HostPrizes> =>
    (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
  const listOf = async (id: string): Promise<Invitation[]> =>
    (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;
  const rafflesOf = async (): Promise<HostRaffle[]> => (await host.get<HostRaffle[]>('/api/raffles')).body;

  /** With settings, two prizes in two draws, an image for the first, chat rules, and people in groups. */
  async function richRaffle(): Promise<HostRaffle> {
    const { body: made } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Harvest fair',
      description: 'In the barn',
      deadline_at: app.clock.now() + HOUR,
      auto_draw: true,
      max_tickets: 5,
      max_entries: 80,
      rules_text: 'Be kind.',
      beacon_policy: 'lower',
      adds_chance: true,
      voting_enabled: false,
      chosen_animation: 'cosmic',
      passphrase: 'hay',
      allow_public_join: true,
      must_be_present: true,
      image_url: pixel,
    });
    const { id } = made;
    const { revision } = await prizesOf(id);
    const list = {
      revision,
      policy: 'again',
      reveal_order: 'list',
      prizes: [
        { name: 'Pumpkin', quantity: 2, description: 'Large', sponsor_name: 'Farm', draw: 1 },
        { name: 'Cider', quantity: 3, groups: ['Crew'], draw: 2 },
      ],
      draws: [
        { name: 'Noon', planned_at: app.clock.now() + HOUR },
        { name: 'Night', planned_at: app.clock.now() + 2 * HOUR },
      ],
    };
    const put = await host.put(`/api/raffles/${id}/prizes`, list);
    expect([put.status, put.text]).toEqual([200, put.text]);
    await host.patch(`/api/raffles/${id}/chat/rules`, { mode: 'host', words: ['turnip'] });
    await host.patch(`/api/raffles/${id}/joining`, { approval: true, hall_code: true });
    const added = await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, {
      invitees: 'Ada,ada@example.org,Table 4\nBob\nCy,cy@example.org',
    });
    expect([added.status, added.text]).toEqual([200, added.text]);
    return made;
  }

  it('R80 a duplicate has settings, prizes, draws and chat rules; people only where the host asks for them', async () => {
    const original = await richRaffle();
    const [ada, , cy] = await listOf(original.id);
    await host.post(`/api/raffles/${original.id}/invites/${cy?.invitee_id}/revoke`);
    const path = `/api/raffles/${original.id}/duplicate`;
    for (const body of [undefined, {}, { people: false }]) {
      const { body: copy } = await host.post<HostRaffle>(path, body);
      expect(copy.invitees_count).toBe(0);
      expect(await listOf(copy.id)).toEqual([]);
    }
    const { status, body: copy } = await host.post<HostRaffle>(path, { people: true });
    expect(status).toBe(201);
    expect(copy).toMatchObject({
      title: 'Harvest fair',
      status: 'draft',
      rules_text: 'Be kind.',
      deadline_at: original.deadline_at,
      auto_draw: true,
      max_entries: 80,
      draws: { total: 2, held: 0, left: 2 },
      requires_passphrase: false,
      invitees_count: 2,
      joined_count: 0,
    });
    const [before, after] = [await prizesOf(original.id), await prizesOf(copy.id)];
    const shown = ({ prizes }: HostPrizes) => prizes.map(({ id: _id, ...rest }) => rest);
    expect(shown(after)).toEqual(shown(before));
    expect(after).toMatchObject({ policy: 'again', reveal_order: 'list' });
    expect(after.draws.map(({ name, planned_at: at, presence }) => [name, at, presence.required])).toEqual([
      ['Noon', app.clock.now() + HOUR, true],
      ['Night', app.clock.now() + 2 * HOUR, true],
    ]);
    const chat = await host.get(`/api/raffles/${copy.id}/chat/rules`);
    expect(chat.body).toMatchObject({ mode: 'host', words: ['turnip'] });
    const people = await listOf(copy.id);
    expect(people.map((one) => [one.display_name, one.email, one.notes, one.state])).toEqual([
      ['Ada', 'ada@example.org', 'Table 4', people[0]?.state],
      ['Bob', null, null, people[0]?.state],
    ]);
    expect(people[0]?.invitee_id).not.toBe(ada?.invitee_id);
    expect(people[0]?.url).not.toBe(ada?.url);

    // The new link joins the copy, and only it.
    await host.post(`/api/raffles/${copy.id}/open`);
    const joined = await browser(app).post('/api/join', {
      token: people[0]?.token,
      rules_accepted: true,
    });
    expect([joined.status, joined.text]).toEqual([201, joined.text]);
    expect((await host.get<HostRaffle>(`/api/raffles/${original.id}`)).body.joined_count).toBe(0);
    const audit = await host.get<{ entries: { action: string; details: unknown }[] }>(
      `/api/audit?raffle_id=${copy.id}`,
    );
    expect(audit.body.entries).toContainEqual(
      expect.objectContaining({ action: 'raffle_duplicated', details: { people: 2 } }),
    );
  });

  it('R80 a copy of people whom the host entered invites them, and has no entries, tickets and past times', async () => {
    const original = await host.openRaffle({ deadline_at: app.clock.now() + HOUR, max_tickets: 9 });
    const people = JSON.stringify({
      line: 1,
      name: 'Ada',
      email: 'ada@example.org',
      tickets: '7',
      groups: ['Crew'],
    });
    const entered = await host.post(`/api/raffles/${original.id}/people`, { mode: 'enter', people });
    expect([entered.status, entered.text]).toEqual([200, entered.text]);
    await app.clock.advance(2 * HOUR);
    const { body: copy } = await host.post<HostRaffle>(`/api/raffles/${original.id}/duplicate`, {
      people: true,
    });
    expect(copy).toMatchObject({ entry_count: 0, ticket_total: 0, deadline_at: null });
    expect(copy.invitees_count).toBe(1);
    const [ada] = await listOf(copy.id);
    expect(ada).toMatchObject({ display_name: 'Ada', groups: ['Crew'], redeemed_at: null });
  });

  it('R80 a template is saved, listed, renamed, makes drafts with images of their own, and is deleted', async () => {
    const original = await richRaffle();
    const path = `/api/raffles/${original.id}/template`;
    const { status, body: template } = await host.post<RaffleTemplate>(path, { name: '  Every fair ' });
    expect(status).toBe(201);
    expect(template).toMatchObject({
      name: 'Every fair',
      title: 'Harvest fair',
      prizes: 2,
      wins: 5,
      draws: 2,
    });
    // Names need not differ.
    await host.post<RaffleTemplate>(path, { name: 'Every fair' });
    const blank = await host.post<ErrorBody>(path, { name: ' ' });
    expect([blank.status, blank.body.error.fields?.['name']]).toEqual([
      400,
      'Please give the template a name.',
    ]);
    const renamed = await host.patch<RaffleTemplate>(`/api/templates/${template.id}`, { name: 'A fair' });
    expect(renamed.body.name).toBe('A fair');
    const { body: list } = await host.get<RaffleTemplate[]>('/api/templates');
    expect(list.map(({ name }) => name)).toEqual(['A fair', 'Every fair']);
    expect(await rafflesOf()).not.toContainEqual(expect.objectContaining({ title: 'A fair' }));

    await host.remove(`/api/raffles/${original.id}`);
    const made = await host.post<HostRaffle>(`/api/templates/${template.id}/raffles`);
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect(made.body).toMatchObject({
      title: 'Harvest fair',
      status: 'draft',
      deadline_at: null,
      invitees_count: 0,
      requires_passphrase: false,
      draws: { total: 2 },
      join_checks: { approval: true, hall_code: true },
    });
    expect((await prizesOf(made.body.id)).draws.map((draw) => draw.planned_at)).toEqual([null, null]);
    expect((await host.post(`/api/raffles/${made.body.id}/open`)).status).toBe(200);

    const imageAnswer = async (url: string | null) => (await app.http.inject({ url: url ?? '/' })).statusCode;
    expect(await imageAnswer(template.image_url)).toBe(200);
    expect((await host.remove(`/api/templates/${template.id}`)).status).toBe(200);
    expect(await imageAnswer(template.image_url)).toBe(404);
    expect(await imageAnswer(made.body.image_url)).toBe(200);
    for (const answer of [
      await host.remove(`/api/templates/${template.id}`),
      await host.post(`/api/templates/${template.id}/raffles`),
      await host.patch(`/api/templates/${template.id}`, { name: 'x' }),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  it('R80 C7 another host has no template of mine; there is a limit; export and erasure hold them', async () => {
    const own = await newHost(app);
    const { body: raffle } = await own.post<HostRaffle>('/api/raffles', { title: 'Mine', image_url: pixel });
    const save = (name: string) =>
      own.post<RaffleTemplate & ErrorBody>(`/api/raffles/${raffle.id}/template`, { name });
    const { body: template } = await save('My template');
    const other = await newHost(app);
    expect((await other.get<RaffleTemplate[]>('/api/templates')).body).toEqual([]);
    expect((await other.post(`/api/templates/${template.id}/raffles`)).status).toBe(404);
    expect((await other.remove(`/api/templates/${template.id}`)).status).toBe(404);

    const { body: json } = await own.get<HostExport>('/api/settings/export?format=json');
    expect(json.templates).toEqual([
      expect.objectContaining({
        name: 'My template',
        content: expect.objectContaining({ raffle: expect.objectContaining({ title: 'Mine' }) }),
      }),
    ]);
    const { bytes } = await own.get('/api/settings/export?format=csv');
    expect(strFromU8(unzipSync(bytes)['templates.csv'] ?? new Uint8Array())).toContain('My template,Mine,1,');

    for (let number = 2; number <= LIMITS.templates.max; number += 1) {
      const rows = {
        id: `template-number-${number}`,
        host_id: own.id,
        workspace_id: raffle.workspace_id,
        name: 'Many',
        content: '{}',
      };
      await app.parts.database.query
        .insertInto('raffle_templates')
        .values({
          ...rows,
          content: JSON.stringify({
            raffle: { title: 'T', image_url: null },
            prizes: [],
            draws: [],
            chat: null,
          }),
          created_at: 0,
          updated_at: 0,
        })
        .execute();
    }
    const full = await save('One more');
    expect([full.status, full.body.error.code]).toEqual([409, 'too_many_templates']);

    expect((await own.remove('/api/settings/delete-all')).status).toBe(200);
    const left = await app.parts.database.query
      .selectFrom('raffle_templates')
      .select('id')
      .where('host_id', '=', own.id)
      .execute();
    expect(left).toEqual([]);
    expect((await app.http.inject({ url: template.image_url ?? '/' })).statusCode).toBe(404);
  });
});
