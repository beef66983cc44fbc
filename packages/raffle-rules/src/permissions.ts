/**
 * Who may do what, in one place for server and screens (security I1, C1, C7). Whether the raffle's state allows it is
 * checked afterwards, by `status.ts`; `actions.ts` combines both for screens.
 */

/**
 * A person as seen from one raffle: without account and entry; with an entry in this raffle; the raffle's host;
 * signed in as a host, but of other raffles.
 */
export type Viewer = 'visitor' | 'participant' | 'owner' | 'other_host';

/** What the raffle's pages show to everyone. */
const EVERYONES = [
  'see_raffle',
  'join',
  'watch_draw',
  'see_results',
  'verify_proof',
  'read_public_chat',
] as const;

/** Actions on the session's own entry; no one else has one. */
const ENTRANTS = [
  'see_own_entry',
  'leave',
  'lower_own_name',
  'vote',
  'place_tickets',
  'check_in',
  'claim_prize',
] as const;

/** What those in the room do, entrants and host alike. */
const ROOMS = ['see_full_names', 'chat', 'upload_chat_image'] as const;

/** What only the raffle's host does. To another host the raffle does not exist. */
const HOSTS = [
  'see_raffle_as_host',
  'edit_raffle',
  'duplicate_raffle',
  'save_as_template',
  'see_recurrence',
  'change_recurrence',
  'see_left_out',
  'open_raffle',
  'close_raffle',
  'reopen_raffle',
  'postpone_deadline',
  'cancel_raffle',
  'draw_winners',
  'see_winners',
  'pass_over_winner',
  'manage_claims',
  'delete_raffle',
  'erase_raffle',
  'see_participants',
  'change_prizes',
  'change_claim_form',
  'rename_draw',
  'skip_draw',
  'change_pause',
  'change_presence',
  'open_check_in',
  'check_in_people',
  'change_tickets',
  'lower_name',
  'change_groups',
  'place_tickets_for',
  'remove_participant',
  'see_paper_tickets',
  'add_paper_tickets',
  'sell_paper_tickets',
  'share_desk_link',
  'erase_person',
  'approve_entries',
  'see_invitees',
  'change_invitees',
  'add_people',
  'send_invitations',
  'share_public_link',
  'share_stage_link',
  'share_embed',
  'change_joining',
  'see_hall_code',
  'renew_hall_code',
  'moderate_chat',
  'see_audit_log',
  'see_notifications',
  'export_raffle',
] as const;

export type RaffleAbility =
  (typeof EVERYONES)[number] | (typeof ENTRANTS)[number] | (typeof ROOMS)[number] | (typeof HOSTS)[number];

/**
 * Yes, or why not: sign in as a host, join the raffle, not as this person, or nothing is here for you. The same codes as in
 * the errors of calls.
 */
export type Permission = 'yes' | 'not_signed_in' | 'not_a_participant' | 'forbidden' | 'not_found';

type Row = Readonly<Record<Viewer, Permission>>;

const everyone: Row = { visitor: 'yes', participant: 'yes', owner: 'yes', other_host: 'yes' };
/** A signed-in host is known, and known to hold no entry. */
const entrants: Row = {
  visitor: 'not_a_participant',
  participant: 'yes',
  owner: 'forbidden',
  other_host: 'forbidden',
};
const room: Row = {
  visitor: 'not_a_participant',
  participant: 'yes',
  owner: 'yes',
  other_host: 'forbidden',
};
const host: Row = {
  visitor: 'not_signed_in',
  participant: 'not_signed_in',
  owner: 'yes',
  other_host: 'not_found',
};

const rows = new Map<RaffleAbility, Row>([
  ...EVERYONES.map((ability) => [ability, everyone] as const),
  ...ENTRANTS.map((ability) => [ability, entrants] as const),
  ...ROOMS.map((ability) => [ability, room] as const),
  ...HOSTS.map((ability) => [ability, host] as const),
]);

/** All abilities, for tests that must not miss one. */
export const raffleAbilities: readonly RaffleAbility[] = [...rows.keys()];

/** May this viewer do this with the raffle? Reads as a sentence: `may('owner', 'draw_winners')`. */
export function may(viewer: Viewer, ability: RaffleAbility): Permission {
  return (rows.get(ability) ?? host)[viewer];
}
