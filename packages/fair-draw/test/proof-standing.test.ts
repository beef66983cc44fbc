/** Who holds a prize after claims, extensions and advances: the edges of draw protocol §8. */
import { describe, expect, test } from 'vitest';
import {
  type AdvanceReason,
  advanceRecord,
  claimRecord,
  type DrawPlan,
  type DrawProof,
  extendRecord,
  planOfProof,
  prizeOrder,
  voidRecord,
} from '../src/index.ts';
import { rowOfProof } from '../src/proof.ts';
import { logged, stepOf } from './support/logged-proof.ts';
import { recordsOf } from './support/random-case.ts';
import { type DrawChoices, makeProof, PLAN } from './support/random-draw.ts';

describe('standing', () => {
  const plan: DrawPlan = {
    ...PLAN,
    prizes: [
      { quantity: 1, alternates: 1, pool: 1, claimWindow: 60, name: null },
      { quantity: 1, alternates: 0, pool: 1, claimWindow: null, name: null },
    ],
  };
  const people: DrawChoices['entries'] = Array.from({ length: 6 }, () => ({ weights: [1] }));
  const proof = makeProof('standing', { plan, entries: people });
  const outProof = makeProof('standing', { plan: { ...plan, earlierWinners: 'out' }, entries: people });
  const start = proof.freeze.draw_at + 1;

  /** Records of a draw in the words of a test; `next` is the n-th in the order of a prize. */
  function wordsOf(of: DrawProof) {
    const { draw_id: drawId, freeze_hash: freezeHash, combined_seed: combinedSeed } = of;
    const winners = of.winners.map(rowOfProof);
    const weights = of.entries.map((entry) => entry[2]);
    const orderOf = (prize: number) => [
      ...prizeOrder({ combinedSeed, plan: planOfProof(of.plan), weights, prize, winners }),
    ];
    const orders = [1, 2].map(orderOf);
    const base = { drawId, freezeHash };
    return {
      winner: winners[0]?.entryNumber ?? 0,
      other: winners[1]?.entryNumber ?? 0,
      next: (index: number, prize = 1): number => orders[prize - 1]?.[index]?.entryNumber ?? 0,
      claim: (entryNumber: number, at: number, prize = 1) =>
        claimRecord({ ...base, prize, entryNumber, by: 'desk', at }),
      extend: (entryNumber: number, seconds: number, at: number, prize = 1) =>
        extendRecord({ ...base, prize, entryNumber, seconds, at }),
      pass: (fromEntry: number, toEntry: number | null, reason: AdvanceReason, at: number, prize = 1) =>
        advanceRecord({ ...base, prize, fromEntry, toEntry, reason, at }),
      stop: (at: number) => voidRecord({ drawId, lastRecordHash: 'a'.repeat(64), reasonCode: 'x', at }),
    };
  }
  const { winner, other, next, claim, extend, pass, stop } = wordsOf(proof);
  const standing = (...after: string[]): string => stepOf(logged(proof, { after }), 'standing');

  test.each<[string, string[]]>([
    ['a claim', [claim(winner, start)]],
    ['a claim of each prize', [claim(winner, start), claim(other, start, 2)]],
    [
      'one after the other declining, to the end',
      [
        pass(winner, next(0), 'declined', start),
        pass(next(0), next(1), 'declined', start),
        pass(next(1), next(2), 'declined', start),
        pass(next(2), next(3), 'declined', start),
        pass(next(3), null, 'declined', start),
      ],
    ],
    ['a claim window that ended', [pass(winner, next(0), 'unclaimed', start + 60)]],
    [
      'a claim window of the next that ended',
      [pass(winner, next(0), 'declined', start + 5), pass(next(0), next(1), 'unclaimed', start + 65)],
    ],
    ['an extension', [extend(winner, 30, start), pass(winner, next(0), 'unclaimed', start + 90)]],
    [
      'an ineligible one after a claim',
      [claim(winner, start), pass(winner, next(0), 'ineligible', start + 1)],
    ],
    ['the end of the draw', [claim(winner, start), stop(start + 1)]],
    ['a prize without a window for one who is absent', [pass(other, next(0, 2), 'absent', start, 2)]],
  ])('%s is in order', (_, after) => {
    expect(standing(...after)).toBe('PASS');
  });

  test.each<[string, string[]]>([
    ['a claim of one who holds nothing', [claim(next(0), start)]],
    ['a claim of the other prize', [claim(winner, start, 2)]],
    ['a claim of a prize that the plan does not have', [claim(winner, start, 3)]],
    ['a second claim', [claim(winner, start), claim(winner, start + 1)]],
    ['a claim after being passed over', [pass(winner, next(0), 'declined', start), claim(winner, start)]],
    ['a claim before the result', [claim(winner, start - 1)]],
    ['times that decrease', [claim(winner, start + 2), claim(other, start + 1, 2)]],
    ['an extension of a prize without window', [extend(other, 5, start, 2)]],
    ['a second extension', [extend(winner, 5, start), extend(winner, 5, start)]],
    ['an extension after the claim', [claim(winner, start), extend(winner, 5, start)]],
    ['a claim window that has not ended', [pass(winner, next(0), 'unclaimed', start + 59)]],
    [
      'an extension that has not ended',
      [extend(winner, 30, start), pass(winner, next(0), 'unclaimed', start + 89)],
    ],
    [
      'a window of the next that has not ended',
      [pass(winner, next(0), 'declined', start + 5), pass(next(0), next(1), 'unclaimed', start + 64)],
    ],
    ['unclaimed after a claim', [claim(winner, start), pass(winner, next(0), 'unclaimed', start + 99)]],
    ['absent after a claim', [claim(winner, start), pass(winner, next(0), 'absent', start + 99)]],
    ['unclaimed without a window', [pass(other, next(0), 'unclaimed', start + 99, 2)]],
    ['another than the next', [pass(winner, next(1), 'declined', start)]],
    ['nobody though there is one', [pass(winner, null, 'declined', start)]],
    ['the winner of another prize', [pass(winner, other, 'declined', start)]],
    [
      'one who was passed over before',
      [pass(winner, next(0), 'declined', start), pass(next(0), winner, 'declined', start)],
    ],
    ['from one who does not hold the prize', [pass(next(0), next(1), 'declined', start)]],
    ['anything after the end', [stop(start), claim(winner, start)]],
    ['a record of another freeze', [claim(winner, start).replace(proof.freeze_hash, 'a'.repeat(64))]],
    ['a record of another draw', [claim(winner, start).replace(proof.draw_id, 'another')]],
    ['a record that does not belong there', [recordsOf(proof)[4]?.replace(/\d+\n$/, `${start + 9}\n`) ?? '']],
  ])('%s fails', (_, after) => expect(standing(...after)).toBe('FAIL'));

  test('under out, one further down the line may be right, one outside it is not', () => {
    const words = wordsOf(outProof);
    const outStanding = (toEntry: number | null): string =>
      stepOf(logged(outProof, { after: [words.pass(words.winner, toEntry, 'declined', start)] }), 'standing');
    const passedBy = 'SKIP somebody was passed by who may hold a prize of another draw';
    expect(outStanding(words.next(0))).toBe('PASS');
    expect(outStanding(words.next(1))).toBe(passedBy);
    expect(outStanding(null)).toBe(passedBy);
    expect(outStanding(words.other)).toBe('FAIL');
    expect(outStanding(99)).toBe('FAIL');
    const both = [
      words.pass(words.winner, words.next(1), 'declined', start),
      words.claim(words.winner, start),
    ];
    expect(stepOf(logged(outProof, { after: both }), 'standing')).toBe('FAIL');
  });
});
