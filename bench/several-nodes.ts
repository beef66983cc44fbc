/**
 * Three nodes behind nginx: 10,000 watchers through a whole draw, beside one node without a proxy in the same run. How much
 * later the last watcher has each step of the draw than the first, what is lost, and what it costs. PostgreSQL, nodes, nginx with
 * its documented configuration and four processes of watchers share the machine.
 *
 * WATCHERS in the environment makes it smaller.
 */
import { postgresServer } from '../apps/server/test/support/storage.ts';
import { killChildren } from './children.ts';
import { latest, measureDraw, reportFigures } from './hall.ts';
import { report } from './measure.ts';
import { hasNginx } from './nginx.ts';

const watchers = Number(process.env['WATCHERS'] ?? 10_000);

if (postgresServer === undefined || !hasNginx()) {
  console.error('This measurement needs PostgreSQL and nginx.');
  process.exit(1);
}
try {
  const alone = await measureDraw({ watchers, nodes: 1, database: 'postgres' });
  const behind = await measureDraw({ watchers, nodes: 3, database: 'postgres' });
  reportFigures('one node', alone);
  reportFigures('three nodes behind nginx', behind);
  report(
    'three nodes behind nginx to one node',
    latest(behind) / latest(alone),
    '×',
    'last watcher after the first',
  );
} finally {
  killChildren();
}
