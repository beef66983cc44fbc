/** Draws, records and observations that several cases use. */
import {
  advanceRecord,
  changeRecord,
  type DrawPlan,
  type DrawProof,
  freezeRecord,
  listHash,
  logOrigin,
  openRecord,
  planHash,
  replanRecord,
  resultRecord,
  revealRecord,
  sha256Hex,
  signCheckpoint,
  voidRecord,
} from '../../../src/index.ts';
import type { Observation, ShownAdvance } from '../../../src/verify/device/observations.ts';
import { freezeFieldsOf, openFieldsOf, rowOfProof } from '../../../src/proof.ts';
import { treeHash } from '../log-key.ts';
import { quicknetRound } from '../random-draw.ts';
import {
  DRAW,
  OWN,
  installation,
  DRAW_AT,
  plan,
  rules,
  type Draw,
  receiptOf,
  rowsOf,
  makeDraw,
  proofObservation,
} from './draw.ts';
import { base, changed } from './vector.ts';

export const { proof } = base;
export const freezeText = freezeRecord(freezeFieldsOf(proof));
export const otherFreeze = freezeRecord({ ...freezeFieldsOf(proof), showAt: proof.freeze.show_at + 1 });
export const resultText = resultRecord({
  drawId: DRAW,
  freezeHash: proof.freeze_hash,
  combinedSeed: proof.combined_seed,
  listHash: listHash({
    drawId: DRAW,
    winners: proof.winners.map(rowOfProof),
    alternates: proof.alternates.map(rowOfProof),
  }),
  at: DRAW_AT + 1,
});
export const [firstWinner = 0] = proof.winners.map((row) => row.entry_number);
export const [firstAlternate = 0, secondAlternate = 0] = proof.alternates.map((row) => row.entry_number);
export const advance = (toEntry: number | null): string =>
  advanceRecord({
    drawId: DRAW,
    freezeHash: proof.freeze_hash,
    prize: 1,
    fromEntry: firstWinner,
    toEntry,
    reason: 'declined',
    at: DRAW_AT + 60,
  });
export const afterDraw = (texts: string[], result = resultText, shown: ShownAdvance[] = []): Observation => ({
  type: 'after_draw',
  proof,
  result,
  texts,
  shown,
});
export const shownAdvance = (toEntry: number | null): ShownAdvance[] => [
  { prize: 1, fromEntry: firstWinner, toEntry },
];

export const leaves = Array.from({ length: 7 }, (_, index) => `record ${index}\n`);
export const rootOf = (texts: readonly string[]): string => Buffer.from(treeHash(texts)).toString('hex');
export const noteOf = (size: number, root = rootOf(leaves.slice(0, size)), signer = installation): string =>
  signCheckpoint({ origin: logOrigin(signer.key), size, root }, signer.key, signer.sign);
/** From 4 to 7 records: the neighbours of the first four. */
export const fromFourToSeven = [rootOf(leaves.slice(4))];
export const checkpoint = (note: string, path: string[] | null): Observation => ({
  type: 'checkpoint',
  note,
  path,
});

export const changeText = (
  state: 'in' | 'withdrawn' | 'removed',
  weights: number[],
  reasonCode: string,
): string => changeRecord({ drawId: DRAW, entryNumber: OWN, state, weights, reasonCode, at: DRAW_AT - 300 });
export const cutReceipt = receiptOf({ open_hash: proof.open_hash, weights: [1], issued_at: DRAW_AT - 300 });
export const cutDraw = makeDraw({ own: { weights: [1] } });
export const withdrawnReceipt = receiptOf({
  open_hash: proof.open_hash,
  state: 'withdrawn',
  weights: [0],
  issued_at: DRAW_AT - 300,
});
export const withdrawnDraw = makeDraw({ own: { state: 'withdrawn', weights: [0] } });
/** People had to be present, and the own entry is listed as absent (R71). */
export const absentDraw = makeDraw({ own: { state: 'absent', weights: [0] } });
export const removedDraw = makeDraw({ own: { state: 'removed', weights: [0] } });
export const roomDraw = makeDraw({
  beacon: { kind: 'room', text: '4 1 6 6 2' },
  rules: { ...rules, beaconPolicy: 'room' },
});
export const noneDraw = makeDraw({ beacon: { kind: 'none' }, rules: { ...rules, beaconPolicy: 'none' } });
export const operatorDraw = makeDraw({
  beacon: { kind: 'none' },
  rules: { ...rules, beaconPolicy: 'none' },
  contributors: [],
});
export const shortDraw = makeDraw({
  beacon: { kind: 'none' },
  rules: { ...rules, beaconPolicy: 'none' },
  frozenAt: DRAW_AT - 9,
  showAt: DRAW_AT - 8,
});
export const otherSeed = { type: 'seed', at: DRAW_AT - 10, seedReveal: sha256Hex('another seed') } as const;
export const withoutOwn = makeDraw({ contributors: [1] });
export const sitsOut = makeDraw({ own: { state: 'holder', weights: [0] } });
export const freezeObservation = base.seen.freeze;
export const freezeAt = (at: number): Observation => changed(freezeObservation, 'freeze', { at });
export const swapped = rowsOf(proof.winners).toReversed();
export const failedProof: DrawProof = { ...proof, combined_seed: 'f'.repeat(64) };

export const planOf = (quantity: number): DrawPlan => ({
  ...plan,
  prizes: plan.prizes.map((prize) => ({ ...prize, quantity })),
});
export const replannedDraw = makeDraw({ openingPlan: planOf(1) });
export const replan = (from: DrawPlan, to: DrawPlan, signer = installation) => {
  const text = replanRecord({
    drawId: DRAW,
    openHash: replannedDraw.proof.open_hash,
    planHashBefore: planHash(DRAW, from),
    planHashAfter: planHash(DRAW, to),
    at: DRAW_AT - 200,
  });
  return { text, signature: signer.sign(text) };
};

/** The second draw of its raffle. */
export const secondDraw = makeDraw({ stage: 2 });
const EARLIER = 'draw-earlier';
export const EARLIER_DRAW_AT = DRAW_AT - 700;
export const earlierRecords = {
  open: openRecord({ ...openFieldsOf(secondDraw.proof), drawId: EARLIER, stage: 1 }),
  freeze: freezeRecord({
    ...freezeFieldsOf(proof),
    drawId: EARLIER,
    frozenAt: EARLIER_DRAW_AT - 34,
    showAt: EARLIER_DRAW_AT - 22,
    drawAt: EARLIER_DRAW_AT,
  }),
  voidAt: (at: number): string =>
    voidRecord({ drawId: EARLIER, lastRecordHash: proof.freeze_hash, reasonCode: 'no_quorum', at }),
  reveal: revealRecord({
    drawId: EARLIER,
    freezeHash: proof.freeze_hash,
    seedReveal: sha256Hex('seed'),
    at: EARLIER_DRAW_AT - 19,
  }),
  result: resultText.replace(DRAW, EARLIER),
};
export const earlier = (
  texts: string[] | null,
  {
    seedSeen = false,
    voidSeenAt = EARLIER_DRAW_AT - 21.5,
  }: { seedSeen?: boolean; voidSeenAt?: number | null } = {},
): Observation => ({ type: 'earlier_draw', drawId: EARLIER, texts, seedSeen, voidSeenAt });
export const givenUp = [
  earlierRecords.open,
  earlierRecords.freeze,
  earlierRecords.voidAt(EARLIER_DRAW_AT - 22),
];
export const DROPPED = 'an earlier draw of this raffle was dropped after its list was fixed';

export function quicknetSignature(round: number): string {
  const { evidence } = quicknetRound(round);
  if (evidence.kind !== 'drand') throw new Error('no round');
  return evidence.signature;
}

/** As a verifier without BLS answers. */
export function incomplete(observation: Observation): Observation {
  if (observation.type !== 'proof') throw new Error('no proof');
  const steps = observation.verification.steps.map((step) =>
    step.name === 'beacon_signature' ? { ...step, status: 'SKIP' } : step,
  );
  return { ...observation, verification: { verdict: 'INCOMPLETE', steps } };
}

/** The first draw of a raffle has no holders; how the proof of a later one is checked is tested elsewhere. */
export function holderProof(draw: Draw): Observation {
  const steps = [{ name: 'format', status: 'PASS' }];
  return { type: 'proof', proof: draw.proof, verification: { verdict: 'VERIFIED', steps } };
}

/** A draw whose proof has the own signature. */
export function audienceDraw(): Draw {
  const rows = [base.row];
  return { ...base, seen: { ...base.seen, proof: proofObservation({ ...proof, audience: rows }) } };
}
