/** R80: the no-win period, over HTTP: who won recently is left out of the invitations, and is invited again afterwards. */
import type { HostRaffle, Invitation, InvitesAnswer, LeftOut, PublicRaffle } from '@glassdrum/contract';
import { addMonths } from '@glassdrum/raffle-rules';
import { describe, expect, it } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';
import { manualClock } from '../../../platform/clock/manual-clock.ts';
import { winnerHash } from './queries.ts';

const DAY = 86_400_000;
const PEOPLE = ['Ada', 'Bob', 'Cy'];
const addressOf = (name: string): string => `${name.toLowerCase()}@example.org`;

forEachDatabase((makeApp) => {
  interface Scene {
    app: TestApp;
    host: TestHost;
    /** Who won the first raffle. */
    winner: string;
    winnerId: string;
    first: string;
  }

  const listOf = async (host: TestHost, id: string): Promise<Invitation[]> =>
    (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;
  const leftOutOf = async (host: TestHost, id: string): Promise<LeftOut> =>
    (await host.get<LeftOut>(`/api/raffles/${id}/left-out`)).body;
  const namesOf = ({ people }: LeftOut): string[] => people.map((one) => one.display_name);
  const hashesOf = (app: TestApp) =>
    app.parts.database.query.selectFrom('recent_winners').selectAll().execute();

  async function later(app: TestApp, host: TestHost, ms: number): Promise<void> {
    await app.clock.jump(ms);
    await app.clock.advance(1_000);
    host.cookies.clear();
    const { email, password } = host;
    expect((await host.post('/api/auth/login', { email, password })).status).toBe(200);
  }

  /** A draft with three people on its list. */
  async function draftOf(host: TestHost, fields: Record<string, unknown> = {}): Promise<HostRaffle> {
    const raffle = await host.draft({ max_winners: 1, no_win_months: 2, ...fields });
    const invitees = PEOPLE.map((name) => `${name},${addressOf(name)}`).join('\n');
    await host.post<InvitesAnswer>(`/api/raffles/${raffle.id}/invites`, { invitees });
    return raffle;
  }

  /** Everyone on the list joins, and one of them wins. */
  async function scene(fields: Record<string, unknown> = {}): Promise<Scene> {
    const app = await makeApp({ clock: manualClock(Date.UTC(2027, 0, 31, 9)) });
    const host = await newHost(app);
    const { id: first } = await draftOf(host, fields);
    await host.post(`/api/raffles/${first}/open`);
    for (const { token } of await listOf(host, first)) {
      expect((await browser(app).post('/api/join', { token })).status).toBe(201);
    }
    const results = await drawToTheEnd(app, host, first);
    const winner = results.current_winners[0]?.display_name ?? '';
    const winnerId = (await listOf(host, first)).find((one) => one.display_name === winner)?.invitee_id ?? '';
    expect(PEOPLE).toContain(winner);
    return { app, host, first, winner, winnerId };
  }

  describe('R80 the no-win period', () => {
    it('R80 leaves out who won, by name before the opening, and everyone is told; the others are invited', async () => {
      const { app, host, winner } = await scene();
      await later(app, host, 28 * DAY);
      const { id } = await draftOf(host);
      const before = await leftOutOf(host, id);
      expect([before.months, namesOf(before)]).toEqual([2, [winner]]);
      expect(before.people[0]?.won_at).toBeLessThan(app.clock.now());
      // A draft leaves nobody out yet.
      expect((await listOf(host, id)).map(({ state }) => state)).toEqual(['invited', 'invited', 'invited']);

      const { body: opened } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
      expect(opened).toMatchObject({ invitees_count: 2, no_win_months: 2 });
      expect(namesOf(await leftOutOf(host, id))).toEqual([winner]);
      const list = await listOf(host, id);
      expect(list.map(({ display_name: name, state }) => [name, state])).toEqual(
        PEOPLE.map((name) => [name, name === winner ? 'left_out' : 'invited']),
      );
      const own = list.find(({ display_name: name }) => name === winner);
      expect([own?.url, own?.token]).toEqual([null, null]);
      const path = `/api/raffles/${id}/invites/${own?.invitee_id}`;
      expect(codeOf(await host.post(`${path}/reissue`))).toBe('left_out');
      const audit = await host.get<{ action: string; actor: string; details: unknown }[]>(
        `/api/raffles/${id}/audit`,
      );
      expect(audit.body).toContainEqual(
        expect.objectContaining({
          action: 'winners_left_out',
          actor: 'system',
          details: { count: 1, months: 2 },
        }),
      );
      const { body: shown } = await browser(app).get<PublicRaffle>(`/api/raffles/${id}`);
      expect(shown.no_win_months).toBe(2);
      expect(JSON.stringify(shown)).not.toContain(winner);

      // Invited later, in another spelling of the address.
      const invitees = `Somebody,${winner}+again@example.org\nDora,dora@example.org`;
      const { body: added } = await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees });
      expect(added.invitees.map(({ display_name: name, state }) => [name, state])).toEqual([
        ['Somebody', 'left_out'],
        ['Dora', 'invited'],
      ]);
      expect((await host.get<HostRaffle>(`/api/raffles/${id}`)).body.invitees_count).toBe(3);
      // A copy has them on its list again.
      const { body: copy } = await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`, { people: true });
      expect(copy).toMatchObject({ invitees_count: 5, no_win_months: 2 });
    });

    it('R80 invites them again once the months are over, and leaves nobody out who was passed over', async () => {
      const { app, host, first, winner } = await scene();
      const { id } = await draftOf(host);
      const wonAt = (await leftOutOf(host, id)).people[0]?.won_at ?? 0;
      await host.put('/api/settings/retention', { retention_days: 30 });
      // The first raffle's people are erased after 30 days: a hash is left.
      await later(app, host, 31 * DAY);
      await eventually(app, 'the clean-up', async () => (await hashesOf(app)).length === 1, 3_600_000);
      expect(namesOf(await leftOutOf(host, id))).toEqual([winner]);
      expect((await host.get<HostRaffle>(`/api/raffles/${first}`)).body.cleaned_at).not.toBeNull();
      const [kept] = await hashesOf(app);
      const { hash, expires } = { hash: kept?.address_hash ?? '', expires: kept?.expires_at ?? 0 };
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(kept)).not.toContain(addressOf(winner));
      expect([kept?.won_at, expires]).toEqual([wonAt, addMonths(wonAt, 2)]);
      // Nobody can compare workspaces.
      const { keys } = app.parts;
      const { workspace_id: workspaceId } = (await host.get<HostRaffle>(`/api/raffles/${id}`)).body;
      expect(winnerHash(keys, workspaceId, addressOf(winner))).toBe(hash);
      expect(winnerHash(keys, 'another-workspace', addressOf(winner))).not.toBe(hash);
      await later(app, host, expires - 1_000 - app.clock.now() - 1);
      expect(namesOf(await leftOutOf(host, id))).toEqual([winner]);
      await later(app, host, 2);
      expect(namesOf(await leftOutOf(host, id))).toEqual([]);
      await eventually(app, 'the deletion', async () => (await hashesOf(app)).length === 0, 3_600_000);
      const { body: opened } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
      expect(opened.invitees_count).toBe(3);
    });

    it('R80 who was passed over has not won; without a period nothing is kept', async () => {
      const { app, host, first, winner } = await scene({ no_win_months: null });
      const { body: results } = await browser(app).get<{ current_winners: { entry_number: number }[] }>(
        `/api/raffles/${first}/results`,
      );
      const { id } = await draftOf(host);
      expect(namesOf(await leftOutOf(host, id))).toEqual([winner]);
      const passed = await host.post(`/api/raffles/${first}/pass-over`, {
        entry_number: results.current_winners[0]?.entry_number,
        prize: 1,
        reason: 'absent',
      });
      expect(passed.status).toBe(200);
      const [next] = namesOf(await leftOutOf(host, id));
      expect(PEOPLE).toContain(next);
      expect(next).not.toBe(winner);
      await host.post(`/api/raffles/${first}/erase`);
      expect(await hashesOf(app)).toEqual([]);
      expect(namesOf(await leftOutOf(host, id))).toEqual([]);
      // Another host's winners are nobody's business.
      const other = await newHost(app);
      const { id: foreign } = await draftOf(other);
      expect(namesOf(await leftOutOf(other, foreign))).toEqual([]);
    });

    it('R80 H16 erasing a person deletes the hash of the address, erasing the account all of them', async () => {
      const { app, host, first, winner } = await scene();
      const { id } = await draftOf(host);
      await host.post(`/api/raffles/${first}/erase`);
      expect(await hashesOf(app)).toHaveLength(1);
      expect(namesOf(await leftOutOf(host, id))).toEqual([winner]);
      const person = (await listOf(host, id)).find((one) => one.display_name === winner);
      const erased = await host.post(`/api/raffles/${id}/people/${person?.invitee_id}/erase`);
      expect(erased.status).toBe(200);
      expect(await hashesOf(app)).toEqual([]);

      const second = await scene();
      await second.host.post(`/api/raffles/${second.first}/erase`);
      expect(await hashesOf(second.app)).toHaveLength(1);
      expect((await second.host.remove('/api/settings/delete-all')).status).toBe(200);
      expect(await hashesOf(second.app)).toEqual([]);
    });

    it('R80 takes 1 to 24 months, fixed at the opening', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      for (const months of [0, 25, 1.5, '2']) {
        const answer = await host.post('/api/raffles', { title: 'T', no_win_months: months });
        expect([months, answer.status]).toEqual([months, 400]);
      }
      const raffle = await host.draft({ no_win_months: 24 });
      const { body: changed } = await host.patch<HostRaffle>(`/api/raffles/${raffle.id}`, {
        no_win_months: null,
      });
      expect(changed.no_win_months).toBeNull();
      await host.post(`/api/raffles/${raffle.id}/open`);
      expect((await host.patch(`/api/raffles/${raffle.id}`, { no_win_months: 3 })).status).toBe(409);
    });
  });
});
