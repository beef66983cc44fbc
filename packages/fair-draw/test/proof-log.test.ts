/** The log of a proof and the witnesses of its freeze: the edges of draw protocol §8. */
import { describe, expect, test } from 'vitest';
import { claimRecord, openRecord, replanRecord, verifyProof, voidRecord } from '../src/index.ts';
import { openFieldsOf } from '../src/proof.ts';
import { logged, stepOf } from './support/logged-proof.ts';
import { recordsOf } from './support/random-case.ts';
import { makeProof } from './support/random-draw.ts';
import { installation, signerOf } from './support/signers.ts';
import { witnessKeyOf } from './support/test-log.ts';

const [ONE, TWO] = ['witness.example/one', 'witness.example/two'] as const;

describe('log', () => {
  const proof = makeProof('logs', { kind: 'none' });
  const { draw_id: drawId, open_hash: openHash } = proof;
  const open = openRecord({ ...openFieldsOf(proof), drawId: 'another' });

  test('passes with its key, is skipped without, fails with another', () => {
    const document = logged(proof);
    expect(stepOf(document, 'log', { logKey: installation.key })).toBe('PASS');
    expect(stepOf(document, 'log')).toBe(
      "SKIP the log agrees; whether its key is the installation's was not checked",
    );
    expect(stepOf(document, 'log', { logKey: signerOf('stranger').key })).toBe('FAIL');
    expect(verifyProof(document, { logKey: installation.key }).verdict).toBe('VERIFIED');
  });

  test('a plan that was changed and changed back is a chain', () => {
    const [a, b] = [proof.open.plan_hash, 'b'.repeat(64)];
    const replan = (planHashBefore: string, planHashAfter: string, at: number): string =>
      replanRecord({ drawId, openHash, planHashBefore, planHashAfter, at });
    const chain = [replan(a, b, 1), replan(b, a, 2)];
    expect(stepOf(logged(proof, { more: chain }), 'log')).toMatch(/^SKIP/);
    expect(stepOf(logged(proof, { more: chain.slice(0, 1) }), 'log')).toBe('FAIL');
    expect(stepOf(logged(proof, { more: chain.slice(1) }), 'log')).toBe('FAIL');
    const other = [replanRecord({ drawId, openHash: b, planHashBefore: a, planHashAfter: a, at: 1 })];
    expect(stepOf(logged(proof, { more: other }), 'log')).toBe('FAIL');
  });

  test('only open, advance and void records of other draws, before the close', () => {
    const gone = voidRecord({ drawId: 'another', lastRecordHash: 'a'.repeat(64), reasonCode: 'gone', at: 3 });
    expect(stepOf(logged(proof, { more: [open, gone] }), 'log')).toMatch(/^SKIP/);
    const of = { drawId: 'another', freezeHash: 'a'.repeat(64), prize: 1, entryNumber: 1, at: 1 };
    expect(stepOf(logged(proof, { more: [claimRecord({ ...of, by: 'host' })] }), 'log')).toBe('FAIL');
    expect(stepOf(logged(proof, { more: ['not a record\n'] }), 'log')).toBe('FAIL');
    const late = logged(proof, { more: [gone], texts: [...recordsOf(proof), gone] });
    expect(stepOf(late, 'log')).toBe('FAIL');
  });

  test('records in another order of the log, or after the checkpoint of the freeze', () => {
    const [opened = '', closed = '', ...rest] = recordsOf(proof);
    expect(stepOf(logged(proof, { texts: [closed, opened, ...rest] }), 'log')).toBe('FAIL');
    expect(stepOf(logged(proof, { lateFreezeCheckpoint: true }), 'log')).toMatch(/^SKIP/);
  });

  test('a checkpoint of the freeze that is larger, of another root at the same size, or of another log', () => {
    const document = logged(proof);
    const longer = logged(proof, {
      after: [voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'x', at: 2 ** 40 })],
    });
    const swap = (freeze_checkpoint = '', freeze_path: string[] = []): unknown => ({
      ...document,
      log: { ...document.log, freeze_checkpoint, freeze_path },
    });
    const late = logged(proof, { lateFreezeCheckpoint: true }).log;
    expect(stepOf(swap(late?.freeze_checkpoint, late?.freeze_path), 'log')).toMatch(/^SKIP/);
    const { log: larger } = logged(proof, {
      after: longer.log?.after.map(({ text }) => text) ?? [],
      lateFreezeCheckpoint: true,
    });
    expect(stepOf(swap(larger?.freeze_checkpoint, larger?.freeze_path), 'log')).toBe('FAIL');
    const stranger = logged(proof, { log: signerOf('stranger') }).log;
    expect(stepOf(swap(stranger?.freeze_checkpoint, stranger?.freeze_path), 'log')).toBe('FAIL');
  });
});

describe('witnesses', () => {
  const proof = makeProof('witnesses', { kind: 'none' });
  const latest = proof.freeze.draw_at - 3;
  const both = { witnessKeys: [ONE, TWO].map(witnessKeyOf) };

  test.each<[string, number[], number, string]>([
    ['one at the last moment', [latest], 1, 'PASS'],
    ['one a second later', [latest + 1], 1, 'SKIP 0 of 1 known witnesses cosigned in time'],
    ['one at the time 0', [0], 1, 'SKIP 0 of 1 known witnesses cosigned in time'],
    ['two of two', [latest, 1], 2, 'PASS'],
    ['one of two', [latest, latest + 1], 2, 'SKIP 1 of 2 known witnesses cosigned in time'],
  ])('%s', (_, times, witnessQuorum, expected) => {
    const cosigners = times.map((time, index) => ({ name: index === 0 ? ONE : TWO, time }));
    expect(stepOf(logged(proof, { cosigners }), 'witnesses', { ...both, witnessQuorum })).toBe(expected);
  });

  test('one that cosigned twice counts once', () => {
    const cosigners = [1, 2].map((time) => ({ name: ONE, time: latest - time }));
    expect(stepOf(logged(proof, { cosigners }), 'witnesses', { ...both, witnessQuorum: 2 })).toMatch(
      /^SKIP 1 of 2/,
    );
    const twice = { witnessKeys: [ONE, ONE].map(witnessKeyOf), witnessQuorum: 2 };
    expect(stepOf(logged(proof, { cosigners }), 'witnesses', twice)).toMatch(/^SKIP 1 of 2/);
  });

  test('unknown ones are passed over, also ones under the name of a known one', () => {
    const document = logged(proof, { cosigners: [{ name: TWO, time: latest }] });
    expect(stepOf(document, 'witnesses', { witnessKeys: [witnessKeyOf(ONE)] })).toBe(
      'SKIP no cosignature of a known witness',
    );
    expect(verifyProof(document, { witnessKeys: [witnessKeyOf(ONE)] }).verdict).toBe('INCOMPLETE');
    expect(verifyProof(document).verdict).toBe('VERIFIED');
  });

  test('a line of a known one that does not hold fails, in either note', () => {
    const document = logged(proof, { cosigners: [{ name: ONE, time: latest }] });
    const { log } = document;
    if (log === undefined) throw new Error('no log');
    for (const member of ['checkpoint', 'freeze_checkpoint'] as const) {
      const changed = log[member].replace(
        /(.{12})(==|=)?\n$/,
        (_, end: string, pad = '') =>
          `${end.replace(/^./, (c: string) => (c === 'A' ? 'B' : 'A'))}${pad as string}\n`,
      );
      expect(changed).not.toBe(log[member]);
      expect(stepOf({ ...document, log: { ...log, [member]: changed } }, 'witnesses', both)).toBe('FAIL');
    }
  });
});
