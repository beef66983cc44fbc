/**
 * `npm run dev`: installs if needed, then runs the server from its source, started again at every change, and beside
 * it Vite's own server for the screens, which passes calls and sockets on to the first. Both end together.
 */
import './lib/check-node.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { root, run, tool } from './lib/run.mjs';

/** Vite's configuration passes calls on to this port. */
const SERVER_PORT = '3000';
const WEB_PORT = '5173';
/** The longest that timers of Node can wait: nobody works longer than 24 days without a restart. */
const NO_LIMIT_MS = 2 ** 31 - 1;

const parts = [
  {
    name: 'server',
    command: tool('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/dev/main.ts'),
    cwd: `${root}/apps/server`,
    env: {
      PORT: SERVER_PORT,
      DATA_DIR: process.env.DATA_DIR ?? `${root}/data`,
      SCREENS_URL: `http://localhost:${WEB_PORT}`,
    },
  },
  {
    name: 'web   ',
    command: tool('vite/bin/vite.js', '--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'),
    cwd: `${root}/apps/web`,
    env: {},
  },
];

try {
  await ensureInstall();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(`Screens:  http://localhost:${WEB_PORT}  (changes show at once)`);
console.log(`Calls:    http://localhost:${SERVER_PORT}  (the server starts again at every change)`);
console.log(`Letters:  http://localhost:${SERVER_PORT}/dev/mailbox  (unless SMTP_URL names a mail server)\n`);

const ends = parts.map(async ({ name, command, cwd, env }) => {
  const onLine = (line) => console.log(`${name} │ ${line}`);
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const { code } = await run(...command, {
    cwd,
    env: { ...colours, ...env },
    onLine,
    limitMs: NO_LIMIT_MS,
  });
  return { name: name.trim(), code };
});
const first = await Promise.race(ends);
// 128: ended by a signal, which is how people stop it.
if (first.code !== 0 && first.code < 128) console.error(`The ${first.name} ended with code ${first.code}.`);
process.kill(process.pid, 'SIGTERM'); // passed on to whatever is still running
await Promise.all(ends);
process.exitCode = first.code < 128 ? first.code : 0;
