/**
 * Keeping a paper ticket on the buyer's phone (R67). The phone becomes a session of the ticket's entry, with a key and a receipt
 * like one that joined; the entry gets the buyer's name. Whether the ticket is sold is not for the buyer to say.
 */
import {
  acceptDisplayName,
  decideKeepTicket,
  decideNamePublication,
  decideRules,
  type NamePublication,
} from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import type { Trx } from '../../../platform/database/database.ts';
import { publicationsOf } from '../../../platform/database/name-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { IdempotentCall } from '../../../platform/http/idempotency-key.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { type Caller, callerHashes } from '../../../audit/audit.ts';
import { type EntryWithSession, entryOfTicket, linkBuyer, linkPhone } from '../../entries/paper/commands.ts';
import type { SessionHeaders } from '../../entries/participant-session.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import { hostNameOf } from '../../raffles/queries.ts';
import type { PaperParts } from '../paper-parts.ts';
import { ticketByToken, ticketRows } from '../queries.ts';

export interface KeepCall {
  token: string;
  displayName: string | undefined;
  /** R78; undefined where nothing was chosen. */
  publication: NamePublication | undefined;
  /** R77. */
  rulesAccepted: boolean;
  /** 64 hex; known to be valid. */
  deviceKey: string | null;
  entropyCommit: string | null;
  key: IdempotentCall | null;
  caller: Caller & { headers: SessionHeaders };
}

export interface KeepResult extends EntryWithSession {
  raffleId: string;
  /** False where this phone kept it already. */
  isNew: boolean;
}

/**
 * Once for each ticket; the phone that has it gets it again.
 * @throws RefusalError ticket_invalid, idempotency_mismatch, device_key_taken, the rule's refusal, or that of a name
 */
export async function keepTicket(parts: PaperParts, call: KeepCall): Promise<KeepResult> {
  const { database, clock, bus } = parts;
  const kept = await database.transaction(async (trx) => {
    const found = await ticketByToken(trx, call.token);
    if (found === null) throw new RefusalError('ticket_invalid');
    const raffle = await lockExistingRaffle(database, trx, found.raffleId);
    const [ticket] = await ticketRows(trx, raffle.id, [found.number]);
    if (ticket === undefined) throw new RefusalError('ticket_invalid');
    const now = clock.now();
    const { inviteeId, number } = ticket;
    if ((await isRepeated(trx, inviteeId, call)) || (await isOwn(parts, trx, inviteeId, call))) {
      const entry = await entryOfTicket(trx, raffle.id, number);
      const { headers } = call.caller;
      const freshToken = await linkPhone(parts, trx, { raffle, inviteeId, headers, now });
      return { raffleId: raffle.id, entry, freshToken, isNew: false };
    }
    const { takesName } = orRefuse(decideKeepTicket(raffleFacts(raffle), ticket));
    orRefuse(decideRules(raffle.rules_text !== '', call.rulesAccepted));
    const hostName = (await hostNameOf(trx, raffle.id)) ?? '';
    const given = call.displayName ?? '';
    const name = takesName
      ? orRefuse(acceptDisplayName(given, { hostName, lookAlikes: unicodeLookAlikes }))
      : null;
    const publication = orRefuse(decideNamePublication(publicationsOf(raffle), call.publication));
    const made = await linkBuyer(parts, trx, {
      raffle,
      entryNumber: number,
      name,
      publication,
      rulesAcceptedAt: raffle.rules_text === '' ? null : now,
      deviceKey: call.deviceKey,
      entropyCommit: call.entropyCommit,
      key: call.key,
      headers: call.caller.headers,
      from: callerHashes(parts.keys, call.caller, raffle.id),
      now,
    });
    await trx
      .updateTable('paper_tickets')
      .set({ kept_at: now })
      .where('raffle_id', '=', raffle.id)
      .where('entry_number', '=', number)
      .execute();
    return { raffleId: raffle.id, ...made, isNew: true };
  });
  if (kept.isNew) bus.publish({ topic: 'entries-changed', raffleId: kept.raffleId });
  return kept;
}

/** A call that was answered before, though the answer may have got lost. @throws RefusalError idempotency_mismatch */
async function isRepeated(trx: Trx, inviteeId: string, { key }: KeepCall): Promise<boolean> {
  if (key === null) return false;
  const known = await trx
    .selectFrom('join_keys')
    .select(['request_hash', 'invitee_id'])
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();
  if (known === undefined) return false;
  if (known.request_hash !== key.requestHash || known.invitee_id !== inviteeId) {
    throw new RefusalError('idempotency_mismatch');
  }
  return true;
}

async function isOwn(
  { sessions }: PaperParts,
  trx: Trx,
  inviteeId: string,
  { caller }: KeepCall,
): Promise<boolean> {
  const session = sessions.read(caller.headers);
  if (session === null) return false;
  const own = await trx
    .selectFrom('participant_sessions')
    .select('invitee_id')
    .where('token_hash', '=', session.tokenHash)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  return own !== undefined;
}
