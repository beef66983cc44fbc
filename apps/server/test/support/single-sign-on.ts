/** People who sign in through a test's OpenID provider. */
import type { AccountState, ProviderFinish, ProviderStart } from '@glassdrum/contract';
import type { Answer, Browser } from './browser.ts';
import type { Claims, OpenidProvider } from './openid-provider.ts';

let people = 0;

/** Somebody whom the provider knows, with a verified address. @returns the login */
export function person(provider: OpenidProvider, claims: Claims = {}): string {
  people += 1;
  const login = `person-${people}`;
  provider.people.set(login, {
    name: 'Mira Verein',
    email: `${login}@example.org`,
    email_verified: true,
    ...claims,
  });
  return login;
}

/** @returns the provider's address, where the browser goes now */
export async function begin(who: Browser, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await who.post<ProviderStart>('/api/auth/provider/start', { purpose: 'enter', ...body });
  if (answer.status !== 200) throw new Error(`No sign-in began: ${answer.text}`);
  return answer.body.url;
}

export function finish(who: Browser, answer: string): Promise<Answer<ProviderFinish>> {
  return who.post<ProviderFinish>('/api/auth/provider/finish', { answer });
}

/** The whole way. @param cookies what the browser has from the provider */
export async function signInThrough(
  provider: OpenidProvider,
  who: Browser,
  { login, cookies, ...body }: { login: string; cookies?: Map<string, string>; [more: string]: unknown },
): Promise<Answer<ProviderFinish>> {
  return finish(who, await provider.logIn(await begin(who, body), login, cookies));
}

export async function accountOf(who: Browser): Promise<AccountState> {
  return (await who.get<AccountState>('/api/auth/account')).body;
}

export async function isSignedIn(who: Browser): Promise<boolean> {
  return (await who.get('/api/auth/me')).status === 200;
}
