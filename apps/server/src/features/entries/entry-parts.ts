/** What the routes of this feature share. */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { Keys } from '../../keys/keys.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { ParticipantGate } from './participant-gate.ts';
import type { ParticipantSessions } from './participant-session.ts';
import { createPublicLinks, type PublicLinks } from './public-links.ts';
import type { Roster } from './roster.ts';

/** What compose.ts hands in. */
export interface EntryFeatureParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  hosts: HostGate;
  sessions: ParticipantSessions;
  participants: ParticipantGate;
  roster: Roster;
  /** Whether joining is confirmed by mail (R51). */
  confirmByMail: boolean;
}

export interface EntryParts extends EntryFeatureParts {
  publicLinks: PublicLinks;
  /** Counts a look-up that found nothing, then refuses it (H6). Those that find something are never refused. */
  missed(address: string, code: 'invite_invalid' | 'public_link_invalid'): Promise<never>;
}

/** A whole hall behind one address may open a link that was switched off; a program that tries tokens needs more. */
const MISSES = { points: 300, windowSeconds: 60 };

export function entryParts(parts: EntryFeatureParts): EntryParts {
  const misses = createAttemptLimiter(MISSES);
  return {
    ...parts,
    publicLinks: createPublicLinks(parts),
    async missed(address, code) {
      await misses.consume(address, 'links');
      throw new CallError(code);
    },
  };
}
