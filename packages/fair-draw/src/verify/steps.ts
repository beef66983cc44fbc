/** Each check of a proof as one small function: PASS, FAIL with a reason, or SKIP with a reason (draw protocol §7). */
import { type BeaconChain, beaconRandomness, roundAt, verifyBeaconSignature } from '../beacon.ts';
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

export type StepResult =
  { status: 'PASS' } | { status: 'FAIL'; reason: string } | { status: 'SKIP'; reason: string };

/** Seconds that must lie between the freeze and the announced time of the draw. */
const LEAST_LEAD = 10;
const MOST_TICKETS = 2 ** 32 - 1;

const PASS: StepResult = { status: 'PASS' };
const fail = (reason: string): StepResult => ({ status: 'FAIL', reason });
const skip = (reason: string): StepResult => ({ status: 'SKIP', reason });
const passIf = (holds: boolean, reason: string): StepResult => (holds ? PASS : fail(reason));

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
  if (beacon.kind !== 'drand') return skip('not a drand draw');
  if (chain === undefined) return fail('the beacon chain is not a known one');
  if (draw_at < frozen_at + LEAST_LEAD) return fail('the draw was frozen less than 10 s before its time');
  return passIf(
    beacon.round === roundAt(draw_at, chain),
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
      return skip('a draw without beacon');
  }
}

export function beaconSignatureStep(
  proof: DrawProof,
  chain: BeaconChain | undefined,
  skipBls: boolean,
): StepResult {
  const { kind, round } = proof.freeze.beacon;
  if (kind !== 'drand' || round === '-') return skip('not a drand draw');
  if (skipBls) return skip('BLS signatures are not checked here');
  if (chain === undefined) return fail('the beacon chain is not a known one');
  return passIf(
    verifyBeaconSignature(chain, round, proof.beacon.signature ?? ''),
    "the signature is not the chain's signature of this round",
  );
}

export function clientSeedStep(proof: DrawProof): StepResult {
  const value = proof.freeze.beacon.kind === 'none' ? '-' : (proof.beacon.value ?? '-');
  return passIf(
    clientSeed(proof.freeze_hash, value) === proof.client_seed,
    'client_seed is not freeze hash and beacon value',
  );
}

export function combinedSeedStep(proof: DrawProof): StepResult {
  return passIf(
    combinedSeed(proof.seed_reveal, proof.client_seed) === proof.combined_seed,
    'combined_seed is not the hash of seed_reveal and client_seed',
  );
}

/** The rows that the proof's own seed and list give, in order; none when the tickets exceed what a draw may hold. */
export function recomputeRows(proof: DrawProof): DrawnRow[] {
  if (ticketTotal(proof.entries) > MOST_TICKETS) return [];
  return drawOrder({
    combinedSeed: proof.combined_seed,
    tickets: proof.entries.map(([tickets]) => tickets),
    rows: proof.freeze.winners + proof.freeze.alternates,
  });
}

export function shuffleStep(proof: DrawProof, rows: readonly DrawnRow[]): StepResult {
  const announced = [...proof.winners, ...proof.alternates];
  if (announced.length !== rows.length)
    return fail(`${rows.length} rows are drawn, ${announced.length} announced`);
  const wrong = rows.findIndex((row, i) => row.selectionIndex !== announced[i]?.selection_index);
  return passIf(wrong === -1, `row ${wrong + 1} has another selection_index`);
}

export function winnersStep(proof: DrawProof, rows: readonly DrawnRow[]): StepResult {
  const { winners, alternates, freeze } = proof;
  const agrees = (announced: readonly ProofRow[], drawn: readonly DrawnRow[]): boolean =>
    announced.length === drawn.length &&
    announced.every((row, i) => row.position === i + 1 && row.entry_number === drawn[i]?.entryNumber);
  if (!agrees(winners, rows.slice(0, freeze.winners)))
    return fail('the announced winners are not the drawn ones');
  return passIf(
    agrees(alternates, rows.slice(freeze.winners)),
    'the announced alternates are not the drawn ones',
  );
}

export function namesStep(proof: DrawProof): StepResult {
  let erased = 0;
  for (const row of [...proof.winners, ...proof.alternates]) {
    if (row.display_name === null || row.salt === null) {
      erased += 1;
    } else if (proof.entries[row.entry_number - 1]?.[1] !== nameCommit(row.salt, row.display_name)) {
      return fail(`entry ${row.entry_number} was not committed to this name`);
    }
  }
  return erased === 0 ? PASS : skip(`the names of ${erased} rows were erased`);
}
