/** What this installation is, and whether it works. */
import {
  installationInfo,
  legalAnswer,
  LIVE_PROTOCOL,
  type OwnLegalTexts,
  readiness,
} from '@glassdrum/contract';
import { QUICKNET, type BeaconChain } from '@glassdrum/fair-draw';
import { SITE_BUILD_PATH, type SiteBuild } from '@glassdrum/fair-draw/site-build';
import { z } from 'zod';
import type { BeaconClient } from '../../platform/beacon/beacon-client.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ClockWatch } from '../../platform/clock/clock-watch.ts';
import type { Database } from '../../platform/database/database.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { isLeaving } from '../../platform/http/stop-listening.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { createReadiness } from './readiness.ts';

export interface InstallationParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  chain: BeaconChain;
  version: string;
  /** Whether mail is configured. */
  mail: boolean;
  /** R86: verifier keys of the witnesses that this installation uses. */
  witnesses: readonly string[];
  /** R88: relays that pages query directly. */
  relays: readonly string[];
  /** R95: null where no built web app is served. */
  build: SiteBuild | null;
  beacon: Pick<BeaconClient, 'isReachable'>;
  time: Pick<ClockWatch, 'state'>;
  /** M11: for security.txt, as URIs. */
  securityContacts: readonly string[];
  /** Null when it is not configured. */
  publicUrl: string | null;
  /** Null where the product's own texts apply. */
  legalTexts: OwnLegalTexts | null;
  report: (error: unknown) => void;
}

export function installationRoutes(app: HttpServer, parts: InstallationParts): void {
  const { keys, clock, chain, version, mail, witnesses, relays, build } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/installation',
    authenticate: anyone,
    schema: {
      summary: 'Version, server time, public key and beacon chain, for screens and offline checks',
      tags: ['installation'],
      response: { 200: installationInfo },
    },
    handler: async () => ({
      version,
      protocol: LIVE_PROTOCOL,
      time: clock.now(),
      key_id: keys.keyId,
      public_key: keys.publicKey,
      chain: {
        scheme: chain.scheme,
        chain_hash: chain.chainHash,
        public_key: chain.publicKey,
        genesis_time: chain.genesisTime,
        period: chain.period,
        ...(chain.groupHash !== undefined && { group_hash: chain.groupHash }),
        ...(chain.beaconId !== undefined && { beacon_id: chain.beaconId }),
      },
      test_chain: chain.chainHash !== QUICKNET.chainHash,
      mail,
      witnesses: [...witnesses],
      relays: [...relays],
      push_key: keys.push.publicKey,
    }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/legal',
    authenticate: anyone,
    schema: {
      summary:
        "The operator's own terms and privacy policy in Markdown; null where the product's texts apply",
      tags: ['installation'],
      response: { 200: legalAnswer },
    },
    handler: async () => ({ own: parts.legalTexts }),
  });

  declareRoute(app, {
    method: 'GET',
    url: SITE_BUILD_PATH,
    authenticate: anyone,
    schema: {
      summary: 'Version, commit and SHA-256 of every file of the web app, for `fair-draw check-site`',
      tags: ['installation'],
      response: { 200: z.unknown(), ...refusals(404) },
    },
    handler: async (_request, reply) => {
      if (build === null) throw new RefusalError('not_found');
      void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
      return reply.send(`${JSON.stringify(build, null, 1)}\n`);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/.well-known/security.txt',
    authenticate: anyone,
    schema: {
      summary: 'Where to report vulnerabilities (RFC 9116), if the operator has configured contacts',
      tags: ['installation'],
      response: { 200: z.string(), ...refusals(404) },
    },
    handler: async (_request, reply) => {
      if (parts.securityContacts.length === 0) throw new RefusalError('not_found');
      void reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
      return securityText(parts.securityContacts, parts.publicUrl, clock.now());
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/health',
    authenticate: anyone,
    schema: {
      summary:
        'Whether this process is alive and wants calls; 503 while it ends. Depends on nothing else: an unavailable database is no reason to restart it',
      tags: ['installation'],
      response: { 200: z.object({ status: z.literal('ok') }), ...refusals(503) },
    },
    handler: async () => {
      if (isLeaving(app.server))
        throw new RefusalError('unavailable', { message: 'This node is about to end.' });
      return { status: 'ok' as const };
    },
  });

  const ready = createReadiness(parts);
  declareRoute(app, {
    method: 'GET',
    url: '/api/ready',
    authenticate: anyone,
    schema: {
      summary:
        'Whether this node can serve: 200 when the database can be written and due work is being done, else 503. An unreachable beacon is reported but does not cause 503; a wrong clock does where another node may lead draws',
      tags: ['installation'],
      response: { 200: readiness, ...refusals(503) },
    },
    handler: async () => {
      const found = await ready();
      if (found.status === 'ready') return found;
      const failing = Object.entries(found.checks).filter(
        ([name, state]) => name !== 'beacon' && state !== 'ok',
      );
      throw new RefusalError('unavailable', { message: failing.map(([name]) => NOT_READY[name]).join(' ') });
    },
  });
}

const NOT_READY: Record<string, string> = {
  database: 'The database cannot be written.',
  queue: 'Work that is due is not being done.',
  clock: 'The clock is off, so other nodes lead the draws.',
};

/** How long an answer is valid. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

function securityText(contacts: readonly string[], publicUrl: string | null, now: number): string {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    '',
  ].join('\n');
}
