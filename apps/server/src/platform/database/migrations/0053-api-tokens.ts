/** R85: API tokens, and which of them did what the audit log tells; see token-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('networks', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema.createIndex('api_tokens_workspace').on('api_tokens').column('workspace_id').execute();
  await schema.createIndex('api_tokens_user').on('api_tokens').column('user_id').execute();
  await schema.alterTable('audit_log').addColumn('token_id', 'text').execute();
}

export const apiTokens: Migration = { up };
