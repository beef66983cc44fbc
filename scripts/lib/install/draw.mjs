/**
 * The first raffle of an installation, by calls to its site over TLS: the operator's account by the link of the first start, people who
 * join, a draw whose numbers are made in the room, and its proof in a file.
 *
 *   node draw.mjs https://raffles.example.org proof.json
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** What signed the site's certificate here. */
const AUTHORITIES = [
  '/var/lib/caddy/caddy/pki/authorities/local/root.crt',
  '/etc/letsencrypt/live/raffles.example.org/fullchain.pem',
];
const NAMES = ['Ada', 'Ben', 'Cy', 'Dora', 'Emil'];
const NUMBERS = '3 1 4 1';
const DRAW_LIMIT_MS = 120_000;

const [site, file] = process.argv.slice(2);
const authority = AUTHORITIES.find(existsSync);
// Node reads trusted certificates at its start.
if (process.env.NODE_EXTRA_CA_CERTS !== authority) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1);
}

const log = readFileSync('/var/log/check-install/glassdrum@3001.log', 'utf8');
const token = /#sign-up=(\S+)/.exec(log)?.[1];
const host = caller();
await host('POST', '/api/auth/register', {
  name: 'Hanna Host',
  email: 'hanna@example.org',
  password: 'a long enough passphrase',
  sign_up_token: token,
});
const { id } = await host('POST', '/api/raffles', {
  title: 'The first one',
  max_winners: 2,
  allow_public_join: true,
  beacon_policy: 'room',
  room_numbers: NUMBERS.split(' ').length,
});
const { public_link: link } = await host('POST', `/api/raffles/${id}/open`);
const people = [];
for (const name of NAMES) {
  const joined = await caller()('POST', '/api/join/public', {
    public_link: link,
    display_name: name,
    rules_accepted: true,
  });
  people.push(caller(joined.participant_token));
}
console.log(`${NAMES.length} people joined.`);
await host('POST', `/api/raffles/${id}/draw`, { assurance: 'room' });
const first = people[0];
for (const enter of [host, first]) {
  await eventually(() => enter('POST', `/api/raffles/${id}/draw/room-numbers`, { text: NUMBERS }));
}
const proof = await eventually(() => host('GET', `/api/raffles/${id}/proof`));
writeFileSync(file, JSON.stringify(proof));
console.log(`Drawn: the proof is in ${file}.`);

/** Somebody's calls, with cookies or a participant's secret. */
function caller(secret) {
  const cookies = new Map();
  return async (method, path, body) => {
    const answer = await fetch(site + path, {
      method,
      headers: {
        origin: site,
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}

/** Until what is asked for has its time; the last refusal is the error. */
async function eventually(act) {
  const limit = Date.now() + DRAW_LIMIT_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await pause(500);
    }
  }
}
