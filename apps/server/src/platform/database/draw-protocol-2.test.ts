/** Migration 0011: nothing of version 1 of the draw protocol is lost, and what was not drawn is promised again. */
import type {
  DrawInLog,
  HostRaffle,
  PublicRecord,
  RaffleTerms,
  ResultsAnswer,
  ReplayAnswer,
} from '@glassdrum/contract';
import { nameCommit, verifyProof } from '@glassdrum/fair-draw';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { growTree } from '../public-log/log-tree.ts';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { accountId, workspaceOf } from '../../../test/support/members.ts';
import { eventually, join, person, signUp } from '../../../test/support/people.ts';
import { makeStorage, type Storage } from '../../../test/support/storage.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { UpgradeRefused } from './start-refused.ts';

const BEFORE = '0010-public-log-tree';
const HEX = (digit: string): string => digit.repeat(64);
/** An hour ago, so that nothing is old enough to be cleaned up. */
const NOW = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const SECONDS = NOW / 1000;
const PROOF = JSON.stringify({
  format: 'draw-proof/1',
  draw_id: 'drawn-of-version-1',
  winners: [],
  alternates: [],
});

/** The tables as the last release of version 1 left them. */
async function oldInstallation(storage: Storage): Promise<Pick<Database, 'query' | 'close'>> {
  const database =
    storage.databaseUrl === undefined
      ? openSqlite(storage.dataDir)
      : openPostgres(storage.databaseUrl, () => undefined, 'work');
  await migrate(database.query, BEFORE);
  return database;
}

type Query = Database['query'];

async function addHost(query: Query): Promise<void> {
  await sql`
    insert into users (id, name, email, email_verified, created_at, updated_at, pseudonym, host_seq, last_open_hash)
    values ('host', 'Hanna', 'hanna@example.org', 1, ${NOW}, ${NOW}, 'old-pseudonym', 3, ${HEX('c')})`.execute(
    query,
  );
}

async function addRaffle(
  query: Query,
  {
    id,
    status,
    policy,
    seq,
    started = 0,
  }: { id: string; status: string; policy: string; seq: number | null; started?: 0 | 1 },
): Promise<void> {
  const opened = seq !== null;
  await sql`
    insert into raffles (id, host_id, title, description, status, max_winners, max_tickets, public_link,
      allow_public_join, chosen_animation, seed_commit_hash, seed_sealed, host_seq, previous_open_hash, open_hash,
      opened_at_s, closed_at_s, entry_count, active_count, ticket_total, draw_started, created_at, updated_at,
      beacon_policy, draw_id)
    values (${id}, 'host', ${`Raffle ${id}`}, '', ${status}, 1, 5, ${opened ? `link-of-${id}` : null}, 1, 'classic',
      ${opened ? HEX('5') : null}, ${opened ? 'sealed' : null}, ${seq}, null, ${opened ? HEX('a') : null},
      ${opened ? SECONDS : null}, ${status === 'open' || status === 'draft' ? null : SECONDS}, ${opened ? 3 : 0},
      ${opened ? 2 : 0}, ${opened ? 3 : 0}, ${started}, ${NOW}, ${NOW}, ${policy}, ${opened ? `draw-of-${id}` : null})`.execute(
    query,
  );
  if (!opened) return;
  const text = `draw.open.v1\ndraw-of-${id}\nold-pseudonym\n${seq}\n-\n${HEX('5')}\n-\n${SECONDS}\n`;
  await addRecord(query, `draw-of-${id}`, 'open', text);
  for (const [number, tickets] of [2, 1, 0].entries()) {
    const entry = number + 1;
    await sql`
      insert into invitees (id, raffle_id, display_name, source, created_at)
      values (${`${id}-${entry}`}, ${id}, ${`Guest ${entry}`}, ${entry === 1 ? 'list' : 'public'}, ${NOW})`.execute(
      query,
    );
    await sql`
      insert into participations (raffle_id, entry_number, invitee_id, display_name, tickets, salt, name_commit,
        joined_at, receipt_issued_at_s)
      values (${id}, ${entry}, ${`${id}-${entry}`}, ${`Guest ${entry}`}, ${tickets}, ${'ab'.repeat(16)}, ${HEX('1')},
        ${NOW}, ${SECONDS})`.execute(query);
  }
}

let records = 0;
async function addRecord(query: Query, drawId: string, kind: string, text: string): Promise<void> {
  const { rows } = await sql<{ size: number }>`
    update public_log_head set size = size + 1 where id = 1 returning size`.execute(query);
  records += 1;
  const index = (rows[0]?.size ?? 1) - 1;
  await sql`
    insert into public_log (log_index, draw_id, kind, once_key, text, hash, key_id, signature, logged_at)
    values (${index}, ${drawId}, ${kind}, ${`${kind}:${drawId}:${records}`}, ${text}, ${HEX('0')}, 'key',
      'signature', ${NOW})`.execute(query);
  await growTree(query, index, text);
}

async function addDraw(query: Query, raffleId: string, completedAt: number | null): Promise<void> {
  const id = `draw-of-${raffleId}`;
  await addRecord(
    query,
    id,
    'freeze',
    ['draw.freeze.v1', id, HEX('3'), '-', 1, 1, 'drand', HEX('d'), 77, SECONDS, SECONDS + 23, ''].join('\n'),
  );
  await addRecord(
    query,
    id,
    'result',
    `draw.result.v1\n${id}\n${HEX('f')}\n${HEX('8')}\n${HEX('9')}\n${SECONDS}\n`,
  );
  await sql`
    insert into draws (id, raffle_id, t0, frozen_at_s, draw_at_s, closed_at_s, beacon_kind, chain_hash, round, round_at_s,
      assurance, winners, alternates, entry_count, ticket_total, entries_root, open_hash, close_hash, freeze_hash,
      animation_style, seed_reveal, seed_revealed_at, beacon_value, beacon_signature, beacon_at, combined_seed, proof,
      result_at, completed_at)
    values (${id}, ${raffleId}, ${NOW + 123}, ${SECONDS}, ${SECONDS + 23}, ${SECONDS}, 'drand', ${HEX('d')}, 77,
      ${SECONDS + 23}, 'operator', 1, 1, 3, 3, ${HEX('2')}, ${HEX('a')}, ${HEX('3')}, ${HEX('f')}, 'classic', ${HEX('6')},
      ${NOW}, ${HEX('7')}, 'signature', ${NOW + 25_000}, ${HEX('8')}, ${PROOF}, ${NOW + 26_000}, ${completedAt})`.execute(
    query,
  );
  for (const [role, entry] of [
    ['winner', 2],
    ['alternate', 1],
  ] as const) {
    await sql`
      insert into draw_rows (draw_id, role, position, entry_number, selection_index)
      values (${id}, ${role}, 1, ${entry}, '0/3:x')`.execute(query);
  }
  await sql`
    insert into passed_over (draw_id, number, prize, from_entry_number, to_entry_number, to_selection_index, reason, at)
    values (${id}, 1, 1, 2, 1, '0/3:x', 'other', ${NOW})`.execute(query);
}

forEachDatabase((makeApp, kind) => {
  it('keeps finished draws with their proof, and promises again what was not drawn', async () => {
    const storage = await makeStorage(kind);
    try {
      const old = await oldInstallation(storage);
      await addHost(old.query);
      const raffles = [
        { id: 'drawn-of-version-1', status: 'drawn', policy: 'wait_then_lower', seq: 1, started: 1 },
        { id: 'open-of-version-1', status: 'open', policy: 'wait_then_lower', seq: 2 },
        { id: 'closed-of-version-1', status: 'closed', policy: 'lower', seq: 3 },
        { id: 'draft-of-version-1', status: 'draft', policy: 'wait', seq: null },
      ] as const;
      for (const raffle of raffles) await addRaffle(old.query, raffle);
      await addDraw(old.query, 'drawn-of-version-1', NOW + 33_000);
      await old.close();

      const app = await makeApp({ storage });
      const visitor = person(app);
      const counts = await app.parts.database.query
        .selectFrom('raffles')
        .select(['id', 'invited_active_count as invited'])
        .orderBy('id')
        .execute();
      expect(counts.map(({ id, invited }) => [id.split('-')[0], invited])).toEqual([
        ['closed', 1],
        ['draft', 0],
        ['drawn', 1],
        ['open', 1],
      ]);
      const results = await visitor.get<ResultsAnswer>('/api/raffles/drawn-of-version-1/results');
      expect(results.status).toBe(200);
      expect(results.body).toMatchObject({
        protocol: 1,
        freeze_hash: HEX('f'),
        winners: [{ prize: 1, position: 1, entry_number: 2, display_name: 'Guest 2', state: 'passed_over' }],
        alternates: [{ entry_number: 1, state: 'moved_up', moved_up_to: 1 }],
        current_winners: [{ prize: 1, position: 1, entry_number: 1, moved_up: true }],
        passed_over: [{ reason: 'ineligible' }],
        sealing: { known: 0, quorum: 0, cosigned: [], checkpoint: null, path: null },
        audience: { count: 0, devices: 0 },
      });
      expect((await visitor.get('/api/raffles/drawn-of-version-1/proof')).text).toBe(PROOF);
      const replay = (await visitor.get<ReplayAnswer>('/api/raffles/drawn-of-version-1/replay')).body;
      expect([replay.plan.records, replay.plan.t0]).toEqual([null, NOW + 123]);
      const list = await visitor.get<{ entries: unknown[][] }>(
        '/api/raffles/drawn-of-version-1/draw/entries',
      );
      expect(list.body.entries.map(([state, source, weights]) => [state, source, weights])).toEqual([
        ['in', 'self', [2]],
        ['in', 'self', [1]],
        ['withdrawn', 'self', [0]],
      ]);
      const before = await visitor.get<{ records: PublicRecord[] }>(
        '/api/raffles/drawn-of-version-1/records',
      );
      expect(before.body.records.map(({ kind: what }) => what)).toEqual(['open', 'freeze', 'result']);
      expect((await visitor.get<RaffleTerms>('/api/raffles/drawn-of-version-1/terms')).body.draws).toEqual(
        [],
      );

      const inLog = async (id: string) => (await visitor.get<DrawInLog>(`/api/log/draws/draw-of-${id}`)).body;
      expect(await inLog('drawn-of-version-1')).toMatchObject({
        host_id: 'old-pseudonym',
        host_seq: 1,
        progress: 'finished',
      });
      expect(await inLog('open-of-version-1')).toMatchObject({ progress: 'voided', voided: 'version_1' });

      const termsOf = async (id: string) =>
        (await visitor.get<RaffleTerms>(`/api/raffles/${id}/terms`)).body.draws[0];
      const [one, two] = [await termsOf('open-of-version-1'), await termsOf('closed-of-version-1')];
      expect(new Set([one?.open.host_seq, two?.open.host_seq])).toEqual(new Set([1, 2]));
      expect(new Set([one?.open.previous, two?.open.previous])).toContain('-');
      expect(one?.open.host_id).not.toBe('old-pseudonym');
      expect([one?.rules?.beacon_policy, two?.rules?.beacon_policy]).toEqual(['wait', 'lower']);
      const { query } = app.parts.database;
      const entries = await query
        .selectFrom('participations')
        .select(['state', 'tickets', 'name_commit'])
        .where('raffle_id', '=', 'open-of-version-1')
        .orderBy('entry_number')
        .execute();
      expect(entries.map(({ state, tickets }) => [state, tickets])).toEqual([
        ['in', 2],
        ['in', 1],
        ['withdrawn', 0],
      ]);
      expect(entries[0]?.name_commit).toBe(nameCommit('ab'.repeat(16), 'Guest 1'));
      const draft = await query
        .selectFrom('raffles')
        .selectAll()
        .where('id', '=', 'draft-of-version-1')
        .executeTakeFirst();
      expect([draft?.draw_id, draft?.series_id, draft?.room_numbers]).toEqual([null, null, 16]);

      // A second start promises nothing again, and a raffle of then is drawn as any other.
      await app.close();
      const again = await makeApp({ storage, clock: app.clock });
      expect(
        (await again.parts.database.query.selectFrom('draw_openings').select('id').execute()).length,
      ).toBe(3);
      const host = await signUp(again);
      await again.parts.database.query
        .updateTable('raffles')
        .set({ host_id: await accountId(host), workspace_id: await workspaceOf(again, host) })
        .where('id', '=', 'open-of-version-1')
        .execute();
      await join(again, 'link-of-open-of-version-1', 'Somebody New');
      await drawToTheEnd(again, host, 'open-of-version-1');
      expect((await host.get<HostRaffle>('/api/raffles/open-of-version-1')).body.status).toBe('drawn');
      const proof = await eventually(again, 'a proof with its log', async () => {
        const { body } = await person(again).get<{ log?: object }>('/api/raffles/open-of-version-1/proof');
        return body.log !== undefined && body;
      });
      const check = verifyProof(proof, {
        chains: [again.testChain.chain],
        logKey: again.parts.keys.publicKey,
      });
      expect(check.verdict).toBe('VERIFIED');
      await again.close();
    } finally {
      await storage.drop();
    }
  });

  it('refuses to start while a draw of version 1 is running, and changes nothing', async () => {
    const storage = await makeStorage(kind);
    try {
      const old = await oldInstallation(storage);
      await addHost(old.query);
      await addRaffle(old.query, {
        id: 'running-of-version-1',
        status: 'closed',
        policy: 'wait',
        seq: 1,
        started: 1,
      });
      await addDraw(old.query, 'running-of-version-1', null);
      await old.close();
      const opening = openDatabase(storage);
      await expect(opening).rejects.toBeInstanceOf(UpgradeRefused);
      await expect(opening).rejects.toThrow(/Finish it with the earlier version of Glassdrum first/);
      const still = await oldInstallation(storage);
      const { rows } = await sql<{ beacon_policy: string }>`select beacon_policy from raffles`.execute(
        still.query,
      );
      expect(rows).toEqual([{ beacon_policy: 'wait' }]);
      const names = (await still.query.introspection.getTables()).map(({ name }) => name);
      expect(names).not.toContain('draw_openings');
      await still.close();
    } finally {
      await storage.drop();
    }
  });
});
