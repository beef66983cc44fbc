/** The landing page's draw is a real one: its proof verifies, and every cheat is found at the step that it breaks. */
import { type StepName, verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, test } from 'vitest';
import { canCheat, type Cheat, CHEATS, cheatWith } from './cheats.ts';
import { drawTrial, freezeTrial, type TrialChance } from './trial-draw.ts';

const AT = 1_750_000_000;

function chanceOf(count: number, digit = 'a'): TrialChance {
  return {
    seed: digit.repeat(64),
    salts: Array.from({ length: count }, (_, i) => i.toString(16).padStart(32, '0')),
    drawId: 'trial-draw',
    hostId: 'trial-host',
  };
}

const failing = (json: unknown): StepName[] =>
  verifyProof(json)
    .steps.filter(({ status }) => status === 'FAIL')
    .map(({ name }) => name);

describe.each([1, 2, 8, 20])('among %i names', (count) => {
  const names = Array.from({ length: count }, (_, i) => (i === 0 ? 'N'.repeat(100) : `Person ${i + 1}`));
  const chance = chanceOf(count);
  const frozen = freezeTrial(names, chance, false, AT);
  const proof = drawTrial(frozen, '');

  test('the proof verifies, at the level that is true', () => {
    const verification = verifyProof(proof);
    expect(verification.verdict).toBe('VERIFIED');
    expect(verification.assurance).toBe('operator');
    expect(proof.winners[0]?.display_name).toBe(names[(proof.winners[0]?.entry_number ?? 0) - 1]);
  });

  test('what was shown at the freeze stands in the proof', () => {
    expect(proof.freeze_hash).toBe(frozen.freezeHash);
    expect(proof.seed_commit_hash).toBe(frozen.seedCommit);
  });

  test.each(CHEATS.filter((cheat) => canCheat(cheat, count)))('the cheat "%s" is found', (cheat) => {
    const expected: Record<Cheat, StepName[]> = {
      winner: ['winners'],
      name: ['names'],
      entry: ['entries', 'records'],
      seed: ['seed_commit'],
    };
    const altered = cheatWith(cheat, {
      proof,
      names,
      salts: chance.salts,
      friend: 'A friend of mine',
      otherSeed: 'b'.repeat(64),
    });
    expect(failing(altered)).toEqual(expected[cheat]);
    expect(failing(proof)).toEqual([]);
  });
});

test('numbers thrown after the freeze change the result and raise the level to "room"', () => {
  const names = Array.from({ length: 20 }, (_, i) => `Person ${i + 1}`);
  const frozen = freezeTrial(names, chanceOf(20), true, AT);
  const proofs = ['1 2 3 4 5 6', '1 2 3 4 6 5', '6 6 6 6 6 6'].map((dice) => drawTrial(frozen, dice));
  for (const proof of proofs) {
    expect(proof.freeze_hash).toBe(frozen.freezeHash);
    expect(verifyProof(proof)).toMatchObject({ verdict: 'VERIFIED', assurance: 'room' });
  }
  expect(new Set(proofs.map((proof) => proof.combined_seed)).size).toBe(3);
  expect(drawTrial(frozen, '1 2 3 4 5 6')).toEqual(proofs[0]);
});

test('a single name cannot be swapped', () => {
  expect(canCheat('winner', 1)).toBe(false);
  expect(CHEATS.filter((cheat) => canCheat(cheat, 1))).toHaveLength(3);
});
