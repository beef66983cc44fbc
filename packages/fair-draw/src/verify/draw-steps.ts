/** The checks of beacon, seeds, rows, names and label (draw protocol §4 to §7). */
import {
  BEACON_LEAD_SECONDS,
  type BeaconChain,
  beaconRandomness,
  roundFollows,
  verifyBeaconSignature,
} from '../beacon.ts';
import { canDraw, type DrawnRow, drawPrizes } from '../draw-prizes.ts';
import { nameCommit } from '../entry-commitments.ts';
import { isIntegerIn } from '../field-rules.ts';
import { planOfProof } from '../plan.ts';
import { type DrawProof, honestAssurance, type ProofRow } from '../proof.ts';
import { MAX_ROOM_NUMBERS, roomBeaconValue, roomNumberCount } from '../room.ts';
import { clientSeed, combinedSeed } from '../seeds.ts';
import { fail, PASS, passIf, skip, type StepResult } from './step-result.ts';

/** The draw run again. */
export interface Redrawn {
  winners: readonly DrawnRow[];
  alternates: readonly DrawnRow[];
}

export function beaconRoundStep({ freeze }: DrawProof, chain: BeaconChain | undefined): StepResult {
  const { kind, chain_hash, round } = freeze.beacon;
  switch (kind) {
    case 'drand':
      if (chain === undefined) return fail('the beacon chain is not a known one');
      if (freeze.draw_at < freeze.frozen_at + BEACON_LEAD_SECONDS) {
        return fail(`the draw was frozen less than ${BEACON_LEAD_SECONDS} s before its time`);
      }
      return passIf(
        roundFollows(round, freeze.draw_at, chain),
        'the round does not follow from the announced time',
      );
    case 'room':
      return passIf(
        chain_hash === '-' && isIntegerIn(round, 1, MAX_ROOM_NUMBERS),
        'a draw with numbers of the room names a chain or a wrong count',
      );
    case 'none':
      return passIf(chain_hash === '-' && round === '-', 'a draw without a beacon names a chain or a round');
  }
}

export function beaconValueStep({ beacon, freeze }: DrawProof): StepResult {
  const { value, signature, text } = beacon;
  const { kind, round } = freeze.beacon;
  switch (kind) {
    case 'drand':
      return passIf(
        signature !== undefined && text === undefined && beaconRandomness(signature) === value,
        'the evidence is not a signature with its hash',
      );
    case 'room':
      return passIf(
        text !== undefined &&
          signature === undefined &&
          roomBeaconValue(text) === value &&
          roomNumberCount(text) === round,
        'the evidence is not a text with its hash and the frozen count of numbers',
      );
    case 'none':
      return value === undefined && signature === undefined && text === undefined
        ? skip('a draw without a beacon')
        : fail('a draw without a beacon shows one');
  }
}

export function beaconSignatureStep(
  { beacon, freeze }: DrawProof,
  chain: BeaconChain | undefined,
  skipBls: boolean,
): StepResult {
  const { kind, round } = freeze.beacon;
  if (kind !== 'drand') return skip('not a drand draw');
  if (skipBls) return skip('BLS signatures are not checked here');
  if (chain === undefined) return fail('the beacon chain is not a known one');
  const { signature } = beacon;
  return passIf(
    round !== '-' && signature !== undefined && verifyBeaconSignature(chain, round, signature),
    "the signature is not the chain's signature of this round",
  );
}

export function clientSeedStep({ client_seed, freeze_hash, beacon }: DrawProof): StepResult {
  return passIf(
    clientSeed(freeze_hash, beacon.value ?? null) === client_seed,
    'client_seed is not freeze hash and beacon value',
  );
}

export function combinedSeedStep({ combined_seed, seed_reveal, client_seed }: DrawProof): StepResult {
  return passIf(
    combinedSeed(seed_reveal, client_seed) === combined_seed,
    'combined_seed is not the hash of seed_reveal and client_seed',
  );
}

/** Both lists that the proof's own seed, plan and weights give; null when the weights are too large to draw. */
export function redraw({ combined_seed, plan, entries }: DrawProof): Redrawn | null {
  const weights = entries.map((entry) => entry[2]);
  if (!canDraw(plan.pools, weights)) return null;
  return drawPrizes({ combinedSeed: combined_seed, plan: planOfProof(plan), weights });
}

/** Every `selection_index`, list by list. */
export function shuffleStep(proof: DrawProof, drawn: Redrawn | null): StepResult {
  return eachRow(proof, drawn, 'selection_index', (row, expected) => {
    return row.selection_index === expected.selectionIndex;
  });
}

/** Every prize, position and entry number, list by list. */
export function winnersStep(proof: DrawProof, drawn: Redrawn | null): StepResult {
  return eachRow(proof, drawn, 'prize, position or entry', (row, expected) => {
    return (
      row.prize === expected.prize &&
      row.position === expected.position &&
      row.entry_number === expected.entryNumber
    );
  });
}

function eachRow(
  proof: DrawProof,
  drawn: Redrawn | null,
  what: string,
  agrees: (row: ProofRow, expected: DrawnRow) => boolean,
): StepResult {
  if (drawn === null) return fail('the weights of a pool are too large to draw from');
  for (const role of ['winners', 'alternates'] as const) {
    const announced = proof[role];
    const expected = drawn[role];
    if (announced.length !== expected.length)
      return fail(`${announced.length} ${role} are announced, ${expected.length} are drawn`);
    for (const [index, row] of expected.entries()) {
      const shown = announced[index];
      if (shown === undefined || !agrees(shown, row)) return fail(`${role}[${index}] has another ${what}`);
    }
  }
  return PASS;
}

export function namesStep({ winners, alternates, entries }: DrawProof): StepResult {
  const rows = [...winners, ...alternates];
  let hidden = 0;
  for (const { display_name, salt, entry_number } of rows) {
    if (display_name === null && salt === null) hidden += 1;
    else if (display_name === null || salt === null)
      return fail(`entry ${entry_number} has a name or a salt, but not both`);
    else if (entries[entry_number - 1]?.[3] !== nameCommit(salt, display_name))
      return fail(`entry ${entry_number} was not committed to this name`);
  }
  if (rows.length === 0) return skip('there are no rows');
  return hidden === 0 ? PASS : skip(`${hidden} of ${rows.length} names are not shown`);
}

/**
 * Does the label claim no more than the evidence supports? `operator` is always true, and `participants` wherever there
 * is a contribution, whatever else supports more; the two stronger labels need the evidence of just their kind.
 */
export function assuranceStep({ assurance, contributions, freeze }: DrawProof): StepResult {
  const { kind, chain_hash } = freeze.beacon;
  const supported =
    assurance === 'operator' ||
    (assurance === 'participants' && contributions.length > 0) ||
    assurance === honestAssurance(kind, chain_hash, contributions.length);
  return passIf(supported, `the evidence does not support the level "${assurance}"`);
}
