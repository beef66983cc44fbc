/** R83: what the environment says about the OpenID provider. */
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PROVIDER = {
  PUBLIC_URL: 'https://raffles.example.org',
  OIDC_ISSUER: 'https://login.example.org/realms/club',
  OIDC_CLIENT_ID: 'glassdrum',
  OIDC_CLIENT_SECRET: 'secret',
};

function problems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('R83: without a provider there are passwords', () => {
  expect(readConfig({}).signIn).toEqual({ provider: null, passwords: true });
});

test('R83: a provider, with what is usual where nothing is said', () => {
  expect(readConfig(PROVIDER).signIn).toEqual({
    provider: {
      issuer: 'https://login.example.org/realms/club',
      clientId: 'glassdrum',
      clientSecret: 'secret',
      name: 'Single sign-on',
      scopes: 'openid email profile',
      groups: [],
      groupsClaim: 'groups',
      verifiedClaim: 'email_verified',
    },
    passwords: true,
  });
  const all = readConfig({
    ...PROVIDER,
    OIDC_NAME: 'Club login',
    OIDC_SCOPES: 'email groups',
    OIDC_GROUPS_CLAIM: 'roles',
    OIDC_VERIFIED_CLAIM: 'xms_edov',
    OIDC_GROUPS: '/raffles/team=abc-1_2:host, CN=desk=w2:desk,\n',
    PASSWORDS: 'Off',
  }).signIn;
  expect(all).toMatchObject({
    provider: {
      name: 'Club login',
      scopes: 'openid email groups',
      groupsClaim: 'roles',
      verifiedClaim: 'xms_edov',
      groups: [
        { group: '/raffles/team', workspaceId: 'abc-1_2', role: 'host' },
        { group: 'CN=desk', workspaceId: 'w2', role: 'desk' },
      ],
    },
    passwords: false,
  });
});

test('R83: the issuer is https, or on this machine', () => {
  for (const issuer of ['http://localhost:8080/realms/club', 'http://127.0.0.1:9000', 'https://a.example']) {
    expect(problems({ ...PROVIDER, OIDC_ISSUER: issuer })).toEqual([]);
  }
  for (const wrong of [
    'http://login.example.org',
    'login.example.org',
    'ftp://localhost',
    'https://user:pass@login.example.org',
    'https://login.example.org/?a=b',
    'https://login.example.org/#a',
  ]) {
    expect(problems({ ...PROVIDER, OIDC_ISSUER: wrong })).toEqual([
      `OIDC_ISSUER must be the https address of an OpenID provider, such as https://login.example.org/realms/club (http only on this machine), but it is "${wrong}".`,
    ]);
  }
});

test('R83: what is missing or alone is said, all at once', () => {
  const { OIDC_CLIENT_SECRET: _secret, PUBLIC_URL: _url, ...half } = PROVIDER;
  expect(problems(half)).toEqual([
    'To sign in through an OpenID provider, OIDC_CLIENT_SECRET must be set too.',
  ]);
  expect(problems({ ...half, OIDC_CLIENT_SECRET: 'secret' })).toEqual([
    'OIDC_ISSUER needs PUBLIC_URL: the provider sends people back to it.',
  ]);
  expect(problems({ OIDC_NAME: 'Club', OIDC_GROUPS: 'a=b:host' })).toEqual([
    'OIDC_NAME, OIDC_GROUPS needs an OpenID provider: set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET too.',
  ]);
  expect(problems({ PASSWORDS: 'off' })).toEqual([
    'PASSWORDS=off needs an OpenID provider to sign in with: set OIDC_ISSUER too.',
  ]);
  expect(problems({ ...PROVIDER, PASSWORDS: 'no', OIDC_NAME: 'x'.repeat(41) })).toEqual([
    `OIDC_NAME must have at most 40 characters, but it is "${'x'.repeat(41)}".`,
    'PASSWORDS must be on or off, but it is "no".',
  ]);
  for (const wrong of ['team', 'team=abc', 'team=abc:boss', '=abc:host', 'team=a b:host']) {
    expect(problems({ ...PROVIDER, OIDC_GROUPS: wrong })).toHaveLength(1);
  }
});
