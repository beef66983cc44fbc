/**
 * What floods do to other people (H9 to H13): each abuse alone and all together against an idle run of the same server, which
 * has 512 MB. Measured are the longest pause of its event loop and how long joins of other people take.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  FLOODS,
  MEMORY_BYTES,
  type OtherPeople,
  prepareTarget,
  startFloodedServer,
  startFloods,
} from '../apps/server/test/support/floods.ts';
import { makeStorage } from '../apps/server/test/support/storage.ts';
import { percentile, report } from './measure.ts';

const EACH_MS = 10_000;
const PEOPLE = fileURLToPath(new URL('./flood-people.ts', import.meta.url));

/** People who join for so long, in a process of their own: this one is busy with attacking. */
async function peopleJoin(
  target: Awaited<ReturnType<typeof prepareTarget>>,
  forMs: number,
): Promise<OtherPeople> {
  const child = fork(PEOPLE, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the people who join ended early.');
  });
  const joined = once(child, 'message');
  child.send({ target, forMs });
  const [people] = (await Promise.race([joined, ended])) as [OtherPeople];
  ended.catch(() => undefined);
  return people;
}

const storage = await makeStorage('sqlite');
const server = await startFloodedServer(storage);
try {
  const target = await prepareTarget(server.url);
  const reportPeople = async (
    name: string,
    { times, wrong }: OtherPeople,
    attacks: number,
  ): Promise<void> => {
    if (wrong.length > 0) throw new Error(`${name}: ${wrong[0]}`);
    const { pauseMs } = await server.facts();
    const note = attacks === 0 ? 'nobody attacks' : `${attacks} attacks in ${EACH_MS / 1000} s`;
    report(`${name}: longest pause`, pauseMs, 'ms', note);
    const slow = `${times.length} joins, slowest ${Math.max(...times).toFixed(0)} ms`;
    report(`${name}: another person's join`, percentile(times, 0.95), 'ms', `95th percentile; ${slow}`);
  };
  await peopleJoin(target, 3_000);
  await server.facts();
  await reportPeople('idle', await peopleJoin(target, EACH_MS), 0);
  for (const floods of [...FLOODS.map((one) => [one]), FLOODS]) {
    const running = startFloods(target, floods);
    const people = await peopleJoin(target, EACH_MS);
    const attacks = await running.stop();
    await reportPeople(floods.length === 1 ? (floods[0]?.name ?? '') : 'all together', people, attacks);
  }
  await reportPeople('idle again', await peopleJoin(target, EACH_MS), 0);
  report(
    'memory at most',
    (await server.facts()).peakBytes / 1e6,
    'MB',
    `resident, of ${MEMORY_BYTES / 1e6} MB${server.isLimited ? ', a limit of the kernel' : ''}`,
  );
} finally {
  await server.end();
  await storage.drop();
}
