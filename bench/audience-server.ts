/**
 * The server of measurements with a full hall: the whole product, which can also store signatures handed to it without HTTP, in
 * groups of any size.
 *
 *   audience-server.ts DATA_DIR
 *
 * Tells its parent `{port}` when it answers; `{atOnce, raffleId, signed}` is answered by `{ms}`, and `{cpu: true}` by the
 * processor time of all its threads so far, `{ms}` too.
 */
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { composeApp } from '../apps/server/src/compose.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createAudienceCommands } from '../apps/server/src/features/draws/audience/commands.ts';
import { participantSessions } from '../apps/server/src/features/entries/participant-session.ts';
import { createLog } from '../apps/server/src/platform/http/log.ts';
import type { SignedSeen } from './audience-client.ts';
import { monotonicMs } from './measure.ts';

const config = readConfig({
  JOIN_LIMIT: 'off',
  DATA_DIR: process.argv[2],
  DATABASE_URL: process.env['DATABASE_URL'],
  WITNESSES: process.env['WITNESSES'],
  PORT: '0',
  HOST: '127.0.0.1',
});
const app = await composeApp({ config, clock: systemClock(), log: createLog('warn') });
const { port } = new URL(await app.listen());

async function store(task: { atOnce: number; raffleId: string; signed: SignedSeen[] }): Promise<number> {
  const sessions = participantSessions({ database: app.parts.database, secure: false });
  const participants = [];
  for (const { token } of task.signed) {
    participants.push(await sessions.require({ authorization: `Bearer ${token}` }, task.raffleId));
  }
  const commands = createAudienceCommands(app.parts, task.atOnce);
  const start = monotonicMs();
  await Promise.all(
    participants.map((participant, index) => {
      const { freeze_hash: freezeHash, seen_at: seenAt, signature = '' } = task.signed[index]?.body ?? {};
      return commands.sign(participant, { freezeHash: freezeHash ?? '', seenAt: seenAt ?? 0, signature });
    }),
  );
  const ms = monotonicMs() - start;
  commands.stop();
  return ms;
}

process.on('message', (task: Parameters<typeof store>[0] | { cpu: true }) => {
  const { user, system } = process.cpuUsage();
  if ('cpu' in task) process.send?.({ ms: (user + system) / 1000 });
  else void store(task).then((ms) => process.send?.({ ms }));
});
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
process.send?.({ port: Number(port) });
