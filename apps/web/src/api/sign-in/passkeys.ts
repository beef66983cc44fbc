/** Passkeys as this browser handles them. The library loads on demand. */
import type { CurrentUser } from '@glassdrum/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call, CallFailed } from '../call.ts';
import { m } from '../../messages/generated/messages.js';

/** Passkeys need a secure page, and belong to a host name: an address of numbers has none. */
export function passkeysPossible(): boolean {
  const { hostname } = window.location;
  const numbers = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return window.isSecureContext && !numbers && 'PublicKeyCredential' in window;
}

/** The visitor closed the browser's dialog, or let it time out: no failure. */
class PasskeyDeclined extends Error {
  override name = 'PasskeyDeclined';
}

/** @throws CallFailed, PasskeyDeclined */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>(
    'POST',
    '/api/auth/login/passkey/options',
  );
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await orDeclined(() => startAuthentication({ optionsJSON }));
  return call<CurrentUser>('POST', '/api/auth/login/passkey', { credential });
}

/** @throws CallFailed, PasskeyDeclined */
export async function addPasskey({
  name,
  password,
}: {
  name: string;
  /** Undefined for an account without one. */
  password: string | undefined;
}): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    '/api/auth/passkeys/options',
    { password },
  );
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await orDeclined(() => startRegistration({ optionsJSON }));
  await call('POST', '/api/auth/passkeys', { name, credential });
}

/** The message for a failed attempt, or null when the visitor declined. */
export function passkeyFailure(error: unknown): string | null {
  if (error instanceof PasskeyDeclined) return null;
  return error instanceof CallFailed ? error.message : m.accounts_passkey_failed();
}

async function orDeclined<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyDeclined();
    const sentence = name === 'InvalidStateError' ? m.accounts_passkey_known() : m.accounts_passkey_failed();
    throw new CallFailed(0, { code: 'passkey', message: sentence });
  }
}
