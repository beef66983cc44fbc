/**
 * R81: an installation of the last version without workspaces. Everything in it belongs to its host's own workspace afterwards, what
 * was proven is proven still, and the evening goes on: prizes are claimed and lapse, the next draw is held, the next date comes.
 */
import type {
  ClaimsAnswer,
  HostRaffle,
  OwnClaimsAnswer,
  RecurrenceAnswer,
  ResultsAnswer,
  Workspace,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { afterAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../src/platform/clock/manual-clock.ts';
import { codeOf } from '../support/browser.ts';
import { brokenPromises } from '../support/checker.ts';
import { drawNext } from '../support/evening.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, type Person, person } from '../support/people.ts';
import {
  earlierStorage,
  expectAllThere,
  expectSameCounts,
  installationBeforeWorkspaces,
  signIn,
} from './fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

forEachDatabase((makeApp, kind) => {
  const earlier = installationBeforeWorkspaces();
  const { raffles, claims } = earlier;

  async function start(): Promise<{ app: TestApp; host: Person; workspaceId: string }> {
    const storage = await earlierStorage(kind, 'fixture-before-workspaces');
    afterAll(storage.drop);
    const app = await makeApp({
      storage,
      clock: manualClock(earlier.now),
      env: { PUBLIC_URL: earlier.publicUrl, JOIN_LIMIT: 'off' },
    });
    await expectSameCounts(app, earlier);
    const host = await signIn(app, earlier);
    const workspaces = (await host.get<Workspace[]>('/api/workspaces')).body;
    expect(workspaces).toMatchObject([{ role: 'owner' }]);
    return { app, host, workspaceId: workspaces[0]?.id ?? '' };
  }

  const resultsOf = async (app: TestApp, id: string, drawId = ''): Promise<ResultsAnswer> => {
    const query = drawId === '' ? '' : `?draw_id=${drawId}`;
    return (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results${query}`)).body;
  };
  const claim = (app: TestApp, headers: Record<string, string>, body: object) =>
    person(app, headers).post<OwnClaimsAnswer>(`/api/raffles/${raffles.claims}/me/claims`, body);

  test('R81: everything is there, and belongs to the workspace of whoever made it', async () => {
    const { app, host, workspaceId } = await start();
    await expectAllThere(app, host, earlier);
    const { query } = app.parts.database;
    const members = await query
      .selectFrom('workspace_members')
      .select(['workspace_id', 'user_id', 'role'])
      .execute();
    const ownOf = new Map(members.map((row) => [row.user_id, row.workspace_id]));
    expect(new Map(members.map((row) => [row.user_id, row.role]))).toEqual(
      new Map([earlier.host.id, earlier.other.id].map((id) => [id, 'owner'])),
    );
    expect(members).toHaveLength(2);
    expect(ownOf.get(earlier.host.id)).toBe(workspaceId);
    expect(ownOf.get(earlier.other.id)).not.toBe(workspaceId);
    const stored = await query.selectFrom('raffles').select(['id', 'workspace_id', 'host_id']).execute();
    expect(new Map(stored.map((row) => [row.id, [row.host_id, row.workspace_id]]))).toEqual(
      new Map(earlier.raffleIds.map(([id, hostId]) => [id, [hostId, ownOf.get(hostId)]])),
    );
    for (const table of ['raffle_templates', 'recurrences'] as const) {
      const rows = await query.selectFrom(table).select('workspace_id').execute();
      expect([table, rows]).toEqual([table, [{ workspace_id: workspaceId }]]);
    }
    const log = await query
      .selectFrom('audit_log')
      .select(['host_id', 'workspace_id', 'raffle_id'])
      .execute();
    const astray = log.filter(
      (row) => row.raffle_id !== null && row.workspace_id !== ownOf.get(row.host_id ?? ''),
    );
    expect(astray).toEqual([]);
    const listed = (await host.get<HostRaffle[]>(`/api/raffles?workspace_id=${workspaceId}`)).body;
    expect(listed.map(({ id }) => id).toSorted()).toEqual(Object.values(raffles).toSorted());
    expect(listed.every(({ role }) => role === 'owner')).toBe(true);
  });

  describe('R81: the evening goes on', () => {
    test('R73 R74: the open prize is claimed with its answers, the lapsed one is gone, and the next window ends in time', async () => {
      const { app, host } = await start();
      const { lapsed, claimed, open, drawId } = claims;
      const path = `/api/raffles/${raffles.claims}`;
      const late = await claim(app, lapsed.headers, {
        prize: 1,
        entry_number: lapsed.entry,
        answers: claimed.answers,
      });
      expect(codeOf(late)).toBe('claim_over');
      const given = { prize: 3, entry_number: open.entry, answers: claimed.answers };
      const done = await claim(app, open.headers, given);
      expect([done.status, done.body.prizes?.[0]?.state]).toEqual([200, 'claimed']);
      const [first] = (await resultsOf(app, raffles.claims)).current_winners;
      expect(first).toMatchObject({ prize: 1, moved_up: true, state: 'drawn' });
      await app.clock.advance((first?.claim.claim_by ?? 0) - app.clock.now());
      await eventually(app, 'the second lapse', async () => {
        const { passed_over: gone } = await resultsOf(app, raffles.claims);
        return gone.some((row) => row.entry_number === first?.entry_number);
      });
      const rows = (await host.get<ClaimsAnswer>(`${path}/claims`)).body.rows;
      const stateOf = (entry: number) => rows.find((row) => row.entry_number === entry);
      expect(stateOf(lapsed.entry)?.state).toBe('lapsed');
      expect(stateOf(claimed.entry)).toMatchObject({ state: 'claimed', answers: 'given' });
      expect(stateOf(open.entry)).toMatchObject({ state: 'claimed', answers: 'given' });
      const handed = await host.post(`${path}/claims/hand-over`, { prize: 2, entry_number: claimed.entry });
      expect(handed.status).toBe(200);
      const proof = await eventually(
        app,
        'a proof with all claims',
        async () => {
          const { body } = await person(app).get<DrawProof>(`${path}/proof?draw_id=${drawId}`);
          return body.log?.after.length === 4 && body;
        },
        500,
      );
      expect(verifyProof(proof, { chains: [app.testChain.chain] })).toMatchObject({ verdict: 'VERIFIED' });
    });

    test('R69: the next draw of the evening is held, and all promises are kept', async () => {
      const { app, host } = await start();
      const second = await drawNext({ app, host, id: raffles.evening });
      expect(second.prizes.map(({ name }) => name)).toEqual(['Late prize']);
      expect((await host.get<HostRaffle>(`/api/raffles/${raffles.evening}`)).body.status).toBe('drawn');
      expect(
        await brokenPromises(app.parts.database, {
          chain: app.testChain.chain,
          drawn: [raffles.claims, raffles.evening],
        }),
      ).toEqual([]);
    });

    test('R80: a template makes a raffle, and the next date of the recurring one comes, in the same workspace', async () => {
      const { app, host, workspaceId } = await start();
      const made = await host.post<HostRaffle>(`/api/templates/${earlier.templateId}/raffles`);
      expect([made.status, made.body.workspace_id]).toEqual([201, workspaceId]);
      const { recurrence } = (
        await host.get<RecurrenceAnswer>(`/api/raffles/${raffles.recurring}/recurrence`)
      ).body;
      const next = recurrence?.next[0] ?? 0;
      await app.clock.jump(5 * DAY_MS + MINUTE_MS);
      await app.clock.advance(1_000);
      const later = await signIn(app, earlier);
      const found = await eventually(app, 'the raffle of the next date', async () => {
        const all = (await later.get<HostRaffle[]>(`/api/raffles?workspace_id=${workspaceId}`)).body;
        return all.find(({ title, deadline_at: at }) => title === 'Every few days' && at === next);
      });
      expect(found).toMatchObject({ status: 'draft', invitees_count: 2, role: 'owner' });
    });
  });
});
