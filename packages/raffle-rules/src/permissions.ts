/**
 * Who may do what, in one place for server and screens (security I1, C1, C7). Whether the raffle's state allows it is
 * checked afterwards, by `status.ts`; `actions.ts` combines both for screens.
 */
import type { WorkspaceRole } from './workspaces.ts';

/**
 * A person as seen from one raffle: without account and entry; with an entry in this raffle; a member of its workspace, by
 * role (R81); signed in, but no member of its workspace.
 */
export type Viewer = 'visitor' | 'participant' | WorkspaceRole | 'other_host';

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

/** What those in the room see, entrants and members alike. */
const ROOMS = ['see_full_names'] as const;

/** What is written there: by entrants, and in the name of the raffle's host. */
const SPEAKERS = ['chat', 'upload_chat_image'] as const;

/** R81: what every member of the workspace sees. To other hosts the raffle does not exist. */
const MEMBERS = ['see_raffle_as_host', 'see_winners'] as const;

/** R81: reading more of it. Addresses of people are shown with `see_addresses` only. */
const READERS = ['see_participants', 'see_paper_tickets'] as const;
const AUDITORS = ['see_audit_log', 'see_recurrence'] as const;

/** R81: at the entrance. */
const DESKS = [
  'enter_people',
  'print_paper_tickets',
  'sell_paper_tickets',
  'open_check_in',
  'check_in_people',
  'hand_over_prizes',
] as const;

/** R81: on stage. */
const PRESENTERS = ['draw_winners', 'change_pause', 'share_stage_link'] as const;

/** For entrance and stage. */
const HALLS = ['see_hall_code'] as const;

/** R81: what only owners and hosts of the workspace do. */
const HOSTS = [
  'see_addresses',
  'edit_raffle',
  'duplicate_raffle',
  'save_as_template',
  'change_recurrence',
  'see_left_out',
  'open_raffle',
  'close_raffle',
  'reopen_raffle',
  'postpone_deadline',
  'cancel_raffle',
  'pass_over_winner',
  'see_claim_answers',
  'manage_claims',
  'delete_raffle',
  'erase_raffle',
  'change_prizes',
  'change_claim_form',
  'rename_draw',
  'skip_draw',
  'change_presence',
  'change_tickets',
  'lower_name',
  'change_groups',
  'place_tickets_for',
  'remove_participant',
  'add_paper_tickets',
  'share_desk_link',
  'erase_person',
  'approve_entries',
  'see_invitees',
  'change_invitees',
  'send_invitations',
  'share_public_link',
  'share_embed',
  'change_joining',
  'renew_hall_code',
  'moderate_chat',
  'see_notifications',
  'export_raffle',
] as const;

const GROUPS = {
  everyones: EVERYONES,
  entrants: ENTRANTS,
  rooms: ROOMS,
  speakers: SPEAKERS,
  members: MEMBERS,
  readers: READERS,
  auditors: AUDITORS,
  desks: DESKS,
  presenters: PRESENTERS,
  halls: HALLS,
  hosts: HOSTS,
} as const;

export type RaffleAbility = (typeof GROUPS)[keyof typeof GROUPS][number];

/**
 * Yes, or why not: sign in as a host, join the raffle, not as this person, not in this role, or nothing is here for you. The
 * same codes as in the errors of calls.
 */
export type Permission =
  'yes' | 'not_signed_in' | 'not_a_participant' | 'forbidden' | 'role_not_allowed' | 'not_found';

type Row = Readonly<Record<Viewer, Permission>>;

const ofRoles = (answer: (role: WorkspaceRole) => Permission): Record<WorkspaceRole, Permission> => ({
  owner: answer('owner'),
  host: answer('host'),
  desk: answer('desk'),
  presenter: answer('presenter'),
  observer: answer('observer'),
});

/** Owners and hosts, and members of these roles. */
const membersOnly = (...also: WorkspaceRole[]): Row => ({
  visitor: 'not_signed_in',
  participant: 'not_signed_in',
  ...ofRoles((role) =>
    role === 'owner' || role === 'host' || also.includes(role) ? 'yes' : 'role_not_allowed',
  ),
  other_host: 'not_found',
});

const ROWS: Record<keyof typeof GROUPS, Row> = {
  everyones: { visitor: 'yes', participant: 'yes', ...ofRoles(() => 'yes'), other_host: 'yes' },
  /** A signed-in host is known, and known to hold no entry. */
  entrants: {
    visitor: 'not_a_participant',
    participant: 'yes',
    ...ofRoles(() => 'forbidden'),
    other_host: 'forbidden',
  },
  rooms: {
    visitor: 'not_a_participant',
    participant: 'yes',
    ...ofRoles(() => 'yes'),
    other_host: 'forbidden',
  },
  speakers: {
    ...membersOnly(),
    visitor: 'not_a_participant',
    participant: 'yes',
    other_host: 'forbidden',
  },
  members: membersOnly('desk', 'presenter', 'observer'),
  readers: membersOnly('desk', 'observer'),
  auditors: membersOnly('observer'),
  desks: membersOnly('desk'),
  presenters: membersOnly('presenter'),
  halls: membersOnly('desk', 'presenter'),
  hosts: membersOnly(),
};

const rows = new Map<RaffleAbility, Row>(
  (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).flatMap((group) =>
    GROUPS[group].map((ability) => [ability, ROWS[group]] as const),
  ),
);

/** All abilities, for tests that must not miss one. */
export const raffleAbilities: readonly RaffleAbility[] = [...rows.keys()];

/** May this viewer do this with the raffle? Reads as a sentence: `may('owner', 'draw_winners')`. */
export function may(viewer: Viewer, ability: RaffleAbility): Permission {
  return (rows.get(ability) ?? ROWS.hosts)[viewer];
}
