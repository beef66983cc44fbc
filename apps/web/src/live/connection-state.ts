/**
 * The protocol of a live connection as a pure reducer, the same for raffle rooms and for the host's console: a snapshot, then
 * events numbered seq + 1, seq + 2, … A gap needs a new snapshot, a lost line a new line (R40).
 */
import type { LIVE_CLOSE } from '@glassdrum/contract';

export type ConnectionState =
  /** The first line is being opened, or its snapshot is on the way. */
  | { status: 'connecting' }
  /** `seq` is the last event applied. `isStale`: something is missing, a new snapshot was requested. */
  | { status: 'live'; seq: number; isStale: boolean }
  /** `failures`: lines lost in a row, from 1. `isSilent`: one of them was given up because nothing arrived on it. */
  | { status: 'reconnecting'; failures: number; isSilent: boolean }
  /** The server no longer serves this channel: the raffle is gone, or the session has ended. */
  | { status: 'refused' }
  | { status: 'closed' };

export type ConnectionStatus = ConnectionState['status'];

export type ConnectionEvent =
  | { type: 'snapshot'; seq: number }
  | { type: 'numbered'; seq: number }
  /** What is shown lacks something that is due by now. */
  | { type: 'stale' }
  | { type: 'lost'; isSilent: boolean }
  | { type: 'refused' }
  | { type: 'closed' };

export function nextState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (state.status === 'refused' || state.status === 'closed') return state;
  switch (event.type) {
    case 'snapshot':
      return { status: 'live', seq: event.seq, isStale: false };
    case 'numbered':
      if (isNextEvent(state, event.seq)) return { status: 'live', seq: event.seq, isStale: false };
      return state.status === 'live' && event.seq > state.seq ? { ...state, isStale: true } : state;
    case 'stale':
      return state.status === 'live' ? { ...state, isStale: true } : state;
    case 'lost': {
      const before = state.status === 'reconnecting' ? state : { failures: 0, isSilent: false };
      return {
        status: 'reconnecting',
        failures: before.failures + 1,
        isSilent: before.isSilent || event.isSilent,
      };
    }
    case 'refused':
    case 'closed':
      return { status: event.type };
  }
}

/** Whether the event with this number is to be applied: no earlier one is missing, and it isn't known yet. */
export function isNextEvent(state: ConnectionState, seq: number): boolean {
  return state.status === 'live' && !state.isStale && seq === state.seq + 1;
}

const RESTART: typeof LIVE_CLOSE.restart = 1012;
const FLOOD: typeof LIVE_CLOSE.flood = 1008;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const FLOOD_PAUSE_MS = 10_000;

type Reconnecting = Pick<Extract<ConnectionState, { status: 'reconnecting' }>, 'failures' | 'isSilent'>;

/** Milliseconds before the next line is opened. @param code why the last one was closed @param random 0 … 1 */
export function reconnectPause({ failures, isSilent }: Reconnecting, code: number, random: number): number {
  if (code === FLOOD && !isSilent) return FLOOD_PAUSE_MS * (1 + random);
  // After a restart everybody reconnects at once: spread them, but keep the first ones waiting little.
  if (code === RESTART && failures === 1 && !isSilent) return 200 + 1500 * random;
  // The second line may lead to the frozen node again, the third doesn't.
  const doublings = isSilent ? Math.max(0, failures - 2) : failures - 1;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doublings);
  return longest * (0.5 + 0.5 * random);
}

/** How soon a time request must be answered, ms. */
export const ANSWER_WITHIN_MS = 8000;
/** After a line that died in silence: how soon the next one must open, doubled with each that doesn't. */
const OPEN_WITHIN_MS = 1000;

/** How soon a line must open, ms. */
export function openWithin(state: ConnectionState): number {
  return state.status === 'reconnecting' && state.isSilent
    ? Math.min(OPEN_WITHIN_MS * 2 ** (state.failures - 1), ANSWER_WITHIN_MS)
    : ANSWER_WITHIN_MS;
}
