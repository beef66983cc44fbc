/**
 * Whole raffles made from a seed: the same seed gives the same proof on every machine. `makeProof` makes a draw of the
 * choices that a test names; `randomCase` mixes everything that the protocol knows.
 */
import { readFileSync } from 'node:fs';
import {
  audienceRecord,
  audienceRoot,
  type AudienceRow,
  buildProof,
  type BeaconEvidence,
  type BeaconPolicy,
  type CommittedEntry,
  type Contribution,
  type DrawPlan,
  type DrawProof,
  entropyCommit,
  nameCommit,
  planHash,
  type ProofInput,
  type RaffleRules,
  seenRecord,
  sha256Hex,
} from '../../src/index.ts';
import { createTestChain } from '../../src/test-chain.ts';
import { type Random, seededRandom } from './random.ts';
import { signerOf } from './signers.ts';

export const testChain = createTestChain(new Uint8Array(32).fill(9), {
  genesisTime: 1_700_000_000,
  period: 3,
});

/** The chain as a file for the command lines of both verifiers. */
export const testChainFile = {
  scheme: testChain.chain.scheme,
  chain_hash: testChain.chain.chainHash,
  public_key: testChain.chain.publicKey,
  genesis_time: testChain.chain.genesisTime,
  period: testChain.chain.period,
  group_hash: testChain.chain.groupHash,
};

interface Recorded {
  chain: { chain_hash: string; genesis_time: number; period: number };
  rounds: { round: number; signature: string }[];
}

const recorded = JSON.parse(
  readFileSync(new URL('../vectors/drand-quicknet.json', import.meta.url), 'utf8'),
) as Recorded;

/** A recorded round of the public beacon with its time. */
export function quicknetRound(round: number): { evidence: BeaconEvidence; time: number } {
  const found = recorded.rounds.find((one) => one.round === round);
  if (found === undefined) throw new Error(`round ${round} is not recorded`);
  const { chain_hash: chainHash, genesis_time, period } = recorded.chain;
  return {
    evidence: { kind: 'drand', chainHash, round, signature: found.signature },
    time: genesis_time + (round - 1) * period,
  };
}

const NAMES = ['Ada', 'Zoë', 'Łukasz 🎟️', 'नेहा', '👩‍👩‍👧‍👦', 'O’Neill "x" \\', 'مريم'] as const;

/** Name and salt of an entry of a raffle made here. */
export function personOf(raffle: string, entryNumber: number): { displayName: string; salt: string } {
  const name = NAMES[entryNumber % NAMES.length] ?? NAMES[0];
  return {
    displayName: `${name} ${entryNumber}`,
    salt: sha256Hex(`${raffle}/salt/${entryNumber}`).slice(0, 32),
  };
}

export const contributionOf = (raffle: string, entryNumber: number): string =>
  sha256Hex(`${raffle}/contribution/${entryNumber}`);

/** Devices share a few keys, so that there are not as many keys as entries. */
export const deviceOf = (entryNumber: number): ReturnType<typeof signerOf> =>
  signerOf(`device ${entryNumber % 6}`);

export interface EntryChoices {
  state?: CommittedEntry['state'];
  source?: CommittedEntry['source'];
  weights: readonly number[];
  /** Whether its device committed to a contribution. */
  committed?: boolean;
  hasDevice?: boolean;
}

/** The entry's row of a list; the same person in all draws of the raffle. */
function committedEntry(raffle: string, entryNumber: number, choices: EntryChoices): CommittedEntry {
  const { displayName, salt } = personOf(raffle, entryNumber);
  const { state = 'in', source = 'self', weights, committed = true, hasDevice = true } = choices;
  return {
    state,
    source,
    weights,
    nameCommit: nameCommit(salt, displayName),
    entropyCommit: committed ? entropyCommit(contributionOf(raffle, entryNumber)) : null,
    deviceKey: hasDevice ? deviceOf(entryNumber).key : null,
  };
}

export const PLAN: DrawPlan = {
  policy: 'once',
  earlierWinners: 'in',
  pools: 1,
  prizes: [
    { quantity: 1, alternates: 1, pool: 1, claimWindow: 60, name: 'A bicycle' },
    { quantity: 2, alternates: 1, pool: 1, claimWindow: null, name: null },
  ],
};

/** Every choice of a draw that a test may name. */
export interface DrawChoices {
  kind: 'drand' | 'room' | 'none';
  plan: DrawPlan;
  openPlan?: DrawPlan;
  rules: Partial<RaffleRules>;
  entries: readonly EntryChoices[];
  /** Entries whose devices sent their contribution, ascending. */
  contributors: readonly number[];
  /** Entries whose names are not shown. */
  hidden: (entryNumber: number) => boolean;
  seriesId: string;
  stage: number;
  hostSeq: number;
  previous: string | null;
  beacon: BeaconEvidence;
  drawAt: number;
}

const POLICIES = { drand: 'wait', room: 'room', none: 'none' } as const;

/** The input of a draw with sensible defaults; `raffle` names the people in it. */
export function makeInput(raffle: string, choices: Partial<DrawChoices> = {}): ProofInput {
  const random = seededRandom(`draw of ${raffle} ${choices.stage ?? 1}`);
  const { kind = 'none', plan = PLAN, contributors = [], hidden = (): boolean => false } = choices;
  const entries = choices.entries ?? [3, 1, 0, 2, 5].map((weight) => ({ weights: [weight] }));
  const drawAt = choices.drawAt ?? 1_700_000_200 + random.below(40);
  const frozenAt = drawAt - 10 - random.below(20);
  const closedAt = frozenAt - random.below(30);
  const round = Math.ceil((drawAt - testChain.chain.genesisTime) / testChain.chain.period) + 1;
  const beacons = {
    drand: (): BeaconEvidence => ({
      kind: 'drand',
      chainHash: testChain.chain.chainHash,
      round,
      signature: signatureOf(round),
    }),
    room: (): BeaconEvidence => ({
      kind: 'room',
      text: Array.from({ length: 1 + random.below(5) }, () => random.below(999_999)).join(' '),
    }),
    none: (): BeaconEvidence => ({ kind: 'none' }),
  };
  const drawId = `draw-${random.hex(12)}`;
  return {
    drawId,
    hostId: `host_${sha256Hex(raffle).slice(0, 6)}`,
    hostSeq: choices.hostSeq ?? 1,
    previous: choices.previous ?? null,
    seriesId: choices.seriesId ?? `raffle-${sha256Hex(raffle).slice(0, 8)}`,
    stage: choices.stage ?? 1,
    rules: {
      title: 'Summer raffle',
      ticketLimit: null,
      deadline: null,
      beaconPolicy: POLICIES[kind],
      text: 'One prize each.\nBe there.\n',
      ...choices.rules,
    },
    openedAt: closedAt - 100 - random.below(1000),
    seedReveal: random.hex(64),
    closedAt,
    plan,
    ...(choices.openPlan === undefined ? {} : { openPlanHash: planHash(drawId, choices.openPlan) }),
    entries: entries.map((entry, index) => committedEntry(raffle, index + 1, entry)),
    contributions: contributors.map((number): Contribution => [number, contributionOf(raffle, number)]),
    beacon: choices.beacon ?? beacons[kind](),
    frozenAt,
    showAt: frozenAt + random.below(drawAt - frozenAt + 1),
    drawAt,
    names: (number) => (hidden(number) ? null : personOf(raffle, number)),
  };
}

/** Signing is slow beside everything else, and draws may share a round. */
const signatures = new Map<number, string>();
function signatureOf(round: number): string {
  const signature = signatures.get(round) ?? testChain.sign(round);
  signatures.set(round, signature);
  return signature;
}

export function makeProof(raffle: string, choices: Partial<DrawChoices> = {}): DrawProof {
  return buildProof(makeInput(raffle, choices));
}

/** What the devices of these entries sign, ascending. */
export function signedAudience(
  proof: DrawProof,
  entryNumbers: readonly number[],
  random: Random,
): AudienceRow[] {
  const { draw_id: drawId, freeze_hash: freezeHash, freeze } = proof;
  return entryNumbers.map((entryNumber): AudienceRow => {
    const seenAt = freeze.draw_at - 5 - random.below(3);
    const text = seenRecord({ drawId, freezeHash, entryNumber, seenAt });
    return [entryNumber, seenAt, deviceOf(entryNumber).sign(text)];
  });
}

/** The record of an audience. */
export function audienceRecordOf(proof: DrawProof, rows: readonly AudienceRow[]): string {
  const { draw_id: drawId, freeze_hash: freezeHash, freeze } = proof;
  return audienceRecord({
    drawId,
    freezeHash,
    root: audienceRoot(drawId, freezeHash, rows),
    count: rows.length,
    at: freeze.draw_at - 2,
  });
}

/** Which kinds of beacon rules of a policy allow. */
export const KINDS_OF: Record<BeaconPolicy, ['drand' | 'room' | 'none', ...('drand' | 'room' | 'none')[]]> = {
  wait: ['drand'],
  lower: ['drand', 'none'],
  room: ['room'],
  none: ['none'],
};
