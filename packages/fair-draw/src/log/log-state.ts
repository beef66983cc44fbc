/** What the records of a whole log say so far, for the checks of `log-checks.ts`. */
import type { DrawProof } from '../proof.ts';
import type { LogRecord, LogRecordKind } from './log-records.ts';
import type { PrizeHolding } from './prize-holding.ts';

/** In the protocol's order. */
export const LOG_CHECK_NAMES = [
  'records',
  'once',
  'order',
  'hosts',
  'series',
  'plans',
  'changes',
  'results',
  'claims',
  'advances',
  'holders',
] as const;

export type LogCheckName = (typeof LOG_CHECK_NAMES)[number];

export type Of<Kind extends LogRecordKind> = Extract<LogRecord, { kind: Kind }>;

/** Kinds of records that a draw may have once. */
export const ONCE = ['open', 'close', 'freeze', 'audience', 'reveal', 'result', 'void'] as const;
export type OnceKind = (typeof ONCE)[number];

/** A record with the hash of its text. */
interface Hashed<Kind extends LogRecordKind> {
  fields: Of<Kind>['fields'];
  hash: string;
}

/** What the records so far say about one draw. */
export interface Draw {
  proof: DrawProof | undefined;
  first: { [Kind in OnceKind]?: Hashed<Kind> };
  /** Null before the first record. */
  last: { hash: string; time: number } | null;
  /** Null in a draw that was not opened. */
  planHash: string | null;
  /** The last change record of each entry. */
  changes: Map<number, Of<'change'>['fields']>;
  /** From the result on, if the proof is given. */
  holding: PrizeHolding | null;
}

/** What the records so far say about the draws of a raffle with one stage number: only one in a sound log. */
export interface Stage {
  /** Draws that have neither a result nor a void. */
  unfinished: number;
  /** Draws with a result, no void, and no proof, so that their holders are unknown. */
  unknown: number;
  /** For each entry, in how many draws it holds a prize. */
  holders: Map<number, number>;
}

interface Series {
  hostId: string;
  lastStage: number;
  /** By number, with gaps. */
  stages: Map<number, Stage>;
}

export interface Log {
  draws: Map<string, Draw>;
  hosts: Map<string, { seq: number; hash: string }>;
  series: Map<string, Series>;
}

/** A well-formed record and where it is. */
export interface Event {
  at: number;
  record: LogRecord;
  hash: string;
  draw: Draw;
  /** Whether the draw already has a record of this kind that it may have once. */
  repeated: boolean;
}

export interface Findings {
  fail(name: LogCheckName, reason: string): void;
  skip(name: LogCheckName, reason: string): void;
}

/** Where a draw belongs; undefined if it was not opened. */
export function seriesOf(
  { first }: Draw,
  log: Log,
): { series: Series; stage: Stage; number: number } | undefined {
  if (first.open === undefined) return undefined;
  const { seriesId, stage: number } = first.open.fields;
  const series = log.series.get(seriesId);
  const stage = series?.stages.get(number);
  return series === undefined || stage === undefined ? undefined : { series, stage, number };
}

export function stagesBefore(draw: Draw, log: Log): Stage[] {
  const own = seriesOf(draw, log);
  if (own === undefined) return [];
  return [...own.series.stages].filter(([number]) => number < own.number).map(([, stage]) => stage);
}

/** The proof of a draw, if it is one of this close. */
export function proofAtClose({ draw, hash }: Event): DrawProof | undefined {
  return draw.proof?.close_hash === hash ? draw.proof : undefined;
}

export function addHolder({ holders }: Stage, entryNumber: number, difference: 1 | -1): void {
  const draws = (holders.get(entryNumber) ?? 0) + difference;
  if (draws === 0) holders.delete(entryNumber);
  else holders.set(entryNumber, draws);
}
