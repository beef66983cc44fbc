/** What witnesses signed under the log's checkpoints (R86), stored once and never changed. */
import { addSignatureLines } from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables/tables.ts';

export interface StoredCosignature {
  /** The witness's verifier key, as configured. */
  witness: string;
  /** The whole signature line, without its line feed. */
  line: string;
  /** The witness's own time, Unix seconds. */
  signedAt: number;
}

/** Oldest first. */
export async function storedCosignatures(query: Kysely<Tables>, size: number): Promise<StoredCosignature[]> {
  const rows = await query
    .selectFrom('public_log_cosignatures')
    .select(['witness', 'line', 'signed_at_s'])
    .where('size', '=', size)
    .orderBy('received_at')
    .orderBy('witness')
    .execute();
  return rows.map(({ witness, line, signed_at_s: signedAt }) => ({ witness, line, signedAt }));
}

/** The size that each witness cosigned last, by its verifier key. */
export async function lastCosigned(
  query: Kysely<Tables>,
): Promise<Map<string, { size: number; signedAt: number }>> {
  const rows = await query
    .selectFrom('public_log_cosignatures')
    .select((build) => [
      'witness',
      build.fn.max('size').as('size'),
      build.fn.max('signed_at_s').as('signed_at_s'),
    ])
    .groupBy('witness')
    .execute();
  return new Map(rows.map((row) => [row.witness, { size: row.size, signedAt: row.signed_at_s }]));
}

/** False when another node stored one of this witness and size before; the first one stays. @param now epoch ms */
export async function storeCosignature(
  { query }: Database,
  size: number,
  { witness, line, signedAt }: StoredCosignature,
  now: number,
): Promise<boolean> {
  const stored = await query
    .insertInto('public_log_cosignatures')
    .values({ size, witness, line, signed_at_s: signedAt, received_at: now })
    .onConflict((conflict) => conflict.columns(['size', 'witness']).doNothing())
    .returning('size')
    .executeTakeFirst();
  return stored !== undefined;
}

/** The stored note with the lines of all witnesses that cosigned it. */
export async function cosignedNote(
  query: Kysely<Tables>,
  { size, note }: { size: number; note: string },
): Promise<string> {
  const cosignatures = await storedCosignatures(query, size);
  return addSignatureLines(
    note,
    cosignatures.map(({ line }) => line),
  );
}
