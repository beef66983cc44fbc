/** Dependencies that the routes of this feature share. */
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { PublicAddress } from '../../platform/http/origin.ts';
import type { CrowdLimit, RateLimits } from '../../platform/http/rate-limit.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { AudienceGate } from './audience-gate.ts';
import type { ParticipantGate } from './participant-gate.ts';
import type { ParticipantSessions } from './participant-session.ts';
import { createPublicLinks, type PublicLinks } from './joining/public-links.ts';
import type { Roster } from './roster.ts';

/** Dependencies that compose.ts passes in. */
export interface EntryFeatureParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  hosts: HostGate;
  sessions: ParticipantSessions;
  participants: ParticipantGate;
  audiences: AudienceGate;
  roster: Roster;
  limits: RateLimits;
  /** H11. */
  joinLimit: CrowdLimit | 'off';
  address: PublicAddress;
  /** Null when this installation sends no email. */
  mailer: Mailer | null;
}

export interface EntryParts extends EntryFeatureParts {
  publicLinks: PublicLinks;
  /** Whether joining is confirmed by email (R51). */
  confirmByMail: boolean;
  /** Counts a lookup that found nothing, then refuses it (H6). Successful lookups are never limited. */
  refuseUnknownLink(address: string, code: 'invite_invalid' | 'public_link_invalid'): Promise<never>;
}

/** A full hall behind one address may open a link that was switched off; a program that guesses tokens needs more. */
const MISSES = { points: 300, windowSeconds: 60 };

export function entryParts(parts: EntryFeatureParts): EntryParts {
  const misses = parts.limits.attempts('links', MISSES);
  return {
    ...parts,
    publicLinks: createPublicLinks(parts),
    confirmByMail: parts.mailer !== null,
    async refuseUnknownLink(address, code) {
      await misses.consume(address, 'any');
      throw new RefusalError(code);
    },
  };
}
