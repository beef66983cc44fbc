/** What the calls of this feature share. */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { PublicAddress } from '../../http/origin.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { ParticipantGate } from '../entries/participant-gate.ts';
import type { ParticipantSessions, SessionHeaders } from '../entries/participant-session.ts';

export interface ContinueParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  sessions: ParticipantSessions;
  participants: ParticipantGate;
  address: PublicAddress;
  /** Null: this installation sends no mail, so codes don't travel by it. */
  mailer: Mailer | null;
}

/** The call of a device that wants an entry, as the audit log and the session need it. */
export interface DeviceCall {
  ip: string;
  headers: SessionHeaders & { 'user-agent'?: string | undefined };
}
