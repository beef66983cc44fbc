/**
 * `npm test`: installs if needed, then every check and every test; the last line counts them.
 *
 *   npm test                          everything
 *   npm test -- --only unit,lint      some stages, for engineers
 *
 * A failing stage shows its tool's whole output, a passing one a line. All stages run even if one fails, except
 * those that need a build that failed. What computes on one core runs two at a time; what waits and measures, alone.
 */
import './lib/check-node.mjs';
import { parseArgs } from 'node:util';
import { ensureInstall } from './lib/ensure-install.mjs';

const PROGRESS_MS = 15_000;
const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

try {
  await ensureInstall();
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

// These use installed packages.
const { closingLine, sum } = await import('./lib/counts.mjs');
const { wasInterrupted } = await import('./lib/run.mjs');
const { STEPS } = await import('./lib/stages.mjs');

const selected = selectedStages();
const all = [];
let buildFailed = false;
for (const step of STEPS) {
  const waiting = step.filter(({ name }) => selected.includes(name));
  // One for each core.
  await Promise.all(
    [1, 2].map(async () => {
      for (let stage = waiting.shift(); stage !== undefined && !wasInterrupted(); stage = waiting.shift()) {
        const result = await runStage(stage);
        if (stage.name === 'build') buildFailed = result.failed > 0;
        all.push(result);
      }
    }),
  );
}
const total = sum(all);
if (wasInterrupted()) console.log('Stopped before the end.');
if (total.passed + total.failed === 0) console.log('Nothing was tested.');
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(closingLine({ ...total, skipped: 0 }));
process.exitCode = total.failed > 0 || total.passed === 0 || wasInterrupted() ? 1 : 0;

/** The stages that `--only` names, else all. */
function selectedStages() {
  const names = STEPS.flat().map(({ name }) => name);
  try {
    const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
    const wanted = only?.split(',') ?? names;
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown === undefined) return wanted;
    console.error(`There is no stage "${unknown}".`);
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Usage: npm test -- --only STAGE,STAGE\nStages: ${names.join(', ')}`);
  process.exit(2);
}

async function runStage({ name, title, needsBuild, run }) {
  const start = performance.now();
  if (needsBuild && buildFailed) {
    console.log(`✗ ${title}: not run, because the build failed`);
    return { ...NOTHING, failed: 1 };
  }
  let progress = '';
  const beat = setInterval(() => {
    console.log(`  … ${title}${progress === '' ? '' : `, ${progress}`}, ${since(start)}`);
  }, PROGRESS_MS);
  const result = await run({ onProgress: (text) => (progress = text) }).catch((error) => ({
    counts: { ...NOTHING, failed: 1 },
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  clearInterval(beat);
  const { counts, output, note } = result;
  const numbers = counts.passed + counts.failed + counts.skipped > 1 ? `: ${closingLine(counts)}` : '';
  console.log(
    `${counts.failed > 0 ? '✗' : '✓'} ${title}${numbers} (${since(start)}${note ? `; ${note}` : ''})`,
  );
  if (counts.failed > 0) console.log(`\n${output.trimEnd()}\n\n  Again: npm test -- --only ${name}\n`);
  return counts;
}
