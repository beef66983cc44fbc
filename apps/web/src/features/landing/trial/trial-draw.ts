/**
 * The real draw of the landing page, in the order of the protocol (draw protocol §2): a committed seed, a frozen list,
 * then the result. Pure: chance and time come in as arguments. Loaded only when a visitor draws.
 */
import {
  buildProof,
  closeHash,
  type CommittedEntry,
  type DrawPlan,
  type DrawProof,
  entriesRoot,
  freezeHash,
  nameCommit,
  openHash,
  planHash,
  poolTotals,
  type RaffleRules,
  rulesHash,
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

/** A list that nothing changes any more. Times are Unix seconds. */
export interface FrozenTrial {
  names: readonly string[];
  chance: TrialChance;
  frozenAt: number;
  /** The draw waits for numbers that the visitor throws after the freeze. */
  withDice: boolean;
  freezeHash: string;
  /** Published before the draw, so that the seed cannot be changed. */
  seedCommit: string;
}

/** How many numbers a visitor throws; fixed at the freeze. */
export const TRIAL_DICE = 6;

const PLAN: DrawPlan = {
  policy: 'once',
  earlierWinners: 'in',
  pools: 1,
  prizes: [{ quantity: 1, alternates: 0, pool: 1, claimWindow: null, name: null }],
};

/** @throws RangeError for malformed chance or an empty list */
export function freezeTrial(
  names: readonly string[],
  chance: TrialChance,
  withDice: boolean,
  frozenAt: number,
): FrozenTrial {
  const { drawId } = chance;
  const entries = entriesOf(names, chance);
  const seedCommit = seedCommitHash(chance.seed);
  const plan = planHash(drawId, PLAN);
  const open = openHash({
    ...openingOf(chance),
    drawId,
    seedCommitHash: seedCommit,
    planHash: plan,
    rulesHash: rulesHash(rulesOf(withDice)),
    openedAt: frozenAt,
  });
  const close = closeHash({
    drawId,
    openHash: open,
    planHash: plan,
    holdersHash: null,
    entriesRoot: entriesRoot(drawId, entries),
    entryCount: entries.length,
    poolTotals: poolTotals(entries, PLAN.pools),
    closedAt: frozenAt,
  });
  const freeze = freezeHash({
    drawId,
    closeHash: close,
    contributionsHash: null,
    kind: withDice ? 'room' : 'none',
    chainHash: null,
    round: withDice ? TRIAL_DICE : null,
    frozenAt,
    showAt: frozenAt,
    drawAt: frozenAt,
  });
  return { names, chance, frozenAt, withDice, freezeHash: freeze, seedCommit };
}

/**
 * Draws the winner.
 * @param dice what the visitor threw after the freeze, separated by single spaces; unused in a trial without dice
 * @throws RangeError for a text that the protocol refuses
 */
export function drawTrial({ names, chance, frozenAt, withDice }: FrozenTrial, dice: string): DrawProof {
  return buildProof({
    ...openingOf(chance),
    drawId: chance.drawId,
    rules: rulesOf(withDice),
    openedAt: frozenAt,
    seedReveal: chance.seed,
    closedAt: frozenAt,
    plan: PLAN,
    entries: entriesOf(names, chance),
    contributions: [],
    beacon: withDice ? { kind: 'room', text: dice } : { kind: 'none' },
    frozenAt,
    showAt: frozenAt,
    drawAt: frozenAt,
    names: (entryNumber) => {
      const displayName = names[entryNumber - 1];
      const salt = chance.salts[entryNumber - 1];
      return displayName === undefined || salt === undefined ? null : { displayName, salt };
    },
  });
}

/** The only draw of a host who was never here before. */
function openingOf({ hostId, drawId }: TrialChance) {
  return { hostId, hostSeq: 1, previous: null, seriesId: `${drawId}-series`, stage: 1 };
}

function rulesOf(withDice: boolean): RaffleRules {
  return {
    title: 'Trial',
    ticketLimit: 1,
    deadline: null,
    beaconPolicy: withDice ? 'room' : 'none',
    text: '',
  };
}

function entriesOf(names: readonly string[], { salts }: TrialChance): CommittedEntry[] {
  return names.map((name, index) => ({
    state: 'in',
    source: 'host',
    weights: [1],
    nameCommit: nameCommit(salts[index] ?? '', name),
    entropyCommit: null,
    deviceKey: null,
  }));
}
