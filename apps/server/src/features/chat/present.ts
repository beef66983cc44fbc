/** Lines of the chat in the words of the contract: for the live socket, and for the history. */
import type { ChatHistoryLine, ChatLine } from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { ChatRow } from './queries.ts';

/** @param withIds false for visitors, who get no ids and entrants' names shortened (R43) */
export function presentLine(row: ChatRow, withIds: boolean): ChatLine {
  const isEntry = row.sender_id !== 'host' && row.sender_id !== 'system';
  return {
    id: row.id,
    displayName: isEntry && !withIds ? publicShortName(row.display_name) : row.display_name,
    message: row.message,
    timestamp: row.created_at,
    inviteeId: isEntry && withIds ? row.sender_id : null,
    isHost: row.sender_id === 'host',
    isSystem: row.sender_id === 'system',
    recipientId: row.recipient_id,
    recipientName: row.recipient_name,
    isPrivate: row.recipient_id !== null,
    imageUrl: row.image_url,
    clientId: withIds ? row.client_id : null,
  };
}

/** `created_at` is in Unix seconds here. */
export function presentHistoryLine(row: ChatRow, withIds: boolean): ChatHistoryLine {
  const line = presentLine(row, withIds);
  return {
    id: line.id,
    display_name: line.displayName,
    message: line.message,
    created_at: Math.floor(line.timestamp / 1000),
    invitee_id: line.inviteeId,
    is_host: line.isHost,
    is_system: line.isSystem,
    recipient_id: line.recipientId,
    recipient_name: line.recipientName,
    image_url: line.imageUrl,
    is_private: line.isPrivate ? 1 : 0,
    client_id: line.clientId,
  };
}
