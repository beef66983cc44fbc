/** Each check of a proof as one small function: PASS, FAIL with a reason, or SKIP with a reason (draw protocol §7). */
import {
  BEACON_LEAD_SECONDS,
  type BeaconChain,
  beaconRandomness,
  roundFollows,
  verifyBeaconSignature,
} from '../beacon.ts';
import { closeHash, freezeHash, openHash } from '../draw-records.ts';
import {
  contributionsHash,
  entriesRoot,
  entropyCommit,
  nameCommit,
  ticketTotal,
} from '../entry-commitments.ts';
import { type DrawProof, type ProofRow } from '../proof.ts';
import { clientSeed, combinedSeed, roomBeaconValue, seedCommitHash } from '../seeds.ts';
import { type DrawnRow, drawOrder } from '../shuffle.ts';
import { fail, PASS, passIf, skip, type StepResult } from './step-result.ts';

/** The draw run again. */
export interface Redrawn {
  winners: readonly DrawnRow[];
  alternates: readonly DrawnRow[];
}

export function seedCommitStep(proof: DrawProof): StepResult {
  return passIf(
    seedCommitHash(proof.seed_reveal) === proof.seed_commit_hash,
    'the revealed seed is not the committed one',
  );
}

export function entriesStep(proof: DrawProof): StepResult {
  const { close, entries, draw_id } = proof;
  if (entries.length !== close.entry_count) return fail('the list has another number of entries');
  if (ticketTotal(entries) !== close.ticket_total) return fail('the list has another number of tickets');
  return passIf(
    entriesRoot(draw_id, entries) === close.entries_root,
    'the list is not the one that was frozen',
  );
}

export function contributionsStep(proof: DrawProof): StepResult {
  const { contributions, entries } = proof;
  let previous = 0;
  for (const [entryNumber, secret] of contributions) {
    if (entryNumber <= previous) return fail('the contributions are not in entry order');
    previous = entryNumber;
    if (entries[entryNumber - 1]?.[2] !== entropyCommit(secret)) {
      return fail(`the contribution of entry ${entryNumber} is not the committed one`);
    }
  }
  return passIf(
    contributionsHash(proof.draw_id, contributions) === proof.freeze.contributions_hash,
    'the contributions are not the frozen ones',
  );
}

export function recordsStep(proof: DrawProof): StepResult {
  const { draw_id: drawId, open, close, freeze } = proof;
  const opened = openHash({
    drawId,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: open.previous,
    seedCommitHash: proof.seed_commit_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  });
  if (opened !== proof.open_hash) return fail('open_hash does not match the open record');
  const closed = closeHash({
    drawId,
    openHash: proof.open_hash,
    entriesRoot: close.entries_root,
    entryCount: close.entry_count,
    ticketTotal: close.ticket_total,
    closedAt: close.closed_at,
  });
  if (closed !== proof.close_hash) return fail('close_hash does not match the close record');
  const frozen = freezeHash({
    drawId,
    closeHash: proof.close_hash,
    contributionsHash: freeze.contributions_hash,
    winners: freeze.winners,
    alternates: freeze.alternates,
    beacon: { kind: freeze.beacon.kind, chainHash: freeze.beacon.chain_hash, round: freeze.beacon.round },
    frozenAt: freeze.frozen_at,
    drawAt: freeze.draw_at,
  });
  return passIf(frozen === proof.freeze_hash, 'freeze_hash does not match the freeze record');
}

export function beaconRoundStep(proof: DrawProof, chain: BeaconChain | undefined): StepResult {
  const { beacon, frozen_at, draw_at } = proof.freeze;
  if (beacon.kind !== 'drand') {
    if (beacon.chain_hash !== '-' || beacon.round !== '-')
      return fail('a draw without drand names a chain or a round');
    return skip('not a drand draw');
  }
  if (chain === undefined) return fail('the beacon chain is not a known one');
  if (draw_at < frozen_at + BEACON_LEAD_SECONDS)
    return fail(`the draw was frozen less than ${BEACON_LEAD_SECONDS} s before its time`);
  return passIf(
    roundFollows(beacon.round, draw_at, chain),
    'the round does not follow from the announced time',
  );
}

export function beaconValueStep(proof: DrawProof): StepResult {
  const { value, signature, text } = proof.beacon;
  switch (proof.freeze.beacon.kind) {
    case 'drand':
      return passIf(
        signature !== undefined && beaconRandomness(signature) === value,
        'the value is not the hash of the signature',
      );
    case 'room':
      return passIf(
        text !== undefined && roomBeaconValue(text) === value,
        'the value is not the hash of the text',
      );
    case 'none':
      return value === undefined
        ? skip('a draw without a beacon')
        : fail('a draw without a beacon shows a beacon value');
  }
}

export function beaconSignatureStep(
  proof: DrawProof,
  chain: BeaconChain | undefined,
  skipBls: boolean,
): StepResult {
  const { kind, round } = proof.freeze.beacon;
  if (kind !== 'drand') return skip('not a drand draw');
  if (skipBls) return skip('BLS signatures are not checked here');
  if (chain === undefined) return fail('the beacon chain is not a known one');
  const { signature } = proof.beacon;
  return passIf(
    round !== '-' && signature !== undefined && verifyBeaconSignature(chain, round, signature),
    "the signature is not the chain's signature of this round",
  );
}

export function clientSeedStep(proof: DrawProof): StepResult {
  const value = proof.freeze.beacon.kind === 'none' ? '-' : proof.beacon.value;
  return passIf(
    value !== undefined && clientSeed(proof.freeze_hash, value) === proof.client_seed,
    'client_seed is not freeze hash and beacon value',
  );
}

export function combinedSeedStep(proof: DrawProof): StepResult {
  return passIf(
    combinedSeed(proof.seed_reveal, proof.client_seed) === proof.combined_seed,
    'combined_seed is not the hash of seed_reveal and client_seed',
  );
}

/** Both lists that the proof's own seed and entries give; null when the tickets are not those of `ticket_total`. */
export function redraw(proof: DrawProof): Redrawn | null {
  const { close, combined_seed, entries, freeze } = proof;
  if (ticketTotal(entries) !== close.ticket_total) return null;
  const rows = drawOrder({
    combinedSeed: combined_seed,
    tickets: entries.map(([tickets]) => tickets),
    rows: freeze.winners + freeze.alternates,
  });
  return { winners: rows.slice(0, freeze.winners), alternates: rows.slice(freeze.winners) };
}

/** Every `selection_index`, list by list. */
export function shuffleStep(proof: DrawProof, drawn: Redrawn | null): StepResult {
  return eachRow(proof, drawn, 'selection_index', (row, expected) => {
    return row.selection_index === expected.selectionIndex;
  });
}

/** Every entry number at its position, list by list. */
export function winnersStep(proof: DrawProof, drawn: Redrawn | null): StepResult {
  return eachRow(proof, drawn, 'entry or position', (row, expected, position) => {
    return row.position === position && row.entry_number === expected.entryNumber;
  });
}

function eachRow(
  proof: DrawProof,
  drawn: Redrawn | null,
  what: string,
  agrees: (row: ProofRow, expected: DrawnRow, position: number) => boolean,
): StepResult {
  if (drawn === null) return fail('the listed tickets do not add up, so the draw cannot be run again');
  for (const role of ['winners', 'alternates'] as const) {
    const announced = proof[role];
    const expected = drawn[role];
    if (announced.length !== expected.length)
      return fail(`${announced.length} ${role} are announced, ${expected.length} are drawn`);
    for (const [index, row] of expected.entries()) {
      const shown = announced[index];
      if (shown === undefined || !agrees(shown, row, index + 1))
        return fail(`${role}[${index}] has another ${what}`);
    }
  }
  return PASS;
}

export function namesStep(proof: DrawProof): StepResult {
  const rows = [...proof.winners, ...proof.alternates];
  let erased = 0;
  for (const { display_name, salt, entry_number } of rows) {
    if (display_name === null && salt === null) erased += 1;
    else if (display_name === null || salt === null)
      return fail(`entry ${entry_number} has a name or a salt, but not both`);
    else if (proof.entries[entry_number - 1]?.[1] !== nameCommit(salt, display_name))
      return fail(`entry ${entry_number} was not committed to this name`);
  }
  if (rows.length === 0) return skip('there are no rows');
  return erased === 0 ? PASS : skip(`${erased} of ${rows.length} names were erased`);
}
