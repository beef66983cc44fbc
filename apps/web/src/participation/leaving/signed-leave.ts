/** What a device sends when its entrant leaves or is erased, signed with the entry's key (R94). */
import type { LeaveBody } from '@glassdrum/contract';
import { leaveRecord, signText } from '../../storage/device-key.ts';
import { entryKey } from '../../storage/joining.ts';

/** Unsigned on a device without the entry's key: leaving is everybody's right. */
export async function signedLeave(inviteeId: string | undefined): Promise<LeaveBody> {
  if (inviteeId === undefined) return {};
  try {
    const own = await entryKey(inviteeId);
    const seriesId = own?.entry.receipts[0]?.series_id;
    if (own === null || seriesId === undefined) return { invitee_id: inviteeId };
    const at = Math.floor(Date.now() / 1000);
    return {
      invitee_id: inviteeId,
      at,
      signature: await signText(own.key, leaveRecord(seriesId, own.entry.entryNumber, at)),
    };
  } catch {
    return { invitee_id: inviteeId };
  }
}
