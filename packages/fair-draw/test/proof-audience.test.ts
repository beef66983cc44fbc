/** The audience record of a proof: the edges of draw protocol §8. */
import { describe, expect, test } from 'vitest';
import { audienceRecord, audienceRoot, verifyProof } from '../src/index.ts';
import { logged, stepOf } from './support/logged-proof.ts';
import { audienceRecordOf, makeProof, signedAudience } from './support/random-draw.ts';
import { seededRandom } from './support/random.ts';
import { signerOf } from './support/signers.ts';

describe('audience', () => {
  const proof = makeProof('audiences', {
    kind: 'none',
    entries: [1, 1, 1, 1].map((weight, index) => ({ weights: [weight], hasDevice: index !== 1 })),
  });
  const { draw_id: drawId, freeze_hash: freezeHash, freeze } = proof;
  const rows = signedAudience(proof, [1, 3, 4], seededRandom('audience'));
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three rows');
  const withRows = (audience: unknown): unknown => ({ ...proof, audience });

  test('passes with a note, and is skipped without anyone', () => {
    expect(stepOf(withRows(rows), 'audience')).toBe('PASS');
    expect(verifyProof(withRows(rows)).notes).toEqual([
      { name: 'audience', text: '3 of 3 devices signed that they held this freeze before the draw' },
    ]);
    expect(stepOf(proof, 'audience')).toBe('SKIP no device signed');
  });

  test.each<[string, unknown]>([
    ['the same device twice', [first, first]],
    ['another order', [second, first]],
    ['an entry without a device', [[2, first[1], first[2]]]],
    ['an entry that is not in the list', [[5, first[1], first[2]]]],
    ['the signature of another device', [[first[0], first[1], second[2]]]],
    ['another time than the signed one', [[first[0], first[1] - 1, first[2]]]],
  ])('fails with %s', (_, audience) => expect(stepOf(withRows(audience), 'audience')).toBe('FAIL'));

  test('a device that saw the freeze 5 s before the draw is in time, one that saw it later is not', () => {
    const at = (seenAt: number): string => {
      const text = `draw.seen.v2\n${drawId}\n${freezeHash}\n1\n${seenAt}\n`;
      return stepOf(withRows([[1, seenAt, signerOf('device 1').sign(text)]]), 'audience');
    };
    expect(at(freeze.draw_at - 5)).toBe('PASS');
    expect(at(freeze.draw_at - 4)).toBe('FAIL');
  });

  test('the recorded root and count are those of the list', () => {
    const signed = { ...proof, audience: [...rows] };
    expect(stepOf(logged(signed, { more: [audienceRecordOf(proof, rows)] }), 'audience')).toBe('PASS');
    expect(stepOf(logged(signed, { more: [audienceRecordOf(proof, [first, third])] }), 'audience')).toBe(
      'FAIL',
    );
    const root = audienceRoot(drawId, freezeHash, rows);
    const counted = audienceRecord({ drawId, freezeHash, root, count: 4, at: freeze.draw_at - 2 });
    expect(stepOf(logged(signed, { more: [counted] }), 'audience')).toBe('FAIL');
  });
});
