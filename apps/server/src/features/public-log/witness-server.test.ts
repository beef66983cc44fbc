/** R86: this installation as a witness of other logs: C2SP tlog-witness from outside, on whatever comes. */
import {
  cosignatureTime,
  formatWitnessKey,
  parseCheckpoint,
  parseSignatureLine,
  parseWitnessKey,
  verifyCosignature,
} from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { createTestLog, type TestLog } from '../../../test/support/test-log.ts';
import {
  addWitnessedLog,
  removeWitnessedLog,
  witnessedLogs,
} from '../../platform/public-log/witnesses/witnessed-logs.ts';

interface Answer {
  status: number;
  type: string;
  text: string;
}

async function post(app: TestApp, body: string, contentType = 'text/plain'): Promise<Answer> {
  const response = await app.http.inject({
    method: 'POST',
    url: '/witness/add-checkpoint',
    headers: contentType === '' ? {} : { 'content-type': contentType },
    payload: body,
  });
  const type = String(response.headers['content-type'] ?? '');
  return { status: response.statusCode, type, text: response.body };
}

async function witness(app: TestApp, log: TestLog, name = 'other club'): Promise<void> {
  const added = await addWitnessedLog(app.parts.database, {
    name,
    verifierKey: log.verifierKey,
    now: app.clock.now(),
  });
  expect(added).toBe('added');
}

const NAME = 'witness.example.org';

forEachDatabase((makeApp, kind) => {
  const makeWitness = (): Promise<TestApp> => makeApp({ env: { WITNESS_NAME: NAME } });

  it('R86: cosigns what continues, with its own key, name and time', async () => {
    const app = await makeWitness();
    const log = createTestLog('log.example.org', 1);
    await witness(app, log);
    const verifierKey = formatWitnessKey(NAME, app.parts.keys.witness.publicKey);
    const key = parseWitnessKey(verifierKey);
    if (key === null) throw new Error('A formatted key can be read.');
    expect(key.publicKey).not.toBe(app.parts.keys.publicKey);
    for (const [from, to] of [
      [0, 3],
      [3, 3],
      [3, 8],
    ] as const) {
      const { status, text, type } = await post(app, log.request(from, to));
      expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(text).toMatch(/^— witness\.example\.org [^\n]+\n$/);
      const checkpoint = parseCheckpoint(log.note(to));
      const line = parseSignatureLine(text.trimEnd());
      if (checkpoint === null || line === null) throw new Error('Both have their form.');
      expect(cosignatureTime(checkpoint, line, key)).toBe(Math.floor(app.clock.now() / 1000));
      // The same line below another checkpoint is worth nothing.
      const other = parseCheckpoint(log.note(to + 1));
      if (other === null) throw new Error('It has its form.');
      expect(verifyCosignature(other, line, key)).toBe(false);
      await app.clock.advance(5_000);
    }
    expect(await witnessedLogs(app.parts.database)).toMatchObject([{ size: 8, root: log.root(8) }]);
  });

  it('R86: answers as the specification says, and stores nothing of what it refuses', async () => {
    const app = await makeWitness();
    const log = createTestLog('log.example.org', 1);
    const unknown = createTestLog('unknown.example.org', 2);
    const impostor = createTestLog('log.example.org', 3);
    await witness(app, log);
    expect((await post(app, log.request(0, 4))).status).toBe(200);
    const conflict = { status: 409, type: 'text/x.tlog.size', text: '4\n' };

    expect((await post(app, unknown.request(0, 4))).status).toBe(404);
    expect((await post(app, impostor.request(4, 5))).status).toBe(403);
    expect((await post(app, log.request(5, 4))).status).toBe(400);
    expect(await post(app, log.request(0, 6))).toEqual(conflict);
    expect(await post(app, log.request(3, 6))).toEqual(conflict);
    // The size that was cosigned, with another root and the log's own signature.
    expect(await post(app, log.request(4, 4, { fork: true }))).toEqual(conflict);
    // A larger one that does not continue it, with the proof of the log that it is.
    expect((await post(app, log.request(4, 6, { fork: true }))).status).toBe(422);
    expect((await post(app, log.request(4, 6, { path: [] }))).status).toBe(422);
    expect(app.logLines.filter((line) => line.includes('does not continue itself'))).toHaveLength(2);
    for (const broken of [
      '',
      'old 4\n',
      'old 04\n\n' + log.note(5),
      'old -1\n\n' + log.note(5),
      'old 4\nAAAA\n\n' + log.note(5),
      'new 4\n\n' + log.note(5),
      `old 4\n${'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n'.repeat(64)}\n${log.note(5)}`,
      log.request(4, 5).slice(0, -1),
    ]) {
      expect([broken, (await post(app, broken)).status]).toEqual([broken, 400]);
    }
    expect(await witnessedLogs(app.parts.database)).toMatchObject([{ size: 4, root: log.root(4) }]);
    for (const contentType of ['', 'application/octet-stream', 'application/json']) {
      expect((await post(app, log.request(4, 4), contentType)).status).toBe(200);
    }
  });

  it('R86: of concurrent checkpoints that diverge, only one branch is ever cosigned', async () => {
    const app = await makeWitness();
    const nodes = [app];
    if (kind === 'postgres') {
      nodes.push(await makeApp({ storage: app.storage, env: { WITNESS_NAME: NAME } }));
    }
    const log = createTestLog('log.example.org', 1);
    await witness(app, log);
    expect((await post(app, log.request(0, 2))).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const node = nodes[index % nodes.length] ?? app;
        const fork = index % 2 === 1;
        return { fork, ...(await post(node, log.request(2, 3 + (index % 5), { fork, forkAt: 2 }))) };
      }),
    );
    const cosigned = answers.filter(({ status }) => status === 200);
    expect(cosigned).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29);
  });

  it('R86: a log that was removed and added again continues where it was', async () => {
    const app = await makeWitness();
    const { database } = app.parts;
    const log = createTestLog('log.example.org', 1);
    await witness(app, log);
    expect((await post(app, log.request(0, 4))).status).toBe(200);
    expect(await removeWitnessedLog(database, { name: 'other club', now: app.clock.now() })).toBe(true);
    expect(await removeWitnessedLog(database, { name: 'other club', now: app.clock.now() })).toBe(false);
    expect((await post(app, log.request(4, 5))).status).toBe(404);
    expect(await witnessedLogs(database)).toEqual([]);
    const again = { name: 'renamed', verifierKey: log.verifierKey, now: app.clock.now() };
    expect(await addWitnessedLog(database, again)).toBe('again');
    expect((await post(app, log.request(0, 5))).status).toBe(409);
    expect((await post(app, log.request(4, 5))).status).toBe(200);
  });

  it('R86: adds only keys of logs, each name and origin once', async () => {
    const app = await makeWitness();
    const { database } = app.parts;
    const log = createTestLog('log.example.org', 1);
    await witness(app, log);
    const add = (name: string, verifierKey: string): Promise<string> =>
      addWitnessedLog(database, { name, verifierKey, now: app.clock.now() });
    const other = createTestLog('log.example.org', 2);
    expect(await add('third club', other.verifierKey)).toBe('key_differs');
    expect(await add('other club', createTestLog('third.example.org', 3).verifierKey)).toBe('name_taken');
    const witnessKey = formatWitnessKey('w.example.org', app.parts.keys.witness.publicKey);
    for (const wrong of [witnessKey, log.publicKey, `${log.verifierKey}=`, log.verifierKey.slice(1), '']) {
      expect([wrong, await add('wrong', wrong)]).toEqual([wrong, 'no_key']);
    }
  });

  it('H6: is rate-limited', async () => {
    const app = await makeWitness();
    const answers = [];
    for (let call = 0; call < 125; call += 1) answers.push((await post(app, 'nothing')).status);
    expect(answers.slice(0, 120)).not.toContain(429);
    expect(answers.slice(120)).toEqual([429, 429, 429, 429, 429]);
  });
});

/**
 * Requests as a public witness tests itself with them: FiloSottile/litetlog (litewitness), internal/witness/witness_test.go,
 * the checkpoints of sizes 1, 3 and 5 of one log with their proofs.
 */
describe('the requests of another implementation', () => {
  const ORIGIN = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
  const PUBLIC_KEY = 'ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f';
  const LEAF = (number: number): string =>
    Buffer.concat([Buffer.of(0x2a, number), Buffer.alloc(30)]).toString('base64');
  const request = (
    old: number,
    path: readonly string[],
    size: number,
    root: string,
    signature: string,
  ): string =>
    `old ${old}\n${path.map((hash) => `${hash}\n`).join('')}\n${ORIGIN}\n${size}\n${root}\n\n— ${ORIGIN} ${signature}\n`;
  const one = request(
    0,
    [],
    1,
    LEAF(0),
    'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
  );
  const three = request(
    1,
    [LEAF(1), LEAF(2)],
    3,
    'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=',
    'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=',
  );
  const five = request(
    1,
    [LEAF(1), '+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=', LEAF(4)],
    5,
    'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
    'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
  );

  forEachDatabase((makeApp) => {
    it('R86: get the expected answers', async () => {
      const app = await makeApp({ env: { WITNESS_NAME: NAME } });
      // The type and the key, and the first four bytes of its hash, as the signature lines name it.
      const key = Buffer.concat([Buffer.of(1), Buffer.from(PUBLIC_KEY, 'hex')]).toString('base64');
      const verifierKey = `${ORIGIN}+5202289b+${key}`;
      const add = { name: 'sigsum', verifierKey, now: app.clock.now() };
      expect(await addWitnessedLog(app.parts.database, add)).toBe('added');
      expect((await post(app, one)).status).toBe(200);
      expect((await post(app, five)).status).toBe(200);
      // It was right as long as the size was 1.
      expect(await post(app, three)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '5\n' });
    });

    it('R86: are refused when one byte is changed', async () => {
      const app = await makeApp({ env: { WITNESS_NAME: NAME } });
      const key = Buffer.concat([Buffer.of(1), Buffer.from(PUBLIC_KEY, 'hex')]).toString('base64');
      const add = { name: 'sigsum', verifierKey: `${ORIGIN}+5202289b+${key}`, now: app.clock.now() };
      await addWitnessedLog(app.parts.database, add);
      expect((await post(app, one.replace('UgIom7fP', 'UgIom7fQ'))).status).toBe(403);
      expect((await post(app, one)).status).toBe(200);
      expect((await post(app, three.replace(LEAF(2), LEAF(3)))).status).toBe(422);
      expect((await post(app, three.replace(`${LEAF(2)}\n`, ''))).status).toBe(422);
      expect((await post(app, three)).status).toBe(200);
    });
  });
});
