/** How many of those who hold a ticket were invited by name: the participation rate counts them alone. */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema
    .alterTable('raffles')
    .addColumn('invited_active_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update raffles set invited_active_count = (
      select count(*) from participations p join invitees i on i.id = p.invitee_id
      where p.raffle_id = raffles.id and p.tickets > 0 and i.source = 'list'
    )`.execute(query);
}

export const invitedEntries: Migration = { up };
