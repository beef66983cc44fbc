/** The public log as a test reads it, appends to it and computes its root. */
import { createHash } from 'node:crypto';
import type { LogAnswer, LogRecordsAnswer, PublicRecord } from '@glassdrum/contract';
import { voidRecord } from '@glassdrum/fair-draw';
import { appendPublicRecord } from '../../src/platform/public-log/public-log.ts';
import type { TestApp } from './make-app.ts';
import { eventually, person } from './people.ts';

/** RFC 6962 §2.1, word for word. */
export function treeHash(leaves: readonly string[]): Buffer {
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
export async function wholeLog(app: TestApp): Promise<LogAnswer> {
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

export async function allRecords(app: TestApp): Promise<PublicRecord[]> {
  const { body } = await person(app).get<LogRecordsAnswer>('/api/log/records?limit=1000');
  return body.records;
}

/** A record that follows from nothing, as many as a test likes. */
export function voided(number: number): { drawId: string; kind: 'void'; text: string } {
  const drawId = `append-${String(number).padStart(12, '0')}`;
  const text = voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'test', at: 1 });
  return { drawId, kind: 'void', text };
}

export async function append(app: TestApp, number: number): Promise<number> {
  const { database, keys } = app.parts;
  return database.transaction((trx) =>
    appendPublicRecord(trx, keys, { ...voided(number), now: app.clock.now() }),
  );
}
