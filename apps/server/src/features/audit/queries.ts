/** What a host may read of the audit log: actions, times and counts, no hashes. */
import type { AuditEntry } from '@glassdrum/contract';
import type { Database } from '../../database/database.ts';

const NEWEST = 1000;

/** The newest 1,000 records of one raffle, newest first. */
export async function auditOfRaffle(database: Database, raffleId: string): Promise<AuditEntry[]> {
  const rows = await database.query
    .selectFrom('audit_log')
    .select(['id', 'action', 'actor', 'ts', 'details'])
    .where('raffle_id', '=', raffleId)
    .orderBy('ts', 'desc')
    .orderBy('id')
    .limit(NEWEST)
    .execute();
  return rows.map(({ details, ...row }) => ({
    ...row,
    details: details === null ? null : (JSON.parse(details) as Record<string, unknown>),
  }));
}
