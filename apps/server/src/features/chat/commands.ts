/**
 * Sending a line, and what the host does about lines (C1, C2, H4, R9).
 *
 * 1. The gate has identified the sender: an entry of this raffle or its host. Invisible characters are removed from the text
 *    (H14). The rule decides on the present facts.
 * 2. The room's row gives the line its number and stays locked until the end, so numbers have no gaps and slow mode cannot be
 *    bypassed. The sender's own id for the line makes a repeated line the same line.
 * 3. After commit the number is published; each node reads the line and sends it to those who may see it.
 */
import { randomBytes } from 'node:crypto';
import type { AuditAction, ChatInput, ChatRulesBody } from '@glassdrum/contract';
import { decideChatLine, publishedName, withoutInvisible } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { AttemptLimiter, RateLimits } from '../../platform/http/rate-limit.ts';
import type { Images } from '../../platform/storage/images.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { hostNameOf } from '../raffles/queries.ts';
import { type ChatRow, chatRulesOf } from './queries.ts';

export interface ChatParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  images: Images;
  /** H13: lines of one sender, on all sockets, calls and nodes together. */
  lines: AttemptLimiter;
}

export function chatLineLimiter(limits: RateLimits): AttemptLimiter {
  return limits.attempts('chat-line', { points: 10, windowSeconds: 10 });
}

/** Who the chat's gate identified. */
export interface ChatSender {
  /** The entry's invitee id, or 'host'. */
  id: string;
  displayName: string;
}

/** @returns the line's number. @throws RefusalError with the rule's refusal, recipient_unknown, or too_many_requests */
export async function sendLine(
  parts: ChatParts,
  raffleId: string,
  sender: ChatSender,
  input: ChatInput,
): Promise<number> {
  await parts.lines.consume(sender.id, raffleId);
  const text = withoutInvisible(input.text).trim();
  if (text === '' && typeof input.imageUrl !== 'string') {
    throw new RefusalError('invalid_input', { message: 'A message needs text or an image.' });
  }
  const { row, isNew } = await parts.database.transaction(async (trx) => {
    const id = await nextNumber(trx, raffleId);
    const earlier = await lineOf(trx, raffleId, sender.id, input.clientId);
    if (earlier !== undefined) return { row: earlier, isNew: false };
    await refuseUnlessAllowed(parts, trx, raffleId, sender, text);
    const imageUrl = input.imageUrl ?? null;
    if (imageUrl !== null) await claimImage(parts, trx, { raffleId, senderId: sender.id, imageUrl });
    const recipient = await findRecipient(trx, raffleId, sender, input.recipientId ?? null);
    const line: ChatRow = {
      raffle_id: raffleId,
      id,
      sender_id: sender.id,
      client_id: input.clientId,
      display_name: sender.displayName,
      message: text,
      image_url: imageUrl,
      recipient_id: recipient?.id ?? null,
      recipient_name: recipient?.name ?? null,
      created_at: parts.clock.now(),
      deleted_at: null,
    };
    await insertLine(trx, line);
    return { row: line, isNew: true };
  });
  if (isNew) parts.bus.publish({ topic: 'chat-line-sent', raffleId, lineId: row.id });
  return row.id;
}

/** A line of the server's own, once for each key, whichever node sends it first. */
export async function sendSystemLine(
  parts: Pick<ChatParts, 'database' | 'clock' | 'bus'>,
  raffleId: string,
  line: { key: string; text: string },
): Promise<void> {
  const id = await parts.database.transaction(async (trx) => {
    const number = await nextNumber(trx, raffleId);
    if ((await lineOf(trx, raffleId, 'system', line.key)) !== undefined) return null;
    await insertLine(trx, {
      raffle_id: raffleId,
      id: number,
      sender_id: 'system',
      client_id: line.key,
      display_name: 'System',
      message: line.text,
      image_url: null,
      recipient_id: null,
      recipient_name: null,
      created_at: parts.clock.now(),
      deleted_at: null,
    });
    return number;
  });
  if (id !== null) parts.bus.publish({ topic: 'chat-line-sent', raffleId, lineId: id });
}

/** What the host does, for the audit log. */
interface HostAct {
  raffleId: string;
  hostId: string;
  from: CallerHashes;
}

/** Removes a line's text and image, everywhere. Deleting twice is deleting once. @throws RefusalError not_found */
export async function deleteLine(parts: ChatParts, act: HostAct, lineId: number): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    const now = parts.clock.now();
    const line = await trx
      .selectFrom('chat_messages')
      .select('image_url')
      .where('raffle_id', '=', raffleId)
      .where('id', '=', lineId)
      .executeTakeFirst();
    if (line === undefined) throw new RefusalError('not_found');
    await trx
      .updateTable('chat_messages')
      .set({ message: '', image_url: null, deleted_at: now })
      .where('raffle_id', '=', raffleId)
      .where('id', '=', lineId)
      .execute();
    await parts.images.letGo(trx, line.image_url);
    await audit(trx, act, 'chat_line_deleted', now, { line: lineId });
  });
  parts.bus.publish({ topic: 'chat-deleted', raffleId, lineId });
  await parts.images.sweep();
  await parts.database.leaveNoTraces();
}

/** @throws RefusalError recipient_unknown for somebody who is not in the raffle */
export async function muteParticipant(
  parts: ChatParts,
  act: HostAct,
  { inviteeId, muted }: { inviteeId: string; muted: boolean },
): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    const now = parts.clock.now();
    if ((await nameOf(trx, raffleId, inviteeId)) === null) throw new RefusalError('recipient_unknown');
    if (muted) {
      await trx
        .insertInto('chat_mutes')
        .values({ raffle_id: raffleId, invitee_id: inviteeId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await trx
        .deleteFrom('chat_mutes')
        .where('raffle_id', '=', raffleId)
        .where('invitee_id', '=', inviteeId)
        .execute();
    }
    await audit(trx, act, muted ? 'chat_muted' : 'chat_unmuted', now, { invitee_id: inviteeId });
  });
  parts.bus.publish({ topic: 'chat-rules-changed', raffleId });
}

/** Only the members that are sent change. */
export async function changeChatRules(parts: ChatParts, act: HostAct, body: ChatRulesBody): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    await openRoom(trx, raffleId);
    const change = {
      ...(body.mode !== undefined && { mode: body.mode }),
      ...(body.slow_seconds !== undefined && { slow_seconds: body.slow_seconds }),
      ...(body.words !== undefined && { words: JSON.stringify(body.words) }),
    };
    if (Object.keys(change).length > 0) {
      await trx.updateTable('chat_rooms').set(change).where('raffle_id', '=', raffleId).execute();
    }
    const { mode = null, slow_seconds: slow = null, words } = body;
    const details = { mode, slow_seconds: slow, words: words?.length ?? null };
    await audit(trx, act, 'chat_rules_changed', parts.clock.now(), details);
  });
  parts.bus.publish({ topic: 'chat-rules-changed', raffleId });
}

/** One report by each person of each line; a second one changes nothing. @throws RefusalError not_found */
export async function reportLine(
  parts: ChatParts,
  raffleId: string,
  report: { lineId: number; reporterId: string; reason: string },
): Promise<void> {
  await parts.database.transaction(async (trx) => {
    const line = await trx
      .selectFrom('chat_messages')
      .select('id')
      .where('raffle_id', '=', raffleId)
      .where('id', '=', report.lineId)
      .where('deleted_at', 'is', null)
      // A direct line is known to its two people only.
      .where((row) =>
        row.or([
          row('recipient_id', 'is', null),
          row('recipient_id', '=', report.reporterId),
          row('sender_id', '=', report.reporterId),
        ]),
      )
      .executeTakeFirst();
    if (line === undefined) throw new RefusalError('not_found');
    await trx
      .insertInto('chat_reports')
      .values({
        id: randomBytes(16).toString('base64url'),
        raffle_id: raffleId,
        message_id: report.lineId,
        reporter_id: report.reporterId,
        reason: report.reason,
        created_at: parts.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  parts.bus.publish({ topic: 'chat-rules-changed', raffleId });
}

/** The host leaves the line as it is. @throws RefusalError not_found where no report of it waits */
export async function settleReports(parts: ChatParts, act: HostAct, lineId: number): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_reports')
      .where('raffle_id', '=', raffleId)
      .where('message_id', '=', lineId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new RefusalError('not_found');
    await audit(trx, act, 'chat_reports_settled', parts.clock.now(), { line: lineId });
  });
  parts.bus.publish({ topic: 'chat-rules-changed', raffleId });
}

/** An image belongs to one line, of the person who uploaded it for this raffle (H2, C1). */
async function claimImage(
  { images }: ChatParts,
  trx: Trx,
  claim: { raffleId: string; senderId: string; imageUrl: string },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('chat_uploads')
    .where('raffle_id', '=', claim.raffleId)
    .where('sender_id', '=', claim.senderId)
    .where('image_url', '=', claim.imageUrl)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new RefusalError('image_invalid', { message: 'Please upload this image first.' });
  await images.keep(trx, claim.imageUrl);
}

async function openRoom(trx: Trx, raffleId: string): Promise<void> {
  await trx
    .insertInto('chat_rooms')
    .values({ raffle_id: raffleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the room until the transaction ends. */
async function nextNumber(trx: Trx, raffleId: string): Promise<number> {
  await openRoom(trx, raffleId);
  const { last_id: last } = await trx
    .updateTable('chat_rooms')
    .set((set) => ({ last_id: set.ref('last_id') }))
    .where('raffle_id', '=', raffleId)
    .returning('last_id')
    .executeTakeFirstOrThrow();
  return last + 1;
}

async function insertLine(trx: Trx, line: ChatRow): Promise<void> {
  await trx.insertInto('chat_messages').values(line).execute();
  await trx
    .updateTable('chat_rooms')
    .set({ last_id: line.id })
    .where('raffle_id', '=', line.raffle_id)
    .execute();
}

function lineOf(
  trx: Trx,
  raffleId: string,
  senderId: string,
  clientId: string,
): Promise<ChatRow | undefined> {
  return trx
    .selectFrom('chat_messages')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

async function refuseUnlessAllowed(
  parts: ChatParts,
  trx: Trx,
  raffleId: string,
  sender: ChatSender,
  text: string,
): Promise<void> {
  const rules = await chatRulesOf(trx, raffleId);
  const muted = await trx
    .selectFrom('chat_mutes')
    .select('invitee_id')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', sender.id)
    .executeTakeFirst();
  const last = await trx
    .selectFrom('chat_messages')
    .select((line) => line.fn.max('created_at').as('at'))
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', sender.id)
    .executeTakeFirst();
  const decision = decideChatLine(
    {
      mode: rules.mode,
      slowSeconds: rules.slow_seconds,
      words: rules.words,
      muted: muted !== undefined,
      lastAt: last?.at ?? null,
    },
    { text, isHost: sender.id === 'host' },
    parts.clock.now(),
  );
  if (decision.ok) return;
  const retryAfter = decision.waitMs > 0 ? Math.ceil(decision.waitMs / 1000) : undefined;
  throw new RefusalError(decision.refusal, retryAfter === undefined ? {} : { retryAfter });
}

async function findRecipient(
  trx: Trx,
  raffleId: string,
  sender: ChatSender,
  recipientId: string | null,
): Promise<{ id: string; name: string } | null> {
  if (recipientId === null) return null;
  const name = recipientId === sender.id ? null : await nameOf(trx, raffleId, recipientId);
  if (name === null) throw new RefusalError('recipient_unknown');
  return { id: recipientId, name };
}

/** The name of somebody in this raffle; null for everybody else. */
async function nameOf(trx: Trx, raffleId: string, id: string): Promise<string | null> {
  if (id === 'host') return hostNameOf(trx, raffleId);
  const person = await trx
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'name_publication'])
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', id)
    .where('tickets', '>', 0)
    .executeTakeFirst();
  return person === undefined ? null : publishedName(person);
}

function audit(
  trx: Trx,
  { raffleId, hostId, from }: HostAct,
  action: AuditAction,
  ts: number,
  details: Record<string, string | number | null>,
): Promise<void> {
  return writeAudit(trx, { raffleId, hostId, actor: 'host', action, ts, details, from });
}
