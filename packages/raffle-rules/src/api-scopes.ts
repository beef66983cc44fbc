/**
 * What an API token may do (R85): what the role of the person who made it allows, and of that only what its scopes say. A token
 * never reaches what would outlive it or give more than it has: links that open something for whoever holds them, members,
 * accounts, other tokens. It never speaks for a person, and erases nobody.
 */
import type { RaffleAbility } from './permissions.ts';
import type { WorkspaceAbility } from './workspaces.ts';

/** `entries`: the raffle and the people in it, up to the draw. */
export const apiScopes = ['read', 'entries', 'draw'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The scope that an ability needs; `any` for what everyone may do, `none` for what no token may. */
type NeededScope = ApiScope | 'any' | 'none';

const RAFFLE: Readonly<Record<RaffleAbility, NeededScope>> = {
  see_raffle: 'any',
  join: 'none',
  watch_draw: 'any',
  see_results: 'any',
  verify_proof: 'any',
  read_public_chat: 'any',

  see_own_entry: 'none',
  leave: 'none',
  lower_own_name: 'none',
  vote: 'none',
  place_tickets: 'none',
  check_in: 'none',
  claim_prize: 'none',
  see_full_names: 'read',
  chat: 'none',
  upload_chat_image: 'none',

  see_raffle_as_host: 'read',
  see_winners: 'read',
  see_participants: 'read',
  see_paper_tickets: 'read',
  see_audit_log: 'read',
  see_recurrence: 'read',
  see_addresses: 'read',
  see_left_out: 'read',
  see_claim_answers: 'read',
  see_notifications: 'read',
  export_raffle: 'read',

  edit_raffle: 'entries',
  duplicate_raffle: 'entries',
  save_as_template: 'entries',
  change_recurrence: 'entries',
  open_raffle: 'entries',
  close_raffle: 'entries',
  reopen_raffle: 'entries',
  postpone_deadline: 'entries',
  delete_raffle: 'entries',
  change_prizes: 'entries',
  change_claim_form: 'entries',
  rename_draw: 'entries',
  change_presence: 'entries',
  change_tickets: 'entries',
  lower_name: 'entries',
  change_groups: 'entries',
  place_tickets_for: 'entries',
  remove_participant: 'entries',
  add_paper_tickets: 'entries',
  print_paper_tickets: 'entries',
  sell_paper_tickets: 'entries',
  approve_entries: 'entries',
  enter_people: 'entries',
  check_in_people: 'entries',
  // Personal links are how invited people enter.
  see_invitees: 'entries',
  change_invitees: 'entries',
  send_invitations: 'entries',
  share_public_link: 'entries',
  change_joining: 'entries',

  draw_winners: 'draw',
  open_check_in: 'draw',
  skip_draw: 'draw',
  change_pause: 'draw',
  cancel_raffle: 'draw',
  pass_over_winner: 'draw',
  manage_claims: 'draw',
  hand_over_prizes: 'draw',

  share_stage_link: 'none',
  share_desk_link: 'none',
  share_embed: 'none',
  see_hall_code: 'none',
  renew_hall_code: 'none',
  moderate_chat: 'none',
  erase_raffle: 'none',
  erase_person: 'none',
};

const WORKSPACE: Readonly<Record<WorkspaceAbility, NeededScope>> = {
  // The list of its raffles and templates; who belongs to it is for people only.
  see_workspace: 'read',
  see_activity: 'read',
  create_raffle: 'entries',
  leave_workspace: 'none',
  rename_workspace: 'none',
  manage_tokens: 'none',
  manage_webhooks: 'none',
  manage_embed: 'none',
  change_members: 'none',
  invite_members: 'none',
  delete_workspace: 'none',
  change_settings: 'none',
};

export type MemberAbility = RaffleAbility | WorkspaceAbility;

const NEEDED: Readonly<Record<MemberAbility, NeededScope>> = { ...RAFFLE, ...WORKSPACE };

/** The scope that a token needs for this; `any`: every token may; `none`: no token may. */
export function scopeFor(ability: MemberAbility): NeededScope {
  return NEEDED[ability];
}

/** May a token with these scopes do this, as far as scopes go? Its owner's role has to allow it too. */
export function tokenMay(scopes: ReadonlySet<ApiScope>, ability: MemberAbility): boolean {
  const needed = scopeFor(ability);
  return needed === 'any' || (needed !== 'none' && scopes.has(needed));
}
