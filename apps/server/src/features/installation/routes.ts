/** What this installation is, and whether it is well. */
import { LIVE_PROTOCOL, installationInfo } from '@glassdrum/contract';
import { QUICKNET, type BeaconChain } from '@glassdrum/fair-draw';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Keys } from '../../keys/keys.ts';

export interface InstallationParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  chain: BeaconChain;
  version: string;
  /** Whether mail is configured. */
  mail: boolean;
}

export function installationRoutes(app: HttpServer, parts: InstallationParts): void {
  const { database, keys, clock, chain, version, mail } = parts;

  app.route({
    method: 'GET',
    url: '/api/installation',
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
      push_key: keys.push.publicKey,
    }),
  });

  app.route({
    method: 'GET',
    url: '/api/health',
    schema: {
      summary: 'Whether calls can be served: 200 when the database answers, else 503',
      tags: ['installation'],
      response: { 200: z.object({ status: z.literal('ok') }), ...refusals(503) },
    },
    handler: async () => {
      await sql`select 1`.execute(database.query);
      return { status: 'ok' as const };
    },
  });
}
