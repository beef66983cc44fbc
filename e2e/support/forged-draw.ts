/**
 * Draws as a cheating operator would forge them: whatever is changed, hashes, signatures and results are made again, so that
 * all of it agrees with itself (draw protocol §3–§6).
 */
import type { CommitmentsAnswer, DrawPlan, LiveResult } from '@glassdrum/contract';
import {
  beaconRandomness,
  clientSeed,
  closeHash,
  combinedSeed,
  type CommittedEntry,
  drawPrizes,
  entriesRoot,
  entryOfProof,
  freezeHash,
  freezeRecord,
  logConsistencyPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  type NodePlace,
  openHash,
  planOfProof,
  poolTotals,
  proofEntry,
  roundAt,
  roundTime,
  seedCommitHash,
} from '@glassdrum/fair-draw';
import type { DishonestServer, Json, Rewriting } from './dishonest-server.ts';

type Operator = Pick<DishonestServer, 'testChain' | 'parts'>;
type List = Pick<CommitmentsAnswer, 'entries' | 'contributions'>;
type Records = NonNullable<DrawPlan['records']>;

export interface Change {
  /** Another seed, promised or not. */
  seed?: { reveal: string; promised: boolean };
  open?: Partial<Records['open']>;
  close?: Partial<Records['close']>;
  freeze?: Partial<Omit<Records['freeze'], 'beacon'>>;
}

const orNull = (value: string): string | null => (value === '-' ? null : value);

/** The plan with other records; round and times follow from them. */
function forgedPlan({ testChain, parts }: Operator, plan: DrawPlan, change: Change): DrawPlan {
  if (plan.records === null) throw new Error('A draw of version 1 is not forged.');
  const open = { ...plan.records.open, ...change.open };
  const { draw_id: drawId } = plan;
  const seedCommit =
    change.seed?.promised === true ? seedCommitHash(change.seed.reveal) : plan.seed_commit_hash;
  const open_hash = openHash({
    drawId,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: orNull(open.previous),
    seriesId: open.series_id,
    stage: open.stage,
    seedCommitHash: seedCommit,
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  });
  const close = { ...plan.records.close, ...change.close };
  const closeFields = {
    drawId,
    openHash: open_hash,
    planHash: close.plan_hash,
    holdersHash: orNull(close.holders_hash),
    entriesRoot: close.entries_root,
    entryCount: close.entry_count,
    poolTotals: close.pool_totals,
    closedAt: close.closed_at,
  };
  const times = { ...plan.records.freeze, ...change.freeze };
  const isDrand = times.beacon.kind === 'drand';
  const round = isDrand ? roundAt(times.draw_at, testChain.chain) : null;
  const beacon: Records['freeze']['beacon'] = isDrand
    ? { kind: 'drand', chain_hash: testChain.chain.chainHash, round: round ?? '-' }
    : times.beacon;
  const freeze = { ...times, beacon };
  const freezeFields = {
    drawId,
    closeHash: closeHash(closeFields),
    contributionsHash: orNull(freeze.contributions_hash),
    kind: freeze.beacon.kind,
    chainHash: orNull(freeze.beacon.chain_hash),
    round: freeze.beacon.round === '-' ? null : freeze.beacon.round,
    frozenAt: freeze.frozen_at,
    showAt: freeze.show_at,
    drawAt: freeze.draw_at,
  };
  const text = freezeRecord(freezeFields);
  return {
    ...plan,
    t0: freeze.show_at * 1000,
    seed_commit_hash: seedCommit,
    seed_reveal: plan.seed_reveal === null ? null : (change.seed?.reveal ?? plan.seed_reveal),
    open_hash,
    close_hash: freezeFields.closeHash,
    freeze_hash: freezeHash(freezeFields),
    freeze_record: { text, key_id: parts.keys.keyId, signature: parts.keys.sign(text) },
    records: { ...plan.records, open, close, freeze },
    beacon: {
      ...plan.beacon,
      chain_hash: beacon.chain_hash,
      round: beacon.round,
      due_at: round === null ? null : roundTime(round, testChain.chain) * 1000,
    },
    frozen_at: freeze.frozen_at,
    draw_at: freeze.draw_at,
    total_entries: close.entry_count,
    ...beaconOf(testChain, plan, round),
  };
}

function beaconOf(testChain: Operator['testChain'], plan: DrawPlan, round: number | null): Partial<DrawPlan> {
  if (plan.beacon_value === null || round === null) return {};
  const signature = testChain.sign(round);
  return { beacon_signature: signature, beacon_value: beaconRandomness(signature) };
}

/** What the close record says about this list. */
export function closeOf(
  drawId: string,
  list: List,
): Pick<Records['close'], 'entries_root' | 'entry_count' | 'pool_totals'> {
  const entries = list.entries.map(entryOfProof);
  return {
    entries_root: entriesRoot(drawId, entries),
    entry_count: entries.length,
    pool_totals: poolTotals(entries, entries[0]?.weights.length ?? 1),
  };
}

/** Another list, from the honest one. */
export function changedList(list: List, change: (entries: CommittedEntry[]) => void): List {
  const entries = list.entries.map(entryOfProof);
  change(entries);
  return { ...list, entries: entries.map(proofEntry) as CommitmentsAnswer['entries'] };
}

/** The result that follows from a plan whose seed and beacon are known. @param names by entry number */
export function resultOf(
  plan: DrawPlan,
  list: List,
  seed: string,
  signature: string,
  names: readonly string[],
): LiveResult {
  if (plan.records === null) throw new Error('A draw of version 1 is not forged.');
  const combined = combinedSeed(seed, clientSeed(plan.freeze_hash, beaconRandomness(signature)));
  const rows = drawPrizes({
    combinedSeed: combined,
    plan: planOfProof(plan.records.plan),
    weights: list.entries.map(([, , weights]) => weights),
  });
  const shown = (role: string) => (row: (typeof rows.winners)[number]) => ({
    id: `${role}-${row.prize}-${row.position}`,
    prize: row.prize,
    position: row.position,
    entry_number: row.entryNumber,
    display_name: names[row.entryNumber - 1] ?? null,
    selection_index: row.selectionIndex,
  });
  return { winners: rows.winners.map(shown('winner')), alternates: rows.alternates.map(shown('alternate')) };
}

/** Every plan in a JSON value, exchanged. */
export function withPlans(value: Json, forge: (plan: DrawPlan) => DrawPlan): Json {
  if (Array.isArray(value)) return value.map((one) => withPlans(one, forge));
  if (typeof value !== 'object' || value === null) return value;
  if ('freeze_record' in value && 'records' in value) return forge(value as DrawPlan);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlans(inner, forge)]));
}

/** Everything that tells winners, exchanged. */
export function withResult(message: Json, forge: (result: LiveResult) => LiveResult): Json {
  const { data } = message;
  const swap = (told: Json): Json =>
    Array.isArray(told?.winners) && Array.isArray(told.alternates) ? { ...told, ...forge(told) } : told;
  switch (message.type) {
    case 'snapshot':
      return { ...message, data: { ...data, result: swap(data.result) } };
    case 'draw:frame':
    case 'draw:done':
      return { ...message, data: swap(data) };
    default:
      return message;
  }
}

/**
 * A whole draw as the forger shows it to a page: every plan, seed, round and result, and the list.
 * @param parts.list the list to show, as soon as it is known @param parts.names by entry number
 */
export function forgedCourse(
  operator: Operator,
  parts: { change: (plan: DrawPlan) => Change; list: () => List; names: readonly string[] },
): Required<Pick<Rewriting, 'frame' | 'answer'>> {
  let forged: DrawPlan | null = null;
  let seed: string | null = null;
  const forge = (plan: DrawPlan): DrawPlan => {
    const { seed: otherSeed } = parts.change(plan);
    seed = otherSeed?.reveal ?? plan.seed_reveal ?? seed;
    return (forged = forgedPlan(operator, plan, parts.change(plan)));
  };
  const signature = (): string => {
    const round = forged?.beacon.round;
    return typeof round === 'number' ? operator.testChain.sign(round) : '';
  };
  return {
    frame(message) {
      const next = withPlans(message, forge);
      if (message.type === 'draw:seed') seed ??= message.data.seedReveal as string;
      if (message.type === 'draw:beacon') {
        const value = beaconRandomness(signature());
        return [{ ...next, data: { ...next.data, value, signature: signature() } }];
      }
      return [
        withResult(next, (honest) =>
          forged === null || seed === null
            ? honest
            : resultOf(forged, parts.list(), seed, signature(), parts.names),
        ),
      ];
    },
    async answer(path, ask) {
      if (path.endsWith('/draw')) return withPlans(await ask(), forge);
      return path.endsWith('/draw/entries') ? parts.list() : undefined;
    },
  };
}

/** A log of one's own: its root and the proofs that one size continues another, 64 hex. */
export function logOf(texts: readonly string[]): {
  root: (size: number) => string;
  consistency: (from: number, to: number) => string[];
} {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt = ({ level, index }: NodePlace): Uint8Array => {
    const node = nodes.get(`${level}/${index}`);
    if (node === undefined) throw new Error('There is no such node.');
    return node;
  };
  for (const [index, text] of texts.entries()) {
    for (const { hash, ...place } of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      nodes.set(`${place.level}/${place.index}`, hash);
    }
  }
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return {
    root: (size) => hex(logRoot(size, nodeAt)),
    consistency: (from, to) => logConsistencyPath(from, to, nodeAt).map(hex),
  };
}
