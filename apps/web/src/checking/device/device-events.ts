/**
 * What happens around a draw as a watching device learns of it, and what each of it means to the device check of each entry
 * (draw protocol §10). Pure; the second half runs in the worker.
 *
 * A browser may hold several entries of one raffle: each has a check of its own, because each has its own receipt and key. A
 * visitor without an entry has one that nobody in particular owns.
 */
import type { CommitmentsAnswer, DrawPlan, PrizeStatus, LiveResult } from '@glassdrum/contract';
import {
  ALGORITHM,
  type AudienceRow,
  type BeaconChain,
  clientSeed,
  closeRecord,
  combinedSeed,
  conclude,
  type DeviceCheckOutcome,
  type DeviceEvidence,
  type DrawProof,
  entryOfProof,
  freezeRecord,
  inclusionPath,
  initialDeviceCheck,
  type Observation,
  observe,
  openRecord,
  type ProofRow,
  sha256Hex,
  verifyProof,
} from '@glassdrum/fair-draw';
import type { EntryCheck } from '../../storage/evidence.ts';

/** One of the checks that begin: of an entry, or of a visitor. */
export interface Subject {
  entryNumber: number | null;
  evidence: DeviceEvidence;
}

type List = Pick<CommitmentsAnswer, 'entries' | 'contributions'>;

/** Times `at` are Unix seconds by the device's own clock. `entryNumber` names the entry that it is about. */
export type DeviceEvent =
  | { type: 'freeze'; plan: DrawPlan; at: number }
  | { type: 'list'; plan: DrawPlan; list: List }
  /** What the server announced, with the list and everything that was published; checked as a proof. */
  | { type: 'outcome'; plan: DrawPlan; list: List; result: LiveResult }
  /** The draw's records in the log, from its result on, and how prizes went on as the screen shows it. */
  | {
      type: 'after';
      plan: DrawPlan;
      list: List;
      result: LiveResult;
      record: string;
      texts: string[];
      passedOver: PrizeStatus['passed_over'];
    }
  | { type: 'own'; entryNumber: number | null; observation: Observation }
  | { type: 'all'; observation: Observation };

export interface Judged {
  checks: EntryCheck[];
  outcomes: DeviceCheckOutcome[];
}

/** Never throws: what can't be written into a record is an observation like any other. */
export function judge(
  checks: readonly EntryCheck[],
  events: readonly DeviceEvent[],
  chains: readonly BeaconChain[],
): Judged {
  const next = checks.map(({ entryNumber, state }) => ({
    entryNumber,
    state: events
      .flatMap((event) => observationsOf(event, entryNumber, chains))
      .reduce((before, observation) => observe(before, observation, { chains }), state),
  }));
  return { checks: next, outcomes: next.map(({ state }) => conclude(state)) };
}

/** The checks of these subjects, each as it was stored or as it begins; without subjects all that are there. */
export function withSubjects(
  checks: readonly EntryCheck[],
  subjects: readonly Subject[],
): readonly EntryCheck[] {
  if (subjects.length === 0) return checks;
  return subjects.map(
    ({ entryNumber, evidence }) =>
      checks.find((check) => check.entryNumber === entryNumber) ?? {
        entryNumber,
        state: initialDeviceCheck(evidence),
      },
  );
}

function observationsOf(
  event: DeviceEvent,
  entryNumber: number | null,
  chains: readonly BeaconChain[],
): Observation[] {
  switch (event.type) {
    case 'own':
      return event.entryNumber === entryNumber ? [event.observation] : [];
    case 'all':
      return [event.observation];
    case 'freeze':
      return [freezeObservation(event.plan, event.at)];
    case 'list':
      return listObservations(event, entryNumber);
    case 'outcome': {
      const { winners, alternates } = event.result;
      const proof = assembledProof(event);
      return [
        { type: 'result', winners: winners.map(shownRow), alternates: alternates.map(shownRow) },
        { type: 'proof', proof, verification: verifyProof(proof, { chains }) },
      ];
    }
    case 'after': {
      const { record, texts, passedOver } = event;
      const shown = passedOver.map(({ prize, entry_number: fromEntry, moved_up }) => ({
        prize,
        fromEntry,
        toEntry: moved_up?.entry_number ?? null,
      }));
      return [{ type: 'after_draw', proof: assembledProof(event), result: record, texts, shown }];
    }
  }
}

/** The records as the screen shows them: whatever does not hash to what it shows is no record. */
function freezeObservation(plan: DrawPlan, at: number): Observation {
  const { signature } = plan.freeze_record;
  const nothing: Observation = { type: 'freeze', at, open: '', close: '', freeze: '', signature };
  try {
    const open = openText(plan);
    const close = closeText(plan);
    const freeze = freezeText(plan);
    const isShown =
      sha256Hex(open) === plan.open_hash &&
      sha256Hex(close) === plan.close_hash &&
      sha256Hex(freeze) === plan.freeze_hash &&
      freeze === plan.freeze_record.text &&
      plan.t0 === 1000 * (plan.records?.freeze.show_at ?? 0);
    return isShown ? { ...nothing, open, close, freeze } : nothing;
  } catch {
    return nothing;
  }
}

function listObservations(
  { plan, list }: Extract<DeviceEvent, { type: 'list' }>,
  entryNumber: number | null,
): Observation[] {
  const contributions: Observation = {
    type: 'contributions',
    contributions: list.contributions.map(([number, value]) => [number, value]),
  };
  if (entryNumber === null) return [contributions];
  const missing: Observation = { type: 'own_entry', entry: null, path: [] };
  const row = list.entries[entryNumber - 1];
  if (row === undefined) return [contributions, missing];
  try {
    const entries = list.entries.map(entryOfProof);
    const path = inclusionPath(plan.draw_id, entries, entryNumber);
    return [contributions, { type: 'own_entry', entry: entryOfProof(row), path }];
  } catch {
    // A list that no draw can have.
    return [contributions, missing];
  }
}

/**
 * Everything that was published about the draw as one proof, without names and log: the verifier then computes the winners
 * from the list that this device holds, and makes the checks of draw protocol §7.
 */
function assembledProof({
  plan,
  list,
  result,
}: {
  plan: DrawPlan;
  list: List;
  result: LiveResult;
}): DrawProof {
  const { records } = plan;
  if (records === null) throw new Error('A draw of version 1 is not checked.');
  const { kind } = plan.beacon;
  const value = kind === 'none' ? null : plan.beacon_value;
  const client = clientSeed(plan.freeze_hash, value);
  const seed = plan.seed_reveal ?? '';
  return {
    format: 'draw-proof/2',
    algorithm: ALGORITHM,
    draw_id: plan.draw_id,
    assurance: plan.assurance,
    seed_commit_hash: plan.seed_commit_hash,
    seed_reveal: seed,
    client_seed: client,
    combined_seed: combinedSeed(seed, client),
    open: records.open,
    close: records.close,
    freeze: records.freeze,
    open_hash: plan.open_hash,
    close_hash: plan.close_hash,
    freeze_hash: plan.freeze_hash,
    rules: records.rules,
    plan: records.plan,
    holders: list.entries.flatMap(([state], index) => (state === 'holder' ? [index + 1] : [])),
    beacon: {
      ...(value === null ? {} : { value }),
      ...(kind === 'drand' && plan.beacon_signature !== null ? { signature: plan.beacon_signature } : {}),
      ...(kind === 'room' && plan.beacon_text !== null ? { text: plan.beacon_text } : {}),
    },
    contributions: list.contributions.map(([number, contribution]): [number, string] => [
      number,
      contribution,
    ]),
    entries: list.entries.map(([state, source, weights, name, entropy, device]) => [
      state,
      source,
      [...weights],
      name,
      entropy,
      device,
    ]),
    winners: result.winners.map(proofRow),
    alternates: result.alternates.map(proofRow),
  };
}

type Row = LiveResult['winners'][number];

/** Names can be checked against their commitments only with the salts, which the proof file has. */
function proofRow({ prize, position, entry_number, selection_index }: Row): ProofRow {
  return { prize, position, entry_number, display_name: null, salt: null, selection_index };
}

function shownRow({ prize, position, entry_number }: Row) {
  return { prize, position, entryNumber: entry_number };
}

function openText({ draw_id, seed_commit_hash, records }: DrawPlan): string {
  const open = recordsOf(records).open;
  return openRecord({
    drawId: draw_id,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: textOrNull(open.previous),
    seriesId: open.series_id,
    stage: open.stage,
    seedCommitHash: seed_commit_hash,
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  });
}

function closeText({ draw_id, open_hash, records }: DrawPlan): string {
  const close = recordsOf(records).close;
  return closeRecord({
    drawId: draw_id,
    openHash: open_hash,
    planHash: close.plan_hash,
    holdersHash: textOrNull(close.holders_hash),
    entriesRoot: close.entries_root,
    entryCount: close.entry_count,
    poolTotals: close.pool_totals,
    closedAt: close.closed_at,
  });
}

function freezeText({ draw_id, close_hash, records }: DrawPlan): string {
  const { contributions_hash, beacon, frozen_at, show_at, draw_at } = recordsOf(records).freeze;
  return freezeRecord({
    drawId: draw_id,
    closeHash: close_hash,
    contributionsHash: textOrNull(contributions_hash),
    kind: beacon.kind,
    chainHash: textOrNull(beacon.chain_hash),
    round: beacon.round === '-' ? null : beacon.round,
    frozenAt: frozen_at,
    showAt: show_at,
    drawAt: draw_at,
  });
}

function recordsOf(records: DrawPlan['records']): NonNullable<DrawPlan['records']> {
  if (records === null) throw new Error('A draw of version 1 is not checked.');
  return records;
}

function textOrNull(value: string): string | null {
  return value === '-' ? null : value;
}

/** What this device signed, in the form of the audience's rows. */
export function audienceRow(own: { entryNumber: number; seenAt: number; signature: string }): AudienceRow {
  return [own.entryNumber, own.seenAt, own.signature];
}
