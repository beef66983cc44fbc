/** The tree of the public log and its append-only tables (draw protocol §8). */
import { createHash } from 'node:crypto';
import type { LogAnswer } from '@glassdrum/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { allRecords, append, treeHash, voided } from '../../../test/support/log-records.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { person } from '../../../test/support/people.ts';
import { signUpTo } from '../../platform/public-log/checkpoints.ts';
import { rootOfSize } from '../../platform/public-log/log-tree.ts';

/** By trigger, or because the role has not the right. */
const REFUSED = /only ever added to|never shrinks|permission denied/;

forEachDatabase((makeApp, kind) => {
  describe('tree', () => {
    it('an empty log has a checkpoint of nothing', async () => {
      const app = await makeApp();
      const { body } = await person(app).get<LogAnswer>('/api/log');
      expect(body).toMatchObject({ size: 0, root: createHash('sha256').digest('hex') });
      expect(await allRecords(app)).toEqual([]);
    });

    it('has the root of RFC 6962 after every append from 1 to 300', async () => {
      const app = await makeApp();
      const texts: string[] = [];
      for (let size = 1; size <= 300; size += 1) {
        expect(await append(app, size)).toBe(size - 1);
        texts.push(voided(size).text);
        expect(await rootOfSize(app.parts.database.query, size)).toBe(treeHash(texts).toString('hex'));
      }
      for (const size of [0, 1, 2, 63, 64, 65, 200]) {
        const earlier = await rootOfSize(app.parts.database.query, size);
        expect(earlier).toBe(treeHash(texts.slice(0, size)).toString('hex'));
      }
    });

    it('concurrent appends, from three nodes where there are several, leave no gaps and no duplicates', async () => {
      const first = await makeApp();
      const nodes = [first];
      if (kind === 'postgres') {
        nodes.push(await makeApp({ storage: first.storage }), await makeApp({ storage: first.storage }));
      }
      const indexes = await Promise.all(
        Array.from({ length: 60 }, (_, i) => append(nodes[i % nodes.length] ?? first, i)),
      );
      expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
      await Promise.all(
        nodes.map(({ parts }, i) =>
          signUpTo(parts, 60 - i, first.clock.now()).then(() => signUpTo(parts, 60, 0)),
        ),
      );
      const rows = await first.parts.database.query
        .selectFrom('public_log')
        .select('text')
        .orderBy('log_index')
        .execute();
      const texts = rows.map(({ text }) => text);
      const checkpoints = await first.parts.database.query
        .selectFrom('public_log_checkpoints')
        .selectAll()
        .execute();
      expect(checkpoints.length).toBeGreaterThan(1);
      for (const { size, root } of checkpoints) {
        expect(root).toBe(treeHash(texts.slice(0, size)).toString('hex'));
      }
    });

    it('the database refuses to change, delete or empty what is in the log', async () => {
      const app = await makeApp();
      const { query } = app.parts.database;
      await append(app, 1);
      await signUpTo(app.parts, 1, 1);
      await query
        .insertInto('public_log_openings')
        .values({ host_id: 'h', host_seq: 1, draw_id: 'd', log_index: 0 })
        .execute();
      const tables = ['public_log', 'public_log_nodes', 'public_log_openings', 'public_log_checkpoints'];
      for (const table of tables) {
        const column = { public_log_nodes: 'level', public_log_checkpoints: 'size' }[table] ?? 'log_index';
        await expect(sql.raw(`update ${table} set ${column} = 7`).execute(query)).rejects.toThrow(REFUSED);
        await expect(sql.raw(`delete from ${table}`).execute(query)).rejects.toThrow(/only ever added to/);
        if (kind === 'postgres') {
          await expect(sql.raw(`truncate ${table}`).execute(query)).rejects.toThrow(REFUSED);
        }
      }
      await expect(query.updateTable('public_log_head').set({ size: 0 }).execute()).rejects.toThrow(REFUSED);
      expect(await rootOfSize(query, 1)).toBe(treeHash([voided(1).text]).toString('hex'));
    });
  });
});
