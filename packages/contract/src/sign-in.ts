/** R83: signing in through an OpenID provider, and the one-time links of the command line. */
import { z } from 'zod';
import { currentUser, oneTimeToken } from './accounts.ts';

/** How people get into their accounts here. */
export const signInWays = z.object({
  /** False: passwords and passkeys open no account here. */
  passwords: z.boolean(),
  /** The OpenID provider's name as buttons show it; null: none is configured. */
  provider: z.string().nullable(),
});
export type SignInWays = z.infer<typeof signInWays>;

/**
 * What a sign-in through the provider is for: `enter` opens a session; `again` proves that the host is still there (C14), and
 * the provider must ask again; `connect` lets the signed-in host sign in through the provider from now on.
 */
export const providerPurpose = z.enum(['enter', 'again', 'connect']);
export type ProviderPurpose = z.infer<typeof providerPurpose>;

/** A path of this installation: nothing that a browser reads as another site's address. */
const ownPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'This must be a path of this site.');

export const providerStartBody = z.object({
  purpose: providerPurpose,
  /** Where the host goes afterwards; left out: the console. */
  return_to: ownPath.optional(),
  /** R82: the secret of a sign-up link. */
  sign_up_token: oneTimeToken.optional(),
});
export type ProviderStartBody = z.infer<typeof providerStartBody>;

/** Where the browser goes now. */
export const providerStart = z.object({ url: z.string() });
export type ProviderStart = z.infer<typeof providerStart>;

/** What the provider sent the browser back with: the query of that address, without its question mark. */
export const providerFinishBody = z.object({ answer: z.string().min(1, 'Required').max(8192) });

const after = { purpose: providerPurpose, return_to: z.string() };
export const providerFinish = z.object({ user: currentUser, is_new: z.boolean(), ...after });
export type ProviderFinish = z.infer<typeof providerFinish>;

/** The account asks for a code as well. */
export const providerSecondStep = z.object({
  second_step: z.literal(true),
  login_token: z.string(),
  ...after,
});
export type ProviderSecondStep = z.infer<typeof providerSecondStep>;

export const signInLinkBody = z.object({ token: oneTimeToken });
