/** Pages that anybody opens: the landing page, the log, signing in, the verifier. */
import type { AccountState, DrawPlan, LogAnswer, SignInWays, SignUpRules } from '@glassdrum/contract';
import type { Page } from '@playwright/test';
import type { Filled } from '../filled-installation.ts';
import { again, answering, button, nothing, press, screen, type Screen, seen, steps } from './screen.ts';

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Who looked at it before may have stopped it already. */
async function stopAllMail(page: Page): Promise<void> {
  await page.getByText('Your entry stays as it is.').waitFor();
  const stop = button(page, 'No raffle mail from here at all');
  if (await stop.isVisible()) await stop.click();
  await seen('Send me mail again')(page);
}

/** Before the first raffle opened. */
const withEmptyLog = steps(
  answering<LogAnswer>('**/api/log', (log) => ({ ...log, size: 0 })),
  again,
  seen('Nothing has been drawn here yet'),
);

const proofFile = (change: (text: string) => string): Screen['act'] => {
  return async (page, { raffles }) => {
    const proof = await (await page.request.get(`/api/raffles/${raffles.drawn.id}/proof`)).text();
    const buffer = Buffer.from(change(proof));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `raffle-${raffles.drawn.id}-proof.json`, mimeType: 'application/json', buffer });
  };
};

const signUpBy = (policy: SignUpRules['policy']): Screen['act'] =>
  answering<SignUpRules>('**/api/auth/sign-up', () => ({
    policy,
    domains: policy === 'domain' ? ['your-club.example', 'example.org'] : [],
  }));

const waysTo = (ways: Partial<SignInWays>): Screen['act'] =>
  answering<SignInWays>('**/api/auth/ways', (known) => ({ ...known, ...ways }));

const drawInLog =
  (name: keyof Filled['raffles']) =>
  async ({ url, raffles }: Filled): Promise<string> => {
    const answer = await fetch(`${url}/api/raffles/${raffles[name].id}/draw`);
    const { draw_id: id } = (await answer.json()) as DrawPlan;
    return `/log?draw=${id}`;
  };

export const OPEN_PAGES: readonly Screen[] = [
  screen('landing', 'top', '/'),
  screen('legal', 'terms', '/legal'),
  screen('legal', 'privacy', '/legal', tab('Privacy Policy')),
  screen('not-found', 'page', '/no/such/page'),

  screen('log', 'latest', '/log', seen('Latest records')),
  screen('log', 'empty', '/log', withEmptyLog),
  screen(
    'log',
    'checked',
    '/log',
    steps(press('Check on this device'), seen('First check from this device')),
  ),
  screen('log', 'draw', drawInLog('drawn'), seen('All draws of this host')),
  screen('log', 'unknown-draw', '/log?draw=no-such-draw', seen('no draw with this id')),
  screen('unsubscribe', 'choice', ({ stopToken }) => `/unsubscribe/${stopToken}`, seen(/Summer party/)),
  screen('unsubscribe', 'stopped', ({ stopToken }) => `/unsubscribe/${stopToken}`, stopAllMail),
  screen('unsubscribe', 'gone', '/unsubscribe/there-is-no-such-token'),

  screen('auth', 'sign-in', '/auth'),
  screen('auth', 'sign-in-errors', '/auth', press('Sign In')),
  screen('auth', 'provider', '/auth', steps(waysTo({ provider: 'Club login' }), again)),
  screen(
    'auth',
    'passwords-off',
    '/auth',
    steps(waysTo({ provider: 'Club login', passwords: false }), again, seen('Accounts here sign in with')),
  ),
  screen('auth', 'callback-nothing', '/auth/callback', seen('none is under way')),
  screen('auth', 'callback-refused', '/auth/callback?code=a&state=b', seen(/provider/)),
  screen('auth', 'signed-in', '/auth/signed-in', seen('You are signed in.')),
  screen('auth', 'link', '/auth/link#token=there-is-no-such-token'),
  screen('auth', 'sign-up', '/auth', tab('Sign Up')),
  screen('auth', 'sign-up-by-invite', '/auth', steps(signUpBy('invite'), again, tab('Sign Up'))),
  screen('auth', 'sign-up-by-domain', '/auth', steps(signUpBy('domain'), again, tab('Sign Up'))),
  screen('auth', 'sign-up-with-link', '/auth#sign-up=not-used', seen('You have a sign-up link')),
  screen('auth', 'sign-up-errors', '/auth', steps(tab('Sign Up'), press('Create Account'))),
  screen(
    'auth',
    'refused',
    '/auth',
    steps(
      (page) => page.getByLabel('Email').fill('nobody@example.org'),
      (page) => page.getByRole('tabpanel').getByLabel('Password').fill('not the password'),
      press('Sign In'),
      seen('Login failed'),
    ),
  ),

  screen('auth', 'forgot', '/auth/forgot'),
  screen('auth', 'reset', '/auth/reset'),
  screen('auth', 'confirm', '/auth/confirm#token=there-is-no-such-token'),
  screen('account', 'page', '/account', nothing, { as: 'host' }),
  screen(
    'account',
    'after-reset',
    '/account',
    steps(
      answering<AccountState>('**/api/auth/account', (state) => ({
        ...state,
        passkeys: [
          {
            id: 'phone',
            name: 'Phone',
            created_at: Date.UTC(2026, 0, 2),
            last_used_at: null,
            suspended: true,
          },
        ],
        two_factor: { enabled: false, suspended: true, recovery_codes_left: 8 },
      })),
      again,
      seen('On hold since the password was reset.'),
    ),
    { as: 'host' },
  ),

  screen('verify', 'empty', '/verify'),
  screen('verify', 'more-inputs', '/verify', (page) => page.getByText('More to check against').click()),
  screen(
    'verify',
    'passed',
    '/verify',
    steps(
      proofFile((text) => text),
      seen('Winners according to this file'),
    ),
  ),
  screen(
    'verify',
    'failed',
    '/verify',
    steps(
      proofFile((text) =>
        // Another name in the first place of the list.
        text.replace(
          /(\["in","[a-z]+",\[1\],")(.)/,
          (_, start: string, digit: string) => `${start}${digit === '0' ? '1' : '0'}`,
        ),
      ),
      seen('Verification Failed'),
    ),
  ),
  screen(
    'verify',
    'not-a-proof',
    '/verify',
    steps(
      proofFile(() => '{}'),
      seen('This is not a proof file'),
    ),
  ),
];
