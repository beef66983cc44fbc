/**
 * The real draw of the landing page, in the order of the protocol (draw protocol §2): a committed seed, a frozen list,
 * then the result. Pure: chance and time come in as arguments. Loaded only when a visitor draws.
 */
import {
  buildProof,
  closeHash,
  type DrawProof,
  entriesRoot,
  freezeHash,
  nameCommit,
  openHash,
  type ProofInput,
  seedCommitHash,
} from '@glassdrum/fair-draw';

/** Random values from the browser's generator, as hex. */
export interface TrialChance {
  /** 64 hex: the secret seed. */
  seed: string;
  /** 32 hex each, one per name. */
  salts: readonly string[];
  drawId: string;
  hostId: string;
}

/** A list nobody can change any more. Times are unix seconds. */
export interface FrozenTrial {
  names: readonly string[];
  chance: TrialChance;
  frozenAt: number;
  /** The draw waits for words that the visitor types after the freeze. */
  withWords: boolean;
  freezeHash: string;
  /** Published before the draw, so that the seed cannot be changed. */
  seedCommit: string;
}

const ONE_WINNER = { winners: 1, alternates: 0 };

/** @throws RangeError for malformed chance or an empty list */
export function freezeTrial(
  names: readonly string[],
  chance: TrialChance,
  withWords: boolean,
  frozenAt: number,
): FrozenTrial {
  const { drawId } = chance;
  const entries = entriesOf(names, chance);
  const seedCommit = seedCommitHash(chance.seed);
  const open = openHash({
    drawId,
    hostId: chance.hostId,
    hostSeq: 1,
    previous: '-',
    seedCommitHash: seedCommit,
    rulesHash: '-',
    openedAt: frozenAt,
  });
  const close = closeHash({
    drawId,
    openHash: open,
    entriesRoot: entriesRoot(drawId, entries),
    entryCount: entries.length,
    ticketTotal: entries.length,
    closedAt: frozenAt,
  });
  const freeze = freezeHash({
    drawId,
    closeHash: close,
    contributionsHash: '-',
    ...ONE_WINNER,
    beacon: { kind: withWords ? 'room' : 'none', chainHash: '-', round: '-' },
    frozenAt,
    drawAt: frozenAt,
  });
  return { names, chance, frozenAt, withWords, freezeHash: freeze, seedCommit };
}

/**
 * Draws the winner.
 * @param words what the visitor typed after the freeze, one line and not empty; unused in a trial without words
 * @throws RangeError for words that the protocol refuses
 */
export function drawTrial({ names, chance, frozenAt, withWords }: FrozenTrial, words: string): DrawProof {
  return buildProof({
    drawId: chance.drawId,
    hostId: chance.hostId,
    hostSeq: 1,
    previous: '-',
    rulesHash: '-',
    openedAt: frozenAt,
    seedReveal: chance.seed,
    closedAt: frozenAt,
    entries: entriesOf(names, chance),
    contributions: [],
    ...ONE_WINNER,
    beacon: withWords ? { kind: 'room', text: words } : { kind: 'none' },
    frozenAt,
    drawAt: frozenAt,
    names: (entryNumber) => {
      const displayName = names[entryNumber - 1];
      const salt = chance.salts[entryNumber - 1];
      return displayName === undefined || salt === undefined ? null : { displayName, salt };
    },
  });
}

function entriesOf(names: readonly string[], { salts }: TrialChance): ProofInput['entries'] {
  return names.map((name, index) => [1, nameCommit(salts[index] ?? '', name), '-'] as const);
}
