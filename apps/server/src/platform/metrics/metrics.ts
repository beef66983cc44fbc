/**
 * What a node counts about itself for Prometheus (R82); docs/metrics.md lists all of it.
 *
 * Every label has few values, which are known from the code or from the configuration: no ids, no names, no addresses. Nothing
 * here depends on who wins (R4).
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. Few, as each route has all of them. */
const CALL_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_BUCKETS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5];

const COSTLY = ['resources', 'handles', 'requests'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

export type Metrics = ReturnType<typeof createMetrics>;

/** @param version of the program */
export function createMetrics(version: string) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Listing thousands of sockets for each answer says less than `glassdrum_sockets`.
  for (const name of COSTLY) register.removeSingleMetric(name);

  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name: `glassdrum_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `glassdrum_${name}`, help, labelNames, registers });

  gauge('build_info', 'Always 1; the label says which version this node runs', ['version']).set(
    { version },
    1,
  );
  return {
    registry: register,
    calls: new Histogram({
      name: 'glassdrum_http_request_duration_seconds',
      help: 'Time from a call to the end of its answer, by route and class of the status',
      labelNames: ['method', 'route', 'status'],
      buckets: CALL_BUCKETS,
      registers,
    }),
    joins: counter('joins_total', 'Attempts to join by way and outcome', ['way', 'outcome']),
    chatLines: counter('chat_lines_total', 'Chat lines that this node stored, those of the system included'),
    drawSteps: counter('draw_steps_total', 'Runs of the steps of draws on this node', ['step', 'outcome']),
    deliveries: counter('deliveries_total', 'Attempts to deliver emails, notifications and webhooks', [
      'channel',
      'outcome',
    ]),
    busMessages: counter('bus_messages_total', 'Messages that this node sent to all nodes, by topic', [
      'topic',
    ]),
    statements: new Histogram({
      name: 'glassdrum_database_statement_duration_seconds',
      help: 'Time that the database took for a statement, failed ones included',
      labelNames: ['kind'],
      buckets: STATEMENT_BUCKETS,
      registers,
    }),
    databaseErrors: counter('database_errors_total', 'Statements that failed, by reason', ['reason']),
    sockets: gauge('sockets', 'Live connections that are open on this node'),
    rooms: gauge('rooms', 'Raffles that somebody watches through this node'),
    clockAhead: gauge(
      'clock_ahead_seconds',
      "How far this machine's clock is ahead of the database's; negative when it is behind",
    ),
    leads: gauge('leads', 'Whether this node may begin draws and carry them on: its clock is right'),
    sourceUp: gauge('source_up', 'Whether the figures of this source could be read for this answer', [
      'source',
    ]),
    checks: gauge('check', 'Checks of /api/ready: 1 when all is well', ['check']),
    queueWaiting: gauge('queue_waiting', 'What waits in the queue or is being done, due or not', ['lane']),
    queueFailed: gauge('queue_failed', 'What failed for good and is still stored', ['lane']),
    queueOldestDue: gauge('queue_oldest_due_seconds', 'For how long the oldest of what is due has been due', [
      'lane',
    ]),
    drawsRunning: gauge('draws_running', 'Raffles with a draw that has begun and is not complete'),
    logSize: gauge('public_log_size', 'Records in the public log'),
    logSignedSize: gauge('public_log_signed_size', 'Records that the newest checkpoint covers'),
    logSignedAt: gauge(
      'public_log_signed_timestamp_seconds',
      'When the newest checkpoint was signed, Unix time',
    ),
    witnessSize: gauge('witness_size', 'Records that the newest checkpoint cosigned by the witness covers', [
      'witness',
    ]),
    witnessProblem: gauge('witness_problem', 'Whether the last attempt to have the witness cosign failed', [
      'witness',
    ]),
    databaseSize: gauge('database_size_bytes', 'Size of the database with its indexes'),
    diskFree: gauge('disk_free_bytes', 'Free space where the data folder is'),
    diskSize: gauge('disk_size_bytes', 'Size of the disk where the data folder is'),
    images: gauge('images', 'Stored images; absent where they are in a bucket'),
    imagesSize: gauge('images_size_bytes', 'Size of all stored images; absent where they are in a bucket'),
  };
}
