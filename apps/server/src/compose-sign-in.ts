/** R83: how people sign in to this installation, as its environment says. */
import type { openFoundation } from './compose-foundation.ts';
import type { Config } from './config.ts';
import type { AccountParts } from './features/accounts/account-parts.ts';
import { createProvider } from './features/accounts/single-sign-on/provider.ts';

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

export function composeSignIn(
  { time, log }: Foundation,
  { signIn: { provider: settings, passwords }, publicUrl }: Config,
): Pick<AccountParts, 'provider' | 'passwords' | 'log'> {
  const { clock } = time;
  return {
    provider: settings === null ? null : createProvider({ settings, clock, log, publicUrl }),
    passwords,
    log,
  };
}
