/** A room's chat, votes and reactions for components. Outlives a change of page, as the connection does. */
import type {
  ChatHistoryAnswer,
  ChatInput,
  ClientMessage,
  ReactionCounts,
  ReactionKind,
} from '@glassdrum/contract';
import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';
import type { TalkMessage } from './room-client.ts';
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
  subscribe(listener: () => void): () => void;
  onMessage(message: TalkMessage): void;
  /** What is on its way may never arrive. */
  onDisconnect(): void;
  /** The line stays in `waiting` until the server brings it back. False when it could not be sent. */
  sendLine(message: ChatInput, recipientName: string | null): boolean;
  /** Removes an own line that failed. */
  discard(clientId: string): void;
  /** Counts towards the messages that one may send; more than a few are shown here only. */
  react(kind: ReactionKind): void;
  onReactions(listener: (counts: ReactionCounts) => void): () => void;
  readOlder(): Promise<void>;
}

/** The server answers at once; a line that is unanswered by then is lost. */
const ANSWER_WITHIN_MS = 10_000;
/** The server closes connections that send more than 10 messages in 10 seconds; some are left for lines. */
const REACTIONS_AT_ONCE = 5;
const REACTIONS_SPAN_MS = 10_000;

export function createTalkStore(raffleId: string, send: (message: ClientMessage) => boolean): TalkStore {
  let state = NO_TALK;
  const listeners = new Set<() => void>();
  const reactionListeners = new Set<(counts: ReactionCounts) => void>();
  let reactedAt: number[] = [];
  let reading: Promise<void> | null = null;

  const set = (next: TalkState): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const react = (counts: ReactionCounts): void => {
    for (const listener of reactionListeners) listener(counts);
  };

  return {
    raffleId,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMessage(message) {
      if (message.type === 'reactions') react(message.data.counts);
      else set(afterTalk(state, message));
    },
    onDisconnect() {
      if (state.waiting.length > 0) set(withFailure(state, m.chat_send_failed_text()));
    },
    sendLine(message, recipientName) {
      const sent = send({ type: 'chat-message', data: message });
      const failure = sent ? null : m.chat_send_failed_text();
      set(withWaiting(state, { message, recipientName, at: Date.now(), failure }));
      if (sent) {
        setTimeout(
          () => set(withFailure(state, m.chat_send_failed_text(), message.clientId)),
          ANSWER_WITHIN_MS,
        );
      }
      return sent;
    },
    discard: (clientId) => set(withoutWaiting(state, clientId)),
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

export function useTalk(talk: TalkStore | null): TalkState {
  return useSyncExternalStore(
    (listener) => talk?.subscribe(listener) ?? (() => undefined),
    () => talk?.get() ?? NO_TALK,
  );
}
