/**
 * R83: signing in through the OpenID provider. An account is found by what the provider calls the person, never by the address
 * alone: an existing account is connected by itself only when the provider says that the address is verified and the account's
 * own address is confirmed, so that nobody waits in an account under somebody else's address.
 */
import type {
  ProviderFinish,
  ProviderSecondStep,
  ProviderStart,
  ProviderStartBody,
} from '@glassdrum/contract';
import { callerHashes, noteHost } from '../../../audit/audit.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { noteEventKind } from '../../installation/security-events/commands.ts';
import { type AccountParts, auditHost, type Caller } from '../account-parts.ts';
import type { ChangeEmails } from '../change-emails.ts';
import type { HostIdentity } from '../host-gate.ts';
import { issueOnce } from '../one-time-values.ts';
import { hasPassword } from '../passwords/passwords.ts';
import { hasUsablePasskey } from '../second-factors/passkey-commands.ts';
import { isTwoFactorOn } from '../second-factors/two-factor.ts';
import { sessionOrigin } from '../sessions/session-origin.ts';
import { completeSignIn, refuseSuspended } from '../sessions/sessions.ts';
import { applyProviderRoles } from '../../workspaces/provider-roles/commands.ts';
import type { ProvenPerson } from './claims.ts';
import { storeFlow, takeFlow } from './flows.ts';
import { rolesOfGroups } from './group-roles.ts';
import { connect, disconnect, isConnected, ownerOf } from './identities.ts';
import type { NewAccounts } from './new-accounts.ts';
import { newFlowSecrets, type Provider } from './provider.ts';

/** The caller's browser, by its cookie for these sign-ins; null when it began none. */
interface FlowCaller extends Caller {
  browserId: string | null;
}

type Finished = { cookies: string[] } & (ProviderFinish | ProviderSecondStep);

export interface ProviderCommands {
  /** @throws RefusalError provider_off, provider_down; to connect also not_signed_in, fresh_sign_in_needed */
  start(caller: Caller & { browserId: string }, body: ProviderStartBody): Promise<ProviderStart>;
  /** @throws RefusalError provider_*, account_suspended, not_signed_in, and what R82 refuses */
  finish(caller: FlowCaller, answer: string): Promise<Finished>;
  /** From now on the host no longer signs in through it. @throws RefusalError not_found, last_sign_in_way */
  remove(caller: Caller, host: HostIdentity): Promise<void>;
}

const CONSOLE_PATH = '/host';

export function providerCommands(
  parts: AccountParts,
  { accounts, changeEmails }: { accounts: NewAccounts; changeEmails: ChangeEmails },
): ProviderCommands {
  const { database, keys, clock, auth, hosts } = parts;

  function configured(): Provider {
    if (parts.provider === null) throw new RefusalError('provider_off');
    return parts.provider;
  }

  /** The account of who comes back; it may be new. */
  async function accountOf(
    caller: Caller,
    person: ProvenPerson,
    signUpToken: string | null,
  ): Promise<{ userId: string; isNew: boolean }> {
    const known = await ownerOf(database.query, person.accountId);
    if (known !== null) return { userId: known, isNew: false };
    const { email } = person;
    if (email === null) throw new RefusalError('provider_without_address');
    const namesake = await database.query
      .selectFrom('users')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (namesake === undefined) {
      return { userId: await accounts.open(caller, { ...person, email }, signUpToken), isNew: true };
    }
    if (!person.emailVerified || namesake.email_verified !== 1) {
      throw new RefusalError('provider_not_linked', {
        message: person.emailVerified ? UNCONFIRMED : UNVERIFIED,
      });
    }
    noteHost(caller.headers, namesake.id);
    await refuseSuspended(database.query, namesake.id);
    await connectTo(caller, namesake.id, person);
    return { userId: namesake.id, isNew: false };
  }

  async function connectTo(caller: Caller, userId: string, person: ProvenPerson): Promise<void> {
    await database.transaction(async (trx) => {
      await connect(trx, { userId, accountId: person.accountId, now: clock.now() });
      await auditHost(trx, parts, { caller, hostId: userId, action: 'provider_connected' });
    });
    changeEmails.send(caller, userId, 'provider_connected');
  }

  /** Where the provider does not say which groups there are, everything stays. */
  async function applyGroups(caller: Caller, userId: string, { groups }: ProvenPerson): Promise<void> {
    const { groups: rules } = configured().settings;
    // Rows of earlier rules are removed too.
    if (groups === null) return;
    const act = { hostId: userId, from: callerHashes(keys, caller, userId) };
    const unknown = await applyProviderRoles(parts, act, rolesOfGroups(groups, rules));
    for (const workspaceId of unknown) {
      parts.log.warn({ workspaceId }, 'OIDC_GROUPS names a workspace that is not there');
    }
  }

  /** For a host who is signed in and asked for it. */
  async function connectOwn(
    caller: Caller,
    person: ProvenPerson,
    hostId: string | null,
  ): Promise<HostIdentity> {
    const host = await hosts.require(caller);
    if (host.hostId !== hostId) throw new RefusalError('provider_flow_over');
    const owner = await ownerOf(database.query, person.accountId);
    if (owner !== null && owner !== hostId) throw new RefusalError('provider_taken');
    if (owner === null) await connectTo(caller, hostId, person);
    await applyGroups(caller, hostId, person);
    noteEventKind(caller.headers, 'factor_added');
    return host;
  }

  /** @throws RefusalError account_suspended */
  async function enter(
    caller: Caller,
    { userId, person, isNew }: { userId: string; person: ProvenPerson; isNew: boolean },
  ): Promise<
    { cookies: string[] } & (
      Pick<ProviderFinish, 'user' | 'is_new'> | Pick<ProviderSecondStep, 'second_step' | 'login_token'>
    )
  > {
    noteHost(caller.headers, userId);
    await refuseSuspended(database.query, userId);
    await applyGroups(caller, userId, person);
    if (await isTwoFactorOn(database.query, userId)) {
      const token = await issueOnce(database.query, 'second-step', userId, clock.now());
      return { second_step: true, login_token: token, cookies: [] };
    }
    // Without the provider's word on when it asked, nothing that needs a fresh sign-in is done with this session (C14).
    const origin = { ...sessionOrigin(caller), authenticatedAt: person.authenticatedAt ?? 0 };
    const opened = await auth.openSession(userId, origin);
    if (isNew) noteEventKind(caller.headers, 'signed_up');
    const { cookies, ...user } = await completeSignIn(parts, caller, userId, {
      cookies: opened,
      action: isNew ? 'account_registered' : 'signed_in_with_provider',
    });
    return { user, is_new: isNew, cookies };
  }

  return {
    async start(caller, { purpose, return_to: returnTo, sign_up_token: signUpToken }) {
      const provider = configured();
      const host =
        purpose === 'connect' ? await hosts.requireFresh(caller) : await hosts.find(caller.headers);
      const flow = {
        purpose,
        returnTo: returnTo ?? CONSOLE_PATH,
        signUpToken: signUpToken ?? null,
        hostId: host?.hostId ?? null,
        startedAt: clock.now(),
        secrets: newFlowSecrets(),
      };
      const { browserId } = caller;
      const state = await storeFlow({ database, keys, clock }, { browserId, flow });
      const again = purpose === 'again';
      const loginHint = again ? (host?.email ?? null) : null;
      return { url: await provider.begin({ state, secrets: flow.secrets, again, loginHint }) };
    },

    async finish(caller, text) {
      const provider = configured();
      const answer = new URLSearchParams(text);
      const state = answer.get('state') ?? '';
      const { browserId } = caller;
      const flow =
        browserId === null ? null : await takeFlow({ database, keys, clock }, { state, browserId });
      if (flow === null) throw new RefusalError('provider_flow_over');
      const { purpose, returnTo, secrets, startedAt, hostId, signUpToken } = flow;
      const again = purpose === 'again' ? startedAt : null;
      const person = await provider.finish(answer, { state, secrets, again });
      const after = { purpose, return_to: returnTo };
      if (purpose === 'connect') {
        const { hostId: id, name, email } = await connectOwn(caller, person, hostId);
        return { user: { id, name, email }, is_new: false, cookies: [], ...after };
      }
      const known = again === null ? null : await ownerOf(database.query, person.accountId);
      if (again !== null && known === null) throw new RefusalError('provider_unknown');
      const { userId, isNew } =
        known === null ? await accountOf(caller, person, signUpToken) : { userId: known, isNew: false };
      return { ...(await enter(caller, { userId, person, isNew })), ...after };
    },

    async remove(caller, { hostId }) {
      await database.transaction(async (trx) => {
        if (!(await isConnected(trx, hostId))) throw new RefusalError('not_found');
        const otherWay =
          parts.passwords && ((await hasPassword(trx, hostId)) || (await hasUsablePasskey(trx, hostId)));
        if (!otherWay) throw new RefusalError('last_sign_in_way');
        await disconnect(trx, hostId);
        await auditHost(trx, parts, { caller, hostId, action: 'provider_removed' });
      });
      changeEmails.send(caller, hostId, 'provider_removed');
    },
  };
}

const UNVERIFIED =
  'There is an account with your email address already, and the provider does not say that the address is yours. Sign in to the account as you did before, and connect it on your account page.';
const UNCONFIRMED =
  'There is an account with your email address already, but its address was never confirmed, so it may be somebody else’s. If it is yours, sign in to it as you did before, and confirm the address or connect it on your account page. Otherwise please tell the operator of this installation.';
