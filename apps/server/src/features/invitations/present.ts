/** An invitation as its host sees it, with the personal link to copy and the delivery of its email (R51). */
import { type Invitation, mailReason, type MailState } from '@glassdrum/contract';
import { groupsOf } from '../../platform/database/prize-columns.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { invitePurpose } from '../../platform/keys/purposes.ts';
import type { OutboxRow } from '../../work/outbox.ts';

export interface InviteRow {
  id: string;
  raffle_id: string;
  invitee_id: string;
  source: 'list' | 'public' | 'host' | 'paper';
  display_name: string;
  email: string | null;
  notes: string | null;
  groups: string | null;
  token_hash: string;
  token_sealed: string;
  redeemed_at: number | null;
  revoked: 0 | 1;
  /** R80: won recently, and is left out of this raffle; revoked too. */
  left_out: 0 | 1;
  /** 1: the link opens the entry once (R41, R66). */
  reissued: 0 | 1;
  /** The invitation's email; null while there is none. */
  mail_state: OutboxRow['state'] | null;
  mail_reason: string | null;
  mail_settled_at: number | null;
  mail_due_at: number | null;
}

/** @param publicUrl where browsers reach this installation, without a slash at the end */
export function presentInvitation(keys: Keys, row: InviteRow, publicUrl: string): Invitation {
  const link = row.revoked === 1 ? null : personalLink(keys, row, publicUrl);
  return {
    invitee_id: row.invitee_id,
    display_name: row.display_name,
    email: row.email,
    notes: row.notes,
    state: stateOf(row),
    groups: groupsOf(row),
    url: link?.url ?? null,
    token: link?.token ?? null,
    redeemed_at: row.redeemed_at,
    mail: mailOf(row),
  };
}

/** What lets its holder in. */
export function personalLink(
  keys: Keys,
  row: Pick<InviteRow, 'id' | 'token_sealed'>,
  publicUrl: string,
): { url: string; token: string } {
  const token = keys.unseal(invitePurpose(row.id), row.token_sealed);
  return { url: `${publicUrl}/r/${token}`, token };
}

function stateOf(row: InviteRow): Invitation['state'] {
  if (row.revoked === 1) return row.left_out === 1 ? 'left_out' : 'revoked';
  if (row.source === 'host' && row.reissued === 1) return 'entered';
  return row.redeemed_at === null ? 'invited' : 'joined';
}

/** An email that is no longer needed is not reported; one that its reader doesn't want is. */
function mailOf(row: InviteRow): MailState | null {
  const { mail_state: state, mail_reason: code, mail_settled_at: settledAt, mail_due_at: dueAt } = row;
  const reason = mailReason.safeParse(code).data ?? null;
  if (state === null || (state === 'dropped' && reason !== 'unsubscribed')) return null;
  return { state: state === 'dropped' ? 'failed' : state, at: settledAt ?? dueAt ?? 0, reason };
}
