/** R83: what the environment says about the OpenID provider, and whether passwords open accounts. */
import { type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';

/** People of this group are members of this workspace. */
export interface GroupRule {
  group: string;
  workspaceId: string;
  role: WorkspaceRole;
}

export interface ProviderSettings {
  /** As the provider itself writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On buttons. */
  name: string;
  /** Separated by spaces; `openid` is among them. */
  scopes: string;
  groups: readonly GroupRule[];
  /** Claim with the list of groups. */
  groupsClaim: string;
  /** Claim that says whether the address was verified. */
  verifiedClaim: string;
}

export interface SignInConfig {
  /** Null: people sign in with passwords and passkeys alone. */
  provider: ProviderSettings | null;
  passwords: boolean;
}

type Read = <T>(name: string, standard: T, parse: (text: string) => T | undefined, wanted: string) => T;

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
/** They say something about a provider only. */
const BESIDE = [
  'OIDC_NAME',
  'OIDC_GROUPS',
  'OIDC_GROUPS_CLAIM',
  'OIDC_SCOPES',
  'OIDC_VERIFIED_CLAIM',
] as const;
const MOST_GROUPS = 500;
const NAME_CHARACTERS = 40;
/** RFC 6749: what a scope may consist of. */
const SCOPES = /^[\x21\x23-\x5b\x5d-\x7e]+(?: +[\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** @param parts.isLocal whether a host name means this machine. @param parts.hasPublicUrl PUBLIC_URL is set */
export function readSignIn(
  problems: string[],
  read: Read,
  { isLocal, hasPublicUrl }: { isLocal: (host: string) => boolean; hasPublicUrl: boolean },
): SignInConfig {
  const text = (name: string): string => read(name, '', (value) => value, '');
  const issuer = read(
    'OIDC_ISSUER',
    '',
    (value) => parseIssuer(value, isLocal),
    'must be the https address of an OpenID provider, such as https://login.example.org/realms/club (http only on this machine)',
  );
  const scopes = read(
    'OIDC_SCOPES',
    'openid email profile',
    (value) => (SCOPES.test(value) ? value : undefined),
    'must be scopes separated by spaces, such as openid email profile groups',
  );
  const groups = read<readonly GroupRule[]>(
    'OIDC_GROUPS',
    [],
    parseGroups,
    `must be a comma-separated list of at most ${MOST_GROUPS} entries GROUP=WORKSPACE:ROLE, such as raffle-team=abc123:host; the roles are ${workspaceRoles.join(', ')}`,
  );
  const name = read(
    'OIDC_NAME',
    'Single sign-on',
    (value) => (value.length <= NAME_CHARACTERS && !/\p{Cc}/u.test(value) ? value : undefined),
    `must have at most ${NAME_CHARACTERS} characters`,
  );
  const clientId = text('OIDC_CLIENT_ID');
  const clientSecret = text('OIDC_CLIENT_SECRET');
  const groupsClaim = text('OIDC_GROUPS_CLAIM') || 'groups';
  const verifiedClaim = text('OIDC_VERIFIED_CLAIM') || 'email_verified';
  const passwords = read(
    'PASSWORDS',
    true,
    (value) => ({ on: true, off: false })[value.toLowerCase()],
    'must be on or off',
  );

  // What is set but wrong has its own sentence already.
  const missing = NEEDED.filter((variable) => text(variable) === '');
  const isSet = missing.length === 0;
  if (!isSet && missing.length < NEEDED.length) {
    problems.push(`To sign in through an OpenID provider, ${missing.join(', ')} must be set too.`);
  }
  const idle = BESIDE.filter((variable) => text(variable) !== '');
  if (missing.length === NEEDED.length && idle.length > 0) {
    problems.push(`${idle.join(', ')} needs an OpenID provider: set ${NEEDED.join(', ')} too.`);
  }
  if (isSet && !hasPublicUrl) {
    problems.push('OIDC_ISSUER needs PUBLIC_URL: the provider sends people back to it.');
  }
  if (!passwords && !isSet) {
    problems.push('PASSWORDS=off needs an OpenID provider to sign in with: set OIDC_ISSUER too.');
  }
  const withOpenid = scopes.split(/ +/).includes('openid') ? scopes : `openid ${scopes}`;
  return {
    provider: isSet
      ? { issuer, clientId, clientSecret, name, scopes: withOpenid, groups, groupsClaim, verifiedClaim }
      : null,
    passwords,
  };
}

function parseIssuer(value: string, isLocal: (host: string) => boolean): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, username, search, hash } = new URL(value);
  const isFitting = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname));
  return isFitting && username === '' && search === '' && hash === '' ? value : undefined;
}

/** Groups may hold any sign but commas: the workspace begins after the last `=`. */
function parseGroups(value: string): readonly GroupRule[] | undefined {
  const rules: GroupRule[] = [];
  for (const entry of value.split(/[,\n]/)) {
    if (entry.trim() === '') continue;
    const [, group, workspaceId, given] = /^(.+)=([A-Za-z0-9_-]+):([a-z]+)$/.exec(entry.trim()) ?? [];
    const role = workspaceRoles.find((known) => known === given);
    if (group === undefined || workspaceId === undefined || role === undefined) return undefined;
    rules.push({ group: group.trim(), workspaceId, role });
  }
  return rules.length <= MOST_GROUPS ? rules : undefined;
}
