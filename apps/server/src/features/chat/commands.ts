/**
 * Saying a line, and what the host does about lines (C1, C2, H4, R9).
 *
 * 1. Who speaks is proven before: an entry of this raffle or its host. The rule decides on the facts of the moment.
 * 2. The room's row gives the line its number and stays locked until the end, so numbers have no gaps and slow mode
 *    cannot be outrun. The sender's own id for the line makes a repeated line the same line.
 * 3. After commit the nodes are told the number; each reads the line and brings it to those who may see it.
 */
import { randomBytes } from 'node:crypto';
import type { ChatRulesBody, ChatSay } from '@glassdrum/contract';
import { decideChatLine } from '@glassdrum/raffle-rules';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database, Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import { type ChatRow, chatRulesOf } from './queries.ts';

export interface ChatParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  pictures: Pictures;
}

/** A proven sender. */
export interface ChatSender {
  /** The entry's invitee id, or 'host'. */
  id: string;
  displayName: string;
}

/** @returns the line's number. @throws CallError with the rule's refusal, or recipient_unknown */
export async function sayLine(
  parts: ChatParts,
  raffleId: string,
  sender: ChatSender,
  say: ChatSay,
): Promise<number> {
  const { row, isNew } = await parts.database.transaction(async (trx) => {
    const id = await nextNumber(trx, raffleId);
    const earlier = await lineOf(trx, raffleId, sender.id, say.clientId);
    if (earlier !== undefined) return { row: earlier, isNew: false };
    await refuseUnlessAllowed(parts, trx, raffleId, sender, say.text);
    const imageUrl = say.imageUrl ?? null;
    if (imageUrl !== null) await claimPicture(parts, trx, { raffleId, senderId: sender.id, imageUrl });
    const recipient = await findRecipient(trx, raffleId, sender, say.recipientId ?? null);
    const line: ChatRow = {
      raffle_id: raffleId,
      id,
      sender_id: sender.id,
      client_id: say.clientId,
      display_name: sender.displayName,
      message: say.text,
      image_url: imageUrl,
      recipient_id: recipient?.id ?? null,
      recipient_name: recipient?.name ?? null,
      created_at: parts.clock.now(),
      deleted_at: null,
    };
    await trx.insertInto('chat_messages').values(line).execute();
    await trx.updateTable('chat_rooms').set({ last_id: id }).where('raffle_id', '=', raffleId).execute();
    return { row: line, isNew: true };
  });
  if (isNew) parts.bus.publish({ topic: 'chat-said', raffleId, lineId: row.id });
  return row.id;
}

/** A line of the server's own, once for each key, whichever node says it first. */
export async function saySystemLine(
  parts: Pick<ChatParts, 'database' | 'clock' | 'bus'>,
  raffleId: string,
  line: { key: string; text: string },
): Promise<void> {
  const id = await parts.database.transaction(async (trx) => {
    const number = await nextNumber(trx, raffleId);
    if ((await lineOf(trx, raffleId, 'system', line.key)) !== undefined) return null;
    await trx
      .insertInto('chat_messages')
      .values({
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
      })
      .execute();
    await trx.updateTable('chat_rooms').set({ last_id: number }).where('raffle_id', '=', raffleId).execute();
    return number;
  });
  if (id !== null) parts.bus.publish({ topic: 'chat-said', raffleId, lineId: id });
}

/** What the host does, for the audit log. */
interface HostAct {
  raffleId: string;
  hostId: string;
  from: CallerHashes;
}

/** Takes a line's words and picture away, everywhere. Deleting twice is deleting once. @throws CallError not_found */
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
    if (line === undefined) throw new CallError('not_found');
    await trx
      .updateTable('chat_messages')
      .set({ message: '', image_url: null, deleted_at: now })
      .where('raffle_id', '=', raffleId)
      .where('id', '=', lineId)
      .execute();
    await parts.pictures.letGo(trx, line.image_url);
    await audit(trx, act, 'chat_line_deleted', now, { line: lineId });
  });
  parts.bus.publish({ topic: 'chat-deleted', raffleId, lineId });
  await parts.pictures.sweep();
}

/** @throws CallError recipient_unknown for somebody who is not in the raffle */
export async function muteParticipant(
  parts: ChatParts,
  act: HostAct,
  { inviteeId, muted }: { inviteeId: string; muted: boolean },
): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    const now = parts.clock.now();
    if ((await nameOf(trx, raffleId, inviteeId)) === null) throw new CallError('recipient_unknown');
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
    await audit(trx, act, muted ? 'chat_muted' : 'chat_unmuted', now, {});
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

/** One report a person and line; a second one changes nothing. @throws CallError not_found */
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
    if (line === undefined) throw new CallError('not_found');
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

/** The host has looked at the line and leaves it. @throws CallError not_found where no report of it waits */
export async function settleReports(parts: ChatParts, act: HostAct, lineId: number): Promise<void> {
  const { raffleId } = act;
  await parts.database.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_reports')
      .where('raffle_id', '=', raffleId)
      .where('message_id', '=', lineId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new CallError('not_found');
    await audit(trx, act, 'chat_reports_settled', parts.clock.now(), { line: lineId });
  });
  parts.bus.publish({ topic: 'chat-rules-changed', raffleId });
}

/** A picture is taken by one line, of the one who uploaded it for this raffle (H2, C1). */
async function claimPicture(
  { pictures }: ChatParts,
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
    throw new CallError('image_invalid', { message: 'Please upload this picture first.' });
  await pictures.keep(trx, claim.imageUrl);
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
  throw new CallError(decision.refusal, retryAfter === undefined ? {} : { retryAfter });
}

async function findRecipient(
  trx: Trx,
  raffleId: string,
  sender: ChatSender,
  recipientId: string | null,
): Promise<{ id: string; name: string } | null> {
  if (recipientId === null) return null;
  const name = recipientId === sender.id ? null : await nameOf(trx, raffleId, recipientId);
  if (name === null) throw new CallError('recipient_unknown');
  return { id: recipientId, name };
}

/** The name of somebody in this raffle; null for everybody else. */
async function nameOf(trx: Trx, raffleId: string, id: string): Promise<string | null> {
  if (id === 'host') {
    const host = await trx
      .selectFrom('raffles as r')
      .innerJoin('users as u', 'u.id', 'r.host_id')
      .select('u.name')
      .where('r.id', '=', raffleId)
      .executeTakeFirst();
    return host?.name ?? null;
  }
  const person = await trx
    .selectFrom('participations')
    .select('display_name')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', id)
    .where('tickets', '>', 0)
    .executeTakeFirst();
  return person?.display_name ?? null;
}

function audit(
  trx: Trx,
  { raffleId, hostId, from }: HostAct,
  action: string,
  ts: number,
  details: Record<string, string | number | null>,
): Promise<void> {
  return writeAudit(trx, { raffleId, hostId, actor: 'host', action, ts, details, from });
}
