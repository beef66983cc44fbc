/** Dependencies of the feature of paper tickets, which compose.ts passes in. */
import type { PublicAddress } from '../../platform/http/origin.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import type { PaperCommandParts } from './commands.ts';

export interface PaperParts extends PaperCommandParts {
  hosts: HostGate;
  sessions: ParticipantSessions;
  limits: RateLimits;
  address: PublicAddress;
}
