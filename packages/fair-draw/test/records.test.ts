/** The texts that are hashed and logged, byte for byte (draw protocol §1, §3, §4, §8). */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  advanceRecord,
  audienceLeaf,
  audiencePath,
  audienceRecord,
  audienceRoot,
  type AudienceRow,
  changeRecord,
  claimRecord,
  clientSeed,
  closeHash,
  closeRecord,
  combinedSeed,
  type DrawPlan,
  extendRecord,
  freezeHash,
  freezeRecord,
  holdersHash,
  hmac,
  honestAssurance,
  listHash,
  openHash,
  openRecord,
  planHash,
  planOfProof,
  type Prize,
  proofPlan,
  proofRules,
  QUICKNET,
  type RaffleRules,
  record,
  redactProof,
  replanRecord,
  resultRecord,
  revealRecord,
  roomBeaconValue,
  roomNumberCount,
  rulesHash,
  rulesOfProof,
  seedCommitHash,
  seenRecord,
  sha256Hex,
  verifyAudienceInclusion,
  voidRecord,
} from '../src/index.ts';
import { freezeWords } from '../src/freeze-words.ts';
import { makeProof } from './support/random-draw.ts';

const [a, b, c] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
const drawId = 'draw_1';
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('record', () => {
  test('one line an argument, integers in plain decimal, lists with commas, a dash for nothing', () => {
    expect(record('draw.x.v2', 0, 2 ** 53 - 1, null, [3, 0, 12], 'ü')).toBe(
      'draw.x.v2\n0\n9007199254740991\n-\n3,0,12\nü\n',
    );
  });

  test.each([['a\nb'], ['\ud800'], [-1], [1.5], [2 ** 53], [Number.NaN], [[1, -1]]])(
    'refuses %j',
    (field) => {
      expect(() => record('draw.x.v2', field)).toThrow(RangeError);
    },
  );

  test('text is hashed as UTF-8', () => expect(sha256Hex('ü🎟️')).toBe(sha('ü🎟️')));

  test('HMAC-SHA256 of RFC 4231, test case 2', () => {
    expect(hmac(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('plan, rules and holders', () => {
  const bicycle: Prize = { quantity: 3, alternates: 0, pool: 2, claimWindow: 60, name: 'Fahrrad: blau' };
  const unnamed: Prize = { quantity: 1, alternates: 5, pool: 1, claimWindow: null, name: null };
  const plan: DrawPlan = {
    policy: 'again',
    earlierWinners: 'out',
    pools: 2,
    prizes: [bicycle, unnamed],
  };
  const rules: RaffleRules = {
    title: 'Sommer ☀️',
    ticketLimit: 5,
    deadline: null,
    beaconPolicy: 'lower',
    text: 'a\n\nb',
  };

  test('a plan is a record with a line for each prize', () => {
    expect(planHash(drawId, plan)).toBe(
      sha('draw.plan.v2\ndraw_1\nagain\nout\n2\n3:0:2:60:Fahrrad: blau\n1:5:1:-:-\n'),
    );
    expect(planOfProof(proofPlan(plan))).toEqual(plan);
  });

  test.each<[string, Partial<DrawPlan>]>([
    ['no prizes', { prizes: [] }],
    ['201 prizes', { prizes: Array.from({ length: 201 }, () => unnamed) }],
    ['1,001 in all', { prizes: [{ ...bicycle, quantity: 1000 }, unnamed] }],
    ['2,001 alternates', { prizes: [{ ...bicycle, alternates: 1996 }, unnamed] }],
    ['a pool beyond the last', { pools: 1 }],
    ['no pool', { pools: 0 }],
    ['a prize with a line feed', { prizes: [{ ...bicycle, name: 'a\nb' }] }],
    ['an empty name', { prizes: [{ ...bicycle, name: '' }] }],
    ['a claim window of 0', { prizes: [{ ...bicycle, claimWindow: 0 }] }],
  ])('a plan with %s has no hash', (_, change) => {
    expect(() => planHash(drawId, { ...plan, ...change })).toThrow(RangeError);
  });

  test('rules are a record and the text as it stands', () => {
    expect(rulesHash(rules)).toBe(sha('draw.rules.v2\nSommer ☀️\n5\n-\nlower\na\n\nb'));
    expect(rulesHash({ ...rules, ticketLimit: null, deadline: 9, text: '' })).toBe(
      sha('draw.rules.v2\nSommer ☀️\n-\n9\nlower\n'),
    );
    expect(rulesOfProof(proofRules(rules))).toEqual(rules);
    for (const wrong of [
      { title: '' },
      { title: 'a\nb' },
      { text: '\r\n' },
      { text: '\ud800' },
      { ticketLimit: 0 },
    ])
      expect(() => rulesHash({ ...rules, ...wrong })).toThrow(RangeError);
  });

  test('holders ascend, and none have no hash', () => {
    expect(holdersHash(drawId, [2, 10])).toBe(sha('draw.holders.v2\ndraw_1\n2\n10\n'));
    expect(holdersHash(drawId, [])).toBeNull();
    for (const wrong of [[0], [3, 3], [4, 2]]) expect(() => holdersHash(drawId, wrong)).toThrow(RangeError);
  });
});

test('open, close and freeze are chained by their hashes', () => {
  const open = {
    drawId,
    hostId: 'host',
    hostSeq: 2,
    previous: a,
    seriesId: 'raffle',
    stage: 3,
    seedCommitHash: b,
    planHash: c,
    rulesHash: a,
    openedAt: 10,
  };
  const openText = `draw.open.v2\ndraw_1\nhost\n2\n${a}\nraffle\n3\n${b}\n${c}\n${a}\n10\n`;
  expect(openRecord(open)).toBe(openText);
  expect(openHash(open)).toBe(sha(openText));
  expect(openRecord({ ...open, previous: null })).toContain('\n2\n-\nraffle\n');
  const close = {
    drawId,
    openHash: openHash(open),
    planHash: c,
    holdersHash: null,
    entriesRoot: b,
    entryCount: 3,
    poolTotals: [9, 0],
    closedAt: 20,
  };
  const closeText = `draw.close.v2\ndraw_1\n${sha(openText)}\n${c}\n-\n${b}\n3\n9,0\n20\n`;
  expect(closeRecord(close)).toBe(closeText);
  expect(closeHash(close)).toBe(sha(closeText));
  const freeze = {
    drawId,
    closeHash: closeHash(close),
    contributionsHash: null,
    kind: 'drand',
    chainHash: a,
    round: 77,
    frozenAt: 30,
    showAt: 35,
    drawAt: 45,
  } as const;
  const freezeText = `draw.freeze.v2\ndraw_1\n${sha(closeText)}\n-\ndrand\n${a}\n77\n30\n35\n45\n`;
  expect(freezeRecord(freeze)).toBe(freezeText);
  expect(freezeHash(freeze)).toBe(sha(freezeText));
  const none = { ...freeze, kind: 'none', chainHash: null, round: null } as const;
  expect(freezeRecord(none)).toContain('\nnone\n-\n-\n30\n');
});

test('all other records of the log', () => {
  const of = { drawId, freezeHash: a, at: 60 };
  const prize = { ...of, prize: 2, entryNumber: 6 };
  const advance = { ...of, prize: 2, fromEntry: 6, reason: 'absent' } as const;
  const replan = { drawId, openHash: a, planHashBefore: b, planHashAfter: c, at: 12 };
  const change = { drawId, entryNumber: 4, weights: [0, 0], reasonCode: 'asked_for', at: 13 };
  expect([
    replanRecord(replan),
    changeRecord({ ...change, state: 'withdrawn' }),
    audienceRecord({ ...of, root: b, count: 7 }),
    revealRecord({ ...of, seedReveal: b }),
    resultRecord({ ...of, combinedSeed: b, listHash: c }),
    claimRecord({ ...prize, by: 'desk' }),
    extendRecord({ ...prize, seconds: 30 }),
    advanceRecord({ ...advance, toEntry: 7 }),
    advanceRecord({ ...advance, toEntry: null }),
    voidRecord({ drawId, lastRecordHash: c, reasonCode: 'host', at: 70 }),
  ]).toEqual([
    `draw.replan.v2\ndraw_1\n${a}\n${b}\n${c}\n12\n`,
    'draw.change.v2\ndraw_1\n4\nwithdrawn\n0,0\nasked_for\n13\n',
    `draw.audience.v2\ndraw_1\n${a}\n${b}\n7\n60\n`,
    `draw.reveal.v2\ndraw_1\n${a}\n${b}\n60\n`,
    `draw.result.v2\ndraw_1\n${a}\n${b}\n${c}\n60\n`,
    `draw.claim.v2\ndraw_1\n${a}\n2\n6\ndesk\n60\n`,
    `draw.extend.v2\ndraw_1\n${a}\n2\n6\n30\n60\n`,
    `draw.advance.v2\ndraw_1\n${a}\n2\n6\n7\nabsent\n60\n`,
    `draw.advance.v2\ndraw_1\n${a}\n2\n6\n-\nabsent\n60\n`,
    `draw.void.v2\ndraw_1\n${c}\nhost\n70\n`,
  ]);
});

test('the list of a result has first all winners, then all alternates', () => {
  const row = (prize: number, entryNumber: number) => ({
    prize,
    position: 1,
    entryNumber,
    selectionIndex: `${entryNumber}/9:${c}`,
  });
  expect(listHash({ drawId, winners: [row(1, 6), row(2, 8)], alternates: [row(1, 7)] })).toBe(
    sha(`draw.list.v2\ndraw_1\nw:1:1:6:6/9:${c}\nw:2:1:8:8/9:${c}\na:1:1:7:7/9:${c}\n`),
  );
});

test('a list of 300,000 rows is hashed', () => {
  const winners = Array.from({ length: 300_000 }, (_, index) => ({
    prize: 1,
    position: index + 1,
    entryNumber: index + 1,
    selectionIndex: 'x',
  }));
  expect(listHash({ drawId, winners, alternates: [] })).toMatch(/^[0-9a-f]{64}$/);
});

describe('the audience', () => {
  const rows = Array.from({ length: 5 }, (_, index): AudienceRow => [
    index + 2,
    100 + index,
    `${index}`.repeat(128),
  ]);
  const root = audienceRoot(drawId, a, rows);
  const row: AudienceRow = [5, 103, '3'.repeat(128)];
  const sound = {
    drawId,
    freezeHash: a,
    row,
    index: 3,
    count: 5,
    path: audiencePath(drawId, a, rows, 3),
    root,
  };

  test('what a device signs, and the leaf with its signature', () => {
    const seen = `draw.seen.v2\ndraw_1\n${a}\n5\n103\n`;
    expect(seenRecord({ drawId, freezeHash: a, entryNumber: 5, seenAt: 103 })).toBe(seen);
    expect(audienceLeaf(drawId, a, row)).toBe(`${seen}${'3'.repeat(128)}\n`);
    expect(audienceRoot(drawId, a, [row])).toBe(sha(`\0${seen}${'3'.repeat(128)}\n`));
  });

  test('a device finds its row under the root, and no other row', () => {
    expect(verifyAudienceInclusion(sound)).toBe(true);
    for (const change of [
      { index: 2 },
      { count: 4 },
      { count: 0 },
      { freezeHash: b },
      { root: b },
      { row: [5, 104, '3'.repeat(128)] as const },
      { path: sound.path.slice(1) },
      { path: ['x'] },
    ])
      expect(verifyAudienceInclusion({ ...sound, ...change })).toBe(false);
    expect(() => audienceRoot(drawId, a, [])).toThrow(RangeError);
    expect(() => audiencePath(drawId, a, rows, 5)).toThrow(RangeError);
  });
});

test('freeze words are the first 66 bits as words of the English list of BIP-39', () => {
  expect(freezeWords('0'.repeat(64))).toEqual(Array.from({ length: 6 }, () => 'abandon'));
  expect(freezeWords('f'.repeat(64))).toEqual(Array.from({ length: 6 }, () => 'zoo'));
  // 11 bits each: 1, 2, 3, 4, 2047, 0; only 66 bits count.
  const bits = [1, 2, 3, 4, 2047, 0].map((index) => index.toString(2).padStart(11, '0')).join('');
  const hex = BigInt(`0b${bits}${'1'.repeat(190)}`)
    .toString(16)
    .padStart(64, '0');
  expect(freezeWords(hex)).toEqual(['ability', 'able', 'about', 'above', 'zoo', 'abandon']);
  expect(() => freezeWords('F'.repeat(64))).toThrow(RangeError);
});

test('seeds are hashed as text and joined in one way', () => {
  expect(seedCommitHash(a)).toBe(sha(a));
  expect(clientSeed(b, null)).toBe(`${b}:-`);
  expect(combinedSeed(a, `${b}:${c}`)).toBe(sha(`${a}|${b}:${c}`));
});

test("a room's text is numbers with single spaces, in one spelling", () => {
  expect(roomBeaconValue('3 1 0 999999')).toBe(sha('draw.room.v2\n3 1 0 999999\n'));
  expect(roomNumberCount('3 1 0 999999')).toBe(4);
  const hundred = Array.from({ length: 100 }, () => '6').join(' ');
  expect(roomBeaconValue(hundred)).toMatch(/^[0-9a-f]{64}$/);
  for (const text of ['', ' 1', '1 ', '1  2', '01', '1000000', '-1', '1,2', '1\n2', '⚄', `${hundred} 6`])
    expect(() => roomBeaconValue(text)).toThrow(RangeError);
});

test.each([
  ['drand', QUICKNET.chainHash, 0, 'beacon'],
  ['drand', QUICKNET.chainHash, 3, 'beacon'],
  ['drand', a, 0, 'operator'],
  ['drand', a, 1, 'participants'],
  ['room', null, 1, 'room'],
  ['none', null, 1, 'participants'],
  ['none', null, 0, 'operator'],
] as const)('a %s draw on %s with %i contributions is labelled %s', (kind, chain, contributions, label) => {
  expect(honestAssurance(kind, chain, contributions)).toBe(label);
});

test('an erased proof lost its names and salts, on request its rules, and nothing else', () => {
  const proof = makeProof('erased');
  const hidden = makeProof('erased', { hidden: () => true });
  expect(redactProof(proof)).toEqual(hidden);
  expect(redactProof(proof, { rules: true })).toEqual({ ...hidden, rules: null });
  expect(JSON.stringify(hidden)).not.toContain(proof.winners[0]?.salt);
  expect(proof.winners[0]?.display_name).not.toBeNull();
});
