/** What waits in the queue, for monitoring (R82): jobs by kind, the outbox by channel, webhooks. */
import type { Database } from '../../../platform/database/database.ts';

export interface LaneState {
  /** `jobs/KIND`, `outbox/CHANNEL` or `webhooks/deliveries`. */
  lane: string;
  /** Due or not. */
  waiting: number;
  failed: number;
  /** When the oldest of what is due was due, epoch ms; null when nothing is. */
  oldestDueAt: number | null;
}

/** Lanes of which nothing is stored are missing. @param now epoch ms */
export async function queueState({ query }: Database, now: number): Promise<LaneState[]> {
  const jobs = await query
    .selectFrom('jobs')
    .select(({ fn, eb }) => [
      'kind as lane',
      'state',
      fn.countAll<number>().as('count'),
      fn.min(eb.case().when('due_at', '<=', now).then(eb.ref('due_at')).end()).as('due'),
    ])
    .where('state', '!=', 'done')
    .groupBy(['kind', 'state'])
    .execute();
  const outbox = await query
    .selectFrom('outbox')
    .select(({ fn, eb }) => [
      'channel as lane',
      'state',
      fn.countAll<number>().as('count'),
      fn.min(eb.case().when('due_at', '<=', now).then(eb.ref('due_at')).end()).as('due'),
    ])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy(['channel', 'state'])
    .execute();
  const webhooks = await query
    .selectFrom('webhook_deliveries')
    .select(({ fn, eb }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.min(eb.case().when('due_at', '<=', now).then(eb.ref('due_at')).end()).as('due'),
    ])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  return [
    ...lanesOf('jobs', jobs),
    ...lanesOf('outbox', outbox),
    ...lanesOf(
      'webhooks',
      webhooks.map((group) => ({ ...group, lane: 'deliveries' })),
    ),
  ];
}

interface Group {
  lane: string;
  state: string;
  count: number;
  due: number | null;
}

function lanesOf(source: 'jobs' | 'outbox' | 'webhooks', groups: readonly Group[]): LaneState[] {
  const names = [...new Set(groups.map(({ lane }) => lane))];
  return names.map((name) => {
    const theirs = groups.filter(({ lane }) => lane === name);
    const open = theirs.filter(({ state }) => state !== 'failed');
    const due = open.flatMap((group) => group.due ?? []);
    return {
      lane: `${source}/${name}`,
      waiting: open.reduce((sum, { count }) => sum + count, 0),
      failed: theirs.find(({ state }) => state === 'failed')?.count ?? 0,
      oldestDueAt: due.length === 0 ? null : Math.min(...due),
    };
  });
}
