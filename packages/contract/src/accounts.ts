/** Host accounts: the calls below /api/auth/*. Passwords: 8–100 characters (I2). */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { count, emailAddress, epochMs, opaqueId } from './primitives.ts';

export const oneTimeToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'This is not a token of this product.');

export const registerBody = z.object({
  email: emailAddress,
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(LIMITS.hostName.max, `A name has at most ${LIMITS.hostName.max} characters.`),
  password: z
    .string()
    .min(LIMITS.password.min, `String must contain at least ${LIMITS.password.min} character(s)`)
    .max(LIMITS.password.max, `A password has at most ${LIMITS.password.max} characters.`),
  /** R82: the secret of a sign-up link. */
  sign_up_token: oneTimeToken.optional(),
});
export type RegisterBody = z.infer<typeof registerBody>;

/** R82: who may open a host account here. */
export const signUpPolicy = z.enum(['open', 'domain', 'invite', 'closed']);
export type SignUpPolicy = z.infer<typeof signUpPolicy>;

/** For the sign-up screen. `domains` only with the policy of that name. */
export const signUpRules = z.object({ policy: signUpPolicy, domains: z.array(z.string()) });
export type SignUpRules = z.infer<typeof signUpRules>;

export const loginBody = z.object({ email: emailAddress, password: z.string().min(1, 'Required').max(1000) });
export type LoginBody = z.infer<typeof loginBody>;

export const currentUser = z.object({ id: opaqueId, name: z.string(), email: z.string() });
export type CurrentUser = z.infer<typeof currentUser>;

/** Who is signed in; null for visitors. */
export const hostSession = z.object({ user: currentUser.nullable() });
export type HostSession = z.infer<typeof hostSession>;

/** A new password has the same bounds wherever it is chosen. */
const newPassword = registerBody.shape.password;
const currentPassword = loginBody.shape.password;

/** Sign-in of a host with two-factor codes: the password was right, the code has yet to be entered. */
export const secondStep = z.object({
  second_step: z.literal(true),
  /** Opens nothing without a code; good for five minutes and five codes. */
  login_token: z.string(),
});
export type SecondStep = z.infer<typeof secondStep>;

/** Six digits of the app, or one of the recovery codes; spaces and dashes don't matter. */
const typedCode = z.string().trim().min(1, 'Required').max(40, 'This code is too long.');

export const secondStepBody = z.object({ login_token: oneTimeToken, code: typedCode });

export const resetRequestBody = z.object({ email: emailAddress });
export const resetBody = z.object({ token: oneTimeToken, password: newPassword });

/** An account without a password needs a fresh sign-in in place of the current one (C14). */
export const passwordChangeBody = z.object({
  current_password: currentPassword.optional(),
  password: newPassword,
});
export type PasswordChangeBody = z.infer<typeof passwordChangeBody>;

/**
 * The credentials that are asked for again before a sensitive change, so that a borrowed screen is not enough. Left out where
 * no password opens the account: then the sign-in must be fresh.
 */
export const passwordProofBody = z.object({ password: currentPassword.optional() });

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: epochMs,
  last_used_at: epochMs.nullable(),
  /** On hold since a password reset, until the host confirms it (C14). */
  suspended: z.boolean(),
});

export const accountState = z.object({
  /** False where no password opens the account: it has none, or passwords are off here (R83). */
  has_password: z.boolean(),
  /** R83: whether the host signs in through the OpenID provider, and may take that way off the account. */
  provider: z.object({ connected: z.boolean(), removable: z.boolean() }),
  passkeys: z.array(passkey),
  /** `suspended`: as with passkeys; `enabled` is false then. */
  two_factor: z.object({ enabled: z.boolean(), suspended: z.boolean(), recovery_codes_left: count }),
  /** C14: also true where no mail is configured, so that nothing can be confirmed. */
  address_confirmed: z.boolean(),
  /** R82: runs this installation. */
  is_operator: z.boolean(),
});
export type AccountState = z.infer<typeof accountState>;

export const confirmBody = z.object({ token: oneTimeToken });

/** Until when what asks for a fresh sign-in may be done without another one (C14). */
export const freshSignIn = z.object({ until: epochMs });

/** A sign-in of the host that has not ended. */
export const accountSession = z.object({
  id: opaqueId,
  /** Browser and system, e.g. "Firefox on Linux"; null when the browser did not say. */
  device: z.string().nullable(),
  /** The first part of the address, e.g. "192.0.2.*"; null when it is not known. */
  network: z.string().nullable(),
  created_at: epochMs,
  last_seen_at: epochMs,
  /** The session of this request. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;
/** Most recently used first. */
export const accountSessions = z.object({ sessions: z.array(accountSession) });
export type AccountSessions = z.infer<typeof accountSessions>;

/** What an authenticator app needs: the secret in base32 for typing, and the address that its QR code holds. */
export const twoFactorSetup = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const twoFactorCodeBody = z.object({ code: typedCode });
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Options for the browser's credential call, as WebAuthn writes them in JSON. */
export const passkeyOptions = z.record(z.string(), z.unknown());

const base64Url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/);
const credential = {
  id: base64Url.max(1400),
  rawId: base64Url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

export const passkeyRegisterBody = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(LIMITS.passkeyName.max, `A name has at most ${LIMITS.passkeyName.max} characters.`),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url,
      attestationObject: base64Url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
});
export type PasskeyRegisterBody = z.infer<typeof passkeyRegisterBody>;

export const passkeyLoginBody = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url,
      authenticatorData: base64Url,
      signature: base64Url,
      userHandle: base64Url.optional(),
    }),
  }),
});
export type PasskeyLoginBody = z.infer<typeof passkeyLoginBody>;
