/** What the commands about accounts share: their dependencies, the caller, audit records and refusals. */
import type { AuditAction, ErrorCode } from '@glassdrum/contract';
import { callerHashes, writeAudit } from '../../audit/audit.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/http/log.ts';
import type { PublicAddress } from '../../platform/http/origin.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { AuthLibrary } from './auth-library.ts';
import type { HostGate, HostHeaders } from './host-gate.ts';
import type { Provider } from './single-sign-on/provider.ts';
import type { SignUpGate } from './sign-up/sign-up-gate.ts';

export interface AccountParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  auth: AuthLibrary;
  hosts: HostGate;
  limits: RateLimits;
  signUps: SignUpGate;
  address: PublicAddress;
  /** R83: null where none is configured. */
  provider: Provider | null;
  /** R83: false where passwords and passkeys open no account. */
  passwords: boolean;
  /** Null: this installation sends no mail. */
  mailer: Mailer | null;
  log: Log;
  /** Reports what failed after its call was answered. */
  report: (error: unknown) => void;
}

/** Who calls: the client's address as the configured proxies name it, and the headers. */
export interface Caller {
  ip: string;
  headers: HostHeaders & { 'user-agent'?: string | undefined };
}

export interface SignedIn {
  id: string;
  name: string;
  email: string;
  /** The new session's Set-Cookie lines. */
  cookies: string[];
}

/** Writes what a host did to the own account into the audit log. */
export function auditHost(
  trx: Trx,
  { keys, clock }: Pick<AccountParts, 'keys' | 'clock'>,
  { caller, hostId, action }: { caller: Caller; hostId: string; action: AuditAction },
): Promise<void> {
  const from = { ...callerHashes(keys, caller, hostId), byId: hostId };
  return writeAudit(trx, { raffleId: null, hostId, actor: 'host', action, ts: clock.now(), from });
}

/** R83. @throws RefusalError passwords_off */
export function requirePasswords({
  passwords,
  provider,
}: Pick<AccountParts, 'passwords' | 'provider'>): void {
  if (passwords) return;
  const message = `Passwords and passkeys are switched off here. Please sign in with ${provider?.settings.name}.`;
  throw new RefusalError('passwords_off', { message });
}

/** A refusal whose sentence also stands at one field of the form. */
export function refusalAt(field: string, code: ErrorCode): RefusalError {
  const refusal = new RefusalError(code);
  return new RefusalError(code, { fields: { [field]: refusal.message } });
}
