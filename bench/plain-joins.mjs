/**
 * The peer of joining: a plain application of the same framework on the same database, written as most are. Each join is one
 * transaction that takes the next number under the raffle's lock and stores the entry. It checks a name and a link, and does
 * nothing else: no session, no receipt, no audit, no limit.
 *
 * DATABASE_URL names an empty database. Prints the public link of its only raffle.
 */
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { Pool } from 'pg';

/** As many connections as the product has. */
const POOL_SIZE = 10;

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
const { rows } = await pool.query('show synchronous_commit');
if (rows[0].synchronous_commit !== 'on') throw new Error('synchronous_commit is not on.');
await pool.query(`
  create table raffles (id text primary key, public_link text unique, entry_count integer not null);
  create table entries (
    id text primary key, raffle_id text not null references raffles, entry_number integer not null,
    display_name text not null, email text, joined_at timestamptz not null default now(),
    unique (raffle_id, entry_number), unique (raffle_id, email)
  );
  insert into raffles values ('raffle', 'plain-raffle', 0)`);

const body = {
  type: 'object',
  required: ['public_link', 'display_name'],
  properties: {
    public_link: { type: 'string' },
    display_name: { type: 'string', minLength: 1, maxLength: 40 },
    email: { type: 'string', maxLength: 254 },
  },
};

const app = fastify();
app.post('/api/join/public', { schema: { body } }, async (request, reply) => {
  const { public_link: link, display_name: name, email = null } = request.body;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const raffle = await client.query(
      'update raffles set entry_count = entry_count + 1 where public_link = $1 returning id, entry_count',
      [link],
    );
    if (raffle.rows.length === 0) {
      await client.query('rollback');
      reply.code(404);
      return { error: 'No such raffle.' };
    }
    const { id, entry_count: number } = raffle.rows[0];
    const entryId = randomUUID();
    await client.query(
      'insert into entries (id, raffle_id, entry_number, display_name, email) values ($1, $2, $3, $4, $5)',
      [entryId, id, number, name, email],
    );
    await client.query('commit');
    reply.code(201);
    return { id: entryId, entry_number: number, raffle_id: id, display_name: name };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at http://localhost:${app.server.address().port}`);
