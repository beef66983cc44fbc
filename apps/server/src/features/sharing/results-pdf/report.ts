/**
 * The words and rows of the results document for auditors (R76): what was drawn from which list, by which randomness, who won, who was
 * passed over since, and where all of it can be checked. Names are those of the public results. Pure: the same state gives the
 * same document; times are in UTC.
 */
import type { PassOverReason, ResultsAnswer } from '@glassdrum/contract';
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { DrawEvidence, ListCounts } from '../../draws/evidence/queries.ts';

export interface Fact {
  label: string;
  /** Long ones go on in further lines. */
  value: string;
}

export interface ReportRow {
  place: string;
  entry: string;
  /** Null once it was erased. */
  name: string | null;
  /** What became of the place; empty where nothing did. */
  since: string;
}

export interface ReportPrize {
  title: string;
  /** In place of a title that cannot be drawn. */
  plainTitle: string;
  rows: ReportRow[];
}

export interface ReportDraw {
  /** Null for the only one. */
  heading: { title: string; plainTitle: string } | null;
  facts: Fact[];
  prizes: ReportPrize[];
  passedOver: {
    place: string;
    entry: string;
    name: string | null;
    reason: string;
    at: string;
    now: string;
  }[];
  /** Where everyone can check it. */
  link: string;
}

export interface ResultsReport {
  title: string;
  /** Where the installation is reached, without a slash at the end. */
  publicUrl: string;
  /** Epoch ms of the last event in it: of two documents the later one. */
  asOf: number;
  draws: ReportDraw[];
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

const REASONS: Readonly<Record<PassOverReason, string>> = {
  absent: 'not there',
  declined: 'declined the prize',
  unclaimed: 'did not claim the prize in time',
  ineligible: 'may not take the prize',
};

/** @param evidence at least one draw, in their order; @param several whether the raffle has several draws (R69) */
export function resultsReport(
  evidence: readonly DrawEvidence[],
  { publicUrl, several }: { publicUrl: string; several: boolean },
): ResultsReport {
  return {
    title: evidence[0]?.results.title ?? '',
    publicUrl,
    asOf: Math.max(
      ...evidence.flatMap(({ results }) => [results.drawn_at, ...results.passed_over.map(({ at }) => at)]),
    ),
    draws: evidence.map((draw) => reportDraw(draw, { publicUrl, several })),
  };
}

function reportDraw(
  evidence: DrawEvidence,
  { publicUrl, several }: { publicUrl: string; several: boolean },
): ReportDraw {
  const { results } = evidence;
  const { number, name } = results.draw;
  const path = `${publicUrl}/results/${results.raffle_id}`;
  return {
    heading: several
      ? { title: `Draw ${number}${name === null ? '' : `: ${name}`}`, plainTitle: `Draw ${number}` }
      : null,
    facts: factsOf(evidence),
    prizes: prizesOf(results),
    passedOver: results.passed_over.map((row) => ({
      place: placeText(results, row),
      entry: `#${row.entry_number}`,
      name: row.display_name,
      reason: REASONS[row.reason],
      at: utc(row.at),
      now: row.moved_up === null ? 'nobody was left' : holderText(row.moved_up),
    })),
    link: several ? `${path}?draw=${results.draw_id}` : path,
  };
}

function factsOf({ plan, results, counts, records }: DrawEvidence): Fact[] {
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

function prizesOf(results: ResultsAnswer): ReportPrize[] {
  const { prizes, winners, current_winners: holders, passed_over: passed } = results;
  const keyOf = (row: { prize: number; position: number }): string => `${row.prize}/${row.position}`;
  const holderOf = new Map(holders.map((row) => [keyOf(row), row]));
  const passedAt = new Set(passed.map(keyOf));
  return prizes.map(({ prize, quantity }) => {
    const rows = winners.filter((row) => row.prize === prize);
    const times = quantity === 1 ? '' : ` (${quantity} ×)`;
    return {
      title: `${prizeTitle(results, prize)}${times}`,
      plainTitle: `Prize ${prize}${times}`,
      rows: rows.map((row) => {
        const holder = holderOf.get(keyOf(row));
        return {
          place: String(row.position),
          entry: `#${row.entry_number}`,
          name: row.display_name,
          since: passedAt.has(keyOf(row))
            ? `Passed over; now ${holder === undefined ? 'nobody' : holderText(holder)}`
            : '',
        };
      }),
    };
  });
}

/** As on the results page: the only prize may have no name. */
function prizeTitle({ prizes }: ResultsAnswer, prize: number): string {
  return prizes[prize - 1]?.name ?? (prizes.length === 1 ? 'Winners' : `Prize ${prize}`);
}

function placeText(results: ResultsAnswer, { prize, position }: { prize: number; position: number }): string {
  const shown = results.prizes[prize - 1];
  if (results.prizes.length === 1 && shown?.name === null) return `Place ${position}`;
  return shown?.quantity === 1 ? prizeTitle(results, prize) : `${prizeTitle(results, prize)}, ${position}`;
}

function holderText({
  entry_number: number,
  display_name: name,
}: {
  entry_number: number;
  display_name: string | null;
}): string {
  return name === null ? `#${number}` : `${name} (#${number})`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** "2026-11-26 19:30:00 UTC". @param at epoch ms */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
