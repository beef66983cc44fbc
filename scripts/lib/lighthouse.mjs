/**
 * Lighthouse, which looks at a page as a phone of the middle class on slow 4G would load it. It lives in scripts/lib/lighthouse
 * with a lockfile of its own and is installed when it is first used: nobody who only starts Glassdrum waits for it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { npm, root, run } from './run.mjs';

const folder = join(root, 'scripts', 'lib', 'lighthouse');
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');

async function ensureLighthouse() {
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies.lighthouse;
  const manifest = join(folder, 'node_modules', 'lighthouse', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted) return;
  const { code, output } = await run(...npm('ci', '--no-audit', '--no-fund', '--loglevel=error'), {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`Installing Lighthouse failed:\n${output}`);
}

/**
 * @param {string} url
 * @param {('performance' | 'accessibility' | 'best-practices' | 'seo')[]} categories
 * @returns {Promise<{scores: Record<string, number>, faults: string[], millis: Record<string, number>, shift: number}>}
 *   scores from 0 to 100, a line for each audit that cost points, metrics in ms by their audit's name, and how much the layout
 *   shifted (0 where performance was not asked for)
 */
export async function lighthouse(url, categories) {
  await ensureLighthouse();
  const temporary = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const report = join(temporary, 'report.json');
  try {
    const { code, output } = await run(
      process.execPath,
      [
        program,
        url,
        '--quiet',
        '--no-enable-error-reporting',
        `--only-categories=${categories.join(',')}`,
        // Without the performance category no slow network need be imitated.
        ...(categories.includes('performance') ? [] : ['--throttling-method=provided']),
        '--output=json',
        `--output-path=${report}`,
        '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
      ],
      { env: { CHROME_PATH: await findChromium(), TMPDIR: temporary }, limitMs: 180_000 },
    );
    if (code !== 0 || !existsSync(report)) throw new Error(`Lighthouse failed on ${url}:\n${output}`);
    return read(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function read({ categories, audits }) {
  const scores = {};
  const faults = [];
  for (const { id, score, auditRefs } of Object.values(categories)) {
    scores[id] = Math.round((score ?? 0) * 100);
    for (const { id: audit, weight } of auditRefs) {
      const { score: got, title, details } = audits[audit];
      if (weight === 0 || got === null || got >= 0.9) continue;
      const where = (details?.items ?? [])
        .slice(0, 3)
        .map((item) => item.node?.snippet ?? item.description ?? item.url ?? '');
      faults.push([`${id}: ${title}`, ...where.filter((text) => text !== '')].join('\n    '));
    }
  }
  const millis = {};
  for (const { id, numericValue, numericUnit } of Object.values(audits)) {
    if (numericUnit === 'millisecond') millis[id] = numericValue;
  }
  return { scores, faults, millis, shift: audits['cumulative-layout-shift']?.numericValue ?? 0 };
}
