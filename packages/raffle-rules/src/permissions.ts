/**
 * Who may do what, in one place for server and screens (security I1, C1, C7). Whether the raffle's state allows it is
 * asked afterwards, of `status.ts`.
 */

/**
 * A person as seen from one raffle: without account and entry; with an entry in this raffle; the raffle's host;
 * signed in as a host, but of other raffles.
 */
export type Viewer = 'visitor' | 'participant' | 'owner' | 'other_host';

/** What the raffle's pages show to everybody. */
const EVERYONES = [
  'see_raffle',
  'join',
  'watch_draw',
  'see_results',
  'verify_proof',
  'read_public_chat',
] as const;

/** What acts as the session's own entry; nobody else has one. */
const ENTRANTS = ['see_own_entry', 'leave', 'vote'] as const;

/** What those in the room do, entrants and host alike. */
const ROOMS = ['see_full_names', 'chat', 'upload_chat_image'] as const;

/** What only the raffle's host does. To another host the raffle does not exist. */
const HOSTS = [
  'see_raffle_as_host',
  'edit_raffle',
  'open_raffle',
  'close_raffle',
  'reopen_raffle',
  'draw_winners',
  'pass_over_winner',
  'delete_raffle',
  'see_participants',
  'change_tickets',
  'remove_participant',
  'see_invitees',
  'change_invitees',
  'share_public_link',
  'see_audit_log',
  'see_notifications',
  'export_raffle',
] as const;

export type RaffleAbility =
  (typeof EVERYONES)[number] | (typeof ENTRANTS)[number] | (typeof ROOMS)[number] | (typeof HOSTS)[number];

/** Yes, or the HTTP status of the no: 401 who are you, 403 not as this person, 404 nothing here for you. */
export type Permission = 'yes' | 401 | 403 | 404;

type Row = Readonly<Record<Viewer, Permission>>;

const everyone: Row = { visitor: 'yes', participant: 'yes', owner: 'yes', other_host: 'yes' };
/** A signed-in host is known, and known to hold no entry: 403, not 401. */
const entrants: Row = { visitor: 401, participant: 'yes', owner: 403, other_host: 403 };
const room: Row = { visitor: 401, participant: 'yes', owner: 'yes', other_host: 403 };
const host: Row = { visitor: 401, participant: 401, owner: 'yes', other_host: 404 };

const rows = new Map<RaffleAbility, Row>([
  ...EVERYONES.map((ability) => [ability, everyone] as const),
  ...ENTRANTS.map((ability) => [ability, entrants] as const),
  ...ROOMS.map((ability) => [ability, room] as const),
  ...HOSTS.map((ability) => [ability, host] as const),
]);

/** All abilities, for the matrix of every route and viewer (C7). */
export const raffleAbilities: readonly RaffleAbility[] = [...rows.keys()];

/** May this viewer do this with the raffle? Reads as a sentence: `may('owner', 'draw_winners')`. */
export function may(viewer: Viewer, ability: RaffleAbility): Permission {
  return (rows.get(ability) ?? host)[viewer];
}
