/** What the commands about accounts are given, and what a sign-in gives back. */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { PublicAddress } from '../../http/origin.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AuthLibrary } from './auth-library.ts';
import type { HostGate, HostHeaders } from './host-gate.ts';

export interface AccountParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  auth: AuthLibrary;
  hosts: HostGate;
  address: PublicAddress;
  /** Null: this installation sends no mail. */
  mailer: Mailer | null;
  /** Hears what failed after its call was answered. */
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
