/**
 * Work per frame and size of the chunks: npm run measure -- [--styles a,b] [--entrants 60,5000] [--slow 4].
 * Frame work is what a frame costs the page's own thread (update and draw submission), median and 95th percentile.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';

const flags = new Map();
for (let index = 2; index < process.argv.length; index += 2)
  flags.set(process.argv[index], process.argv[index + 1]);
const list = (flag, standard) => (flags.get(flag) ?? standard).split(',');
const outDir = mkdtempSync(join(tmpdir(), 'show-'));
const options = { root: import.meta.dirname, configFile: false, logLevel: 'error' };
await build({ ...options, build: { outDir, emptyOutDir: true } });

const assets = join(outDir, 'assets');
for (const file of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
  const bytes = brotliCompressSync(readFileSync(join(assets, file))).length;
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB brotli  ${file}`);
}

const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } });
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const style of list('--styles', 'classic,casino,cosmic,neon,fireworks')) {
  for (const entrants of list('--entrants', '60,5000')) {
    const page = await browser.newPage({ viewport: { width: 195, height: 422 } });
    const session = await page.context().newCDPSession(page);
    await page.goto(
      `http://localhost:${port}/?style=${style}&entrants=${entrants}&t=0&bar=0&quality=3&own=${entrants}`,
    );
    await page.waitForFunction(() => window.viewer !== undefined, undefined, { timeout: 60_000 });
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(flags.get('--slow') ?? 4) });
    const work = await page.evaluate(async () => {
      const found = [];
      for (const start of [2, 6, 11, 15, 20, 24, 26.5, 29, 31]) {
        window.viewer.at(start); // the jump itself is not a frame
        for (let frame = 1; frame <= 14; frame += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          window.viewer.at(start + frame / 60);
          found.push(window.viewer.show.stats().lastFrameMs);
        }
      }
      return found;
    });
    const sorted = work.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
    const { drawCalls } = await page.evaluate(() => window.viewer.show.stats());
    console.log(
      `${style.padEnd(10)} ${entrants.padStart(5)} entrants  median ${at(0.5)} ms  p95 ${at(0.95)} ms  worst ${at(1)} ms  ${drawCalls} draw calls`,
    );
    await page.close();
  }
}
await browser.close();
server.httpServer.close();
rmSync(outDir, { recursive: true });
