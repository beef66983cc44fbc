/** Finds a Chromium for the browser tests, or gets one where that needs no question. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const APPLICATIONS = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** What `npx playwright install chromium` left, newest first. */
function fromPlaywright() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(homedir(), 'AppData', 'Local', 'ms-playwright'),
  ];
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  for (const cache of caches.filter((folder) => folder !== undefined && existsSync(folder))) {
    const releases = readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
    for (const release of releases) {
      const found = programs.map((program) => join(cache, release, program)).find(isExecutable);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function installed() {
  return onPath() ?? (APPLICATIONS[process.platform] ?? []).find(isExecutable) ?? fromPlaywright();
}

/**
 * @returns {Promise<string>} path of a Chromium
 * @throws {Error} saying what to do when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run.`);
  }
  const found = installed();
  if (found !== undefined) return found;
  await aptInstall('chromium');
  const fresh = installed();
  if (fresh !== undefined) return fresh;
  throw new Error(
    'No Chromium, Chrome or Edge was found. Install one, or run `npx playwright install chromium`, ' +
      'or set CHROMIUM_PATH to one.',
  );
}
