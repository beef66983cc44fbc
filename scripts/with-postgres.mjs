/**
 * Runs a command beside a private PostgreSQL and stops it afterwards, whatever happens:
 *
 *   node scripts/with-postgres.mjs npx vitest run --project server
 *
 * The command finds the database in TEST_DATABASE_URL.
 */
import './lib/check-node.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { run } from './lib/run.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('Usage: node scripts/with-postgres.mjs COMMAND [ARGUMENTS]');
  process.exit(2);
}
const postgres = await startPostgres();
try {
  const { code } = await run(command, args, {
    env: { TEST_DATABASE_URL: postgres.url },
    onLine: (line) => console.log(line),
    limitMs: 3_600_000,
  });
  process.exitCode = code;
} finally {
  await postgres.stop();
}
