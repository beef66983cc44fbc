/** Whole logs with the proofs of their draws (draw protocol §8 "A whole log"). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RefusedFile } from '../src/json/refused-file.ts';
import { voidRecord } from '../src/draw-records.ts';
import { checkLogDocument, checkLogFile, type LogFile } from '../src/log/check-log-file.ts';
import { LOG_CHECK_NAMES } from '../src/log/log-state.ts';
import { sha256Hex } from '../src/text-records.ts';

interface Vector {
  id: string;
  log: LogFile;
  fails: string[];
  skips: string[];
}

const { format, vectors } = JSON.parse(
  readFileSync(new URL('vectors/draw-log-vectors.json', import.meta.url), 'utf8'),
) as { format: string; vectors: Vector[] };

const outcome = (log: unknown) => {
  const { verdict, steps } = checkLogDocument(log);
  const named = (status: string) => steps.filter((step) => step.status === status).map(({ name }) => name);
  expect(steps.map(({ name }) => name)).toEqual(LOG_CHECK_NAMES);
  return { verdict, fails: named('FAIL'), skips: named('SKIP') };
};

describe('[§8] published vectors', () => {
  test('are of this version', () => {
    expect(format).toBe('draw-log-vectors/2');
    expect(vectors).toHaveLength(41);
  });

  test.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, { log, fails, skips }) => {
    const unfailed = skips.length > 0 ? 'INCOMPLETE' : 'VERIFIED';
    const verdict = fails.length > 0 ? 'FAILED' : unfailed;
    expect(outcome(log)).toEqual({ verdict, fails, skips });
    const file = new TextEncoder().encode(JSON.stringify(log));
    expect(checkLogFile(file).verdict).toBe(verdict);
  });
});

describe('[§8] further cases from the vectors', () => {
  const sound = (start: string): LogFile => {
    const vector = vectors.find(({ id }) => id.startsWith(start));
    if (vector === undefined || vector.fails.length > 0) throw new Error(`no sound vector ${start}`);
    return structuredClone(vector.log);
  };
  const insertAfter = (log: LogFile, kind: string, text: (before: string) => string): LogFile => {
    const at = log.records.findIndex((record) => record.startsWith(`draw.${kind}.v2`));
    const before = log.records[at] ?? '';
    return { ...log, records: log.records.toSpliced(at + 1, 0, text(before)) };
  };
  const voidOf = (before: string): string => {
    const lines = before.trimEnd().split('\n');
    const fields = { drawId: lines[1] ?? '', lastRecordHash: sha256Hex(before), reasonCode: 'error' };
    // A freeze record ends with the times of the show and the draw.
    const at = before.startsWith('draw.freeze') ? lines.at(-3) : lines.at(-1);
    return voidRecord({ ...fields, at: Number(at) });
  };

  test('nobody holds prizes of a draw that was given up, so nobody may sit out for them', () => {
    const log = sound('L32');
    expect(outcome(log).fails).toEqual([]);
    expect(log.proofs[1]?.holders.length).toBeGreaterThan(0);
    expect(outcome(insertAfter(log, 'result', voidOf)).fails).toContain('holders');
  });

  test('a draw given up before its result has none to compare with', () => {
    const log = sound('L01');
    const voided = insertAfter({ ...log, records: log.records.slice(0, 5) }, 'freeze', voidOf);
    expect(outcome(voided)).toEqual({ verdict: 'VERIFIED', fails: [], skips: [] });
  });

  test('a proof of another freeze or close is not given', () => {
    const log = sound('L27');
    for (const [member, skips] of [
      ['freeze_hash', ['results']],
      ['close_hash', ['changes']],
    ] as const) {
      const proofs = log.proofs.map((proof) => ({ ...proof, [member]: 'a'.repeat(64) }));
      expect(outcome({ ...log, proofs }).skips).toEqual(skips);
    }
  });

  test('a second extension changes nothing: the first still counts', () => {
    const log = sound('L24');
    const at = log.records.findIndex((record) => record.startsWith('draw.extend.v2'));
    const again = (log.records[at] ?? '').replace(/\n(\d+)\n(\d+)\n$/, '\n9000\n$2\n');
    const twice = { ...log, records: log.records.toSpliced(at + 1, 0, again) };
    expect(outcome(log).fails).toEqual([]);
    expect(outcome(twice).fails).toEqual(['claims']);
  });

  test('an advance from nobody changes nothing', () => {
    const log = sound('L02');
    const at = log.records.findIndex((record) => record.startsWith('draw.advance.v2'));
    const twice = { ...log, records: log.records.toSpliced(at + 1, 0, log.records[at] ?? '') };
    expect(outcome(twice).fails).toEqual(['advances']);
  });

  test('a second result is not compared with the proof', () => {
    const log = sound('L01');
    const at = log.records.findIndex((record) => record.startsWith('draw.result.v2'));
    const other = (log.records[at] ?? '').replace(/\n(\w+)\n(\w+)\n(\d+)\n$/, '\n$2\n$1\n$3\n');
    expect(outcome({ ...log, records: log.records.toSpliced(at + 1, 0, other) }).fails).toEqual(['once']);
    expect(outcome({ ...log, records: log.records.with(at, other) }).fails).toEqual(['results']);
  });

  test('who wins in a later draw is passed by in the earlier one only if that is known', () => {
    const log = sound('L35');
    const later = log.proofs.find(({ open }) => open.stage === 2);
    const without = { ...log, proofs: log.proofs.filter((proof) => proof !== later) };
    expect(outcome(without)).toMatchObject({ fails: [], skips: ['results', 'advances', 'holders'] });
  });

  test('changes of entries that are not in the list', () => {
    const log = sound('L27');
    const beyond = {
      ...log,
      records: log.records.map((record) =>
        record.startsWith('draw.change.v2') ? record.replace(/^(.*\n.*\n)\d+/, '$19999') : record,
      ),
    };
    expect(outcome(beyond).fails).toEqual(['changes']);
  });

  test.each<[string, (log: LogFile) => unknown]>([
    ['no object', () => []],
    ['another format', (log) => ({ ...log, format: 'draw-log-file/1' })],
    ['a proof', (log) => log.proofs[0]],
    ['no proofs', ({ format: own, records }) => ({ format: own, records })],
    ['an unknown member', (log) => ({ ...log, more: [] })],
    ['a record that is no text', (log) => ({ ...log, records: [...log.records, null] })],
    ['records that are no list', (log) => ({ ...log, records: {} })],
    ['a malformed proof', (log) => ({ ...log, proofs: [{ ...log.proofs[0], stage: 1 }] })],
    ['two proofs of one draw', (log) => ({ ...log, proofs: [...log.proofs, ...log.proofs] })],
  ])('%s is refused', (_, change) => {
    const log = sound('L01');
    expect(() => checkLogDocument(change(log))).toThrow(RefusedFile);
    const file = new TextEncoder().encode(JSON.stringify(change(log)));
    expect(() => checkLogFile(file)).toThrow(RefusedFile);
  });

  test('a file that is read otherwise by others is refused', () => {
    const file = JSON.stringify(sound('L01')).replace('"records"', '"records":[],"records"');
    expect(() => checkLogFile(new TextEncoder().encode(file))).toThrow('an object names a member twice');
  });
});
