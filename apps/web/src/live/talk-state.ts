/**
 * A room's chat as this visitor may see it, as a pure reducer. Lines are stored by their numbers, so that a line received twice,
 * or in history and live, is one line; own lines wait under the id that this page gave them.
 */
import type {
  ChatHistoryLine,
  ChatLine,
  ChatRules,
  ChatInput,
  OnlineUser,
  VoteCount,
} from '@glassdrum/contract';
import type { TalkMessage } from './room-client.ts';

/** An own line that the server has not sent back yet. */
export interface WaitingLine {
  message: ChatInput;
  /** For showing a direct line before the server names its recipient. */
  recipientName: string | null;
  /** Epoch ms on this device. */
  at: number;
  /** Null while it is on its way; then why it was not accepted. */
  failure: string | null;
}

export interface TalkState {
  /** Undefined until the server has sent it; null for a visitor, who only reads. */
  self: string | null | undefined;
  /** By number, oldest first. */
  lines: readonly ChatLine[];
  /** Older lines may be on the server. */
  hasOlder: boolean;
  /** The first history came. */
  isKnown: boolean;
  waiting: readonly WaitingLine[];
  rules: ChatRules;
  /** Counts changes of rules, mutes and reports: the host's view is fetched again after each. */
  rulesVersion: number;
  online: readonly OnlineUser[];
  /** Null until they changed while this page watched. */
  votes: readonly VoteCount[] | null;
}

export const NO_TALK: TalkState = {
  self: undefined,
  lines: [],
  hasOlder: false,
  isKnown: false,
  waiting: [],
  rules: { mode: 'everyone', slow_seconds: 0 },
  rulesVersion: 0,
  online: [],
  votes: null,
};

/** How many lines a history of the socket has at most. */
const HISTORY = 50;

export function afterTalk(state: TalkState, message: TalkMessage): TalkState {
  switch (message.type) {
    case 'chat-you':
      return { ...state, self: message.data.id };
    case 'chat-history':
      return withHistory(state, message.data.messages.map(lineOfHistory));
    case 'chat-message':
      return withLines(state, [message.data]);
    case 'chat-deleted':
      return { ...state, lines: state.lines.filter(({ id }) => id !== message.data.id) };
    case 'chat-rules':
      return { ...state, rules: message.data, rulesVersion: state.rulesVersion + 1 };
    case 'chat-refused': {
      const { clientId, message: failure } = message.data;
      return { ...state, waiting: failed(state.waiting, failure, clientId) };
    }
    case 'online-users':
      return { ...state, online: message.data.users };
    case 'votes':
      return { ...state, votes: message.data.votes };
    case 'reactions':
      return state;
  }
}

/** The newest lines, once more after every connection: what is missing among them was deleted meanwhile. */
function withHistory(state: TalkState, history: ChatLine[]): TalkState {
  const first = history[0]?.id ?? 0;
  const newest = state.lines.at(-1)?.id ?? 0;
  const isAll = history.length < HISTORY;
  // Lines may lie between what was known and the history: then older ones are fetched again on demand.
  const kept = isAll || first > newest ? [] : state.lines.filter(({ id }) => id < first);
  const base = {
    ...state,
    lines: kept,
    isKnown: true,
    hasOlder: isAll ? false : kept.length === 0 || state.hasOlder,
  };
  return withLines(base, history);
}

/** @param older fetched over HTTP @param more whether there are even older ones */
export function withOlder(state: TalkState, older: readonly ChatHistoryLine[], more: boolean): TalkState {
  return { ...withLines(state, older.map(lineOfHistory)), hasOlder: more, isKnown: true };
}

export function withWaiting(state: TalkState, line: WaitingLine): TalkState {
  const others = state.waiting.filter(({ message }) => message.clientId !== line.message.clientId);
  return { ...state, waiting: [...others, line] };
}

export function withoutWaiting(state: TalkState, clientId: string): TalkState {
  return { ...state, waiting: state.waiting.filter(({ message }) => message.clientId !== clientId) };
}

/** @param clientId only this line; without it all that are on their way */
export function withFailure(state: TalkState, failure: string, clientId?: string): TalkState {
  return { ...state, waiting: failed(state.waiting, failure, clientId) };
}

function failed(waiting: readonly WaitingLine[], failure: string, clientId?: string): WaitingLine[] {
  return waiting.map((line) =>
    line.failure === null && (clientId === undefined || line.message.clientId === clientId)
      ? { ...line, failure }
      : line,
  );
}

/** Nearly always one follows the other, and the other's thousands need not be put in order again. */
function joined(lines: readonly ChatLine[], added: readonly ChatLine[]): readonly ChatLine[] {
  const isInOrder = added.every(({ id }, index) => id > (added[index - 1]?.id ?? Number.NEGATIVE_INFINITY));
  if (isInOrder && isBefore(lines, added)) return [...lines, ...added];
  if (isInOrder && isBefore(added, lines)) return [...added, ...lines];
  const byId = new Map([...lines, ...added].map((line) => [line.id, line]));
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

function isBefore(first: readonly ChatLine[], second: readonly ChatLine[]): boolean {
  return (first.at(-1)?.id ?? Number.NEGATIVE_INFINITY) < (second[0]?.id ?? Number.POSITIVE_INFINITY);
}

function withLines(state: TalkState, added: readonly ChatLine[]): TalkState {
  const lines = joined(state.lines, added);
  const echoed = new Set(added.filter((line) => isOwn(line, state.self)).map(({ clientId }) => clientId));
  const waiting =
    echoed.size === 0 ? state.waiting : state.waiting.filter(({ message }) => !echoed.has(message.clientId));
  return { ...state, lines, waiting };
}

export function isOwn(line: ChatLine, self: string | null | undefined): boolean {
  if (self === null || self === undefined) return false;
  return self === 'host' ? line.isHost : line.inviteeId === self;
}

/** The other person of a conversation: an invitee id or 'host'. */
export interface Partner {
  id: string;
  name: string;
}

/** The id of a direct line's other person; null for a public one. */
export function partnerOf(line: ChatLine, self: string | null | undefined): string | null {
  if (!line.isPrivate) return null;
  if (isOwn(line, self)) return line.recipientId;
  return line.isHost ? 'host' : line.inviteeId;
}

function lineOfHistory(line: ChatHistoryLine): ChatLine {
  return {
    id: line.id,
    displayName: line.display_name,
    message: line.message,
    timestamp: line.created_at * 1000,
    inviteeId: line.invitee_id,
    isHost: line.is_host,
    isSystem: line.is_system,
    recipientId: line.recipient_id,
    recipientName: line.recipient_name,
    isPrivate: line.is_private === 1,
    imageUrl: line.image_url,
    clientId: line.client_id,
  };
}
