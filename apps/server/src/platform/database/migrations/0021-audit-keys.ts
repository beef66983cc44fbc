/** M10: a random key for each raffle and account, under which the audit log hashes addresses. */
import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, type Migration, sql } from 'kysely';

const BATCH = 1000;

interface Row {
  id: string;
  raffle_id: string | null;
  host_id: string | null;
  ip_hash: string | null;
  ua_hash: string | null;
}

async function up(query: Kysely<unknown>): Promise<void> {
  for (const table of ['raffles', 'users']) {
    await query.schema.alterTable(table).addColumn('audit_key', 'text').execute();
  }
  const raffleKeys = await makeKeys(query, 'raffles', 'raffle_id');
  const hostKeys = await makeKeys(query, 'users', 'host_id');
  // What was hashed with the installation's secret alone is hashed once more with the new key.
  for (let after = ''; ;) {
    const { rows } = await sql<Row>`
      select id, raffle_id, host_id, ip_hash, ua_hash from audit_log
      where id > ${after} and (ip_hash is not null or ua_hash is not null)
      order by id limit ${BATCH}`.execute(query);
    for (const row of rows) {
      const key = raffleKeys.get(row.raffle_id ?? '') ?? hostKeys.get(row.host_id ?? '');
      const keyed = (hash: string | null): string | null =>
        hash === null || key === undefined
          ? null
          : createHmac('sha256', Buffer.from(key, 'hex')).update(hash).digest('hex');
      await sql`
        update audit_log set ip_hash = ${keyed(row.ip_hash)}, ua_hash = ${keyed(row.ua_hash)}
        where id = ${row.id}`.execute(query);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

/** For everything that the audit log tells of, by id. */
async function makeKeys(
  query: Kysely<unknown>,
  table: 'raffles' | 'users',
  column: 'raffle_id' | 'host_id',
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where id in (select ${sql.ref(column)} from audit_log where ip_hash is not null or ua_hash is not null)
  `.execute(query);
  const keys = new Map<string, string>();
  for (const { id } of rows) {
    const key = randomBytes(32).toString('hex');
    keys.set(id, key);
    await sql`update ${sql.table(table)} set audit_key = ${key} where id = ${id}`.execute(query);
  }
  return keys;
}

export const auditKeys: Migration = { up };
