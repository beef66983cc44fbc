/**
 * What each route asks of an API token (R85): one row for every route of the API. `open`: everyone may call it, so a token
 * changes nothing. `never`: accounts, members, tokens, operators, and what only a person on a device of their own does. All other
 * rows name the ability that the route's own gate asks for; which scope that needs says `api-scopes.ts`.
 *
 * A route without a row is closed to tokens, and fails a test.
 */
import type { MemberAbility } from '@glassdrum/raffle-rules';

type RouteAccess = MemberAbility | 'open' | 'never';

const ROUTES: Readonly<Record<string, RouteAccess>> = {
  'GET /api/installation': 'open',
  'GET /api/health': 'open',
  'GET /api/ready': 'open',
  // It has a token of its own.
  'GET /metrics': 'never',
  'GET /.well-known/security.txt': 'open',
  'GET /.well-known/glassdrum-build.json': 'open',
  'GET /api/legal': 'open',
  'GET /log/checkpoint': 'open',
  'GET /api/log': 'open',
  'GET /api/log/records': 'open',
  'GET /api/log/file': 'open',
  'POST /witness/add-checkpoint': 'never',
  'GET /api/log/inclusion': 'open',
  'GET /api/log/consistency': 'open',
  'GET /api/log/draws/:drawId': 'open',
  'GET /api/log/hosts/:hostId': 'open',

  'GET /api/raffles': 'see_workspace',
  'POST /api/raffles': 'create_raffle',
  'GET /api/raffles/:id': 'see_raffle_as_host',
  'PATCH /api/raffles/:id': 'edit_raffle',
  'DELETE /api/raffles/:id': 'delete_raffle',
  'POST /api/raffles/:id/duplicate': 'duplicate_raffle',
  'POST /api/raffles/:id/open': 'open_raffle',
  'POST /api/raffles/:id/close': 'close_raffle',
  'POST /api/raffles/:id/reopen': 'reopen_raffle',
  'POST /api/raffles/:id/postpone': 'postpone_deadline',
  'POST /api/raffles/:id/cancel': 'cancel_raffle',
  'GET /api/raffles/:id/prizes': 'see_raffle_as_host',
  'PUT /api/raffles/:id/prizes': 'change_prizes',
  'PUT /api/raffles/:id/prizes/:prizeId/image': 'change_prizes',
  'GET /api/raffles/:id/prize-list': 'open',
  'POST /api/raffles/:id/template': 'save_as_template',
  'GET /api/templates': 'create_raffle',
  'POST /api/templates/:templateId/raffles': 'create_raffle',
  'PATCH /api/templates/:templateId': 'create_raffle',
  'DELETE /api/templates/:templateId': 'create_raffle',
  'GET /api/raffles/:id/recurrence': 'see_recurrence',
  'PUT /api/raffles/:id/recurrence': 'change_recurrence',
  'POST /api/raffles/:id/recurrence/pause': 'change_recurrence',
  'POST /api/raffles/:id/recurrence/resume': 'change_recurrence',
  'DELETE /api/raffles/:id/recurrence': 'change_recurrence',
  'GET /api/images/:objectId': 'open',
  'GET /api/raffles/:id/audit': 'see_audit_log',
  'POST /api/raffles/:id/public-link': 'share_public_link',
  'PATCH /api/raffles/:id/public-join': 'change_joining',
  'PATCH /api/raffles/:id/joining': 'change_joining',
  'GET /api/raffles/:id/hall-code': 'see_hall_code',
  'POST /api/raffles/:id/hall-code': 'renew_hall_code',
  'POST /api/raffles/:id/stage-link': 'share_stage_link',
  'POST /api/raffles/:id/desk-link': 'share_desk_link',
  'GET /api/raffles/:id/embed': 'share_embed',
  'PUT /api/raffles/:id/embed': 'share_embed',
  'DELETE /api/raffles/:id/embed': 'share_embed',
  'GET /embed/:key': 'open',
  'GET /api/embed/:key': 'open',

  'POST /api/raffles/:id/invites': 'change_invitees',
  'GET /api/raffles/:id/invites': 'see_invitees',
  'GET /api/raffles/:id/invites/export': 'see_invitees',
  'POST /api/raffles/:id/invites/:inviteeId/revoke': 'change_invitees',
  'POST /api/raffles/:id/invites/:inviteeId/reissue': 'change_invitees',
  'POST /api/raffles/:id/invites/send': 'send_invitations',
  'POST /api/raffles/:id/invites/:inviteeId/send': 'send_invitations',
  'GET /api/raffles/:id/left-out': 'see_left_out',
  'GET /api/raffles/:id/mail': 'see_notifications',
  'GET /api/raffles/:id/messages': 'see_notifications',
  'GET /api/raffles/:id/messages/counts': 'see_notifications',

  'GET /api/raffles/:id/participants': 'see_participants',
  'GET /api/raffles/:id/participants/export': 'export_raffle',
  'PATCH /api/raffles/:id/participants/:inviteeId/tickets': 'change_tickets',
  'PUT /api/raffles/:id/participants/:inviteeId/name': 'lower_name',
  'PUT /api/raffles/:id/participants/:inviteeId/placement': 'place_tickets_for',
  'DELETE /api/raffles/:id/participants/:inviteeId': 'remove_participant',
  'POST /api/raffles/:id/participants/remove': 'remove_participant',
  'GET /api/raffles/:id/unplaced': 'see_participants',
  'POST /api/raffles/:id/people': 'enter_people',
  'POST /api/raffles/:id/people/groups': 'change_groups',
  'POST /api/raffles/:id/people/:inviteeId/erase': 'erase_person',
  'POST /api/raffles/:id/erase': 'erase_raffle',
  'GET /api/raffles/:id/review': 'approve_entries',
  'POST /api/raffles/:id/review/approve': 'approve_entries',
  'POST /api/raffles/:id/review/decline': 'approve_entries',
  'GET /api/raffles/:id/entrants': 'open',
  'GET /api/raffles/:id/changes': 'open',
  'GET /api/raffles/:id/terms': 'open',
  'GET /api/raffles/:id/animation-votes': 'open',

  'GET /api/raffles/:id/paper': 'see_paper_tickets',
  'POST /api/raffles/:id/paper/runs': 'add_paper_tickets',
  'POST /api/raffles/:id/paper/sales': 'sell_paper_tickets',
  'GET /api/raffles/:id/paper/pdf': 'print_paper_tickets',

  'GET /api/raffles/:id/draws': 'open',
  'PUT /api/raffles/:id/draws/:number/name': 'rename_draw',
  'POST /api/raffles/:id/draws/:number/skip': 'skip_draw',
  'PUT /api/raffles/:id/draws/:number/presence': 'change_presence',
  'POST /api/raffles/:id/check-in': 'open_check_in',
  'POST /api/raffles/:id/check-ins': 'check_in_people',
  'PUT /api/raffles/:id/pause': 'change_pause',
  'GET /api/raffles/:id/draw/preview': 'draw_winners',
  'POST /api/raffles/:id/draw': 'draw_winners',
  // Two people start a draw, each at a screen (R81).
  'POST /api/raffles/:id/draw/confirm': 'never',
  'DELETE /api/raffles/:id/draw/request': 'never',
  'GET /api/raffles/:id/draw': 'open',
  'GET /api/raffles/:id/draw/entries': 'open',
  'POST /api/raffles/:id/draw/room-numbers': 'never',
  'GET /api/raffles/:id/results': 'open',
  'GET /api/raffles/:id/replay': 'open',
  'GET /api/raffles/:id/proof': 'open',
  'GET /api/raffles/:id/records': 'open',
  'GET /api/raffles/:id/results.pdf': 'open',
  'GET /api/raffles/:id/card.png': 'open',
  'GET /api/raffles/:id/title-card.png': 'open',
  'GET /api/raffles/:id/calendar.ics': 'open',

  'GET /api/raffles/:id/winners': 'see_winners',
  'GET /api/raffles/:id/winners/results': 'see_winners',
  'GET /api/raffles/:id/winners/export': 'export_raffle',
  'POST /api/raffles/:id/pass-over': 'pass_over_winner',
  'GET /api/raffles/:id/claims': 'see_winners',
  'GET /api/raffles/:id/claims/export': 'export_raffle',
  'GET /api/raffles/:id/claims/answers': 'see_claim_answers',
  'POST /api/raffles/:id/claims': 'manage_claims',
  'POST /api/raffles/:id/claims/hand-over': 'hand_over_prizes',
  'POST /api/raffles/:id/claims/decline': 'pass_over_winner',
  'POST /api/raffles/:id/claims/ineligible': 'pass_over_winner',
  'POST /api/raffles/:id/claims/extend': 'manage_claims',
  'GET /api/raffles/:id/claim-form': 'see_raffle_as_host',
  'PUT /api/raffles/:id/claim-form': 'change_claim_form',

  'DELETE /api/raffles/:id/chat/:lineId': 'moderate_chat',
  'DELETE /api/raffles/:id/chat/:lineId/reports': 'moderate_chat',
  'GET /api/raffles/:id/chat/rules': 'moderate_chat',
  'PATCH /api/raffles/:id/chat/rules': 'moderate_chat',
  'POST /api/raffles/:id/chat/mute': 'moderate_chat',
};

/** Accounts, workspaces and operators; and what people do on their own devices, or with a link. */
const NEVER =
  /^(?:GET|POST|PUT|PATCH|DELETE) \/(?:api\/(?:auth|admin|settings|audit|workspaces|workspace-invitations|join|join-code|invite|continue|ticket|unsubscribe|objects|chat-images|s3)(?:[/]|$)|unsubscribe\/|api\/raffles\/:id\/(?:me|own-entry|own-request|leave|erase-me|vote-animation|chat|desk|stage|check-in\/code|draw\/(?:seen|contribution|audience))(?:[/]|$))/;

/** Null for a route without a row. @param url its pattern */
export function accessOfRoute(method: string, url: string): RouteAccess | null {
  const route = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  return ROUTES[route] ?? (NEVER.test(route) ? 'never' : null);
}
