/** An invitation as its host sees it, with the personal link to copy. */
import type { Invitation } from '@glassdrum/contract';
import type { Keys } from '../../keys/keys.ts';
import { invitePurpose } from '../../keys/purposes.ts';
import type { InviteRow } from './queries.ts';

/** @param publicUrl where browsers reach this installation, without a slash at the end */
export function presentInvitation(keys: Keys, row: InviteRow, publicUrl: string): Invitation {
  const token = row.revoked === 1 ? null : keys.unseal(invitePurpose(row.id), row.token_sealed);
  return {
    invitee_id: row.invitee_id,
    display_name: row.display_name,
    email: row.email,
    state: stateOf(row),
    url: token === null ? null : `${publicUrl}/r/${token}`,
    token,
    redeemed_at: row.redeemed_at,
  };
}

function stateOf(row: InviteRow): Invitation['state'] {
  if (row.revoked === 1) return 'revoked';
  return row.redeemed_at === null ? 'invited' : 'joined';
}
