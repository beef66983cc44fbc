/** A whole log from its first record on, and what it tells of one draw (draw protocol §8). */
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  checkLog,
  drawHistory,
  openHash,
  openRecord,
  parseLogRecord,
  seedCommitHash,
  signCheckpoint,
  sha256Hex,
  voidRecord,
} from '../src/index.ts';
import { key, otherKey, sign, origin, treeHash, recordsOf } from './support/log.ts';
import { makeProof } from './support/random-draw.ts';

const openText = (host: string, seq: number, previous: string, draw: string): string =>
  openRecord({
    drawId: draw,
    hostId: host,
    hostSeq: seq,
    previous,
    seedCommitHash: seedCommitHash('a'.repeat(64)),
    rulesHash: '-',
    openedAt: 1_700_000_000,
  });

describe('checkLog', () => {
  const proof = makeProof('whole', { tickets: [1, 2, 3] });
  const first = openText('host', 1, '-', 'one');
  const firstHash = openHash({
    drawId: 'one',
    hostId: 'host',
    hostSeq: 1,
    previous: '-',
    seedCommitHash: seedCommitHash('a'.repeat(64)),
    rulesHash: '-',
    openedAt: 1_700_000_000,
  });
  const whole = [first, openText('host', 2, firstHash, 'two')];

  function logWith(all: readonly string[]) {
    const root = bytesToHex(treeHash(all));
    return {
      records: all.map((text, index) => ({ index, text, signature: sign(text) })),
      checkpoint: signCheckpoint({ origin, size: all.length, root }, key, sign),
      publicKey: key,
      remembered: null as string | null,
    };
  }
  const failing = (log: Parameters<typeof checkLog>[0]): string[] =>
    checkLog(log)
      .checks.filter(({ status }) => status === 'FAIL')
      .map(({ name }) => name);

  test('a sound log passes; a first look has nothing to compare with', () => {
    const checked = checkLog(logWith(whole));
    expect(checked.ok).toBe(true);
    expect(checked.size).toBe(2);
    expect(checked.checks.at(-1)).toMatchObject({ name: 'remembered', status: 'SKIP' });
    expect(checkLog(logWith([])).ok).toBe(true);
  });

  test('what is kept from earlier must be its beginning', () => {
    const kept = logWith(whole.slice(0, 1)).checkpoint;
    expect(failing({ ...logWith(whole), remembered: kept })).toEqual([]);
    expect(failing({ ...logWith(whole.slice(0, 1)), remembered: logWith(whole).checkpoint })).toEqual([
      'remembered',
    ]);
    const rewritten = logWith([openText('host', 1, '-', 'other'), openText('b', 1, '-', 'three')]);
    expect(failing({ ...rewritten, remembered: kept })).toEqual(['remembered']);
    expect(failing({ ...logWith(whole), remembered: 'rubbish' })).toEqual(['remembered']);
  });

  test('names what was changed, left out, doubled or invented', () => {
    const log = logWith(whole);
    const changed = log.records.map((record, at) =>
      at === 1 ? { ...record, text: record.text.replace('two', 'six') } : record,
    );
    expect(failing({ ...log, records: changed })).toEqual(['signatures', 'tree']);
    expect(failing({ ...log, records: log.records.slice(0, 1) })).toEqual(['tree']);
    expect(failing({ ...log, records: log.records.slice(1) })).toEqual(['records', 'tree', 'hosts']);
    expect(failing({ ...log, publicKey: otherKey })).toEqual(['signatures', 'checkpoint']);
    expect(failing({ ...log, checkpoint: '' })).toEqual(['tree', 'checkpoint']);
    expect(failing(logWith([...whole, openText('host', 3, '-', 'two')]))).toEqual(['once', 'hosts']);
    expect(failing(logWith([first, openText('host', 3, firstHash, 'two')]))).toEqual(['hosts']);
    expect(failing(logWith([first, 'no record\n']))).toEqual(['records']);
  });

  test('a record that follows from nothing breaks the order', () => {
    const [open = '', close = '', freeze = '', reveal = '', result = ''] = recordsOf(proof);
    for (const part of [[open, freeze], [open, close, reveal], [close], [open, close, freeze, result]]) {
      expect(failing(logWith(part))).toContain('order');
    }
    expect(failing(logWith([open, close, freeze, reveal, result]))).not.toContain('order');
    const otherSeed = reveal.replace(proof.seed_reveal, 'f'.repeat(64));
    expect(failing(logWith([open, close, freeze, otherSeed]))).toContain('order');
  });

  test('a void names the last record of its draw', () => {
    const [open = '', close = '', freeze = ''] = recordsOf(proof);
    const voidAfter = (text: string): string =>
      voidRecord({ drawId: proof.draw_id, lastRecordHash: sha256Hex(text), reasonCode: 'erased', at: 9 });
    const sound = [
      [open, voidAfter(open)],
      [open, ...whole, voidAfter(open)],
    ];
    for (const part of sound) expect(failing(logWith(part))).not.toContain('order');
    expect(failing(logWith([open, close, freeze, voidAfter(freeze)]))).not.toContain('order');
    const wrong = [[voidAfter(open)], [open, voidAfter(close)], [open, close, freeze, voidAfter(open)]];
    for (const part of wrong) expect(failing(logWith(part))).toContain('order');
  });
});

describe('draw history', () => {
  const proof = makeProof('history', { tickets: [1, 2, 3] });
  const records = recordsOf(proof);
  const drawAt = proof.freeze.draw_at;
  const at = (count: number, now: number) => drawHistory(proof.draw_id, records.slice(0, count), now);

  test('a freeze without a result is marked an hour after its time, and stays marked when one comes later', () => {
    expect(at(1, drawAt).progress).toBe('open');
    expect(at(3, drawAt + 3600).progress).toBe('frozen');
    expect(at(4, drawAt + 3601).progress).toBe('never_finished');
    expect(at(5, drawAt + 9999).progress).toBe('finished');
    const late = (records[4] ?? '').replace(/\d+\n$/, `${drawAt + 3601}\n`);
    expect(drawHistory(proof.draw_id, [...records.slice(0, 4), late], drawAt + 9999).progress).toBe(
      'finished_late',
    );
  });

  test('what was voided before its freeze is open no more; after the freeze it hides nothing', () => {
    const gone = voidRecord({
      drawId: proof.draw_id,
      lastRecordHash: sha256Hex(records[0] ?? ''),
      reasonCode: 'erased',
      at: drawAt,
    });
    const history = (count: number) =>
      drawHistory(proof.draw_id, [...records.slice(0, count), gone], drawAt + 9999);
    expect(history(1)).toMatchObject({ progress: 'voided', voided: 'erased', drawAt: null });
    expect(history(4)).toMatchObject({ progress: 'never_finished', voided: 'erased' });
    expect(history(5)).toMatchObject({ progress: 'finished', voided: 'erased' });
  });

  test('records of another form are no records', () => {
    for (const text of records) expect(parseLogRecord(text)).not.toBeNull();
    const [open = ''] = records;
    for (const text of [
      '',
      open.slice(0, -1),
      `${open}more\n`,
      open.replace('draw.open.v1', 'draw.constructor.v1'),
      open.replace(proof.draw_id, 'Ann Example'),
      open.replace(/\n(\d+)\n$/, '\n0$1\n'),
    ]) {
      expect(parseLogRecord(text)).toBeNull();
    }
  });
});
