/** The texts that are hashed and logged, byte for byte (draw protocol §1, §3, §4, §8). */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  advanceRecord,
  clientSeed,
  closeHash,
  closeRecord,
  combinedSeed,
  freezeCode,
  freezeHash,
  freezeRecord,
  honestAssurance,
  listHash,
  openHash,
  openRecord,
  QUICKNET,
  record,
  redactProof,
  resultRecord,
  revealRecord,
  seedCommitHash,
  sha256Hex,
  voidRecord,
} from '../src/index.ts';
import { roomBeaconValue } from '../src/seeds.ts';
import { makeProof } from './support/random-draw.ts';

const [a, b, c] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
const drawId = 'raffle_1';
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('record', () => {
  test('one line an argument, integers in plain decimal', () => {
    expect(record('draw.x.v1', 0, 2 ** 53 - 1, '-', 'ü')).toBe('draw.x.v1\n0\n9007199254740991\n-\nü\n');
  });

  test.each([['a\nb'], ['\ud800'], [-1], [1.5], [2 ** 53], [Number.NaN]])('refuses %j', (field) => {
    expect(() => record('draw.x.v1', field)).toThrow(RangeError);
  });

  test('text is hashed as UTF-8', () => expect(sha256Hex('ü🎟️')).toBe(sha('ü🎟️')));
});

test('open, close and freeze are chained by their hashes', () => {
  const open = {
    drawId,
    hostId: 'host',
    hostSeq: 2,
    previous: a,
    seedCommitHash: b,
    rulesHash: '-',
    openedAt: 10,
  };
  const openText = `draw.open.v1\nraffle_1\nhost\n2\n${a}\n${b}\n-\n10\n`;
  expect(openRecord(open)).toBe(openText);
  expect(openHash(open)).toBe(sha(openText));
  const close = {
    drawId,
    openHash: openHash(open),
    entriesRoot: c,
    entryCount: 3,
    ticketTotal: 9,
    closedAt: 20,
  };
  const closeText = `draw.close.v1\nraffle_1\n${sha(openText)}\n${c}\n3\n9\n20\n`;
  expect(closeRecord(close)).toBe(closeText);
  expect(closeHash(close)).toBe(sha(closeText));
  const freeze = {
    drawId,
    closeHash: closeHash(close),
    contributionsHash: '-',
    winners: 2,
    alternates: 0,
    beacon: { kind: 'drand', chainHash: a, round: 77 },
    frozenAt: 30,
    drawAt: 45,
  } as const;
  const freezeText = `draw.freeze.v1\nraffle_1\n${sha(closeText)}\n-\n2\n0\ndrand\n${a}\n77\n30\n45\n`;
  expect(freezeRecord(freeze)).toBe(freezeText);
  expect(freezeHash(freeze)).toBe(sha(freezeText));
  expect(freezeCode(freezeHash(freeze))).toBe(sha(freezeText).slice(0, 8));
  const none = { ...freeze, beacon: { kind: 'none', chainHash: '-', round: '-' } } as const;
  expect(freezeRecord(none)).toContain('\nnone\n-\n-\n30\n');
});

test('what follows the freeze in the log', () => {
  expect(revealRecord({ drawId, freezeHash: a, seedReveal: b, revealedAt: 40 })).toBe(
    `draw.reveal.v1\nraffle_1\n${a}\n${b}\n40\n`,
  );
  const rows = [1, 2].map((n) => ({ entryNumber: n + 5, selectionIndex: `${n}/9:${c}` }));
  const [winner, alternate] = [rows.slice(0, 1), rows.slice(1)];
  const list = listHash(drawId, winner, alternate);
  expect(list).toBe(sha(`draw.list.v1\nraffle_1\nw:1:6:1/9:${c}\na:1:7:2/9:${c}\n`));
  expect(resultRecord({ drawId, freezeHash: a, combinedSeed: b, listHash: list, drawnAt: 50 })).toBe(
    `draw.result.v1\nraffle_1\n${a}\n${b}\n${list}\n50\n`,
  );
  const advance = { drawId, freezeHash: a, fromEntryNumber: 6, reasonCode: 'absent', at: 60 };
  expect(advanceRecord({ ...advance, toEntryNumber: 7 })).toBe(
    `draw.advance.v1\nraffle_1\n${a}\n6\n7\nabsent\n60\n`,
  );
  expect(advanceRecord({ ...advance, toEntryNumber: null })).toContain('\n6\n-\nabsent\n');
  expect(voidRecord({ drawId, lastRecordHash: c, reasonCode: 'host', at: 70 })).toBe(
    `draw.void.v1\nraffle_1\n${c}\nhost\n70\n`,
  );
});

test('a list of 300,000 rows is hashed', () => {
  const rows = Array.from({ length: 300_000 }, (_, i) => ({ entryNumber: i + 1, selectionIndex: 'x' }));
  expect(listHash(drawId, rows, [])).toMatch(/^[0-9a-f]{64}$/);
});

test('seeds are hashed as text and joined in one way', () => {
  expect(seedCommitHash(a)).toBe(sha(a));
  expect(clientSeed(b, '-')).toBe(`${b}:-`);
  expect(combinedSeed(a, `${b}:${c}`)).toBe(sha(`${a}|${b}:${c}`));
  expect(roomBeaconValue('3 1 4 ⚄')).toBe(sha('draw.room.v1\n3 1 4 ⚄\n'));
  for (const text of ['', 'a\nb', '\udc00']) expect(() => roomBeaconValue(text)).toThrow(RangeError);
});

test.each([
  ['drand', QUICKNET.chainHash, 0, 'beacon'],
  ['drand', QUICKNET.chainHash, 3, 'beacon'],
  ['drand', a, 0, 'operator'],
  ['drand', a, 1, 'participants'],
  ['room', '-', 1, 'room'],
  ['none', '-', 1, 'participants'],
  ['none', '-', 0, 'operator'],
] as const)('a %s draw on %s with %i contributions is labelled %s', (kind, chain, contributions, label) => {
  expect(honestAssurance(kind, chain, contributions)).toBe(label);
});

test('a redacted proof lost its names and salts, and nothing else', () => {
  const proof = makeProof('redacted');
  const redacted = redactProof(proof);
  expect(redacted).toEqual(makeProof('redacted', { erased: () => true }));
  expect(JSON.stringify(redacted)).not.toContain(proof.winners[0]?.salt);
  expect(proof.winners[0]?.display_name).not.toBeNull();
});
