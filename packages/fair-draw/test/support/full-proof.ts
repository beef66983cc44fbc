/** Proofs with everything: audience, log, a cosignature, a claim and an advance. */
import {
  advanceRecord,
  claimRecord,
  type DrawProof,
  nextInOrder,
  planOfProof,
  prizeOrder,
  type VerifyOptions,
} from '../../src/index.ts';
import { rowOfProof } from '../../src/proof.ts';
import { recordsOf } from './random-case.ts';
import { audienceRecordOf, type DrawChoices, makeProof, signedAudience, testChain } from './random-draw.ts';
import { seededRandom } from './random.ts';
import { installation } from './signers.ts';
import { proofLogOf, witnessKeyOf } from './test-log.ts';

const WITNESS = 'witness.example/one';

/** With these nothing but `series` is skipped. */
export const fullOptions: VerifyOptions = {
  chains: [testChain.chain],
  logKey: installation.key,
  witnessKeys: [witnessKeyOf(WITNESS)],
};

/** A draw of five entries, one of which withdrew. */
export function fullProof(seed: string, choices: Partial<DrawChoices>): DrawProof {
  const entries = [3, 1, 0, 2, 5].map((weight, index) => ({
    weights: [weight],
    ...(index === 2 ? { state: 'withdrawn' as const } : {}),
  }));
  const proof = makeProof(seed, { entries, ...choices });
  const audience = signedAudience(proof, [1, 4], seededRandom(seed));
  const { draw_id: drawId, freeze_hash: freezeHash, combined_seed: combinedSeed, freeze } = proof;
  const winners = proof.winners.map(rowOfProof);
  const [first, second] = winners;
  if (first === undefined || second === undefined) throw new Error('two winners are needed');
  const weights = proof.entries.map((entry) => entry[2]);
  const order = prizeOrder({
    combinedSeed,
    plan: planOfProof(proof.plan),
    weights,
    prize: first.prize,
    winners,
  });
  const toEntry = nextInOrder(order, new Set(winners.map(({ entryNumber }) => entryNumber)));
  const of = { drawId, freezeHash };
  const after = [
    claimRecord({
      ...of,
      prize: second.prize,
      entryNumber: second.entryNumber,
      by: 'host',
      at: freeze.draw_at + 5,
    }),
    advanceRecord({
      ...of,
      prize: first.prize,
      fromEntry: first.entryNumber,
      toEntry,
      reason: 'absent',
      at: freeze.draw_at + 9,
    }),
  ];
  const records = recordsOf(proof);
  const more = [audienceRecordOf(proof, audience)];
  const texts = [
    'foreign\n',
    ...records.slice(0, 3),
    ...more,
    ...records.slice(3),
    ...after,
    'foreign too\n',
  ];
  const cosigners = [{ name: WITNESS, time: freeze.draw_at - 4 }];
  const log = proofLogOf({ texts, records, more, after, log: installation, cosigners });
  return { ...proof, audience, log };
}
