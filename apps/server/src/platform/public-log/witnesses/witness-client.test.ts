/** R86: asking witnesses: those that are there, slow ones, lying ones, none. */
import type { ServerResponse } from 'node:http';
import {
  cosignaturesOf,
  formatWitnessKey,
  parseCheckpoint,
  parseWitnessKey,
  signCosignature,
  voidRecord,
} from '@glassdrum/fair-draw';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase, type MakeApp, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';
import { letWitness, startPretender, startWitness } from '../../../../test/support/witnesses.ts';
import { signUpTo } from '../checkpoints.ts';
import { cosignedNote, storedCosignatures } from '../cosignatures.ts';
import { appendPublicRecord } from '../public-log.ts';
import { readConfig } from '../../../config.ts';
import { createWitnessClient, type WitnessClient } from './witness-client.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Adds records and signs a checkpoint. @returns its size */
async function grow(app: TestApp, records: number): Promise<number> {
  const { database, keys, clock } = app.parts;
  let size = 0;
  for (let i = 0; i < records; i += 1) {
    const drawId = `witness-${Math.random().toString(36).slice(2)}`;
    const text = voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'test', at: 1 });
    const now = clock.now();
    size =
      1 +
      (await database.transaction((trx) =>
        appendPublicRecord(trx, keys, { drawId, kind: 'void', text, now }),
      ));
  }
  await signUpTo({ database, keys }, size, clock.now());
  return size;
}

interface Asking extends WitnessClient {
  problems: string[];
}

function clientOf(app: TestApp, entries: readonly string[]): Asking {
  const { database, clock } = app.parts;
  const problems: string[] = [];
  const client = createWitnessClient({
    database,
    clock,
    witnesses: readConfig({ WITNESSES: entries.join('\n') }).witnesses,
    report: (problem) => void problems.push((problem as Error).message),
  });
  return { ...client, problems };
}

const forever = (): AbortSignal => new AbortController().signal;

async function threeWitnesses(makeApp: MakeApp, app: TestApp): Promise<string[]> {
  const entries: string[] = [];
  for (const name of ['one.example.org', 'two.example.org', 'three.example.org']) {
    const witness = await startWitness(makeApp, name, app.clock);
    await letWitness(witness, app);
    entries.push(witness.entry);
  }
  return entries;
}

/** A key of nobody, by which a pretender signs. */
function pretenderKey(name: string): { verifierKey: string; line: (text: string, time: number) => string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
  const by = (key: KeyObject) => (text: string) => sign(null, Buffer.from(text), key).toString('hex');
  return {
    verifierKey: formatWitnessKey(name, publicKey),
    line: (text, time) => `${signCosignature({ text, name, publicKey, time, sign: by(privateKey) })}\n`,
  };
}

const textIn = (body: string): string => parseCheckpoint(body.slice(body.indexOf('\n\n') + 2))?.text ?? '';

forEachDatabase((makeApp) => {
  it('R86: three that are there cosign size after size, each with a valid line below the note', async () => {
    const app = await makeApp();
    const entries = await threeWitnesses(makeApp, app);
    const client = clientOf(app, entries);
    expect(client).toMatchObject({
      known: 3,
      names: ['one.example.org', 'two.example.org', 'three.example.org'],
    });
    for (const records of [1, 4, 2]) {
      const size = await grow(app, records);
      let announced = 0;
      const asked = await client.askWitnesses(size, {
        onCosigned: () => (announced += 1),
        signal: forever(),
      });
      expect(asked).toEqual({ cosigned: client.names, failed: [] });
      expect(announced).toBe(3);
      const row = await app.parts.database.query
        .selectFrom('public_log_checkpoints')
        .selectAll()
        .where('size', '=', size)
        .executeTakeFirstOrThrow();
      const note = parseCheckpoint(await cosignedNote(app.parts.database.query, row));
      if (note === null) throw new Error('It has the form of a checkpoint.');
      const keys = client.verifierKeys.map((key) => parseWitnessKey(key)).filter((key) => key !== null);
      const times = cosignaturesOf(note, keys).map(({ time }) => time);
      expect(times).toEqual(Array.from({ length: 3 }, () => Math.floor(app.clock.now() / 1000)));
      await app.clock.advance(3_000);
    }
    // After a restart nothing is known but what was stored, and asking again changes nothing.
    const again = clientOf(app, entries);
    expect(await again.missing(7)).toEqual([]);
    expect(await again.askWitnesses(7, { signal: forever() })).toEqual({
      cosigned: client.names,
      failed: [],
    });
    const larger = await grow(app, 1);
    expect((await again.askWitnesses(larger, { signal: forever() })).failed).toEqual([]);
    // The first one still believes in 7 records, as another node would, and learns of 8.
    const last = await grow(app, 1);
    expect((await client.askWitnesses(last, { signal: forever() })).failed).toEqual([]);
    expect(client.problems).toEqual([]);
  });

  it('R86: one that is slow is not waited for beyond ten seconds, and the others count', async () => {
    const app = await makeApp();
    const entries = await threeWitnesses(makeApp, app);
    const slow = await startPretender(() => undefined);
    undo.push(slow.close);
    const { verifierKey } = pretenderKey('slow.example.org');
    const client = clientOf(app, [...entries, `${verifierKey}=${slow.url}`]);
    const size = await grow(app, 3);
    const asking = client.askWitnesses(size, { signal: forever() });
    await eventually(app, 'the call of the slow one', async () => slow.calls.length === 1);
    await eventually(app, 'three cosignatures', async () => {
      return (await storedCosignatures(app.parts.database.query, size)).length === 3;
    });
    await app.clock.advance(10_000);
    const failed = [{ name: 'slow.example.org', reason: 'did not answer in time' }];
    expect(await asking).toEqual({ cosigned: client.names.slice(0, 3), failed });
    expect(client.problems).toEqual(['The witness slow.example.org did not answer in time.']);
  });

  it('R86: stops at once when the caller does', async () => {
    const app = await makeApp();
    const slow = await startPretender(() => stop.abort());
    undo.push(slow.close);
    const stop = new AbortController();
    const client = clientOf(app, [`${pretenderKey('slow.example.org').verifierKey}=${slow.url}`]);
    const { failed } = await client.askWitnesses(await grow(app, 1), { signal: stop.signal });
    expect(failed).toEqual([{ name: 'slow.example.org', reason: 'did not answer in time' }]);
  });

  describe('R86: a witness that lies', () => {
    const key = pretenderKey('liar.example.org');
    const other = pretenderKey('other.example.org');
    const send = (status: number, type: string, text: string) => (_body: string, response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': type }).end(text);
    const NOW = 1_790_000_000;
    const OLD = 'old.example.org/log\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n';
    const lies: [string, (body: string, response: ServerResponse) => void, string][] = [
      [
        'signs something else',
        send(200, 'text/plain', key.line(OLD, NOW)),
        'sent a signature that is not valid for this checkpoint',
      ],
      [
        'changes a byte of its signature',
        (body, response) => {
          const line = key.line(textIn(body), NOW);
          response.end(
            line.replace(/.{9}==\n$/, (end) =>
              end.startsWith('A') ? `B${end.slice(1)}` : `A${end.slice(1)}`,
            ),
          );
        },
        'sent a signature that is not valid for this checkpoint',
      ],
      [
        'signs with another key',
        (body, response) => void response.end(other.line(textIn(body), NOW)),
        'signed with another key than the configured one',
      ],
      ['says nothing', send(200, 'text/plain', ''), 'sent no signature'],
      [
        'says something else',
        send(200, 'text/plain', 'yes\n'),
        'signed with another key than the configured one',
      ],
      [
        'has a time before all time',
        (body, response) => void response.end(key.line(textIn(body), 0)),
        'sent a signature that is not valid for this checkpoint',
      ],
      [
        'knows more records than there are',
        send(409, 'text/x.tlog.size', '9000\n'),
        'has already cosigned 9000 records of this log, and this checkpoint has only SIZE',
      ],
      [
        'names no size',
        send(409, 'text/plain', '3\n'),
        'refuses this log and does not say which size it knows',
      ],
      [
        'never agrees on a size',
        (body, response) => {
          const old = Number(/^old (\d+)/.exec(body)?.[1]);
          send(409, 'text/x.tlog.size', `${(old + 1) % 5}\n`)(body, response);
        },
        'names another size of the log each time it is asked',
      ],
      [
        'repeats the size',
        send(409, 'text/x.tlog.size', '0\n'),
        'knows another log of 0 records by this name',
      ],
      [
        'does not know the log',
        send(404, 'text/plain', ''),
        'does not know this log yet: its operator has to add it (glassdrum witness add)',
      ],
      ['has another key of the log', send(403, 'text/plain', ''), 'knows this log by another key'],
      [
        'sees no continuation',
        send(422, 'text/plain', ''),
        'says that this log does not continue the one that it cosigned before',
      ],
      ['is broken', send(500, 'text/plain', ''), 'answered with HTTP status 500'],
      [
        'sends everybody elsewhere',
        (_body, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
        'cannot be reached',
      ],
      [
        'never ends',
        send(200, 'text/plain', '— liar.example.org AAAA\n'.repeat(10_000)),
        'sent an answer that is too long',
      ],
    ];

    let app: TestApp;
    let size = 0;
    beforeAll(async () => {
      app = await makeApp();
      size = await grow(app, 5);
    });

    it.each(lies)('%s: is refused, reported once and not stored', async (_title, lie, words) => {
      const reason = words.replace('SIZE', String(size));
      const liar = await startPretender(lie);
      undo.push(liar.close);
      const client = clientOf(app, [`${key.verifierKey}=${liar.url}`]);
      for (let time = 0; time < 2; time += 1) {
        expect(await client.askWitnesses(size, { signal: forever() })).toEqual({
          cosigned: [],
          failed: [{ name: 'liar.example.org', reason }],
        });
      }
      expect(client.problems).toEqual([`The witness liar.example.org ${reason}.`]);
      expect(await storedCosignatures(app.parts.database.query, size)).toEqual([]);
      expect(liar.calls.length).toBeLessThanOrEqual(8);
    });

    it('and one whose clock is wrong is stored with its time, and reported', async () => {
      const time = Math.floor(app.clock.now() / 1000) - 500;
      const late = await startPretender((body, response) => void response.end(key.line(textIn(body), time)));
      undo.push(late.close);
      const client = clientOf(app, [`${key.verifierKey}=${late.url}`]);
      const later = await grow(app, 1);
      expect((await client.askWitnesses(later, { signal: forever() })).failed).toEqual([]);
      expect(await storedCosignatures(app.parts.database.query, later)).toMatchObject([{ signedAt: time }]);
      expect(client.problems).toEqual([
        'The witness liar.example.org has a clock that differs from this one by 500 seconds.',
      ]);
    });
  });

  it('R86: one that is away is named, and without any there is nothing to wait for', async () => {
    const app = await makeApp();
    const size = await grow(app, 1);
    const away = clientOf(app, [
      `${pretenderKey('away.example.org').verifierKey}=http://127.0.0.1:9/witness`,
    ]);
    expect((await away.askWitnesses(size, { signal: forever() })).failed).toEqual([
      { name: 'away.example.org', reason: 'cannot be reached' },
    ]);
    expect(await clientOf(app, []).askWitnesses(size, { signal: forever() })).toEqual({
      cosigned: [],
      failed: [],
    });
  });

  it('R86: what was there at the start and what comes later is cosigned in the background', async () => {
    const app = await makeApp();
    const witness = await startWitness(makeApp, 'one.example.org', app.clock);
    await letWitness(witness, app);
    const size = await grow(app, 2);
    await app.close();
    const again = await makeApp({
      storage: app.storage,
      env: { WITNESSES: witness.entry },
      clock: app.clock,
    });
    const cosigned = async (wanted: number): Promise<boolean> =>
      (await storedCosignatures(again.parts.database.query, wanted)).length === 1;
    await eventually(again, 'a cosignature of what was there at the start', () => cosigned(size), 500);
    const later = await grow(again, 1);
    again.parts.bus.publish({ topic: 'raffle-changed', raffleId: 'any' });
    await eventually(again, 'a cosignature of what came later', () => cosigned(later), 500);
  });
});
