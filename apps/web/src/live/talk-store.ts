/** A room's talk for components: what is said, and saying something. Outlives a change of page, as the connection does. */
import type {
  ChatHistoryAnswer,
  ChatSay,
  ClientMessage,
  ReactionCounts,
  ReactionKind,
} from '@glassdrum/contract';
import { call } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';
import type { TalkMessage } from './live-client.ts';
import {
  afterTalk,
  NO_TALK,
  type TalkState,
  withFailure,
  withOlder,
  withoutWaiting,
  withWaiting,
} from './talk-state.ts';

export interface TalkStore {
  raffleId: string;
  get(): TalkState;
  subscribe(reader: () => void): () => void;
  heard(message: TalkMessage): void;
  /** The connection broke: what is on its way may never arrive. */
  lineLost(): void;
  /** The line stays in `waiting` until the server brings it back. False when it could not be sent. */
  say(say: ChatSay, recipientName: string | null): boolean;
  /** Gives up an own line that failed. */
  forget(clientId: string): void;
  /** Counts towards the few messages that one may send; more are shown here only. */
  react(kind: ReactionKind): void;
  onReactions(listener: (counts: ReactionCounts) => void): () => void;
  readOlder(): Promise<void>;
}

/** The server answers at once; a line that is still unanswered then is lost. */
const ANSWER_WITHIN_MS = 10_000;
/** The server closes whoever sends more than 10 messages in 10 seconds; some are left for lines. */
const REACTIONS_AT_ONCE = 5;
const REACTIONS_SPAN_MS = 10_000;

export function createTalkStore(raffleId: string, send: (message: ClientMessage) => boolean): TalkStore {
  let state = NO_TALK;
  const readers = new Set<() => void>();
  const reactionListeners = new Set<(counts: ReactionCounts) => void>();
  let reactedAt: number[] = [];
  let reading: Promise<void> | null = null;

  const set = (next: TalkState): void => {
    if (next === state) return;
    state = next;
    for (const reader of readers) reader();
  };
  const react = (counts: ReactionCounts): void => {
    for (const listener of reactionListeners) listener(counts);
  };

  return {
    raffleId,
    get: () => state,
    subscribe(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    heard(message) {
      if (message.type === 'reactions') react(message.data.counts);
      else set(afterTalk(state, message));
    },
    lineLost() {
      if (state.waiting.length > 0) set(withFailure(state, m.chat_send_failed_text()));
    },
    say(say, recipientName) {
      const sent = send({ type: 'chat-message', data: say });
      const failure = sent ? null : m.chat_send_failed_text();
      set(withWaiting(state, { say, recipientName, at: Date.now(), failure }));
      if (sent) {
        setTimeout(() => set(withFailure(state, m.chat_send_failed_text(), say.clientId)), ANSWER_WITHIN_MS);
      }
      return sent;
    },
    forget: (clientId) => set(withoutWaiting(state, clientId)),
    react(kind) {
      const now = Date.now();
      reactedAt = reactedAt.filter((at) => now - at < REACTIONS_SPAN_MS);
      if (reactedAt.length >= REACTIONS_AT_ONCE) return react({ [kind]: 1 });
      reactedAt.push(now);
      send({ type: 'reaction', data: { kind } });
    },
    onReactions(listener) {
      reactionListeners.add(listener);
      return () => reactionListeners.delete(listener);
    },
    readOlder() {
      reading ??= readOlder().finally(() => {
        reading = null;
      });
      return reading;
    },
  };

  async function readOlder(): Promise<void> {
    const first = state.lines[0]?.id;
    const query = first === undefined ? '' : `?before=${first}`;
    const answer = await call<ChatHistoryAnswer>('GET', `/api/raffles/${raffleId}/chat${query}`);
    set(withOlder(state, answer.messages, answer.more));
  }
}
