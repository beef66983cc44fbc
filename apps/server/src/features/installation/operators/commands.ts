/**
 * What operators do (R82): suspend hosts and lift that again, sign them out, set how many emails they may send, and choose who
 * may sign up. Each is recorded in the audit log of the host concerned, and as a security event.
 *
 * A suspended host is signed out and cannot sign in, and no emails are sent for the host's raffles. Open raffles continue,
 * because people have joined them.
 */
import type {
  AuditAction,
  SecurityEventKind,
  SignUpLinkAnswer,
  SignUpRules,
  SignUpState,
} from '@glassdrum/contract';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { endTokensOf } from '../../api-tokens/commands.ts';
import { type SignUpGate, signUpUrl } from '../../accounts/sign-up/sign-up-gate.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import { type SecurityEvents, storeSecurityEvent } from '../security-events/commands.ts';
import type { OperatorIdentity } from './operator-gate.ts';

export interface OperatorCommands {
  /** Idempotent. @throws RefusalError not_found, own_account */
  suspend(call: OperatorCall, hostId: string): Promise<void>;
  /** @throws RefusalError not_found */
  unsuspend(call: OperatorCall, hostId: string): Promise<void>;
  /** Ends all sessions of a host. @throws RefusalError not_found */
  signOut(call: OperatorCall, hostId: string): Promise<void>;
  /** @param limit emails per day; null for the default. @throws RefusalError not_found */
  setMailLimit(call: OperatorCall, hostId: string, limit: number | null): Promise<void>;
  setSignUp(call: OperatorCall, rules: SignUpRules): Promise<SignUpState>;
  /** @throws RefusalError too_many_links */
  createSignUpLink(call: OperatorCall, note: string): Promise<SignUpLinkAnswer>;
  /** @throws RefusalError not_found */
  revokeSignUpLink(call: OperatorCall, linkId: string): Promise<void>;
}

/** The operator who acts, and from where. */
export interface OperatorCall {
  operator: OperatorIdentity;
  ip: string;
  /** Where the operator reached this installation, an origin. */
  publicUrl: string;
  /** Keyed for the account that the audit record is about. */
  hashesFor: (about: string) => CallerHashes;
}

export interface OperatorCommandParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  signUps: SignUpGate;
  events: SecurityEvents;
  /** In the transaction. @param limit emails per day; null for the default */
  storeMailLimit: (trx: Trx, hostId: string, limit: number | null) => Promise<void>;
}

export function operatorCommands(parts: OperatorCommandParts): OperatorCommands {
  const { database, clock, bus, signUps, events } = parts;

  /** Changes one account, writes it into that account's audit log, and records the event after the commit. */
  async function change(
    call: OperatorCall,
    hostId: string,
    {
      kind,
      details,
      apply,
    }: {
      kind: SecurityEventKind & AuditAction;
      details?: Record<string, number | null>;
      apply: (trx: Trx, now: number) => Promise<void>;
    },
  ): Promise<void> {
    await database.transaction(async (trx) => {
      const now = clock.now();
      const known = await trx
        .updateTable('users')
        .set({ updated_at: now })
        .where('id', '=', hostId)
        .where('email', 'not like', '%@deleted.invalid')
        .returning('id')
        .executeTakeFirst();
      if (known === undefined) throw new RefusalError('not_found');
      await apply(trx, now);
      await writeAudit(trx, {
        raffleId: null,
        hostId,
        actor: 'system',
        action: kind,
        ts: now,
        ...(details !== undefined && { details }),
        from: call.hashesFor(hostId),
      });
    });
    events.record({ kind, ip: call.ip, hostId, byId: call.operator.hostId });
  }

  async function endSessions(trx: Trx, hostId: string): Promise<void> {
    await trx.deleteFrom('sessions').where('user_id', '=', hostId).execute();
    await trx
      .deleteFrom('verifications')
      .where('value', '=', hostId)
      .where('identifier', 'like', 'second-step:%')
      .execute();
  }

  async function changeSignUp<T>(
    call: OperatorCall,
    kind: SecurityEventKind & AuditAction,
    apply: (trx: Trx) => Promise<T>,
  ): Promise<T> {
    const { hostId } = call.operator;
    const answer = await database.transaction(async (trx) => {
      const result = await apply(trx);
      const from = call.hashesFor(hostId);
      await writeAudit(trx, { raffleId: null, hostId, actor: 'host', action: kind, ts: clock.now(), from });
      return result;
    });
    events.record({ kind, ip: call.ip, byId: hostId });
    return answer;
  }

  return {
    async suspend(call, hostId) {
      if (hostId === call.operator.hostId) throw new RefusalError('own_account');
      await change(call, hostId, {
        kind: 'host_suspended',
        apply: async (trx, now) => {
          await trx
            .updateTable('users')
            .set({ suspended_at: now })
            .where('id', '=', hostId)
            .where('suspended_at', 'is', null)
            .execute();
          await endSessions(trx, hostId);
          await endTokensOf(trx, { userId: hostId, now });
        },
      });
      bus.publish({ topic: 'host-sessions-ended', hostId });
    },

    unsuspend: (call, hostId) =>
      change(call, hostId, {
        kind: 'host_unsuspended',
        apply: async (trx) => {
          await trx.updateTable('users').set({ suspended_at: null }).where('id', '=', hostId).execute();
        },
      }),

    async signOut(call, hostId) {
      await change(call, hostId, { kind: 'host_signed_out', apply: (trx) => endSessions(trx, hostId) });
      bus.publish({ topic: 'host-sessions-ended', hostId });
    },

    setMailLimit: (call, hostId, limit) =>
      change(call, hostId, {
        kind: 'mail_limit_changed',
        details: { limit },
        apply: (trx) => parts.storeMailLimit(trx, hostId, limit),
      }),

    async setSignUp(call, rules) {
      await changeSignUp(call, 'sign_up_policy_changed', (trx) => signUps.setRules(trx, rules));
      return signUps.state();
    },

    async createSignUpLink(call, note) {
      const createdBy = call.operator.hostId;
      const { secret, link } = await changeSignUp(call, 'sign_up_link_created', (trx) =>
        signUps.createLink(trx, { note, createdBy }),
      );
      return { url: signUpUrl(call.publicUrl, secret), link };
    },

    async revokeSignUpLink(call, linkId) {
      await changeSignUp(call, 'sign_up_link_revoked', async (trx) => {
        if (!(await signUps.revokeLink(trx, linkId))) throw new RefusalError('not_found');
      });
    },
  };
}

/**
 * For the command line, beside a running server: makes the host of an account an operator, who may then sign in again too, or
 * takes that back. @returns false when there is no such account
 */
export async function setOperator(
  database: Database,
  { email, isOperator, now }: { email: string; isOperator: boolean; now: number },
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const user = await trx
      .updateTable('users')
      .set(isOperator ? { is_operator: 1, suspended_at: null } : { is_operator: 0 })
      .where('email', '=', email.trim().toLowerCase())
      .returning('id')
      .executeTakeFirst();
    if (user === undefined) return false;
    const kind = isOperator ? 'operator_added' : 'operator_removed';
    await writeAudit(trx, { raffleId: null, hostId: user.id, actor: 'system', action: kind, ts: now });
    await storeSecurityEvent(trx, { kind, hostId: user.id, reason: 'glassdrum operator' }, now);
    return true;
  });
}
