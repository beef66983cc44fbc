/** What the public log shows while draws run, when results come late, and after it was edited (draw protocol §8). */
import type { DrawInLog } from '@glassdrum/contract';
import { checkLog } from '@glassdrum/fair-draw';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { drawnRaffle } from '../../../test/support/drawn.ts';
import { allRecords, append, wholeLog } from '../../../test/support/log-records.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../../test/support/people.ts';
import { latestCheckpoint, LogBroken, signUpTo } from '../../platform/public-log/checkpoints.ts';

forEachDatabase((makeApp, kind) => {
  describe('over time', () => {
    it('R4 a result is not in the log before its reveal is due; other records are', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host, { title: 'First' });
      await join(app, link, 'Ann');
      await host.post(`/api/raffles/${id}/draw`);
      const { query } = app.parts.database;
      const seedOf = async (): Promise<string | null | undefined> =>
        (await query.selectFrom('draws').select('combined_seed').executeTakeFirst())?.combined_seed;
      // In small steps: a slow database must not take longer than the result stays secret.
      const seed = await eventually(app, 'the stored result', seedOf, 50);
      await openRaffle(host, { title: 'Second' });
      const shown = (await allRecords(app)).map(({ text }) => text).join('');
      expect((await host.get<{ status: string }>(`/api/raffles/${id}`)).body.status).not.toBe('drawn');
      expect(shown).not.toContain(seed);
      const kinds = await query.selectFrom('public_log').select('kind').orderBy('log_index').execute();
      expect(kinds.map(({ kind: what }) => what)).toEqual(['open', 'close', 'freeze', 'reveal', 'open']);
      await eventually(
        app,
        'the result in the log',
        async () => (await allRecords(app)).some(({ text }) => text.includes(seed)),
        500,
      );
      expect((await wholeLog(app)).size).toBe(6);
    });

    it('a freeze without a result is marked an hour after its time', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await join(app, link, 'Ann');
      const { body } = await host.post<{ draw_id: string }>(`/api/raffles/${id}/draw`);
      app.relay.setDown(true);
      await wholeLog(app);
      const progress = async (): Promise<string> =>
        (await person(app).get<DrawInLog>(`/api/log/draws/${body.draw_id}`)).body.progress;
      expect(await progress()).toBe('frozen');
      await app.clock.advance(3_700_000);
      await wholeLog(app);
      expect(await progress()).toBe('never_finished');
      app.relay.setDown(false);
      await eventually(app, 'the late result', async () => (await progress()) === 'finished_late', 2_000);
    });

    it('a log that was rolled back or edited is reported and no longer signed', async () => {
      const app = await makeApp();
      const { database, keys } = app.parts;
      for (let i = 0; i < 5; i += 1) await append(app, i);
      await signUpTo(app.parts, 5, 1);
      expect((await latestCheckpoint(database))?.size).toBe(5);
      // Somebody with all rights takes the guards away first.
      const drop = (table: string, name: string): Promise<unknown> =>
        sql
          .raw(kind === 'sqlite' ? `drop trigger ${name}` : `alter table ${table} disable trigger all`)
          .execute(database.query);
      await drop('public_log_nodes', 'public_log_nodes_no_update');
      if (kind === 'postgres')
        await sql.raw('grant update on public_log_nodes to current_user').execute(database.query);
      await database.query
        .updateTable('public_log_nodes')
        .set({ hash: 'f'.repeat(64) })
        .where('level', '=', 0)
        .where('node_index', '=', 4)
        .execute();
      await append(app, 5);
      await expect(signUpTo({ database, keys }, 6, 2)).rejects.toThrow(LogBroken);
      expect((await latestCheckpoint(database))?.size).toBe(5);
      await drop('public_log_head', 'public_log_head_grows');
      await database.query.updateTable('public_log_head').set({ size: 3 }).execute();
      await expect(signUpTo({ database, keys }, 3, 3)).rejects.toThrow(/has fewer now/);
    });

    it('a complete log passes its check, which reports changes in a copy', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      await drawnRaffle(app, host, 2);
      const log = await wholeLog(app);
      const records = await allRecords(app);
      const copy = {
        records,
        checkpoint: log.checkpoint,
        publicKey: log.public_key,
        remembered: null as string | null,
      };
      expect(checkLog(copy).ok).toBe(true);
      const failing = (changed: Partial<typeof copy>): string[] =>
        checkLog({ ...copy, ...changed })
          .checks.filter(({ status }) => status === 'FAIL')
          .map(({ name }) => name);
      const forged = records.map((record) =>
        record.kind === 'result'
          ? { ...record, text: record.text.replace(/\d\n$/, (end) => (end === '7\n' ? '8\n' : '7\n')) }
          : record,
      );
      expect(failing({ records: forged })).toContain('tree');
      expect(failing({ records: records.slice(0, -1) })).toEqual(['tree']);
    });
  });
});
