/** The public log from outside (draw protocol §8): tree, checkpoints, proofs, histories, and what it never does. */
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import type {
  DrawInLog,
  HostInLog,
  LogAnswer,
  LogConsistencyAnswer,
  LogInclusionAnswer,
  LogRecordsAnswer,
  PublicRecord,
} from '@glassdrum/contract';
import {
  checkLog,
  checkpointHolds,
  logLeafHash,
  parseCheckpoint,
  verifyLogConsistency,
  verifyLogInclusion,
  verifyProof,
  voidRecord,
} from '@glassdrum/fair-draw';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawnRaffle } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';
import { latestCheckpoint, LogBroken, signUpTo } from '../../public-log/checkpoints.ts';
import { rootOfSize } from '../../public-log/log-tree.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';

/** By trigger, or because the role has not the right. */
const REFUSED = /only ever added to|never shrinks|permission denied/;

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

/** RFC 6962 §2.1, word for word. */
function treeHash(leaves: readonly string[]): Buffer {
  const sha = (...parts: (Uint8Array | string)[]): Buffer => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const [first] = leaves;
  if (first === undefined) return sha();
  if (leaves.length === 1) return sha(Buffer.of(0), first);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** The log as it is now, once it covers everything that was written. */
async function wholeLog(app: TestApp): Promise<LogAnswer> {
  const { query } = app.parts.database;
  const { size } = await query.selectFrom('public_log_head').select('size').executeTakeFirstOrThrow();
  return eventually(
    app,
    'a checkpoint of all records',
    async () => {
      const { body } = await person(app).get<LogAnswer>('/api/log');
      return body.size === size && body;
    },
    500,
  );
}

async function allRecords(app: TestApp): Promise<PublicRecord[]> {
  const { body } = await person(app).get<LogRecordsAnswer>('/api/log/records?limit=1000');
  return body.records;
}

/** A record that follows from nothing, as many as a test likes. */
function voided(number: number): { drawId: string; kind: 'void'; text: string } {
  const drawId = `append-${String(number).padStart(12, '0')}`;
  const text = voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'test', at: 1 });
  return { drawId, kind: 'void', text };
}

async function append(app: TestApp, number: number): Promise<number> {
  const { database, keys } = app.parts;
  return database.transaction((trx) =>
    appendPublicRecord(trx, keys, { ...voided(number), now: app.clock.now() }),
  );
}

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
    }, 60_000);

    it('appends at once, from three nodes where there are several, leave no gap and no double', async () => {
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

  describe('for anybody', () => {
    let app: TestApp;
    let host: Person;
    let guest: Person;
    let drawn: Awaited<ReturnType<typeof drawnRaffle>>;
    let log: LogAnswer;

    beforeAll(async () => {
      app = await makeApp();
      host = await signUp(app);
      guest = person(app);
      drawn = await drawnRaffle(app, host, 3, { title: 'Summer party' });
      await openRaffle(host, { title: 'Winter party' });
      log = await wholeLog(app);
    }, 60_000);

    it('the checkpoint is a signed note that holds under the key on the page', async () => {
      const answer = await guest.get('/log/checkpoint');
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('public, max-age=1');
      expect(answer.text).toBe(log.checkpoint);
      const checkpoint = parseCheckpoint(answer.text);
      if (checkpoint === null) throw new Error('no checkpoint');
      expect(checkpointHolds(checkpoint, log.public_key)).toBe(true);
      expect(checkpoint).toMatchObject({ origin: log.origin, size: 6, root: log.root });
    });

    it('the checkpoint holds by the words of the specification, with other tools than ours', async () => {
      const [origin = '', size, root = '', empty, line = ''] = log.checkpoint.split('\n');
      expect([size, empty]).toEqual(['6', '']);
      const texts = (await allRecords(app)).map(({ text }) => text);
      expect(Buffer.from(root, 'base64')).toEqual(treeHash(texts));
      const [dash, name, signature = ''] = line.split(' ');
      expect([dash, name]).toEqual(['—', origin]);
      const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), hex(log.public_key)]);
      const bytes = Buffer.from(signature, 'base64');
      const text = Buffer.from(`${origin}\n${size}\n${root}\n`);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      expect(verify(null, text, key, bytes.subarray(4))).toBe(true);
      const script = [
        'import base64, hashlib, sys',
        'name, key = sys.argv[1], bytes.fromhex(sys.argv[2])',
        'print(hashlib.sha256(name.encode() + b"\\n\\x01" + key).hexdigest()[:8])',
        'print(f"{name}+{hashlib.sha256(name.encode() + bytes([10, 1]) + key).hexdigest()[:8]}+"',
        '      + base64.b64encode(bytes([1]) + key).decode())',
      ].join('\n');
      const python = spawnSync('python3', ['-c', script, origin, log.public_key], { encoding: 'utf8' });
      expect(python.stdout.split('\n')).toEqual([bytes.subarray(0, 4).toString('hex'), log.note_key, '']);
    });

    it('records come by index, each signed, and in pages', async () => {
      const records = await allRecords(app);
      expect(records.map(({ kind: what }) => what)).toEqual([
        'open',
        'close',
        'freeze',
        'reveal',
        'result',
        'open',
      ]);
      const { body } = await guest.get<LogRecordsAnswer>('/api/log/records?from=2&limit=2');
      expect(body).toEqual({ size: 6, records: records.slice(2, 4) });
      const beyond = await guest.get<LogRecordsAnswer>('/api/log/records?from=6');
      expect(beyond.body).toEqual({ size: 6, records: [] });
      expect((await guest.get('/api/log/records?limit=100000')).status).toBe(400);
      expect((await guest.get('/api/log/records?from=-1')).status).toBe(400);
    });

    it('every record is shown to be included, every size to continue every smaller one', async () => {
      const records = await allRecords(app);
      const rootAt = (size: number): Uint8Array => treeHash(records.slice(0, size).map(({ text }) => text));
      for (let to = 0; to <= 6; to += 1) {
        for (let index = 0; index < to; index += 1) {
          const url = `/api/log/inclusion?index=${index}&size=${to}`;
          const { body, headers } = await guest.get<LogInclusionAnswer>(url);
          expect(headers['cache-control']).toContain('immutable');
          const leafHash = logLeafHash(records[index]?.text ?? '');
          const path = body.path.map(hex);
          expect(verifyLogInclusion({ leafHash, index, size: to, path, root: rootAt(to) })).toBe(true);
        }
        for (let from = 0; from <= to; from += 1) {
          const url = `/api/log/consistency?from=${from}&to=${to}`;
          const { body } = await guest.get<LogConsistencyAnswer>(url);
          const sizes = {
            from: { size: from, root: rootAt(from) },
            to: { size: to, root: rootAt(to) },
          };
          expect(verifyLogConsistency({ ...sizes, path: body.path.map(hex) })).toBe(true);
        }
      }
      for (const url of ['inclusion?index=6&size=6', 'inclusion?index=0&size=7', 'consistency?from=0&to=7']) {
        expect((await guest.get(`/api/log/${url}`)).status).toBe(404);
      }
      expect((await guest.get('/api/log/consistency?from=3&to=2')).status).toBe(404);
    });

    it('a draw is found by the id in its proof, with all that the log has of it', async () => {
      const { body } = await guest.get<DrawInLog>(`/api/log/draws/${drawn.results.draw_id}`);
      expect(body).toMatchObject({ host_seq: 1, progress: 'finished', advances: 0, voided: null });
      expect(body.records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
      expect(body.drawn_at).toBeGreaterThanOrEqual(body.draw_at ?? Infinity);
    });

    it("a host's draws are listed without gaps under the pseudonym", async () => {
      const { body: draw } = await guest.get<DrawInLog>(`/api/log/draws/${drawn.results.draw_id}`);
      const { body } = await guest.get<HostInLog>(`/api/log/hosts/${draw.host_id ?? ''}`);
      expect(body.draws.map((one) => [one.host_seq, one.progress])).toEqual([
        [2, 'open'],
        [1, 'finished'],
      ]);
      expect(body.more_before).toBeNull();
      const older = await guest.get<HostInLog>(`/api/log/hosts/${draw.host_id ?? ''}?before=2`);
      expect(older.body.draws.map((one) => one.host_seq)).toEqual([1]);
    });

    it('the downloaded proof carries its place in the log, and both checks of it pass', async () => {
      const { text } = await guest.get(`/api/raffles/${drawn.id}/proof`);
      const chains = [app.testChain.chain];
      const found = verifyProof(JSON.parse(text), { chains, logKey: log.public_key });
      expect(found.steps.find(({ name }) => name === 'log')).toEqual({ name: 'log', status: 'PASS' });
      expect(found.verdict).toBe('VERIFIED');
      expect((await guest.get(`/api/raffles/${drawn.id}/proof`)).text).toBe(text);
    });

    it('nothing in it leads to a person or to a private page', async () => {
      const { database } = app.parts;
      const texts = [
        JSON.stringify(await database.query.selectFrom('public_log').selectAll().execute()),
        JSON.stringify(await database.query.selectFrom('public_log_openings').selectAll().execute()),
        (await guest.get('/api/log/records')).text,
        (await guest.get(`/api/log/draws/${drawn.results.draw_id}`)).text,
      ].join('\n');
      const users = await database.query.selectFrom('users').select(['id', 'name', 'email']).execute();
      const raffles = await database.query.selectFrom('raffles').select(['id', 'public_link']).execute();
      const people = await database.query
        .selectFrom('participations')
        .select(['invitee_id', 'display_name', 'salt'])
        .execute();
      const private_ = [...users, ...raffles, ...people].flatMap((row) => Object.values(row));
      for (const value of [...private_, 'Summer party', 'Winter party']) {
        if (typeof value === 'string' && value !== '') expect(texts).not.toContain(value);
      }
      expect((await guest.get(`/api/raffles/${drawn.results.draw_id}/results`)).status).toBe(404);
      expect((await guest.get(`/api/raffles/${drawn.results.draw_id}`)).status).toBe(404);
    });

    it('R54 a deleted account leaves its draws in the log, those that were not drawn as voided', async () => {
      const own = await makeApp();
      const [someone, other] = [await signUp(own), await signUp(own)];
      const gone = await drawnRaffle(own, someone, 2);
      const opened = await openRaffle(someone);
      await join(own, opened.public_link ?? '', 'Early Bird');
      const closed = await openRaffle(someone);
      await someone.post(`/api/raffles/${closed.id}/close`);
      await someone.post('/api/raffles', { title: 'A draft is in no log' });
      await openRaffle(other);
      const anybody = person(own);
      const { body: draw } = await anybody.get<DrawInLog>(`/api/log/draws/${gone.results.draw_id}`);
      const before = await wholeLog(own);
      const shown = await allRecords(own);
      expect((await someone.remove('/api/settings/delete-all')).status).toBe(200);

      const after = await wholeLog(own);
      const records = await allRecords(own);
      expect(records.slice(0, before.size)).toEqual(shown);
      expect(records.slice(before.size).map(({ kind: what }) => what)).toEqual(['void', 'void']);
      const { body } = await anybody.get<HostInLog>(`/api/log/hosts/${draw.host_id ?? ''}`);
      expect(body.draws.map((one) => [one.host_seq, one.progress, one.voided])).toEqual([
        [3, 'voided', 'erased'],
        [2, 'voided', 'erased'],
        [1, 'finished', null],
      ]);
      const one = await anybody.get<DrawInLog>(`/api/log/draws/${body.draws[1]?.draw_id ?? ''}`);
      const [open, last] = one.body.records;
      expect(last?.text.split('\n').slice(2, 4)).toEqual([open?.hash, 'erased']);
      const checked = checkLog({
        records,
        checkpoint: after.checkpoint,
        publicKey: after.public_key,
        remembered: before.checkpoint,
      });
      expect(checked.checks.filter(({ status }) => status !== 'PASS')).toEqual([]);
    }, 60_000);

    it('H6 calls are counted by address', async () => {
      const own = await makeApp();
      const answers = await Promise.all(
        Array.from({ length: 620 }, () => person(own).get('/log/checkpoint')),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    }, 30_000);
  });

  describe('over time', () => {
    it('R4 a result, and what comes behind it, is not in the log before its reveal is due', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host, { title: 'First' });
      await join(app, link, 'Ann');
      await host.post(`/api/raffles/${id}/draw`);
      const { query } = app.parts.database;
      const result = () =>
        query.selectFrom('public_log').select('text').where('kind', '=', 'result').executeTakeFirst();
      const row = await eventually(app, 'the stored result', async () => (await result()) ?? false, 500);
      await openRaffle(host, { title: 'Second' });
      const seed = row.text.split('\n')[3] ?? '';
      const shown = (await allRecords(app)).map(({ text }) => text).join('');
      expect((await host.get<{ status: string }>(`/api/raffles/${id}`)).body.status).not.toBe('drawn');
      expect(shown).not.toContain(seed);
      expect((await person(app).get<LogAnswer>('/api/log')).body.size).toBeLessThanOrEqual(4);
      const log = await wholeLog(app);
      expect(log.size).toBe(6);
      expect((await allRecords(app)).map(({ text }) => text).join('')).toContain(seed);
    }, 60_000);

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
    }, 60_000);

    it('a log that was rolled back or edited is named, and not signed any more', async () => {
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

    it('a whole log passes its check, and names what was changed in a copy', async () => {
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
        record.kind === 'result' ? { ...record, text: record.text.replace(/\d\n$/, '7\n') } : record,
      );
      expect(failing({ records: forged })).toContain('tree');
      expect(failing({ records: records.slice(0, -1) })).toEqual(['tree']);
    }, 60_000);
  });
});
