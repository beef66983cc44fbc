/** Reading the texts of the public log's records (draw protocol §3, §8). Text that has not exactly such a form is none. */
import type {
  AdvanceFields,
  AudienceFields,
  ChangeFields,
  ClaimFields,
  CloseFields,
  ExtendFields,
  FreezeFields,
  OpenFields,
  ReplanFields,
  ResultFields,
  RevealFields,
  VoidFields,
} from '../draw-records.ts';
import {
  isHash,
  isIntegerIn,
  isPublicId,
  isReasonCode,
  MAX_POOLS,
  MAX_PRIZES,
  MAX_STAGES,
  MAX_WEIGHT,
} from '../field-rules.ts';

/** The fields of each kind of record, as the functions of `draw-records.ts` take them. */
export interface LogRecordFields {
  open: OpenFields;
  close: CloseFields;
  freeze: FreezeFields;
  replan: ReplanFields;
  change: ChangeFields;
  audience: AudienceFields;
  reveal: RevealFields;
  result: ResultFields;
  claim: ClaimFields;
  extend: ExtendFields;
  advance: AdvanceFields;
  void: VoidFields;
}

export type LogRecordKind = keyof LogRecordFields;

/** A record's kind and what it says. Absent values are null. */
export type LogRecord = {
  [Kind in LogRecordKind]: { kind: Kind; fields: LogRecordFields[Kind] };
}[LogRecordKind];

/** Null stands for a value that may be absent, so a line that is malformed is undefined. */
type Reader<Value> = (line: string) => Value | undefined;

const text =
  <Value extends string>(isValid: (line: string) => boolean): Reader<Value> =>
  (line) =>
    isValid(line) ? (line as Value) : undefined;

const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (line) => {
    if (!/^(?:0|[1-9][0-9]{0,15})$/.test(line)) return undefined;
    return isIntegerIn(Number(line), min, max) ? Number(line) : undefined;
  };

const oneOf = <Value extends string>(...allowed: readonly Value[]): Reader<Value> =>
  text((line) => allowed.includes(line as Value));

const orDash =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (line) =>
    line === '-' ? null : reader(line);

const id = text<string>(isPublicId);
const hash = text<string>(isHash);
const code = text<string>(isReasonCode);
const time = integer(0);
const positive = integer(1);
const prize = integer(1, MAX_PRIZES);
const weight = integer(0, MAX_WEIGHT);

const weights: Reader<number[]> = (line) => {
  const values = line.split(',', MAX_POOLS + 1).map(weight);
  const valid = values.filter((value) => value !== undefined);
  return values.length <= MAX_POOLS && valid.length === values.length ? valid : undefined;
};

/** The lines after type and draw id, in their order. */
type Form<Fields> = { [Name in Exclude<keyof Fields, 'drawId'>]-?: Reader<Fields[Name]> };

const FORMS: { [Kind in LogRecordKind]: Form<LogRecordFields[Kind]> } = {
  open: {
    hostId: id,
    hostSeq: positive,
    previous: orDash(hash),
    seriesId: id,
    stage: integer(1, MAX_STAGES),
    seedCommitHash: hash,
    planHash: hash,
    rulesHash: hash,
    openedAt: time,
  },
  close: {
    openHash: hash,
    planHash: hash,
    holdersHash: orDash(hash),
    entriesRoot: hash,
    entryCount: positive,
    poolTotals: weights,
    closedAt: time,
  },
  freeze: {
    closeHash: hash,
    contributionsHash: orDash(hash),
    kind: oneOf('drand', 'room', 'none'),
    chainHash: orDash(hash),
    round: orDash(positive),
    frozenAt: time,
    showAt: time,
    drawAt: time,
  },
  replan: { openHash: hash, planHashBefore: hash, planHashAfter: hash, at: time },
  change: {
    entryNumber: positive,
    state: oneOf('in', 'withdrawn', 'removed'),
    weights,
    reasonCode: code,
    at: time,
  },
  audience: { freezeHash: hash, root: hash, count: positive, at: time },
  reveal: { freezeHash: hash, seedReveal: hash, at: time },
  result: { freezeHash: hash, combinedSeed: hash, listHash: hash, at: time },
  claim: { freezeHash: hash, prize, entryNumber: positive, by: oneOf('device', 'desk', 'host'), at: time },
  extend: { freezeHash: hash, prize, entryNumber: positive, seconds: positive, at: time },
  advance: {
    freezeHash: hash,
    prize,
    fromEntry: positive,
    toEntry: orDash(positive),
    reason: oneOf('unclaimed', 'declined', 'absent', 'ineligible'),
    at: time,
  },
  void: { lastRecordHash: hash, reasonCode: code, at: time },
};

/**
 * The longest record is far shorter: twelve lines, one of them of 20 weights. Longer texts are not taken apart.
 */
const LONGEST_RECORD = 2_000;

/** Null for a text that is no record of the log. No field of a record holds a name or an address. Never throws. */
export function parseLogRecord(record: string): LogRecord | null {
  if (record.length > LONGEST_RECORD || !record.endsWith('\n')) return null;
  const [type = '', drawId = '', ...lines] = record.slice(0, -1).split('\n');
  const kind = /^draw\.([a-z]+)\.v2$/.exec(type)?.[1];
  if (kind === undefined || !Object.hasOwn(FORMS, kind) || !isPublicId(drawId)) return null;
  const form = Object.entries(FORMS[kind as LogRecordKind] as Record<string, Reader<unknown>>);
  if (lines.length !== form.length) return null;
  const fields: Record<string, unknown> = { drawId };
  for (const [at, [name, read]] of form.entries()) {
    const value = read(lines[at] ?? '');
    if (value === undefined) return null;
    fields[name] = value;
  }
  return { kind, fields } as unknown as LogRecord;
}

/** When a record was made, Unix seconds: of a freeze record the time of the freeze. */
export function timeOfRecord(record: LogRecord): number {
  switch (record.kind) {
    case 'open':
      return record.fields.openedAt;
    case 'close':
      return record.fields.closedAt;
    case 'freeze':
      return record.fields.frozenAt;
    case 'replan':
    case 'change':
    case 'audience':
    case 'reveal':
    case 'result':
    case 'claim':
    case 'extend':
    case 'advance':
    case 'void':
      return record.fields.at;
  }
}
