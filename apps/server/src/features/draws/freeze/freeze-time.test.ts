/**
 * No list is frozen in the past (draw protocol §2, §4): a transaction that waited, or took too long, must not name a round
 * that anybody could know by then.
 */
import type { DrawAnswer } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../platform/clock/clock.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, signUp } from '../../../../test/support/people.ts';
import { beginDraw, FreezeTooSlow, retryWhileSlow } from './begin-draw.ts';
import { drawById } from '../draw-rows.ts';

forEachDatabase((makeApp, kind) => {
  async function scene(
    fields: object = {},
  ): Promise<{ app: TestApp; host: Person; id: string; link: string }> {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, fields);
    for (const name of ['Ada', 'Ben']) await join(app, link, name);
    return { app, host, id, link };
  }

  /** Locks the log's head until it is released; SQLite has one transaction at a time anyway. */
  async function holdLog(app: TestApp): Promise<{ letGo: () => Promise<void> }> {
    const { database } = app.parts;
    let isHeld: () => void = () => undefined;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const over = new Promise<void>((resolve) => (end = resolve));
    const holding = database.transaction(async (trx) => {
      const head = trx.selectFrom('public_log_head').select('size').where('id', '=', 1);
      await (kind === 'postgres' ? head.forUpdate() : head).execute();
      isHeld();
      await over;
    });
    await held;
    return {
      async letGo() {
        end();
        await holding;
      },
    };
  }

  /** PostgreSQL says who waits; on SQLite nothing gets past the one connection. */
  async function isWaiting(app: TestApp): Promise<boolean> {
    if (kind === 'sqlite') return true;
    const { pg } = { pg: app.parts.database.query };
    const rows = await pg
      .selectFrom('pg_stat_activity' as never)
      .select('pid' as never)
      .where('wait_event_type' as never, '=', 'Lock' as never)
      .where('datname' as never, '=', new URL(app.storage.databaseUrl ?? '').pathname.slice(1) as never)
      .execute();
    return rows.length > 0;
  }

  it('a freeze that waits a minute for the log has the time when it gets it, not when it was requested', async () => {
    const { app, host, id } = await scene();
    const log = await holdLog(app);
    const askedAt = app.clock.now();
    const answer = host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    if (kind === 'postgres') await eventually(app, 'a waiting transaction', () => isWaiting(app));
    await app.clock.advance(60_000);
    await log.letGo();
    const { body, status } = await answer;
    expect(status).toBe(200);
    const draw = await drawById(app.parts.database.query, body.draw_id);
    expect(draw?.frozen_at_s).toBeGreaterThanOrEqual(Math.floor(askedAt / 1000) + 60);
    expect(draw?.draw_at_s).toBeGreaterThanOrEqual((draw?.frozen_at_s ?? Infinity) + 10);
    expect((draw?.round_at_s ?? 0) * 1000).toBeGreaterThanOrEqual(app.clock.now() + 10_000);
  });

  /** A clock that jumps each time a freeze record is signed: a transaction that stalls after its time was read. */
  function stalling(
    app: TestApp,
    stalls: number,
  ): Pick<TestApp['parts'], 'clock' | 'keys'> & { left(): number } {
    let ahead = 0;
    let left = stalls;
    const clock: Clock = { ...app.clock, now: () => app.clock.now() + ahead };
    const { keys } = app.parts;
    const sign = (text: string): string => {
      if (text.startsWith('draw.freeze.') && left > 0) {
        left -= 1;
        ahead += 30_000;
      }
      return keys.sign(text);
    };
    return { clock, keys: { ...keys, sign }, left: () => left };
  }

  describe('a transaction that stalls after its time was read', () => {
    const input = (raffleId: string) => ({
      raffleId,
      kind: 'drand' as const,
      by: { from: { ipHash: null, uaHash: null, byId: null, tokenId: null } },
    });
    const parts = (app: TestApp, slow: ReturnType<typeof stalling>) => ({
      ...app.parts,
      ...slow,
      beacon: { chain: app.testChain.chain },
      witnesses: { known: 0 },
    });

    it('writes nothing and is retried with its own time', async () => {
      const { app, id } = await scene();
      const slow = stalling(app, 2);
      const begin = () =>
        app.parts.database.transaction((trx) => beginDraw(parts(app, slow), trx, input(id)));
      await expect(begin()).rejects.toBeInstanceOf(FreezeTooSlow);
      const { query } = app.parts.database;
      const kinds = async (): Promise<string[]> =>
        (await query.selectFrom('public_log').select('kind').orderBy('log_index').execute()).map(
          (row) => row.kind,
        );
      expect(await query.selectFrom('draws').select('id').execute()).toEqual([]);
      expect(await kinds()).toEqual(['open']);
      const raffle = await query.selectFrom('raffles').select('draw_started').executeTakeFirstOrThrow();
      expect(raffle.draw_started).toBe(0);

      const { draw } = await retryWhileSlow(begin);
      expect(slow.left()).toBe(0);
      expect(await kinds()).toEqual(['open', 'close', 'freeze']);
      expect(draw?.frozen_at_s).toBe(Math.floor(slow.clock.now() / 1000));
      expect(draw?.frozen_at_s).toBe(Math.floor(app.clock.now() / 1000) + 60);
    });

    it('is refused with a request to try again when it never gets faster', async () => {
      const { app, id } = await scene();
      const slow = stalling(app, Infinity);
      const begin = () =>
        app.parts.database.transaction((trx) => beginDraw(parts(app, slow), trx, input(id)));
      await expect(retryWhileSlow(begin)).rejects.toMatchObject({ code: 'unavailable' });
      expect(await app.parts.database.query.selectFrom('draws').select('id').execute()).toEqual([]);
    });
  });

  it('the database itself refuses a lead below ten seconds', async () => {
    const { app, host, id } = await scene();
    const { body } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    const { query } = app.parts.database;
    const change = (values: object) =>
      query.updateTable('draws').set(values).where('id', '=', body.draw_id).execute();
    const draw = await drawById(query, body.draw_id);
    if (draw === null) throw new Error('Nothing was frozen.');
    await expect(change({ draw_at_s: draw.frozen_at_s + 9 })).rejects.toThrow(/draws_lead/);
    await expect(change({ show_at_s: draw.draw_at_s + 1 })).rejects.toThrow(/draws_lead/);
    await change({ draw_at_s: draw.frozen_at_s + 10, show_at_s: draw.frozen_at_s + 10 });
  });
});
