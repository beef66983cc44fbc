/** Reading the texts of the public log's records (draw protocol §3, §8). Whatever has not exactly its form is none. */
import { isHash, isHashOrDash, isIntegerIn, isPublicId } from '../field-rules.ts';

type LogRecordKind = 'open' | 'close' | 'freeze' | 'reveal' | 'result' | 'advance' | 'void';

/** A record's type and its fields by name, as they stand in the text. */
export interface LogRecord {
  kind: LogRecordKind;
  drawId: string;
  fields: Readonly<Record<string, string>>;
}

type FieldRule = (text: string) => boolean;

const integer: FieldRule = (text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && isIntegerIn(Number(text), 0);
const positive: FieldRule = (text) => integer(text) && text !== '0';
const positiveOrDash: FieldRule = (text) => text === '-' || positive(text);
const code: FieldRule = (text) => /^[a-z][a-z_]{0,63}$/.test(text);
const beaconKind: FieldRule = (text) => text === 'drand' || text === 'room' || text === 'none';

/** The fields after type and draw_id, in their order. */
const FORMS: Record<LogRecordKind, readonly (readonly [name: string, rule: FieldRule])[]> = {
  open: [
    ['host_id', isPublicId],
    ['host_seq', positive],
    ['previous', isHashOrDash],
    ['seed_commit_hash', isHash],
    ['rules_hash', isHashOrDash],
    ['opened_at', integer],
  ],
  close: [
    ['open_hash', isHash],
    ['entries_root', isHash],
    ['entry_count', positive],
    ['ticket_total', positive],
    ['closed_at', integer],
  ],
  freeze: [
    ['close_hash', isHash],
    ['contributions_hash', isHashOrDash],
    ['winners', positive],
    ['alternates', integer],
    ['kind', beaconKind],
    ['chain_hash', isHashOrDash],
    ['round', positiveOrDash],
    ['frozen_at', integer],
    ['draw_at', integer],
  ],
  reveal: [
    ['freeze_hash', isHash],
    ['seed_reveal', isHash],
    ['revealed_at', integer],
  ],
  result: [
    ['freeze_hash', isHash],
    ['combined_seed', isHash],
    ['list_hash', isHash],
    ['drawn_at', integer],
  ],
  advance: [
    ['freeze_hash', isHash],
    ['from_entry_number', positive],
    ['to_entry_number', positiveOrDash],
    ['reason_code', code],
    ['at', integer],
  ],
  void: [
    ['last_record_hash', isHash],
    ['reason_code', code],
    ['at', integer],
  ],
};

/** Null for a text that is no record of the log. Ids, hashes, numbers and codes only: no field holds a name or an address. */
export function parseLogRecord(text: string): LogRecord | null {
  const kind = /^draw\.([a-z]+)\.v1\n/.exec(text)?.[1];
  if (kind === undefined || !Object.hasOwn(FORMS, kind) || !text.endsWith('\n')) return null;
  const form = FORMS[kind as LogRecordKind];
  const [, drawId = '', ...lines] = text.slice(0, -1).split('\n');
  if (!isPublicId(drawId) || lines.length !== form.length) return null;
  const fields: Record<string, string> = {};
  for (const [at, [name, holds]] of form.entries()) {
    const line = lines[at] ?? '';
    if (!holds(line)) return null;
    fields[name] = line;
  }
  return { kind: kind as LogRecordKind, drawId, fields };
}
