/**
 * M11: whether this node can serve: a row can be written, due work is being done, the beacon is reachable, the clock is right
 * (D6). Anybody may call it, so one result is reused for some seconds.
 *
 * A node whose clock is off starts no draws. It is not ready where another node may do so; a single node serves everything else.
 */
import type { Readiness } from '@glassdrum/contract';
import type { BeaconClient } from '../../platform/beacon/beacon-client.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ClockWatch } from '../../platform/clock/clock-watch.ts';
import type { Database } from '../../platform/database/database.ts';
import { nodeClocks } from '../../platform/database/node-clocks.ts';

export interface ReadinessParts {
  database: Database;
  clock: Clock;
  beacon: Pick<BeaconClient, 'isReachable'>;
  time: Pick<ClockWatch, 'state'>;
  report: (error: unknown) => void;
}

const CACHED_MS = 5_000;
/** A job that is unclaimed this long after its time, or after this node's start, shows that no jobs are being run. */
const OVERDUE_MS = 2 * 60_000;

/** @returns the current state, or that of a moment ago; never throws */
export function createReadiness({
  database,
  clock,
  beacon,
  time,
  report,
}: ReadinessParts): () => Promise<Readiness> {
  const startedAt = clock.now();
  let last: { at: number; found: Promise<Readiness> } | null = null;

  async function succeeds(result: Promise<boolean>): Promise<boolean> {
    try {
      return await result;
    } catch (error) {
      report(error);
      return false;
    }
  }

  async function check(now: number): Promise<Readiness> {
    const { mayLead, beacon: opinion } = time.state();
    const [written, moving, seen, leads] = await Promise.all([
      succeeds(canWrite(database, now)),
      succeeds(queueProgresses(database, { now, startedAt })),
      succeeds(beacon.isReachable(now)),
      mayLead || succeeds(noOtherLeads(database, now)),
    ]);
    const ready = written && moving && leads;
    return {
      status: ready ? 'ready' : 'not ready',
      checks: {
        database: written ? 'ok' : 'failing',
        queue: moving ? 'ok' : 'failing',
        beacon: seen ? 'ok' : 'away',
        clock: mayLead && opinion !== 'ahead' ? 'ok' : 'off',
      },
    };
  }

  return () => {
    const now = clock.now();
    if (last === null || Math.abs(now - last.at) >= CACHED_MS) last = { at: now, found: check(now) };
    return last.found;
  };
}

async function noOtherLeads(database: Database, now: number): Promise<boolean> {
  const nodes = await nodeClocks(database, now);
  return nodes.every(({ mayLead }) => !mayLead);
}

/** Writes a changing value: an unchanged row might not be written. */
async function canWrite({ query }: Database, now: number): Promise<boolean> {
  await query
    .insertInto('write_checks')
    .values({ id: 1, checked_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checked_at: now }))
    .execute();
  return true;
}

/** A failed job has a later time for its next attempt, so an overdue one was never tried. */
async function queueProgresses(
  { query }: Database,
  { now, startedAt }: { now: number; startedAt: number },
): Promise<boolean> {
  const { due } = await query
    .selectFrom('jobs')
    .select((select) => select.fn.min('due_at').as('due'))
    .executeTakeFirstOrThrow();
  return due === null || now - Math.max(due, startedAt) <= OVERDUE_MS;
}
