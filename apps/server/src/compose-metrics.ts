/** What /metrics shows (R82), put together from what the parts know. Without METRICS_TOKEN nothing is counted. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { openFoundation } from './compose-foundation.ts';
import type { DirectorParts } from './features/draws/running/director.ts';
import type { OutboxLaneParts } from './work/outbox-lane.ts';
import { unfinishedDraws } from './features/draws/draw-rows.ts';
import { countJoins } from './features/installation/metrics/count-joins.ts';
import { queueState } from './features/installation/metrics/queue-state.ts';
import { logState } from './features/installation/operators/overview.ts';
import { createReadiness } from './features/installation/readiness.ts';
import { createStorageSize } from './features/installation/storage-size.ts';
import type { HttpServer } from './platform/http/server.ts';
import { loggable } from './platform/loggable.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { recordCallTimes } from './platform/metrics/record-calls.ts';
import { metricsRoute } from './platform/metrics/route.ts';

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

interface NodeCounts {
  sockets: () => number;
  rooms: () => number;
}

/** What the parts tell of their work; nothing where nothing is counted. */
interface Counters {
  onStep: DirectorParts['onStep'];
  onDelivery: OutboxLaneParts['onDelivery'];
}

/** Must be called before any route is registered. */
export function countCalls(http: HttpServer, metrics: Metrics | null): Counters {
  if (metrics === null) return { onStep: undefined, onDelivery: undefined };
  const { drawSteps, deliveries } = metrics;
  recordCallTimes(http, metrics);
  countJoins(http, metrics);
  return {
    onStep: (step, outcome) => drawSteps.inc({ step, outcome }),
    onDelivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
  };
}

export function composeMetrics(
  http: HttpServer,
  { foundation, config, ...counts }: NodeCounts & { foundation: Foundation; config: Config },
): void {
  const { metrics } = foundation;
  if (metrics === null) {
    metricsRoute(http, { token: null, read: () => Promise.reject(new Error('Nothing is counted.')) });
    return;
  }
  const sources = sourcesOf(foundation, config, metrics);
  const readSource = async (source: string, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
      metrics.sourceUp.set({ source }, 1);
    } catch (error) {
      metrics.sourceUp.set({ source }, 0);
      foundation.log.warn({ source, error: loggable(error) }, 'figures for /metrics could not be read');
    }
  };
  metricsRoute(http, {
    token: config.metricsToken,
    async read() {
      const { aheadMs, mayLead } = foundation.time.state();
      metrics.sockets.set(counts.sockets());
      metrics.rooms.set(counts.rooms());
      metrics.leads.set(mayLead ? 1 : 0);
      if (aheadMs !== null) metrics.clockAhead.set(aheadMs / 1000);
      await Promise.all(Object.entries(sources).map(([source, read]) => readSource(source, read)));
      return { contentType: metrics.registry.contentType, text: await metrics.registry.metrics() };
    },
  });
}

/** What is read for each answer. A source that fails takes its own figures away, so that no old ones are shown as new. */
function sourcesOf(
  foundation: Foundation,
  config: Config,
  metrics: Metrics,
): Record<string, () => Promise<void>> {
  const { database, time, beacon, witnesses, report } = foundation;
  const { clock } = time;
  const ready = createReadiness({ database, clock, beacon, time, report });
  const storageSize = createStorageSize({
    database,
    clock,
    dataDir: config.dataDir,
    objectsFolder: config.s3 === null ? join(config.dataDir, 'objects') : null,
  });
  return {
    async readiness() {
      const { checks } = await ready();
      for (const [check, state] of Object.entries(checks)) {
        metrics.checks.set({ check }, state === 'ok' ? 1 : 0);
      }
    },
    async queue() {
      const gauges = [metrics.queueWaiting, metrics.queueFailed, metrics.queueOldestDue];
      for (const gauge of gauges) gauge.reset();
      const now = clock.now();
      for (const { lane, waiting, failed, oldestDueAt } of await queueState(database, now)) {
        metrics.queueWaiting.set({ lane }, waiting);
        metrics.queueFailed.set({ lane }, failed);
        metrics.queueOldestDue.set({ lane }, oldestDueAt === null ? 0 : (now - oldestDueAt) / 1000);
      }
    },
    async draws() {
      metrics.drawsRunning.remove();
      metrics.drawsRunning.set((await unfinishedDraws(database.query)).length);
    },
    async log() {
      for (const gauge of [metrics.logSize, metrics.logSignedSize, metrics.logSignedAt]) gauge.remove();
      const log = await logState(database);
      metrics.logSize.set(log.size);
      metrics.logSignedSize.set(log.checkpoint_size);
      if (log.checkpoint_at !== null) metrics.logSignedAt.set(log.checkpoint_at / 1000);
    },
    async witnesses() {
      for (const gauge of [metrics.witnessSize, metrics.witnessProblem]) gauge.reset();
      for (const { name, size, problem } of await witnesses.states()) {
        metrics.witnessSize.set({ witness: name }, size);
        metrics.witnessProblem.set({ witness: name }, problem === null ? 0 : 1);
      }
    },
    async storage() {
      for (const gauge of [metrics.databaseSize, metrics.diskFree, metrics.diskSize]) gauge.remove();
      for (const gauge of [metrics.images, metrics.imagesSize]) gauge.remove();
      const { databaseBytes, disk, objects } = await storageSize();
      metrics.databaseSize.set(databaseBytes);
      metrics.diskFree.set(disk.freeBytes);
      metrics.diskSize.set(disk.totalBytes);
      if (objects === null) return;
      metrics.images.set(objects.files);
      metrics.imagesSize.set(objects.bytes);
    },
  };
}
