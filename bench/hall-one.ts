/**
 * As many watchers as one process may have open here, 19,000, through a whole draw, and the same watchers at a bare loop.
 *
 * WATCHERS in the environment makes it smaller.
 */
import { killChildren } from './children.ts';
import { type Hall, latest, measureDraw, measureLoop, reportFigures } from './hall.ts';
import { report } from './measure.ts';

const hall: Hall = { watchers: Number(process.env['WATCHERS'] ?? 19_000), nodes: 1, database: 'sqlite' };
try {
  const loop = await measureLoop(hall);
  const draw = await measureDraw(hall);
  reportFigures('one process', draw);
  reportFigures('a bare loop', loop);
  report('one process to a bare loop', latest(draw) / latest(loop), '×', 'last watcher after the first');
} finally {
  killChildren();
}
