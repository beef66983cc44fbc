/** What a provider says of a person (R83), read from the ID token and the answer of its user info. Pure. */
import { emailAddress } from '@glassdrum/contract';
import type { ProviderSettings } from '../../../config-provider.ts';

export interface ProvenPerson {
  /** Issuer and subject, joined by a `#`, which stands in no issuer. */
  accountId: string;
  /** In small letters; null when the provider sent none that is one. */
  email: string | null;
  emailVerified: boolean;
  /** Null when the provider sent none. */
  name: string | null;
  /** Null: the provider did not say, because there were too many to list. */
  groups: readonly string[] | null;
  /** When the person gave the credentials there, epoch ms; null: the provider does not say. */
  authenticatedAt: number | null;
}

type Claims = Readonly<Record<string, unknown>>;

interface ReadInput {
  idToken: Claims & { iss: string; sub: string };
  /** Already known to be about the same subject. */
  userInfo: Claims | null;
  settings: Pick<ProviderSettings, 'groupsClaim' | 'verifiedClaim'>;
  /** Epoch ms. */
  now: number;
}

/** Whether something that is wanted stands in the user info at best. */
export function lacksClaims(
  idToken: Claims,
  { groups, groupsClaim }: Pick<ProviderSettings, 'groups' | 'groupsClaim'>,
): boolean {
  const lacksGroups = groups.length > 0 && groupsOf(idToken, groupsClaim)?.length === 0;
  return typeof idToken['email'] !== 'string' || lacksGroups;
}

export function readClaims({ idToken, userInfo, settings, now }: ReadInput): ProvenPerson {
  // An address and whether it is verified come from one place, or they may not be about each other.
  const source = typeof idToken['email'] === 'string' ? idToken : (userInfo ?? {});
  const address = emailAddress.safeParse(source['email']);
  const all = { ...userInfo, ...idToken };
  const authTime = idToken['auth_time'];
  return {
    accountId: `${idToken.iss}#${idToken.sub}`,
    email: address.success ? address.data.toLowerCase() : null,
    emailVerified: isTrue(source[settings.verifiedClaim]),
    name: textOf(all['name']) ?? textOf(all['preferred_username']),
    groups: groupsOf(all, settings.groupsClaim),
    authenticatedAt: typeof authTime === 'number' ? Math.min(authTime * 1000, now) : null,
  };
}

/** Providers write truth in several ways. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === 'true' || claim === '1';
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;
}

function groupsOf(claims: Claims, name: string): readonly string[] | null {
  const claim = claims[name];
  if (Array.isArray(claim)) return claim.filter((group) => typeof group === 'string');
  if (typeof claim === 'string') return [claim];
  // Microsoft's sign that there are too many groups for a token.
  const elsewhere = claims['_claim_names'];
  return typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere ? null : [];
}
