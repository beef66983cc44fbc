/** The public log by HTTP (draw protocol §8): everything about it is for anybody, and nothing in it names a person. */
import { z } from 'zod';
import { publicRecord } from './draws.ts';
import { count, epochMs, hex64 } from './primitives.ts';

const index = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const hashes = z.array(hex64);
const seconds = z.number().int();

export const logAnswer = z.object({
  /** The log's name in its checkpoints. */
  origin: z.string(),
  key_id: z.string(),
  /** Ed25519, 64 hex; also signs the records themselves. */
  public_key: hex64,
  /** The same as tools for signed notes read it. */
  note_key: z.string(),
  size: count,
  root: hex64,
  /** The signed note, as at /log/checkpoint. */
  checkpoint: z.string(),
  signed_at: epochMs,
});
export type LogAnswer = z.infer<typeof logAnswer>;

export const logRecordsQuery = z.object({
  from: index.default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
/** Fewer records than requested: the log ends there. */
export const logRecordsAnswer = z.object({ size: count, records: z.array(publicRecord) });
export type LogRecordsAnswer = z.infer<typeof logRecordsAnswer>;

/** `proofs=1`: with proofs of finished draws. */
export const logFileQuery = z.object({ proofs: z.enum(['0', '1']).default('0') });

export const logInclusionQuery = z.object({ index, size: index });
/** Hashes from the record's neighbour upwards. */
export const logInclusionAnswer = z.object({ index: count, size: count, path: hashes });
export type LogInclusionAnswer = z.infer<typeof logInclusionAnswer>;

export const logConsistencyQuery = z.object({ from: index, to: index });
export const logConsistencyAnswer = z.object({ from: count, to: count, path: hashes });
export type LogConsistencyAnswer = z.infer<typeof logConsistencyAnswer>;

/** Times are Unix seconds, as the records have them; null for what is not in the log. */
const drawFacts = z.object({
  draw_id: z.string(),
  /** The host's pseudonym. */
  host_id: z.string().nullable(),
  host_seq: count.nullable(),
  opened_at: seconds.nullable(),
  frozen_at: seconds.nullable(),
  draw_at: seconds.nullable(),
  drawn_at: seconds.nullable(),
  /**
   * `voided`: given up before its freeze. `never_finished`: frozen, and no result an hour after the announced time.
   * `finished_late`: it came after that.
   */
  progress: z.enum(['open', 'voided', 'frozen', 'never_finished', 'finished_late', 'finished']),
  /** Winners who were passed over (R14). */
  advances: count,
  /** The reason of a void record, or null. */
  voided: z.string().nullable(),
});
export const drawInLog = drawFacts.extend({
  /** How many records the log had when these were read. */
  size: count,
  records: z.array(publicRecord),
});
export type DrawInLog = z.infer<typeof drawInLog>;

export const hostLogQuery = z.object({ before: index.optional() });
export const hostInLog = z.object({
  host_id: z.string(),
  /** Newest first, without gaps. */
  draws: z.array(drawFacts),
  /** Ask again with this as `before` for older ones; null when there are none. */
  more_before: count.nullable(),
});
export type HostInLog = z.infer<typeof hostInLog>;
