/**
 * 50,000 watchers through a whole draw at three nodes behind nginx, and the same watchers at three bare loops behind it.
 *
 * WATCHERS in the environment makes it smaller.
 */
import { postgresServer } from '../apps/server/test/support/storage.ts';
import { killChildren } from './children.ts';
import { type Hall, latest, measureDraw, measureLoop, reportFigures } from './hall.ts';
import { report } from './measure.ts';
import { hasNginx } from './nginx.ts';

const hall: Hall = { watchers: Number(process.env['WATCHERS'] ?? 50_000), nodes: 3, database: 'postgres' };

if (postgresServer === undefined || !hasNginx()) {
  console.error('This measurement needs PostgreSQL and nginx.');
  process.exit(1);
}
try {
  const loops = await measureLoop(hall);
  const draw = await measureDraw(hall);
  reportFigures('three nodes behind nginx', draw);
  reportFigures('three bare loops behind nginx', loops);
  report(
    'three nodes to three bare loops',
    latest(draw) / latest(loops),
    '×',
    'last watcher after the first',
  );
} finally {
  killChildren();
}
