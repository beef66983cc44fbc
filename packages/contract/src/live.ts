/**
 * The live socket at /ws: one discriminated union per direction, `{type, data}`.
 * A joining socket gets one `snapshot` (with `seq`) and then events numbered seq+1, seq+2, … of its room;
 * a gap makes the client send `resync` and take a new snapshot. Unnumbered messages answer one client only.
 */
import { z } from 'zod';
import { audienceCount, drawPlan, sealing } from './draws.ts';
import { prizeStatus, resultRow } from './prize-status.ts';
import {
  chatFrame,
  chatHistoryLine,
  chatLine,
  chatRecipient,
  chatRefusal,
  chatRules,
  onlineUser,
  reactionCounts,
  reactionKind,
} from './chat.ts';
import { takenNumber } from './entries.ts';
import { animationStyle, checkInCounts, count, epochMs, opaqueId } from './primitives.ts';
import { entriesBySource, hostRaffle, publicRaffle } from './raffles.ts';
import { stageKey } from './stage.ts';
import { voteCount } from './votes.ts';

export const LIVE_PROTOCOL = 1;

/** Why the server closes a socket; 4xxx are this product's own (H4, I3). */
export const LIVE_CLOSE = {
  restart: 1012,
  flood: 1008,
  tooBig: 1009,
  slow: 4408,
  joinTimeout: 4409,
  identityGone: 4401,
  roomGone: 4404,
} as const;

/** Names and ids in frames are ignored: the identity was fixed at the handshake (I3). */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('join-room'),
    data: z.object({
      raffleId: opaqueId,
      displayName: z.string().max(400).optional(),
      inviteeId: opaqueId.nullish(),
      /** The stage's key instead of an identity: names in full, `me` null. A wrong one is an unknown room. */
      stageKey: stageKey.optional(),
    }),
  }),
  /** The signed-in host's own channel: everything that changes about any of the host's raffles. */
  z.object({ type: z.literal('join-console'), data: z.object({}).optional() }),
  z.object({ type: z.literal('resync'), data: z.object({}).optional() }),
  /** Sends a line to the joined room; answered by `chat-message`, or by `chat-refused` with the reason. */
  z.object({ type: z.literal('chat-message'), data: chatFrame }),
  z.object({ type: z.literal('reaction'), data: z.object({ kind: reactionKind }) }),
  /** Clock request: `sent` comes back unchanged. */
  z.object({ type: z.literal('time'), data: z.object({ sent: z.number() }) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** R4: rows appear in a snapshot only from the reveal on. */
export const liveResult = z.object({ winners: z.array(resultRow), alternates: z.array(resultRow) });
export type LiveResult = z.infer<typeof liveResult>;

export const roomSnapshot = z.object({
  protocol: z.literal(LIVE_PROTOCOL),
  seq: count,
  serverTime: epochMs,
  raffle: publicRaffle,
  watchers: count,
  draw: drawPlan.nullable(),
  result: liveResult.nullable(),
  /** R14: from the completed draw on. */
  standing: prizeStatus.nullable(),
  /** The session's own entry in this raffle, if any. */
  me: z
    .object({
      inviteeId: opaqueId,
      entryNumber: z.number().int().positive(),
      displayName: z.string(),
      tickets: count,
    })
    .nullable(),
});
export type RoomSnapshot = z.infer<typeof roomSnapshot>;

const frameStep = z.enum(['countdown', 'warmup', 'main', 'slowdown', 'pause', 'runup', 'reveal']);

/** H5: the host first, then in the order of joining, 200 at most; everyone beyond is counted as a watcher only. */
const onlineUsers = z.object({ users: z.array(onlineUser).max(200) });

/** Events for everyone in a room; the hub adds `seq`. */
export const roomEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('room-info'), data: z.object({ watchers: count }) }),
  /** R44: newly taken numbers, several at once; names as the receiving page may see them. */
  z.object({
    type: z.literal('entries-added'),
    data: z.object({
      entries: z.array(takenNumber),
      entryCount: count,
      unsoldCount: count,
      participantCount: count,
      sources: entriesBySource,
      ticketTotal: count,
      bucketTotals: z.array(count).nullable(),
    }),
  }),
  /** R71: at most once a second while people check in. */
  z.object({
    type: z.literal('check-ins'),
    data: checkInCounts.extend({ draw: z.number().int().positive() }),
  }),
  z.object({ type: z.literal('raffle-changed'), data: z.object({ raffle: publicRaffle }) }),
  z.object({
    type: z.literal('draw:starting'),
    data: z.object({ animationStyle, totalEntries: count, plan: drawPlan }),
  }),
  /** R86: another witness cosigned, or the waiting is over. */
  z.object({ type: z.literal('draw:sealing'), data: z.object({ drawId: opaqueId, sealing }) }),
  /** R87: at most once a second while devices sign. */
  z.object({
    type: z.literal('draw:audience'),
    data: z.object({ drawId: opaqueId, audience: audienceCount }),
  }),
  /** R91: how many devices typed the numbers so far, and whether two agree. */
  z.object({
    type: z.literal('draw:room'),
    data: z.object({ drawId: opaqueId, entered: count, agreed: z.boolean() }),
  }),
  /** R86: voided before its round was due; the raffle can be drawn again in a new draw. */
  z.object({ type: z.literal('draw:void'), data: z.object({ drawId: opaqueId, reason: z.string() }) }),
  z.object({ type: z.literal('draw:seed'), data: z.object({ drawId: opaqueId, seedReveal: z.string() }) }),
  z.object({
    type: z.literal('draw:beacon'),
    data: z.object({
      drawId: opaqueId,
      value: z.string(),
      signature: z.string().nullable(),
      /** R91: the numbers made in the room. */
      text: z.string().nullable(),
      beaconAt: epochMs,
    }),
  }),
  z.object({
    type: z.literal('draw:frame'),
    data: z.object({
      drawId: opaqueId,
      step: frameStep,
      /** Countdown number for step countdown. */
      index: z.number().int().optional(),
      winners: z.array(resultRow).optional(),
      alternates: z.array(resultRow).optional(),
    }),
  }),
  z.object({ type: z.literal('draw:done'), data: liveResult.extend({ drawId: opaqueId }) }),
  /** R14: a winner was passed over; the whole prize status, so that the newest event is enough. */
  z.object({ type: z.literal('draw:advance'), data: z.object({ drawId: opaqueId, standing: prizeStatus }) }),
  /** R73: a prize was claimed, handed over or given more time; the whole prize status, at most once a second. */
  z.object({ type: z.literal('draw:claims'), data: z.object({ drawId: opaqueId, standing: prizeStatus }) }),
  /** A public line. Direct ones are never an event of the room (C2). */
  z.object({ type: z.literal('chat-message'), data: chatLine }),
  z.object({ type: z.literal('chat-deleted'), data: z.object({ id: z.number().int() }) }),
  z.object({ type: z.literal('chat-rules'), data: chatRules }),
  z.object({ type: z.literal('online-users'), data: onlineUsers }),
  z.object({ type: z.literal('votes'), data: z.object({ votes: z.array(voteCount) }) }),
  z.object({ type: z.literal('reactions'), data: z.object({ counts: reactionCounts }) }),
]);
export type RoomEvent = z.infer<typeof roomEvent>;
export type NumberedRoomEvent = RoomEvent & { seq: number };

/** Answers `join-console`. Events follow from seq+1 on; fetch the list itself (GET /api/raffles) after this message. */
export const consoleJoined = z.object({
  type: z.literal('console:joined'),
  data: z.object({ protocol: z.literal(LIVE_PROTOCOL), seq: count, serverTime: epochMs }),
});
export type ConsoleJoined = z.infer<typeof consoleJoined>;

/** Events of a host's own channel, numbered after `console:joined`; at a gap the client sends `join-console` again. */
export const consoleEvent = z.discriminatedUnion('type', [
  /** A raffle was made or changed; at most two of these a second for each raffle. */
  z.object({ type: z.literal('console:raffle'), data: z.object({ raffle: hostRaffle }) }),
  /** A raffle was deleted or cleaned up. */
  z.object({ type: z.literal('console:raffle-gone'), data: z.object({ raffleId: opaqueId }) }),
  /** R14, R73: a winner was passed over, or what became of a prize changed: winners and claims are to be fetched again. */
  z.object({ type: z.literal('console:winners-changed'), data: z.object({ raffleId: opaqueId }) }),
]);
export type ConsoleEvent = z.infer<typeof consoleEvent>;
export type NumberedConsoleEvent = ConsoleEvent & { seq: number };

/** Closed list of reasons in `error`; the socket stays open unless a close code follows. */
export const liveErrorCode = z.enum([
  'bad_message',
  'unknown_room',
  'not_joined',
  'not_signed_in',
  'too_many',
]);
export type LiveErrorCode = z.infer<typeof liveErrorCode>;

export const directMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), data: roomSnapshot }),
  z.object({ type: z.literal('time'), data: z.object({ sent: z.number(), server: epochMs }) }),
  z.object({ type: z.literal('error'), data: z.object({ code: liveErrorCode, message: z.string() }) }),
  /**
   * R41, to the sockets of one entry: another device requests to continue there, or such a request changed. Holds all pending
   * requests, so that the newest message is enough; GET …/me/continue-requests returns those pending when joining.
   */
  z.object({
    type: z.literal('continue-requests'),
    data: z.object({
      requests: z.array(z.object({ requestId: opaqueId, code: z.string(), expiresAt: epochMs })),
      /** Until when this entry's own code can be used; null without one, and once it was used. */
      codeExpiresAt: epochMs.nullable(),
    }),
  }),
  /** R94, to the sockets of one entry: something about it changed; read GET …/me. */
  z.object({ type: z.literal('own-entry-changed'), data: z.object({}) }),
  /** After the snapshot: the last 50 lines that this person may see, oldest first, and who is there. */
  z.object({ type: z.literal('chat-history'), data: z.object({ messages: z.array(chatHistoryLine) }) }),
  z.object({ type: z.literal('chat-rules'), data: chatRules }),
  z.object({ type: z.literal('online-users'), data: onlineUsers }),
  /** A direct line, to the sockets of its two people. */
  z.object({ type: z.literal('chat-message'), data: chatLine }),
  z.object({ type: z.literal('chat-refused'), data: chatRefusal }),
  /** As whom this socket sends lines; null for a visitor, who only reads. */
  z.object({ type: z.literal('chat-you'), data: z.object({ id: chatRecipient.nullable() }) }),
]);
export type DirectMessage = z.infer<typeof directMessage>;
export type ServerMessage = DirectMessage | NumberedRoomEvent;
/** What a socket on the host's own channel receives. */
export type ConsoleMessage =
  Extract<DirectMessage, { type: 'time' | 'error' }> | ConsoleJoined | NumberedConsoleEvent;
