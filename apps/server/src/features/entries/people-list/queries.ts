/** What a list of people must not name again (R24, R66). */
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Trx } from '../../../platform/database/database.ts';

/** Who has an address: an entry, also one that was withdrawn; somebody who is invited; somebody who waits for the host. */
export type AddressHolder = 'entry' | 'invited' | 'waiting';

/** By folded address. Under the raffle's lock. */
export async function takenAddresses(
  trx: Trx,
  raffleId: string,
): Promise<ReadonlyMap<string, AddressHolder>> {
  const taken = new Map<string, AddressHolder>();
  const invited = await trx
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select('i.email')
    .where('t.raffle_id', '=', raffleId)
    .where('t.revoked', '=', 0)
    .where('t.redeemed_at', 'is', null)
    .where('i.email', 'is not', null)
    .execute();
  for (const { email } of invited) taken.set(foldEmail(email ?? ''), 'invited');
  const waiting = await trx
    .selectFrom('waiting_entries')
    .select('email_fold')
    .where('raffle_id', '=', raffleId)
    .where('state', '=', 'waiting')
    .where('email_fold', 'is not', null)
    .execute();
  for (const { email_fold: fold } of waiting) taken.set(fold ?? '', 'waiting');
  const entries = await trx
    .selectFrom('participations')
    .select('email_fold')
    .where('raffle_id', '=', raffleId)
    .where('email_fold', 'is not', null)
    .execute();
  for (const { email_fold: fold } of entries) taken.set(fold ?? '', 'entry');
  return taken;
}
