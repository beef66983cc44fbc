/** What operators get (R82, M6): their page's calls, put together from what the features know. */
import { join } from 'node:path';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './config.ts';
import type { openFoundation } from './compose-foundation.ts';
import type { HostGate } from './features/accounts/host-gate.ts';
import { createSignUpGate, type SignUpGate, signUpUrl } from './features/accounts/sign-up/sign-up-gate.ts';
import { createReadiness } from './features/installation/readiness.ts';
import { mailAllowance, setMailLimit } from './features/notifications/email/allowance.ts';
import { createOverview, type OverviewParts } from './features/installation/operators/overview.ts';
import { operatorRoutes } from './features/installation/operators/routes.ts';
import type { SecurityEvents } from './features/installation/security-events/commands.ts';
import type { HttpServer } from './platform/http/server.ts';
import { manifest } from './manifest.ts';

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

interface OperatorPageParts extends Pick<OverviewParts, 'sendsMail' | 'proxyWarnings' | 'sockets'> {
  foundation: Foundation;
  config: Config;
  bus: Bus;
  hosts: HostGate;
  signUps: SignUpGate;
  events: SecurityEvents;
}

/** R82: who may sign up; and the address with which the operator's own account is opened. */
export function composeSignUps({ database, time }: Foundation, config: Config) {
  const { clock } = time;
  const signUps = createSignUpGate({ database, clock, standard: config.signUp });
  return {
    signUps,
    /** @param home where browsers reach the installation, an origin. @returns null where there is an account already */
    async operatorLink(home: string): Promise<string | null> {
      const secret = await signUps.firstLink();
      return secret === null ? null : signUpUrl(home, secret);
    },
  };
}

/** @returns what ends it */
export function composeOperatorPage(http: HttpServer, parts: OperatorPageParts): () => void {
  const { foundation, config, ...rest } = parts;
  const { time, database, keys, beacon, witnesses, report } = foundation;
  const { clock } = time;
  const overview = createOverview({
    database,
    clock,
    keys,
    version: manifest.version,
    dataDir: config.dataDir,
    objectsFolder: config.s3 === null ? join(config.dataDir, 'objects') : null,
    sendsMail: parts.sendsMail,
    readiness: createReadiness({ database, clock, beacon, time, report }),
    witnesses: () => witnesses.states(),
    proxyWarnings: parts.proxyWarnings,
    sockets: parts.sockets,
  });
  operatorRoutes(http, {
    ...rest,
    database,
    clock,
    keys,
    overview,
    allowanceOf: (hostId) => mailAllowance(database.query, hostId, clock.now()),
    storeMailLimit: setMailLimit,
    address: config,
  });
  return overview.stop;
}
