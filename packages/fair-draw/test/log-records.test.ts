/** The texts of the log's records, of every kind (draw protocol §3, §8). */
import { describe, expect, test } from 'vitest';
import * as records from '../src/draw-records.ts';
import { type LogRecord, parseLogRecord, timeOfRecord } from '../src/log/log-records.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const drawId = 'draw-1';
const after = { drawId, freezeHash: a, prize: 200, at: 5 };

/** A record of each kind, with values present and absent. */
const samples: { record: LogRecord; text: string }[] = [
  ...[null, b].map((previous) => {
    const fields = { drawId, hostId: 'h_1', hostSeq: 1, previous, seriesId: 's-1', stage: 30 };
    const all = { ...fields, seedCommitHash: a, planHash: b, rulesHash: c, openedAt: 0 };
    return { record: { kind: 'open' as const, fields: all }, text: records.openRecord(all) };
  }),
  ...[null, d].map((holdersHash) => {
    const fields = { drawId, openHash: a, planHash: b, holdersHash, entriesRoot: c, entryCount: 1 };
    const all = { ...fields, poolTotals: [0, 4_294_967_295], closedAt: 9_007_199_254_740_991 };
    return { record: { kind: 'close' as const, fields: all }, text: records.closeRecord(all) };
  }),
  ...(['drand', 'room', 'none'] as const).map((kind, index) => {
    const beacon = { kind, chainHash: index === 0 ? c : null, round: index === 2 ? null : 1 };
    const times = { frozenAt: 1, showAt: 2, drawAt: 3 };
    const all = { drawId, closeHash: a, contributionsHash: index === 1 ? b : null, ...beacon, ...times };
    return { record: { kind: 'freeze' as const, fields: all }, text: records.freezeRecord(all) };
  }),
  ...[{ drawId, openHash: a, planHashBefore: b, planHashAfter: c, at: 5 }].map((fields) => ({
    record: { kind: 'replan' as const, fields },
    text: records.replanRecord(fields),
  })),
  ...(['in', 'withdrawn', 'removed'] as const).map((state) => {
    const fields = {
      drawId,
      entryNumber: 1,
      state,
      weights: [0, 3],
      reasonCode: `a${'_'.repeat(63)}`,
      at: 5,
    };
    return { record: { kind: 'change' as const, fields }, text: records.changeRecord(fields) };
  }),
  ...[{ drawId, freezeHash: a, root: b, count: 1, at: 5 }].map((fields) => ({
    record: { kind: 'audience' as const, fields },
    text: records.audienceRecord(fields),
  })),
  ...[{ drawId, freezeHash: a, seedReveal: b, at: 5 }].map((fields) => ({
    record: { kind: 'reveal' as const, fields },
    text: records.revealRecord(fields),
  })),
  ...[{ drawId, freezeHash: a, combinedSeed: b, listHash: c, at: 5 }].map((fields) => ({
    record: { kind: 'result' as const, fields },
    text: records.resultRecord(fields),
  })),
  ...(['device', 'desk', 'host'] as const).map((by) => {
    const fields = { ...after, entryNumber: 1, by };
    return { record: { kind: 'claim' as const, fields }, text: records.claimRecord(fields) };
  }),
  ...[{ ...after, entryNumber: 1, seconds: 1 }].map((fields) => ({
    record: { kind: 'extend' as const, fields },
    text: records.extendRecord(fields),
  })),
  ...(['unclaimed', 'declined', 'absent', 'ineligible'] as const).map((reason, index) => {
    const fields = { ...after, fromEntry: 2, toEntry: index === 0 ? null : 3, reason };
    return { record: { kind: 'advance' as const, fields }, text: records.advanceRecord(fields) };
  }),
  ...[{ drawId, lastRecordHash: a, reasonCode: 'erased', at: 5 }].map((fields) => ({
    record: { kind: 'void' as const, fields },
    text: records.voidRecord(fields),
  })),
];

const labelled = samples.map((sample) => [sample.text.split('\n')[0] ?? '', sample] as const);

describe('[§8] records', () => {
  test('all twelve kinds are among them', () => {
    expect(new Set(samples.map(({ record }) => record.kind)).size).toBe(12);
  });

  test.each(labelled)('%s: what is written is read', (_, { record, text }) => {
    expect(parseLogRecord(text)).toEqual(record);
    const { fields } = record;
    const ownTime = record.kind === 'freeze' ? 1 : undefined;
    const time = 'at' in fields ? fields.at : ownTime;
    if (time !== undefined) expect(timeOfRecord(record)).toBe(time);
  });

  test.each(labelled)('%s: no other text is', (_, { text }) => {
    const lines = text.slice(0, -1).split('\n');
    const texts = [
      text.slice(0, -1),
      `${text}\n`,
      `${text}5\n`,
      `\n${text}`,
      text.replaceAll('\n', '\r\n'),
      text.replace('.v2\n', '.v1\n'),
      text.replace('.v2\n', '.v2 \n'),
      text.replace('draw.', 'draw.x'),
      lines.slice(0, -1).join('\n') + '\n',
      ...lines.map((__, at) => lines.with(at, '').join('\n') + '\n'),
      ...lines.map((line, at) => lines.with(at, `${line} `).join('\n') + '\n'),
      ...lines.map((line, at) => lines.with(at, `+${line}`).join('\n') + '\n'),
      ...lines.flatMap((line, at) =>
        /^[0-9]+$/.test(line)
          ? ['01', '-', '-1', '1.0', '1e3', '9007199254740992', '٣'].map(
              (wrong) => lines.with(at, wrong).join('\n') + '\n',
            )
          : [],
      ),
      ...lines.flatMap((line, at) =>
        /^[a-d]{64}$/.test(line)
          ? [line.toUpperCase(), line.slice(1), `${line}a`].map(
              (wrong) => lines.with(at, wrong).join('\n') + '\n',
            )
          : [],
      ),
    ];
    // A round may be absent; that is tested with the kinds of freeze records.
    const isFreeze = text.startsWith('draw.freeze.v2');
    for (const wrong of texts) {
      const absentRound = isFreeze && wrong.split('\n')[6] === '-';
      const toNobody = text.startsWith('draw.advance.v2') && wrong.split('\n')[5] === '-';
      if (wrong === text || absentRound || toNobody) continue;
      expect({ wrong, record: parseLogRecord(wrong) }).toEqual({ wrong, record: null });
    }
  });

  const change = (name: string, from: string, to: string): string => {
    const sample = samples.find(({ text }) => text.startsWith(`draw.${name}.v2`) && text.includes(from));
    if (sample === undefined) throw new Error(`no record with ${from}`);
    return sample.text.replace(from, to);
  };

  test.each([
    ['stage 31', change('open', '\n30\n', '\n31\n')],
    ['stage 0', change('open', '\n30\n', '\n0\n')],
    ['number 0 of a host', change('open', 'h_1\n1\n', 'h_1\n0\n')],
    ['an id with other characters', change('open', 'h_1', 'h.1')],
    ['an id of 65 characters', change('open', 'h_1', 'h'.repeat(65))],
    ['no entries', change('close', '\n1\n', '\n0\n')],
    ['a total above 2^32−1', change('close', '4294967295', '4294967296')],
    ['21 pools', change('close', '0,4294967295', Array.from({ length: 21 }, () => 1).join())],
    ['no pools', change('close', '0,4294967295', '-')],
    ['a comma at the end', change('close', '0,4294967295', '0,')],
    ['a space in a list', change('close', '0,4294967295', '0, 1')],
    ['another kind of beacon', change('freeze', '\ndrand\n', '\nlottery\n')],
    ['round 0', change('freeze', `${c}\n1\n`, `${c}\n0\n`)],
    ['a state of an absent one', change('change', '\nin\n', '\nabsent\n')],
    ['a state of a holder', change('change', '\nin\n', '\nholder\n')],
    ['a reason of 65 characters', change('change', `a${'_'.repeat(63)}`, 'a'.repeat(65))],
    ['a reason with a digit', change('change', `a${'_'.repeat(63)}`, 'a1')],
    ['a reason that begins with a line', change('change', `a${'_'.repeat(63)}`, '_a')],
    ['an audience of nobody', change('audience', '\n1\n', '\n0\n')],
    ['prize 201', change('claim', '\n200\n', '\n201\n')],
    ['prize 0', change('claim', '\n200\n', '\n0\n')],
    ['a claim by a phone', change('claim', '\ndevice\n', '\nphone\n')],
    ['an extension by nothing', change('extend', '\n1\n1\n', '\n1\n0\n')],
    ['a reason for passing over that is none', change('advance', '\nabsent\n', '\ndislike\n')],
    ['entry 0', change('advance', '\n3\n', '\n0\n')],
    ['a kind that every object has', change('void', 'draw.void.v2', 'draw.constructor.v2')],
    ['a record of a receipt', change('void', 'draw.void.v2', 'draw.receipt.v2')],
    ['a long text', `draw.void.v2\n${'x\n'.repeat(1_000_000)}`],
  ])('%s', (_, text) => {
    expect(parseLogRecord(text)).toBeNull();
  });
});
