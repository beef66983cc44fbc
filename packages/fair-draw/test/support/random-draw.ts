/** Whole draws made from a seed: the same seed gives the same draw on every machine. */
import {
  buildProof,
  type CommittedEntry,
  type Contribution,
  type DrawProof,
  entropyCommit,
  nameCommit,
  type ProofInput,
  roundAt,
  sha256Hex,
} from '../../src/index.ts';
import { createTestChain } from '../../src/test-chain.ts';

export interface Random {
  /** 0 … n-1 */
  below(n: number): number;
  /** As many hex digits, at most 64. */
  hex(digits: number): string;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Numbers for tests; fair enough for choosing cases, and no part of any draw. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  const next = (): string => {
    counter += 1;
    return sha256Hex(`${seed}#${counter}`);
  };
  const below = (n: number): number => Number.parseInt(next().slice(0, 12), 16) % n;
  return {
    below,
    hex: (digits) => next().slice(0, digits),
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}

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

/** Signing is slow beside everything else, and draws may share a round. */
const signatures = new Map<number, string>();
function signatureOf(round: number): string {
  const signature = signatures.get(round) ?? testChain.sign(round);
  signatures.set(round, signature);
  return signature;
}

export interface DrawChoices {
  kind: 'drand' | 'room' | 'none';
  /** Tickets of entry 1, 2, 3 …; 0 for a withdrawn one. */
  tickets: readonly number[];
  /** Entries whose devices sent their secret, ascending. */
  contributors: readonly number[];
  winners: number;
  alternates: number;
  /** Entries whose names are erased. */
  erased: (entryNumber: number) => boolean;
}

const NAMES = ['Ada', 'Zoë', 'Łukasz 🎟️', 'नेहा', '👩‍👩‍👧‍👦', 'O’Neill "x" \\', 'مريم'] as const;

/** Name and salt of an entry of a draw made here. */
export function personOf(seed: string, entryNumber: number): { displayName: string; salt: string } {
  const name = NAMES[entryNumber % NAMES.length] ?? NAMES[0];
  return {
    displayName: `${name} ${entryNumber}`,
    salt: sha256Hex(`${seed}/salt/${entryNumber}`).slice(0, 32),
  };
}

export function makeInput(seed: string, choices: DrawChoices): ProofInput {
  const { kind, tickets, contributors, winners, alternates, erased } = choices;
  const random = seededRandom(seed);
  const secretOf = (entryNumber: number): string => sha256Hex(`${seed}/secret/${entryNumber}`);
  const entries = tickets.map((count, index): CommittedEntry => {
    const { displayName, salt } = personOf(seed, index + 1);
    const committed = contributors.includes(index + 1) || random.below(8) === 0;
    return [count, nameCommit(salt, displayName), entropyCommit(committed ? secretOf(index + 1) : null)];
  });
  const openedAt = 1_700_000_100 + random.below(40);
  const drawAt = openedAt + 60 + random.below(40);
  const round = roundAt(drawAt, testChain.chain);
  const beacons = {
    drand: () => ({ kind: 'drand', chain: testChain.chain, round, signature: signatureOf(round) }) as const,
    room: () =>
      ({ kind: 'room', text: `${random.below(6) + 1} ${random.below(6) + 1} ⚄ ${random.hex(4)}` }) as const,
    none: () => ({ kind: 'none' }) as const,
  };
  return {
    drawId: `draw-${random.hex(12)}`,
    hostId: `host_${random.hex(6)}`,
    hostSeq: random.below(5) + 1,
    previous: random.pick(['-', random.hex(64)]),
    rulesHash: random.pick(['-', random.hex(64)]),
    openedAt,
    seedReveal: random.hex(64),
    closedAt: openedAt + 20,
    entries,
    contributions: contributors.map((number): Contribution => [number, secretOf(number)]),
    winners,
    alternates,
    beacon: beacons[kind](),
    frozenAt: drawAt - 10 - random.below(20),
    drawAt,
    names: (number) => (erased(number) ? null : personOf(seed, number)),
  };
}

export function makeProof(seed: string, choices: Partial<DrawChoices> = {}): DrawProof {
  const {
    kind = 'none',
    tickets = [3, 1, 0, 2, 5],
    contributors = [],
    winners = 2,
    alternates = 2,
  } = choices;
  const erased = choices.erased ?? ((): boolean => false);
  return buildProof(makeInput(seed, { kind, tickets, contributors, winners, alternates, erased }));
}

/** A draw of mixed kind, size, weights, withdrawals, contributions and erasures. */
export function randomProof(seed: string): DrawProof {
  const random = seededRandom(`choices of ${seed}`);
  const size = random.pick<number>([1, 2, 3, 5, 8, 13, 34, 60]);
  const weight = random.pick<number>([1, 4, 1000, 60_000_000]);
  const tickets: number[] = Array.from({ length: size }, () =>
    random.below(5) === 0 ? 0 : random.below(weight) + 1,
  );
  if (!tickets.some((count) => count > 0)) tickets[0] = 1;
  const contributing = random.pick<number>([0, 0, 1, 3]);
  const contributors = tickets.map((_, index) => index + 1).filter(() => random.below(4) < contributing);
  const erasing = random.pick<number>([0, 0, 0, 1, 4]);
  return makeProof(seed, {
    kind: random.pick(['drand', 'room', 'none']),
    tickets,
    contributors,
    winners: random.pick([1, 2, 3, 10, 80]),
    alternates: random.pick([0, 1, 3, 20]),
    erased: () => random.below(4) < erasing,
  });
}
