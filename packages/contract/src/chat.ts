/**
 * Chat of a raffle's room (seed: chat panel; C1, C2, H4, R9): public lines, direct ones that only two people ever get,
 * the server's own system lines, and what the host may do about them.
 */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { count, numericId, opaqueId } from './primitives.ts';

/** Who a direct line is for: an entry's invitee, or the raffle's host. */
export const chatRecipient = z.union([opaqueId, z.literal('host')]);

/** `/api/images/…`, the only address an image in the chat may have (H2). */
const imagePath = z.string().regex(/^\/api\/images\/[A-Za-z0-9_-]{16,64}$/);

const text = z
  .string()
  .trim()
  .max(LIMITS.chatMessage.max, `A message has at most ${LIMITS.chatMessage.max} characters.`);

const inputFields = {
  text: text.default(''),
  imageUrl: imagePath.nullish(),
  recipientId: chatRecipient.nullish(),
};
const lineClientId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
const hasContent = (input: { text: string; imageUrl?: string | null | undefined }): boolean =>
  input.text !== '' || typeof input.imageUrl === 'string';
const NO_CONTENT = 'A message needs text or an image.';

/** A line to be sent. Names and ids of the sender are never taken from it (C1). */
export const chatInput = z
  .object({
    ...inputFields,
    /** Made by the client for each line: the same line sent again after a reconnect appears once. */
    clientId: lineClientId,
  })
  .refine(hasContent, NO_CONTENT);
export type ChatInput = z.infer<typeof chatInput>;

/** The same in a frame. A direct line without a recipient is refused, not sent to all (C2). */
export const chatFrame = z
  .object({ ...inputFields, clientId: lineClientId.optional(), isPrivate: z.boolean().optional() })
  .refine(hasContent, NO_CONTENT)
  .refine(
    (input) => input.isPrivate !== true || typeof input.recipientId === 'string',
    'A direct message needs a recipient.',
  );
export type ChatFrame = z.infer<typeof chatFrame>;

/** One line as the live socket sends it. */
export const chatLine = z.object({
  id: z.number().int().positive(),
  displayName: z.string(),
  message: z.string(),
  /** Epoch ms. */
  timestamp: z.number().int(),
  /** Null for the host and the system. */
  inviteeId: opaqueId.nullable(),
  isHost: z.boolean(),
  isSystem: z.boolean(),
  recipientId: chatRecipient.nullable(),
  recipientName: z.string().nullable(),
  isPrivate: z.boolean(),
  imageUrl: z.string().nullable(),
  clientId: z.string().nullable(),
});
export type ChatLine = z.infer<typeof chatLine>;

/** One line as the history has it: `created_at` in Unix seconds, `is_private` 0 or 1. */
export const chatHistoryLine = z.object({
  id: z.number().int().positive(),
  display_name: z.string(),
  message: z.string(),
  created_at: z.number().int(),
  invitee_id: opaqueId.nullable(),
  is_host: z.boolean(),
  is_system: z.boolean(),
  recipient_id: chatRecipient.nullable(),
  recipient_name: z.string().nullable(),
  image_url: z.string().nullable(),
  is_private: z.union([z.literal(0), z.literal(1)]),
  client_id: z.string().nullable(),
});
export type ChatHistoryLine = z.infer<typeof chatHistoryLine>;

/** `everyone` writes, only the host writes, or no one does. */
export const chatMode = z.enum(['everyone', 'host', 'off']);
export type ChatMode = z.infer<typeof chatMode>;

export const chatRules = z.object({
  mode: chatMode,
  /** Least seconds between two lines of one participant; 0: no slow mode. */
  slow_seconds: z.number().int().min(0).max(300),
});
export type ChatRules = z.infer<typeof chatRules>;

const blockedWord = z.string().trim().min(2, 'A word has at least 2 characters.').max(50);
export const chatRulesBody = chatRules
  .extend({ words: z.array(blockedWord).max(200, 'At most 200 words are possible.') })
  .partial();
export type ChatRulesBody = z.infer<typeof chatRulesBody>;

/** The host's view of the rules. */
export const hostChatRules = chatRules.extend({
  words: z.array(z.string()),
  muted: z.array(z.object({ invitee_id: opaqueId, display_name: z.string() })),
  reports: z.array(
    z.object({
      id: opaqueId,
      message_id: z.number().int(),
      reason: z.string(),
      /** Who wrote the line. */
      display_name: z.string(),
      /** The line's text, empty for an image alone; null for a direct line between others. */
      message: z.string().nullable(),
    }),
  ),
});
export type HostChatRules = z.infer<typeof hostChatRules>;

export const chatHistoryQuery = z.object({
  /** Lines older than this id. */
  before: numericId.optional(),
});
export const chatHistoryAnswer = z.object({
  /** Oldest first. */
  messages: z.array(chatHistoryLine),
  /** Whether older lines exist. */
  more: z.boolean(),
});
export type ChatHistoryAnswer = z.infer<typeof chatHistoryAnswer>;

/** Posting a line, the same as sending it on the socket. `display_name` and `invitee_id` are checked or ignored, never taken. */
export const chatPostBody = z.object({
  raffle_id: opaqueId,
  invitee_id: opaqueId.nullish(),
  display_name: z.string().max(400).optional(),
  message: text.min(LIMITS.chatMessage.min, 'Required'),
});
export type ChatPostBody = z.infer<typeof chatPostBody>;

export const muteBody = z.object({ invitee_id: opaqueId, muted: z.boolean() });
export const reportBody = z.object({
  reason: z.string().trim().min(1, 'Required').max(LIMITS.reportReason.max),
});

export const onlineUser = z.object({
  inviteeId: opaqueId.nullable(),
  displayName: z.string(),
  isHost: z.boolean(),
});
export type OnlineUser = z.infer<typeof onlineUser>;

/** A small set that floats over the live draw. */
export const reactionKind = z.enum(['clap', 'wow', 'heart', 'laugh', 'ticket']);
export type ReactionKind = z.infer<typeof reactionKind>;

/** Why a line was not sent, to its sender alone; `retryAfter` in seconds. */
export const chatRefusal = z.object({
  clientId: z.string(),
  code: z.string(),
  message: z.string(),
  retryAfter: z.number().int().optional(),
});
export type ChatRefusal = z.infer<typeof chatRefusal>;

/** How often each was sent since the last event; bounded by the server. */
export const reactionCounts = z.partialRecord(reactionKind, count);
export type ReactionCounts = z.infer<typeof reactionCounts>;

/** Uploading an image for the chat, in three calls: request an address, PUT the file there, turn it into a path. */
export const uploadBody = z.object({
  raffle_id: opaqueId,
  /** The file's bytes: needed to upload straight to the object storage, where there is one. */
  size: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
export const uploadAnswer = z.object({ uploadURL: z.string(), method: z.literal('PUT') });
export const chatImageBody = z.object({ imageURL: z.string().max(2000) });
export const chatImageAnswer = z.object({ objectPath: z.string() });

/** Calls of an upload library that sends files in parts, where the storage is a bucket. `size` may come as text. */
export const multipartBody = z.object({
  filename: z.string().max(1000).optional(),
  type: z.string().max(200).optional(),
  metadata: z.object({
    raffle_id: opaqueId,
    size: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  }),
});
export const multipartBegun = z.object({ key: z.string(), uploadId: z.string() });
const uploadPart = z.object({ PartNumber: z.number().int().min(1).max(10_000), ETag: z.string().max(200) });
export const multipartParts = z.array(uploadPart.extend({ Size: z.number() }));
export const multipartDone = z.object({ parts: z.array(uploadPart).min(1).max(10_000) });
