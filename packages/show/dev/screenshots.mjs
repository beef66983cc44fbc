/**
 * Pictures of the styles for the eye: npm run screenshots -- [--out DIR] [--styles a,b] [--seconds 1,5] [--sizes 390x844]
 * [--themes light,dark] [--query entrants=5000]. Needs /usr/bin/chromium (or CHROMIUM) and no display.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

const flags = new Map();
for (let index = 2; index < process.argv.length; index += 2)
  flags.set(process.argv[index], process.argv[index + 1]);
const list = (flag, standard) => (flags.get(flag) ?? standard).split(',');
const out = flags.get('--out') ?? join(import.meta.dirname, '../../../screenshots/show');
const seconds = list('--seconds', '1,5,12,20,24,27,29,32').map(Number);
mkdirSync(out, { recursive: true });

const server = await createServer({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  server: { port: 0 },
});
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const style of list('--styles', 'classic,casino,cosmic,neon,fireworks')) {
  for (const theme of list('--themes', style === 'classic' ? 'light,dark' : 'dark')) {
    for (const size of list('--sizes', '390x844,1920x1080')) {
      const [width, height] = size.split('x').map(Number);
      const page = await browser.newPage({ viewport: { width, height } });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') console.log(style, message.text());
      });
      page.on('pageerror', (error) => console.log(style, error.message));
      const query = `style=${style}&theme=${theme}&t=0&bar=0&quality=0&${flags.get('--query') ?? ''}`;
      await page.goto(`http://localhost:${port}/?${query}`);
      await page.waitForFunction(() => window.viewer !== undefined, undefined, { timeout: 120_000 });
      for (const second of seconds) {
        await page.evaluate((t) => window.viewer.at(t), second);
        const name = `${style}-${theme}-${size}-${String(second).padStart(4, '0')}.png`;
        await page.screenshot({ path: join(out, name), animations: 'disabled', timeout: 120_000 });
      }
      await page.close();
    }
  }
}
await browser.close();
await server.close();
