/**
 * C7, R81: a host reaches raffles of own workspaces only, and does with them what the role there allows. Another workspace's
 * raffle and one that never existed look the same; a member without the ability is told so.
 */
import { may, type RaffleAbility, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Database, RaffleRow } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { requireTokenAbility } from '../api-tokens/token-gate.ts';
import { roleOfHost } from '../workspaces/workspace-gate.ts';
import { findRaffle } from './queries.ts';

/** To the caller, not found; to operators, a host who tried another one's raffle (M6). */
export class ForeignRaffle extends RefusalError {
  constructor() {
    super('not_found');
  }
}

const brand: unique symbol = Symbol('OwnRaffle');

/** A raffle, as it was when read, with which the host who calls may do what was asked for; only `requireOwnRaffle` makes it. */
export interface OwnRaffle extends RaffleRow {
  /** The caller's in its workspace. */
  readonly role: WorkspaceRole;
  readonly [brand]: true;
}

/**
 * The raffle, where this host may do this with it.
 * @throws RefusalError not_found, as ForeignRaffle where there is one; role_not_allowed, token_not_allowed or
 *   token_scope_missing (403)
 */
export async function requireOwnRaffle(
  database: Database,
  host: HostIdentity,
  raffleId: string,
  ability: RaffleAbility,
): Promise<OwnRaffle> {
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null) throw new RefusalError('not_found');
  const role = await roleOfHost(database.query, host, raffle.workspace_id);
  if (role === null) throw new ForeignRaffle();
  if (host.token !== null) requireTokenAbility(host.token.scopes, ability);
  requireAbility(role, ability);
  return { ...raffle, role, [brand]: true };
}

/** For what a call's body decides. @throws RefusalError role_not_allowed (403) */
export function requireAbility(role: WorkspaceRole, ability: RaffleAbility): void {
  const permission = may(role, ability);
  if (permission !== 'yes') throw new RefusalError(permission);
}

/** Whether this member sees addresses of the raffle's people (R81). */
export function seesAddresses({ role }: Pick<OwnRaffle, 'role'>): boolean {
  return may(role, 'see_addresses') === 'yes';
}
