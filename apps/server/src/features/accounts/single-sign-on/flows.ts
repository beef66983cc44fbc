/**
 * R83: sign-ins that are at the provider. `state` is a one-time value of this server and names the flow; a cookie binds it to the
 * browser that began it, so that nobody is signed in to an account by somebody else's answer (login CSRF).
 */
import { createHash } from 'node:crypto';
import type { ProviderPurpose } from '@glassdrum/contract';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { cookieOf, secretCookie } from '../../../platform/http/cookies.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { providerFlowPurpose } from '../../../platform/keys/purposes.ts';
import { randomText } from '../../../platform/keys/random.ts';
import { issueOnce, redeemOnce } from '../one-time-values.ts';
import type { FlowSecrets } from './provider.ts';

const NAME = 'glassdrum-provider';
/** Over HTTPS; browsers then let no other host and no plain HTTP set it. */
const SECURE_NAME = `__Host-${NAME}`;
const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/;
const COOKIE_SECONDS = 15 * 60;

/** Stored sealed: who copies the database learns nothing that finishes a sign-in. */
interface Flow {
  purpose: ProviderPurpose;
  returnTo: string;
  signUpToken: string | null;
  /** Who is signed in, where that matters. */
  hostId: string | null;
  /** Epoch ms. */
  startedAt: number;
  secrets: FlowSecrets;
}

/** The value that names this browser, and the cookie that carries it. A browser keeps one for all its flows. */
export function browserOfFlow(
  cookies: string | undefined,
  secure: boolean,
): { id: string; cookie: { name: string; value: string; options: CookieSerializeOptions } } {
  const name = secure ? SECURE_NAME : NAME;
  const known = browserIdOf(cookies, secure);
  const id = known ?? randomText(32, 'base64url');
  // The page that finishes a sign-in sends it itself, so it need not come along from the provider's site.
  const options: CookieSerializeOptions = {
    ...secretCookie(secure, 0),
    sameSite: 'strict',
    maxAge: COOKIE_SECONDS,
  };
  return { id, cookie: { name, value: id, options } };
}

/** Null for a browser that began no flow. */
export function browserIdOf(cookies: string | undefined, secure: boolean): string | null {
  const id = cookieOf(cookies, secure ? SECURE_NAME : NAME);
  return id !== null && BROWSER_ID.test(id) ? id : null;
}

interface FlowParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

/** Stores a flow. @returns its state, which the provider brings back */
export function storeFlow(
  { database, keys, clock }: FlowParts,
  { browserId, flow }: { browserId: string; flow: Flow },
): Promise<string> {
  const sealed = keys.seal(providerFlowPurpose(hashOf(browserId)), JSON.stringify(flow));
  return issueOnce(database.query, 'provider', sealed, clock.now());
}

/** Uses a flow up. Null when it is unknown, over, or another browser's. */
export async function takeFlow(
  { database, keys, clock }: FlowParts,
  { state, browserId }: { state: string; browserId: string },
): Promise<Flow | null> {
  const sealed = await redeemOnce(database.query, 'provider', state, clock.now());
  if (sealed === null) return null;
  try {
    return JSON.parse(keys.unseal(providerFlowPurpose(hashOf(browserId)), sealed)) as Flow;
  } catch {
    return null;
  }
}

function hashOf(browserId: string): string {
  return createHash('sha256').update(browserId).digest('hex');
}
