/** The installation's health for operators: numbers and codes, nothing that hosts or participants wrote. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ChannelHealth, OperatorOverview, Readiness } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import { nodeClocks } from '../../../platform/database/node-clocks.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { createStorageSize, type StorageSizeParts } from '../storage-size.ts';

const DAY_MS = 24 * 60 * 60_000;
const FAILURES_SHOWN = 10;
const NEARLY_FULL = 0.1;

export interface OverviewParts extends StorageSizeParts {
  keys: Keys;
  version: string;
  sendsMail: boolean;
  readiness: () => Promise<Readiness>;
  /** Of each configured witness. */
  witnesses: () => Promise<OperatorOverview['witnesses']>;
  proxyWarnings: () => readonly ('untrusted_proxy' | 'no_proxy_named')[];
  sockets: () => number;
}

export interface Overview {
  read(): Promise<OperatorOverview>;
  stop(): void;
}

export function createOverview(parts: OverviewParts): Overview {
  const { database, clock, keys } = parts;
  const startedAt = clock.now();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const storageSize = createStorageSize(parts);

  return {
    async read() {
      const now = clock.now();
      const [{ checks }, witnesses, size, log, counts, jobs, mail, push, nodes] = await Promise.all([
        parts.readiness(),
        parts.witnesses(),
        storageSize(),
        logState(database),
        countsOf(database),
        jobsState(database, now),
        channelHealth(database, { channel: 'mail', configured: parts.sendsMail, now }),
        channelHealth(database, { channel: 'push', configured: true, now }),
        nodeClocks(database, now),
      ]);
      const { freeBytes: free, totalBytes: total } = size.disk;
      const warnings: OperatorOverview['warnings'] = [...parts.proxyWarnings()];
      if (free < total * NEARLY_FULL) warnings.push('disk_nearly_full');
      if (witnesses.some(({ problem }) => problem !== null)) warnings.push('witness_problem');
      const delay = loop.percentile(99) / 1e6;
      loop.reset();
      return {
        time: now,
        version: parts.version,
        key_id: keys.keyId,
        public_key: keys.publicKey,
        counts,
        warnings,
        checks,
        mail,
        push,
        jobs,
        storage: {
          database: database.kind,
          database_bytes: size.databaseBytes,
          disk: { free_bytes: free, total_bytes: total },
          objects: size.objects,
        },
        log,
        witnesses,
        nodes: nodes.map(({ name, aheadMs, mayLead, notedAt }) => ({
          name,
          ahead_ms: aheadMs,
          leads: mayLead,
          noted_at: notedAt,
        })),
        process: {
          started_at: startedAt,
          memory_bytes: process.memoryUsage.rss(),
          loop_delay_ms: Number.isFinite(delay) ? Math.round(delay * 10) / 10 : 0,
          sockets: parts.sockets(),
        },
      };
    },
    stop: () => void loop.disable(),
  };
}

async function countsOf({ query }: Database): Promise<OperatorOverview['counts']> {
  const hosts = await query
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('hosts'))
    .where('email', 'not like', '%@deleted.invalid')
    .executeTakeFirstOrThrow();
  const raffles = await query
    .selectFrom('raffles')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('raffles'),
      fn
        .sum<number | string | null>(eb.case().when('status', '=', 'open').then(1).else(0).end())
        .as('open_raffles'),
      fn.sum<number | string | null>('entry_count').as('numbers'),
      fn.sum<number | string | null>('unsold_count').as('unsold'),
    ])
    .executeTakeFirstOrThrow();
  return {
    hosts: hosts.hosts,
    raffles: raffles.raffles,
    open_raffles: Number(raffles.open_raffles ?? 0),
    entries: Number(raffles.numbers ?? 0) - Number(raffles.unsold ?? 0),
  };
}

async function jobsState({ query }: Database, now: number): Promise<OperatorOverview['jobs']> {
  const states = await query
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (state: string): number => states.find((row) => row.state === state)?.count ?? 0;
  const oldest = await query
    .selectFrom('jobs')
    .select(({ fn }) => fn.min('due_at').as('due'))
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .executeTakeFirst();
  const failures = await query
    .selectFrom('jobs')
    .select(['kind', 'last_error as error', 'finished_at as at'])
    .where('state', '=', 'failed')
    .orderBy('finished_at', 'desc')
    .limit(FAILURES_SHOWN)
    .execute();
  return {
    waiting: countOf('waiting'),
    running: countOf('running'),
    failed: countOf('failed'),
    oldest_due_at: oldest?.due ?? null,
    failures,
  };
}

async function channelHealth(
  { query }: Database,
  { channel, configured, now }: { channel: 'mail' | 'push'; configured: boolean; now: number },
): Promise<ChannelHealth> {
  const waiting = await query
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('due')])
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const settled = await query
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('channel', '=', channel)
    .where('settled_at', '>', now - DAY_MS)
    .groupBy('state')
    .execute();
  const countOf = (state: string): number => settled.find((row) => row.state === state)?.count ?? 0;
  return {
    configured,
    waiting: waiting.count,
    oldest_due_at: waiting.due !== null && waiting.due <= now ? waiting.due : null,
    sent_today: countOf('sent'),
    failed_today: countOf('failed'),
  };
}

export async function logState({ query }: Database): Promise<OperatorOverview['log']> {
  const head = await query.selectFrom('public_log_head').select('size').executeTakeFirst();
  const last = await query
    .selectFrom('public_log_checkpoints')
    .select(['size', 'signed_at'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { size: head?.size ?? 0, checkpoint_size: last?.size ?? 0, checkpoint_at: last?.signed_at ?? null };
}
