/**
 * Plays `certbot certonly --webroot`: asks for a file below the site's name over plain HTTP, as a public authority does, and then signs
 * a certificate of its own, which the check trusts.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    webroot: { type: 'boolean' },
    'webroot-path': { type: 'string' },
    domain: { type: 'string' },
    email: { type: 'string' },
    'agree-tos': { type: 'boolean' },
    'no-eff-email': { type: 'boolean' },
    'deploy-hook': { type: 'string' },
  },
});
if (positionals[0] !== 'certonly' || !values.webroot) throw new Error('Only certonly --webroot is played.');
const { domain } = values;

async function prove() {
  const name = `.well-known/acme-challenge/${process.pid}`;
  const file = join(values['webroot-path'], name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'as asked');
  const answer = await fetch(`http://${domain}/${name}`);
  const text = await answer.text();
  rmSync(file);
  if (text !== 'as asked') throw new Error(`http://${domain}/${name} answered ${answer.status}.`);
}

await prove();
const folder = join('/etc/letsencrypt/live', domain);
mkdirSync(folder, { recursive: true });
const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`];
const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
execFileSync('openssl', [...request.split(' '), ...names, ...files], { stdio: 'ignore' });
