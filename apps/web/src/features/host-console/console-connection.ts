/**
 * The host's own live channel: every change to any of the host's raffles arrives here, so that several windows stay in step
 * without being reloaded. After `console:joined`, and so after each gap or lost line, what is shown may be outdated.
 */
import type { ConsoleMessage, HostRaffle, LIVE_CLOSE } from '@glassdrum/contract';
import { connect, type Connection, type LineParts, SILENCE } from '../../live/connection.ts';
import { consoleClock } from './console-clock.ts';

export interface ConsoleParts extends LineParts {
  /** Joined, for the first time or again: the list is to be fetched. */
  onJoined(): void;
  onRaffle(raffle: HostRaffle): void;
  onRaffleGone(raffleId: string): void;
  /** R14: a winner of the raffle was passed over. */
  onWinnersChanged(raffleId: string): void;
  /** The session ended. */
  onSignedOut(): void;
}

const IDENTITY_GONE: typeof LIVE_CLOSE.identityGone = 4401;

export function connectConsole(parts: ConsoleParts): Connection {
  return connect<ConsoleMessage>({
    ...parts,
    join: { type: 'join-console' },
    refusal: { closeCode: IDENTITY_GONE, error: 'not_signed_in' },
    clock: consoleClock,
    silence: () => SILENCE.outside,
    onMessage(message, isInTurn) {
      if (!isInTurn) return;
      if (message.type === 'console:joined') parts.onJoined();
      if (message.type === 'console:raffle') parts.onRaffle(message.data.raffle);
      if (message.type === 'console:raffle-gone') parts.onRaffleGone(message.data.raffleId);
      if (message.type === 'console:winners-changed') parts.onWinnersChanged(message.data.raffleId);
    },
    onStatus(status) {
      if (status === 'refused') parts.onSignedOut();
    },
  });
}
