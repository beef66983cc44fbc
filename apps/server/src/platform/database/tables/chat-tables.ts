/** Tables of the chat and of the vote for a style. As tables.ts says of all. */
import type { Generated } from 'kysely';

/** One row a raffle, made with its first line: the last line's number, and the host's rules for the chat. */
interface ChatRoomsTable {
  raffle_id: string;
  last_id: Generated<number>;
  mode: Generated<'everyone' | 'host' | 'off'>;
  slow_seconds: Generated<number>;
  /** JSON array of blocked words. */
  words: Generated<string>;
}

/** Lines of the chat, numbered 1, 2, 3 … in each raffle. A deleted line keeps its number and loses its words. */
interface ChatMessagesTable {
  raffle_id: string;
  id: number;
  /** An invitee's id, 'host' or 'system'. */
  sender_id: string;
  /** Made by the sender for each line; unique for a sender, so that no line comes twice. */
  client_id: string;
  display_name: string;
  message: string;
  /** Path of the image, or null. */
  image_url: string | null;
  /** An invitee's id or 'host' for a direct line, else null. */
  recipient_id: string | null;
  recipient_name: string | null;
  created_at: number;
  deleted_at: number | null;
}

interface ChatMutesTable {
  raffle_id: string;
  invitee_id: string;
  created_at: number;
}

interface ChatReportsTable {
  id: string;
  raffle_id: string;
  message_id: number;
  reporter_id: string;
  reason: string;
  created_at: number;
}

/** An upload for the chat: asked for, then with its image, until a line takes it. */
interface ChatUploadsTable {
  token_hash: string;
  raffle_id: string;
  sender_id: string;
  image_url: string | null;
  created_at: number;
}

/** One vote a participant. */
interface AnimationVotesTable {
  raffle_id: string;
  invitee_id: string;
  animation_style: 'classic' | 'casino' | 'cosmic' | 'neon' | 'fireworks';
  voted_at: number;
}

export interface ChatTables {
  chat_rooms: ChatRoomsTable;
  chat_messages: ChatMessagesTable;
  chat_mutes: ChatMutesTable;
  chat_reports: ChatReportsTable;
  chat_uploads: ChatUploadsTable;
  animation_votes: AnimationVotesTable;
}
