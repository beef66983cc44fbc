/** What the results document says of a draw beside its winners (R76): its list, its randomness, its level, its records. Pure. */
import type { ResultsAnswer } from '@glassdrum/contract';
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { DrawEvidence, ListCounts } from '../../draws/evidence/queries.ts';

export interface Fact {
  label: string;
  /** Long ones go on in further lines. */
  value: string;
}

/** The levels as the screens and the verifier name and explain them; witnesses are named, what they prove is for a verifier to say. */
const LEVELS: Readonly<Record<ResultsAnswer['assurance'], { label: string; sentence: string }>> = {
  beacon: {
    label: 'Public beacon',
    sentence:
      'The result follows from a public random number. That the list was fixed before this number existed is claimed by the server only.',
  },
  room: {
    label: 'Made in the room',
    sentence: 'Random numbers were made in the room, in front of the audience.',
  },
  participants: {
    label: 'Entrants’ devices',
    sentence:
      'Devices of entrants added randomness. By holding some of it back the server could have chosen among a few results.',
  },
  operator: { label: 'Server seed only', sentence: 'The operator could have chosen the result.' },
};

export function factsOf({ plan, results, counts, records }: DrawEvidence): Fact[] {
  const { records: committed, beacon } = plan;
  const facts: (Fact | null)[] = [
    { label: 'Drawn', value: utc(results.drawn_at) },
    results.late && results.scheduled_at !== null
      ? { label: 'Started late', value: `It was to start at ${utc(results.scheduled_at)}.` }
      : null,
    { label: 'Entries', value: entriesText(results.total_entries, counts) },
    { label: 'Tickets', value: grouped(results.ticket_total) },
    { label: 'Draw ID', value: results.draw_id },
    committed === null ? null : { label: 'Rules (SHA-256)', value: committed.open.rules_hash },
    committed === null ? null : { label: 'Prizes (SHA-256)', value: committed.close.plan_hash },
    results.prizes_changed_at.length === 0
      ? null
      : {
          label: 'Prizes changed after opening',
          value: results.prizes_changed_at.map(utc).join(', '),
        },
    { label: 'Freeze code', value: freezeWords(results.freeze_hash).join(' ') },
    { label: 'Frozen list (SHA-256)', value: results.freeze_hash },
    { label: 'Randomness', value: beaconText(beacon, plan.beacon_text) },
    {
      label: 'Assurance',
      value: `${LEVELS[results.assurance].label}. ${LEVELS[results.assurance].sentence}`,
    },
    {
      label: 'Witnesses',
      value:
        results.sealing.cosigned.length === 0
          ? 'No witness confirmed the frozen list.'
          : `Confirmed the frozen list: ${results.sealing.cosigned.join(', ')}`,
    },
    results.audience.count === 0
      ? null
      : {
          label: 'Audience',
          value: `${grouped(results.audience.count)} of ${grouped(results.audience.devices)} devices signed that they held this list.`,
        },
    results.protocol === 1
      ? {
          label: 'Proof',
          value: 'Drawn before version 2 of the draw protocol: its proof is stored, but no longer checked.',
        }
      : { label: 'Public log', value: logText(records) },
  ];
  return facts.filter((fact) => fact !== null);
}

/** "280 in the list: 184 joined, 96 entered by the host; 12 paper tickets not sold". */
function entriesText(total: number, counts: ListCounts | null): string {
  const list = `${grouped(total)} in the list`;
  if (counts === null) return list;
  const parts = (entries: [count: number, text: string][]): string =>
    entries
      .filter(([count]) => count > 0)
      .map(([count, text]) => `${grouped(count)} ${text}`)
      .join(', ');
  const took = parts([
    [counts.self, 'joined'],
    [counts.host, 'entered by the host'],
    [counts.paper, 'paper'],
  ]);
  const without = parts([
    [counts.unsold, counts.unsold === 1 ? 'paper ticket not sold' : 'paper tickets not sold'],
    [counts.absent, 'absent'],
    [counts.holder, counts.holder === 1 ? 'holder of an earlier prize' : 'holders of earlier prizes'],
    [counts.unplaced, 'without a placed ticket'],
    [counts.withdrawn, 'withdrawn'],
    [counts.removed, 'removed'],
  ]);
  return [list, took, without === '' ? '' : `could not win: ${without}`].filter(Boolean).join('; ');
}

function beaconText(beacon: DrawEvidence['plan']['beacon'], roomText: string | null): string {
  switch (beacon.kind) {
    case 'drand':
      return `drand, round ${beacon.round}${beacon.due_at === null ? '' : `, due at ${utc(beacon.due_at)}`}; chain ${beacon.chain_hash}`;
    case 'room':
      return `Numbers made in the room: ${roomText ?? '-'}`;
    case 'none':
      return 'The server’s own seed, without a beacon';
  }
}

const RECORD_NAMES: Readonly<Record<string, string>> = {
  open: 'opening',
  replan: 'change of prizes',
  change: 'change of entries',
  close: 'closed list',
  freeze: 'freeze',
  audience: 'audience',
  reveal: 'seed',
  result: 'result',
  claim: 'claim',
  extend: 'extension',
  advance: 'passed over',
  void: 'void',
};

/** "opening 12; change of entries 13, 19; …": numbers of the records. */
function logText(records: DrawEvidence['records']): string {
  const byKind = new Map<string, number[]>();
  for (const { kind, index } of records) byKind.set(kind, [...(byKind.get(kind) ?? []), index]);
  return [...byKind]
    .map(([kind, indexes]) => `${RECORD_NAMES[kind] ?? kind} ${runsOf(indexes).join(', ')}`)
    .join('; ');
}

/** "3–17" for numbers that follow each other. @param numbers ascending */
function runsOf(numbers: readonly number[]): string[] {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** "2026-11-26 19:30:00 UTC". @param at epoch ms */
export function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
