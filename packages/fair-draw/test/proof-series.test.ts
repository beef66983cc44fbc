/** A draw beside the earlier draws of its raffle: the edges of draw protocol §8. */
import { describe, expect, test } from 'vitest';
import { advanceRecord, type DrawProof, openRecord, verifyProof, voidRecord } from '../src/index.ts';
import { openFieldsOf } from '../src/proof.ts';
import { logged, stepOf } from './support/logged-proof.ts';
import { type DrawChoices, makeProof, PLAN, testChain } from './support/random-draw.ts';

describe('series', () => {
  const names = ['self', 'self', 'host', 'paper'] as const;
  const stageOf = (
    stage: number,
    changes: Partial<DrawChoices> = {},
    away: readonly number[] = [],
  ): DrawProof =>
    makeProof('series', {
      stage,
      hostSeq: stage,
      drawAt: 1_700_000_000 + stage * 1000,
      plan: {
        ...PLAN,
        earlierWinners: stage === 1 ? 'in' : 'out',
        prizes: [{ quantity: 1, alternates: 0, pool: 1, claimWindow: null, name: null }],
      },
      entries: names.map((source, index) =>
        away.includes(index + 1)
          ? { source, weights: [0], state: 'holder' as const }
          : { source, weights: [1] },
      ),
      ...changes,
    });
  const first = stageOf(1);
  const winner = first.winners[0]?.entry_number ?? 0;
  const second = stageOf(2, {}, [winner]);
  const winners = [winner, second.winners[0]?.entry_number ?? 0].toSorted((a, b) => a - b);
  const third = stageOf(3, {}, winners);

  test('the first draw, no proofs, all proofs', () => {
    expect(stepOf(first, 'series')).toBe('SKIP the first draw of its raffle');
    expect(stepOf(second, 'series')).toBe('SKIP no proof of an earlier draw was given');
    expect(stepOf(second, 'series', { earlier: [first] })).toBe('PASS');
    expect(stepOf(third, 'series', { earlier: [second, first] })).toBe('PASS');
    expect(verifyProof(third, { earlier: [second, first] }).verdict).toBe('VERIFIED');
  });

  test('a test chain that is known for this draw is known for the earlier ones', () => {
    const drand = stageOf(1, { kind: 'drand' });
    const holder = drand.winners[0]?.entry_number ?? 0;
    const next = stageOf(2, { kind: 'drand' }, [holder]);
    const options = { earlier: [drand], chains: [testChain.chain] };
    expect(stepOf(next, 'series', options)).toBe('PASS');
    expect(stepOf(next, 'series', { earlier: [drand] })).toBe('FAIL');
  });

  test('the lowest missing one is named, and the verdict stays open', () => {
    expect(stepOf(third, 'series', { earlier: [second] })).toBe('SKIP the proof of draw 1 is missing');
    expect(stepOf(third, 'series', { earlier: [first] })).toBe('SKIP the proof of draw 2 is missing');
    expect(verifyProof(third, { earlier: [first] }).verdict).toBe('INCOMPLETE');
  });

  test.each<[string, DrawProof, unknown[]]>([
    ['an earlier proof that fails', second, [{ ...first, seed_reveal: 'a'.repeat(64) }]],
    ['one that is malformed', second, [{ ...first, entries: [] }]],
    ['one twice', third, [first, first]],
    ['itself', second, [second]],
    ['a later one', second, [third]],
    ['one of another raffle', second, [stageOf(1, { seriesId: 'another' })]],
    ['one with other people', second, [makeProof('others', { seriesId: second.open.series_id })]],
    [
      'one with more people',
      second,
      [stageOf(1, { entries: [...names, 'self' as const].map((source) => ({ source, weights: [1] })) })],
    ],
    ['one with another source', second, [stageOf(1, { entries: names.map(() => ({ weights: [1] })) })]],
    ['one that was drawn after the close', stageOf(2, { drawAt: 1_700_001_005 }, [winner]), [first]],
    ['a holder who takes part', stageOf(2), [first]],
    ['one who sits out without a prize', stageOf(2, {}, [1, 2, 3, 4].slice(0, 3)), [first]],
  ])('fails with %s', (_, proof, earlier) => expect(stepOf(proof, 'series', { earlier })).toBe('FAIL'));

  test('advances of the earlier draw change who sits out, its end means nobody does', () => {
    const { draw_id: drawId, freeze_hash: freezeHash } = first;
    const toEntry = winner === 1 ? 2 : 1;
    const of = { drawId, freezeHash, prize: 1, reason: 'declined', at: first.freeze.draw_at + 9 } as const;
    const moved = advanceRecord({ ...of, fromEntry: winner, toEntry });
    const earlier = [first];
    const other = stageOf(2, {}, [toEntry]);
    expect(stepOf(logged(other, { more: [moved] }), 'series', { earlier })).toBe('PASS');
    expect(stepOf(other, 'series', { earlier })).toBe('FAIL');
    const unheld = advanceRecord({ ...of, fromEntry: toEntry, toEntry: winner });
    expect(stepOf(logged(other, { more: [unheld] }), 'series', { earlier })).toBe('FAIL');
    const ended = voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'x', at: of.at });
    expect(stepOf(logged(stageOf(2), { more: [ended] }), 'series', { earlier })).toBe('PASS');
    expect(stepOf(logged(other, { more: [moved, 'no record\n'] }), 'series', { earlier })).toBe('FAIL');
  });

  test('a stage that was opened and given up needs no proof', () => {
    const opened = openRecord({ ...openFieldsOf(second), drawId: 'given-up', stage: 2 });
    const ended = voidRecord({ drawId: 'given-up', lastRecordHash: 'a'.repeat(64), reasonCode: 'x', at: 1 });
    const proof = stageOf(3, {}, [winner]);
    const earlier = [first];
    expect(stepOf(logged(proof, { more: [opened, ended] }), 'series', { earlier })).toBe('PASS');
    expect(stepOf(logged(proof, { more: [opened] }), 'series', { earlier })).toBe(
      'SKIP the proof of draw 2 is missing',
    );
    const stranger = opened.replace(second.open.series_id, 'another');
    expect(stepOf(logged(proof, { more: [stranger, ended] }), 'series', { earlier })).toBe(
      'SKIP the proof of draw 2 is missing',
    );
  });

  test('under in everyone takes part, and a missing stage leaves nothing open', () => {
    const taking = stageOf(3, { plan: { ...PLAN, earlierWinners: 'in' } });
    expect(stepOf(taking, 'series', { earlier: [first] })).toBe('PASS');
  });
});
