/**
 * R82: who may open a host account: everybody, addresses of some domains, people with a one-time link of an operator, or
 * nobody. The environment says it until an operator chooses on the operator's page.
 *
 * The link that an installation without accounts prints at start is such a link too: it works under every policy, and who
 * signs up with it is the operator.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { SignUpLink, SignUpPolicy, SignUpRules, SignUpState } from '@glassdrum/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/audit.ts';

const DAY_MS = 24 * 60 * 60_000;
const LINK_LIFETIME_MS = 7 * DAY_MS;
/** Links that were used or ran out are listed this long. */
const LINK_LISTED_MS = 90 * DAY_MS;
const MOST_LINKS = 500;
const SECRET_BYTES = 32;

/** Someone who may sign up. The link is taken: give it back if no account was opened. */
interface Admission {
  giveBack(): Promise<void>;
  /** Says what follows from the new account. @returns whether it is an operator's */
  complete(userId: string): Promise<boolean>;
}

export interface SignUpGate {
  rules(): Promise<SignUpRules>;
  /** @throws RefusalError sign_up_closed, sign_up_needs_link, sign_up_domain, sign_up_link_invalid */
  admit(account: {
    email: string;
    sign_up_token?: string | undefined;
    /** R83: the OpenID provider vouches for the person, so no link is needed. */
    fromProvider?: boolean;
  }): Promise<Admission>;
  state(): Promise<SignUpState>;
  setRules(trx: Trx, rules: SignUpRules): Promise<void>;
  /** @returns the link, and its secret, which is stored nowhere. @throws RefusalError too_many_links */
  createLink(
    trx: Trx,
    wanted: { note: string; createdBy: string },
  ): Promise<{ secret: string; link: SignUpLink }>;
  /** False when there is no unused link of this id. */
  revokeLink(trx: Trx, linkId: string): Promise<boolean>;
  /** The secret of a new link for the operator's own account; null once any account exists. */
  firstLink(): Promise<string | null>;
}

export interface SignUpParts {
  database: Database;
  clock: Clock;
  /** Of the environment. */
  standard: SignUpRules;
}

export function createSignUpGate({ database, clock, standard }: SignUpParts): SignUpGate {
  async function chosen(): Promise<SignUpRules | null> {
    const row = await database.query
      .selectFrom('sign_up_policy')
      .select(['policy', 'domains'])
      .executeTakeFirst();
    return row === undefined ? null : { policy: row.policy, domains: JSON.parse(row.domains) as string[] };
  }

  /** One statement decides, so of two people with the same link one gets in. */
  async function takeLink(secret: string): Promise<{ id: string; makesOperator: boolean } | null> {
    const now = clock.now();
    const row = await database.query
      .updateTable('sign_up_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashOf(secret))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['id', 'makes_operator'])
      .executeTakeFirst();
    return row === undefined ? null : { id: row.id, makesOperator: row.makes_operator === 1 };
  }

  async function giveBack(linkId: string): Promise<void> {
    await database.query
      .updateTable('sign_up_links')
      .set({ used_at: null })
      .where('id', '=', linkId)
      .where('used_by', 'is', null)
      .execute();
  }

  async function completeWith(
    link: { id: string; makesOperator: boolean },
    userId: string,
  ): Promise<boolean> {
    await database.transaction(async (trx) => {
      await trx.updateTable('sign_up_links').set({ used_by: userId }).where('id', '=', link.id).execute();
      if (!link.makesOperator) return;
      await trx.updateTable('users').set({ is_operator: 1 }).where('id', '=', userId).execute();
      // Other nodes, and earlier starts, printed links of their own.
      await trx
        .deleteFrom('sign_up_links')
        .where('makes_operator', '=', 1)
        .where('used_at', 'is', null)
        .execute();
      await writeAudit(trx, {
        raffleId: null,
        hostId: userId,
        actor: 'system',
        action: 'operator_added',
        ts: clock.now(),
      });
    });
    return link.makesOperator;
  }

  return {
    async rules() {
      return (await chosen()) ?? standard;
    },

    async admit({ email, sign_up_token: secret, fromProvider = false }) {
      const { policy, domains } = (await chosen()) ?? standard;
      if (secret === undefined) {
        if (policy !== 'invite' || !fromProvider) refuseWithoutLink(policy, domains, email);
        return { giveBack: async () => undefined, complete: async () => false };
      }
      const link = await takeLink(secret);
      if (link === null) throw new RefusalError('sign_up_link_invalid');
      if (policy === 'closed' && !link.makesOperator) {
        await giveBack(link.id);
        throw new RefusalError('sign_up_closed');
      }
      return {
        giveBack: () => giveBack(link.id),
        complete: (userId) => completeWith(link, userId),
      };
    },

    async state() {
      const own = await chosen();
      const now = clock.now();
      const rows = await database.query
        .selectFrom('sign_up_links as l')
        .leftJoin('users as u', 'u.id', 'l.used_by')
        .select(['l.id', 'l.note', 'l.created_at', 'l.expires_at', 'l.used_at', 'u.name as used_by'])
        .where('l.makes_operator', '=', 0)
        .where('l.created_at', '>', now - LINK_LISTED_MS)
        .orderBy('l.created_at', 'desc')
        .orderBy('l.id')
        .limit(MOST_LINKS)
        .execute();
      return { ...(own ?? standard), from: own === null ? 'environment' : 'operator', links: rows };
    },

    async setRules(trx, { policy, domains }) {
      const row = {
        policy,
        domains: JSON.stringify(policy === 'domain' ? [...new Set(domains)] : []),
        changed_at: clock.now(),
      };
      await trx
        .insertInto('sign_up_policy')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    },

    async createLink(trx, { note, createdBy }) {
      const now = clock.now();
      await trx
        .deleteFrom('sign_up_links')
        .where('created_at', '<=', now - LINK_LISTED_MS)
        .execute();
      const { links } = await trx
        .selectFrom('sign_up_links')
        .select((select) => select.fn.countAll<number>().as('links'))
        .executeTakeFirstOrThrow();
      if (links >= MOST_LINKS) throw new RefusalError('too_many_links');
      return insertLink(trx, { note, createdBy, makesOperator: false, now });
    },

    async revokeLink(trx, linkId) {
      const gone = await trx
        .deleteFrom('sign_up_links')
        .where('id', '=', linkId)
        .where('used_at', 'is', null)
        .where('makes_operator', '=', 0)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },

    async firstLink() {
      const now = clock.now();
      return database.transaction(async (trx) => {
        const anyone = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
        if (anyone !== undefined) return null;
        await trx.deleteFrom('sign_up_links').where('expires_at', '<=', now).execute();
        const made = await insertLink(trx, { note: '', createdBy: null, makesOperator: true, now });
        return made.secret;
      });
    },
  };
}

/** The secret is in the fragment: browsers send that to no server, in no address and in no Referer. */
export function signUpUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/auth#sign-up=${secret}`;
}

/** @throws RefusalError with what the policy asks for */
function refuseWithoutLink(policy: SignUpPolicy, domains: readonly string[], email: string): void {
  switch (policy) {
    case 'open':
      return;
    case 'closed':
      throw new RefusalError('sign_up_closed');
    case 'invite':
      throw new RefusalError('sign_up_needs_link');
    case 'domain': {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      if (domains.includes(domain)) return;
      const message = `Accounts here need an email address of ${domains.join(', ')}.`;
      throw new RefusalError('sign_up_domain', { message, fields: { email: message } });
    }
  }
}

async function insertLink(
  trx: Trx,
  wanted: { note: string; createdBy: string | null; makesOperator: boolean; now: number },
): Promise<{ secret: string; link: SignUpLink }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const link = {
    id: randomBytes(16).toString('base64url'),
    note: wanted.note,
    created_at: wanted.now,
    expires_at: wanted.now + LINK_LIFETIME_MS,
  };
  await trx
    .insertInto('sign_up_links')
    .values({
      ...link,
      token_hash: hashOf(secret),
      makes_operator: wanted.makesOperator ? 1 : 0,
      created_by: wanted.createdBy,
      used_at: null,
      used_by: null,
    })
    .execute();
  return { secret, link: { ...link, used_at: null, used_by: null } };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
