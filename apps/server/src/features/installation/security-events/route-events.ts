/**
 * M6: which calls are security events: successful ones by route, refused ones by the refusal's code. They are recorded after the
 * answer, so nothing waits for them.
 */
import type { ErrorCode, SecurityEventKind } from '@glassdrum/contract';
import type { RefusalError } from '../../../platform/refusal.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { hostOfCall } from '../../../audit/audit.ts';
import { ForeignRaffle } from '../../raffles/raffle-gate.ts';
import { ForeignWorkspace } from '../../workspaces/workspace-gate.ts';
import { eventKindOf, type SecurityEvents } from './commands.ts';

/** By method and route pattern. Operators' calls record their own events, which name the account concerned. */
const DONE: Readonly<Record<string, SecurityEventKind>> = {
  'POST /api/auth/register': 'signed_up',
  'POST /api/auth/login': 'signed_in',
  'POST /api/auth/login/code': 'signed_in',
  'POST /api/auth/login/passkey': 'signed_in',
  'POST /api/auth/login/link': 'signed_in',
  'POST /api/auth/provider/finish': 'signed_in',
  'DELETE /api/auth/provider': 'factor_removed',
  'POST /api/auth/reset/request': 'password_reset_requested',
  'POST /api/auth/reset': 'password_reset',
  'POST /api/auth/password': 'password_changed',
  'POST /api/auth/sessions/end': 'sessions_ended',
  'POST /api/auth/sessions/end-others': 'sessions_ended',
  'DELETE /api/auth/sessions/:sessionId': 'sessions_ended',
  'POST /api/auth/two-factor/enable': 'factor_added',
  'POST /api/auth/two-factor/disable': 'factor_removed',
  'POST /api/auth/two-factor/recovery-codes': 'recovery_codes_replaced',
  'POST /api/auth/two-factor/keep': 'factor_added',
  'POST /api/auth/passkeys': 'factor_added',
  'POST /api/auth/passkeys/:passkeyId/keep': 'factor_added',
  'DELETE /api/auth/passkeys/:passkeyId': 'factor_removed',
  'DELETE /api/settings/delete-all': 'account_deleted',
  'GET /api/settings/export': 'data_exported',
  'GET /api/audit/export': 'data_exported',
  'GET /api/raffles/:id/participants/export': 'data_exported',
  'GET /api/raffles/:id/invites/export': 'data_exported',
  'GET /api/raffles/:id/winners/export': 'data_exported',
  'DELETE /api/raffles/:id/participants/:inviteeId': 'entry_removed',
  'POST /api/raffles/:id/participants/remove': 'entry_removed',
  'POST /api/raffles/:id/erase': 'data_erased',
  'POST /api/raffles/:id/people/:inviteeId/erase': 'data_erased',
  'POST /api/raffles/:id/erase-me': 'data_erased',
  'POST /api/raffles/:id/public-link': 'link_replaced',
  'POST /api/raffles/:id/stage-link': 'link_replaced',
  'POST /api/raffles/:id/invites/:inviteeId/reissue': 'link_replaced',
  'POST /api/workspaces/:workspaceId/webhooks': 'webhook_added',
  'PATCH /api/workspaces/:workspaceId/webhooks/:webhookId': 'webhook_changed',
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/secret': 'webhook_changed',
  'DELETE /api/workspaces/:workspaceId/webhooks/:webhookId': 'webhook_removed',
  'POST /api/continue/redeem': 'token_used',
  'POST /api/workspaces/:workspaceId/tokens': 'api_token_created',
  'DELETE /api/workspaces/:workspaceId/tokens/:tokenId': 'api_token_ended',
  'PATCH /api/workspaces/:workspaceId': 'workspace_changed',
  'DELETE /api/workspaces/:workspaceId': 'workspace_deleted',
  'PATCH /api/workspaces/:workspaceId/members/:userId': 'member_role_changed',
  'DELETE /api/workspaces/:workspaceId/members/:userId': 'member_removed',
  'POST /api/workspaces/:workspaceId/leave': 'member_left',
  'POST /api/workspaces/:workspaceId/invitations': 'workspace_invitation_made',
  'POST /api/workspace-invitations/accept': 'member_joined',
};

/** For any route. */
const REFUSED: Readonly<Partial<Record<ErrorCode, SecurityEventKind>>> = {
  invalid_credentials: 'sign_in_failed',
  provider_refused: 'sign_in_failed',
  provider_flow_over: 'sign_in_failed',
  provider_not_linked: 'sign_in_failed',
  provider_unknown: 'sign_in_failed',
  passwords_off: 'sign_in_failed',
  sign_in_link_invalid: 'token_refused',
  account_suspended: 'sign_in_suspended',
  password_wrong: 'password_refused',
  code_wrong: 'factor_refused',
  passkey_refused: 'factor_refused',
  sign_up_closed: 'sign_up_refused',
  sign_up_needs_link: 'sign_up_refused',
  sign_up_domain: 'sign_up_refused',
  sign_up_link_invalid: 'sign_up_refused',
  reset_link_invalid: 'token_refused',
  continue_code_invalid: 'token_refused',
  passphrase_wrong: 'passphrase_refused',
  too_many_requests: 'rate_limited',
  joins_busy: 'rate_limited',
  chat_slow: 'rate_limited',
  cross_site: 'cross_site_refused',
  wrong_identity: 'access_refused',
  forbidden: 'access_refused',
  role_not_allowed: 'access_refused',
  token_invalid: 'api_token_refused',
  token_not_allowed: 'access_refused',
  token_scope_missing: 'access_refused',
  workspace_invitation_invalid: 'token_refused',
};

/** The first step of a two-step sign-in: nobody is signed in yet. */
const SECOND_STEP_STATUS = 202;

/** Must be called before any route is registered. */
export function recordCalls(app: HttpServer, events: SecurityEvents): void {
  app.addHook('onResponse', (request, reply, done) => {
    const kind =
      eventKindOf(request.headers) ??
      kindOf(`${request.method} ${request.routeOptions.url ?? ''}`, reply.statusCode, refusalOf(request));
    if (kind !== undefined) {
      events.record({
        kind,
        reason: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
        ip: request.ip,
        hostId: hostOfCall(request.headers),
      });
    }
    done();
  });
}

function kindOf(
  route: string,
  status: number,
  refusal: RefusalError | undefined,
): SecurityEventKind | undefined {
  if (refusal instanceof ForeignRaffle || refusal instanceof ForeignWorkspace) return 'access_refused';
  if (refusal !== undefined) return REFUSED[refusal.code];
  if (status >= 300) return undefined;
  const kind = DONE[route];
  return kind === 'signed_in' && status === SECOND_STEP_STATUS ? undefined : kind;
}

/** Every route that is named here, for the test that checks that each exists. */
export const RECORDED_ROUTES: readonly string[] = Object.keys(DONE);
