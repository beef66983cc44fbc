/** The public log over HTTP (draw protocol §8): checkpoints, proofs, histories, and what it never reveals. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import type {
  DrawInLog,
  HostInLog,
  LogAnswer,
  LogConsistencyAnswer,
  LogInclusionAnswer,
  LogRecordsAnswer,
} from '@glassdrum/contract';
import {
  checkLog,
  checkpointHolds,
  logLeafHash,
  parseCheckpoint,
  verifyLogConsistency,
  verifyLogInclusion,
  verifyProof,
} from '@glassdrum/fair-draw';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawnRaffle } from '../../../test/support/drawn.ts';
import { allRecords, treeHash, wholeLog } from '../../../test/support/log-records.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { join, openRaffle, person, type Person, signUp } from '../../../test/support/people.ts';

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

forEachDatabase((makeApp) => {
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
    });

    it('the checkpoint is a signed note, valid under the published key', async () => {
      const answer = await guest.get('/log/checkpoint');
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('public, max-age=1');
      expect(answer.text).toBe(log.checkpoint);
      const checkpoint = parseCheckpoint(answer.text);
      if (checkpoint === null) throw new Error('no checkpoint');
      expect(checkpointHolds(checkpoint, log.public_key)).toBe(true);
      expect(checkpoint).toMatchObject({ origin: log.origin, size: 6, root: log.root });
    });

    it('the checkpoint is valid by the specification, checked with independent code', async () => {
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

    it('a draw is found by the id in its proof, with all of its records', async () => {
      const { body } = await guest.get<DrawInLog>(`/api/log/draws/${drawn.results.draw_id}`);
      expect(body).toMatchObject({ host_seq: 1, progress: 'finished', advances: 0, voided: null, size: 6 });
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

    it('the downloaded proof contains its place in the log, and both checks of it pass', async () => {
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
      expect(checked.checks.filter(({ status }) => status === 'FAIL')).toEqual([]);
      // No proof was given, and nothing else is left open.
      expect(checked.checks.filter(({ status }) => status === 'SKIP').map(({ name }) => name)).toEqual([
        'results',
      ]);
    });

    it('H6 calls are limited by address', async () => {
      const own = await makeApp();
      const answers = await Promise.all(
        Array.from({ length: 620 }, () => person(own).get('/log/checkpoint')),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    });
  });
});
