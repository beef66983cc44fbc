/** A log from its first record on, as someone reads it online, and what it says about one draw (draw protocol §8). */
import { describe, expect, test } from 'vitest';
import { signatureHolds } from '../src/ed25519-signature.ts';
import { checkLog, type LogToCheck } from '../src/log/check-log.ts';
import { signCheckpoint } from '../src/log/checkpoint.ts';
import { drawHistory } from '../src/log/draw-history.ts';
import { checkLogRecords } from '../src/log/log-checks.ts';
import { key, origin, otherKey, sign, treeHash } from './support/log-key.ts';
import { type Chain, recordChain, recordsOfChain } from './support/record-chains.ts';

const failing = (checks: readonly { name: string; status: string }[]): string[] =>
  checks.filter(({ status }) => status === 'FAIL').map(({ name }) => name);
const check = (texts: readonly string[]): string[] => failing(checkLogRecords(texts, []));

const chain = recordChain();
const { open, replan, change, close, freeze, audience, reveal, result, claim, extend, advance } = chain;
const whole = recordsOfChain(chain);
const second = recordChain({
  drawId: 'draw-2',
  hostSeq: 2,
  previous: open,
  stage: 2,
  openedAt: 1_700_000_200,
});

describe('[§8] checks of a whole log without proofs', () => {
  test('sound logs', () => {
    expect(check([...whole, ...recordsOfChain(second)])).toEqual([]);
    for (let length = 0; length <= whole.length; length += 1)
      expect(check(whole.slice(0, length))).toEqual([]);
    // A draw without changes, contributions and audience.
    expect(check([open, replan, close, freeze, reveal, result])).toEqual([]);
  });

  test('what can only be told with a proof is skipped', () => {
    const skipped = (texts: readonly string[]) =>
      checkLogRecords(texts, [])
        .filter(({ status }) => status === 'SKIP')
        .map(({ name }) => name);
    expect(skipped([open, replan])).toEqual([]);
    expect(skipped([open, replan, change])).toEqual([]);
    expect(skipped([open, replan, change, close])).toEqual(['changes']);
    expect(skipped([open, replan, close, freeze, reveal])).toEqual([]);
    expect(skipped([open, replan, close, freeze, reveal, result])).toEqual(['results']);
    const drawn = [open, replan, close, freeze, reveal, result];
    expect(skipped([...drawn, claim])).toEqual(['results', 'claims']);
    expect(skipped([...drawn, extend])).toEqual(['results', 'claims']);
    expect(skipped([...drawn, advance])).toEqual(['results', 'advances']);
    expect(skipped([open, second.open, chain.voidAfter(open), second.replan, second.close])).toEqual([
      'holders',
    ]);
  });

  test.each([
    ['not one record of a draw before its opening', [replan, open]],
    ['a close of nothing', [close]],
    ['a void of nothing', [chain.voidAfter(open)]],
    ['a change of nothing', [change]],
    ['a freeze before the close', [open, replan, freeze, close]],
    ['a change after the close', [open, replan, close, change]],
    ['an audience before the freeze', [open, replan, close, audience]],
    ['an audience after the result', [open, replan, close, freeze, reveal, result, audience]],
    ['a reveal before the freeze', [open, replan, close, reveal]],
    ['another seed', [open, replan, close, freeze, reveal.replace(chain.seed, 'f'.repeat(64))]],
    [
      'a result of another freeze',
      [open, replan, close, freeze, result.replace(chain.freezeHash, '0'.repeat(64))],
    ],
    [
      'an audience of another freeze',
      [open, replan, close, freeze, audience.replace(chain.freezeHash, '0'.repeat(64))],
    ],
    ['a claim of another freeze', [...whole.slice(0, 8), claim.replace(chain.freezeHash, '0'.repeat(64))]],
    ['a claim before the result', [open, replan, close, freeze, reveal, claim]],
    ['an extension before the result', [open, replan, close, freeze, reveal, extend]],
    ['an advance before the result', [open, replan, close, freeze, reveal, advance]],
    ['a record after the end', [open, chain.voidAfter(open, 1_700_000_001), change]],
    ['a close after the end', [open, replan, chain.voidAfter(replan, 1_700_000_011), close]],
    ['a claim after the end', [...whole.slice(0, 8), chain.voidAfter(result, 1_700_000_075), claim]],
    ['a void that names another record', [open, replan, chain.voidAfter(open)]],
    ['a void that names a record of another draw', [open, second.open, chain.voidAfter(second.open)]],
    ['a time that runs back', [open, replan, change.replace(/\d+\n$/, '1700000009\n')]],
  ])('order: %s', (_, texts) => {
    expect(check(texts)).toContain('order');
  });

  test('what is let pass', () => {
    // A room shows the seed with the result; a draw given up after its freeze still shows what it would have given.
    const voided = chain.voidAfter(freeze, 1_700_000_045);
    expect(check([open, replan, close, freeze, voided, reveal, result])).toEqual([]);
    expect(check([open, replan, close, freeze, result])).toEqual([]);
    // Records of one second.
    expect(check([open, replan, change.replace(/\d+\n$/, '1700000010\n')])).toEqual([]);
    // Records of other draws between.
    expect(check([open, second.open, replan, chain.voidAfter(replan), second.replan])).toEqual([]);
  });

  test.each([
    ['open', [open, open]],
    ['close', [open, replan, close, close]],
    ['freeze', [open, replan, close, freeze, freeze]],
    ['audience', [open, replan, close, freeze, audience, audience]],
    ['reveal', [open, replan, close, freeze, reveal, reveal]],
    ['result', [open, replan, close, freeze, result, result]],
    ['void', [open, chain.voidAfter(open), chain.voidAfter(chain.voidAfter(open))]],
  ])('once: a second %s', (kind, texts) => {
    const also = kind === 'open' || kind === 'void' ? ['once', 'order'] : ['once'];
    expect(check(texts)).toEqual(also);
  });

  test('once: kinds that a draw may have often', () => {
    expect(check([open, replan, change, change])).toEqual([]);
    expect(check([...whole, claim.replace(/\d+\n$/, '1700000900\n')])).toEqual([]);
  });

  test('records: anything else', () => {
    expect(check([open, 'no record\n', replan])).toEqual(['records']);
    expect(check([open, open.replace('.v2', '.v1'), replan])).toEqual(['records']);
  });

  const opened = (choices: Parameters<typeof recordChain>[0]): Chain => recordChain(choices);

  test.each([
    ['a number left out', [open, opened({ drawId: 'b', hostSeq: 3, previous: open, seriesId: 't' }).open]],
    ['a number twice', [open, opened({ drawId: 'b', hostSeq: 1, previous: open, seriesId: 't' }).open]],
    ['a first one that is the second', [opened({ drawId: 'b', hostSeq: 2 }).open]],
    ['a first one that names one before', [opened({ drawId: 'b', previous: open }).open]],
    ['none before', [open, opened({ drawId: 'b', hostSeq: 2, seriesId: 't' }).open]],
    ['another before', [open, opened({ drawId: 'b', hostSeq: 2, previous: close, seriesId: 't' }).open]],
  ])('hosts: %s', (_, texts) => {
    expect(check(texts)).toEqual(['hosts']);
  });

  test('hosts: each has numbers of its own, and a wrong one counts for the next', () => {
    const other = opened({ drawId: 'b', hostId: 'other', seriesId: 't' });
    const third = opened({ drawId: 'c', hostSeq: 2, previous: open, seriesId: 'u' });
    expect(check([open, other.open, third.open])).toEqual([]);
    const wrong = opened({ drawId: 'b', hostSeq: 5, previous: open, seriesId: 't' }).open;
    const next = opened({ drawId: 'c', hostSeq: 6, previous: wrong, seriesId: 'u' }).open;
    expect(checkLogRecords([open, wrong, next], []).find(({ name }) => name === 'hosts')).toMatchObject({
      reason: expect.stringContaining('record 1') as string,
    });
  });

  test.each([
    ['a stage left out', [open, opened({ drawId: 'b', hostSeq: 2, previous: open, stage: 3 }).open]],
    ['a stage twice', [open, opened({ drawId: 'b', hostSeq: 2, previous: open, stage: 1 }).open]],
    ['a first one that is the second', [opened({ stage: 2 }).open]],
    ['another host', [open, opened({ drawId: 'b', hostId: 'other', stage: 2 }).open]],
    ['a close before the stage before was drawn', [open, second.open, second.replan, second.close]],
    [
      'a close while the stage before is frozen',
      [open, second.open, replan, close, freeze, reveal, second.replan, second.close],
    ],
  ])('series: %s', (_, texts) => {
    expect(check(texts)).toEqual(['series']);
  });

  test('series: a stage is closed when those before are drawn or given up, and only those', () => {
    const third = opened({ drawId: 'draw-3', hostSeq: 3, previous: second.open, stage: 3 });
    const first = [open, replan, close, freeze, reveal, result];
    expect(check([...first, second.open, third.open, second.replan, second.close])).toEqual([]);
    expect(check([...first, second.open, third.open, third.replan, third.close])).toEqual(['series']);
    const voided = [open, second.open, chain.voidAfter(open), second.replan, second.close];
    expect(check(voided)).toEqual([]);
  });

  test('plans: each starts where the draw is, and the last is the final one', () => {
    expect(check([open, close])).toEqual(['plans']);
    const other = replan.replace(/\n(\w+)\n(\w+)\n(\d+)\n$/, '\n$2\n$1\n$3\n');
    expect(check([open, other])).toEqual(['plans']);
    expect(check([open, replan, other, replan, close])).toEqual([]);
    expect(check([open, replan, other, close])).toEqual(['plans']);
    expect(check([open, close, replan])).toEqual(['order', 'plans']);
  });

  test('a log of many draws of one raffle takes no longer than its length', () => {
    const draws = Array.from({ length: 4000 }, (_, index) =>
      opened({ drawId: `d${index}`, hostSeq: index + 1, stage: (index % 30) + 1 }),
    );
    const texts = draws.flatMap(recordsOfChain);
    const time = (some: readonly string[]): number => {
      const start = performance.now();
      checkLogRecords(some, []);
      return performance.now() - start;
    };
    time(texts.slice(0, 4000));
    const sixteenth = time(texts.slice(0, texts.length / 16));
    // 16 times as long, and 256 times if each record were compared with all others.
    expect(time(texts)).toBeLessThan(100 * sixteenth);
  });
});

describe('[§8] a log online', () => {
  function logWith(texts: readonly string[]): LogToCheck {
    const root = Buffer.from(treeHash(texts)).toString('hex');
    return {
      records: texts.map((text, index) => ({ index, text, signature: sign(text) })),
      checkpoint: signCheckpoint({ origin, size: texts.length, root }, key, sign),
      publicKey: key,
      remembered: null,
    };
  }
  const failures = (log: LogToCheck): string[] => failing(checkLog(log).checks);
  const log = logWith(whole);

  test('a sound one; a first visit has nothing to compare with', () => {
    const checked = checkLog(log);
    expect(checked.ok).toBe(true);
    expect(checked.size).toBe(whole.length);
    expect(checked.checks.at(-1)).toMatchObject({ name: 'remembered', status: 'SKIP' });
    expect(checkLog(logWith([])).ok).toBe(true);
    expect(signatureHolds(key, open, log.records[0]?.signature ?? '')).toBe(true);
  });

  test('what was kept from earlier must be its beginning', () => {
    const kept = logWith(whole.slice(0, 3)).checkpoint;
    expect(failures({ ...log, remembered: kept })).toEqual([]);
    expect(checkLog({ ...log, remembered: kept }).checks.at(-1)?.status).toBe('PASS');
    expect(failures({ ...logWith(whole.slice(0, 2)), remembered: kept })).toEqual(['remembered']);
    const rewritten = logWith([recordChain({ drawId: 'x' }).open, replan, change, close]);
    expect(failures({ ...rewritten, remembered: kept })).toContain('remembered');
    expect(failures({ ...log, remembered: 'rubbish' })).toEqual(['remembered']);
    const elsewhere = signCheckpoint({ origin: 'other', size: 0, root: 'a'.repeat(64) }, key, sign);
    expect(failures({ ...log, remembered: elsewhere })).toEqual(['remembered']);
  });

  test('begins with records of version 1 where it is older, and counts them', () => {
    const before = ['draw.open.v1\nx\n', 'draw.void.v1\nx\n'];
    expect(failures(logWith([...before, ...whole]))).toEqual([]);
    expect(failures(logWith(before))).toEqual([]);
    const older = checkLog(logWith([...before, open, close])).checks.find(({ name }) => name === 'plans');
    expect(older).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('record 3') as unknown });
    // Nothing of version 1 comes later.
    expect(failures(logWith([...whole, ...before]))).toEqual(['records']);
    const forged = logWith([...before, ...whole]);
    const records = forged.records.map((record, at) =>
      at === 1 ? { ...record, text: 'draw.void.v1\ny\n' } : record,
    );
    expect(failures({ ...forged, records })).toEqual(['signatures', 'tree']);
  });

  test('names what was changed, left out, or signed by others', () => {
    const changed = log.records.map((record, at) =>
      at === 2 ? { ...record, text: change.replace('left', 'other') } : record,
    );
    expect(failures({ ...log, records: changed })).toEqual(['signatures', 'tree']);
    expect(failures({ ...log, records: log.records.slice(0, -1) })).toEqual(['tree']);
    expect(failures({ ...log, records: log.records.slice(0, 2).concat(log.records.slice(3)) })).toEqual([
      'records',
      'tree',
    ]);
    expect(failures({ ...log, publicKey: otherKey })).toEqual(['signatures', 'checkpoint']);
    expect(failures({ ...log, checkpoint: '' })).toEqual(['tree', 'checkpoint']);
    expect(failures(logWith([open, close]))).toEqual(['plans']);
  });
});

describe('[§8] the history of a draw', () => {
  const { drawAt, drawId } = chain;
  const at = (count: number, now: number) => drawHistory(drawId, whole.slice(0, count), now);

  test('a freeze without a result is marked an hour after its time, and stays marked when one comes later', () => {
    expect(at(4, drawAt).progress).toBe('open');
    expect(at(5, drawAt + 3600).progress).toBe('frozen');
    expect(at(7, drawAt + 3601).progress).toBe('never_finished');
    expect(at(8, drawAt + 9999).progress).toBe('finished');
    const late = result.replace(/\d+\n$/, `${drawAt + 3601}\n`);
    expect(drawHistory(drawId, [...whole.slice(0, 7), late], drawAt + 9999).progress).toBe('finished_late');
  });

  test('tells what happened, of this draw only', () => {
    const all = [...whole, ...recordsOfChain(second)];
    expect(drawHistory(drawId, all, drawAt)).toEqual({
      drawId,
      hostId: 'host',
      hostSeq: 1,
      seriesId: 'series',
      stage: 1,
      openedAt: 1_700_000_000,
      closedAt: 1_700_000_030,
      frozenAt: 1_700_000_040,
      showAt: 1_700_000_042,
      drawAt: 1_700_000_060,
      drawnAt: 1_700_000_070,
      progress: 'finished',
      changes: 1,
      replans: 1,
      audience: 3,
      advances: 1,
      voided: null,
    });
    expect(drawHistory('draw-2', all, drawAt)).toMatchObject({ hostSeq: 2, stage: 2 });
    expect(drawHistory('draw-3', all, drawAt)).toMatchObject({ hostSeq: null, progress: 'open' });
  });

  test('what was voided before its freeze is open no more; after the freeze it hides nothing', () => {
    const history = (count: number) =>
      drawHistory(drawId, [...whole.slice(0, count), chain.voidAfter(whole[count - 1] ?? '')], drawAt + 9999);
    expect(history(1)).toMatchObject({ progress: 'voided', voided: 'error', drawAt: null });
    expect(history(7)).toMatchObject({ progress: 'never_finished', voided: 'error' });
    expect(history(8)).toMatchObject({ progress: 'finished', voided: 'error' });
  });
});
