/** On pages of hosts, a call that is refused for want of a sign-in opens a dialog, and is repeated after signing in. */
import { rescueCalls } from '../call.ts';

/** The session is over, or the call needs a fresh sign-in (C14). */
export type SignInReason = 'not_signed_in' | 'fresh_sign_in_needed';

/** Resolves true once the host has signed in. @param isReading the call changes nothing */
type RequestSignIn = (reason: SignInReason, isReading: boolean) => Promise<boolean>;

let requestSignIn: RequestSignIn | null = null;

/** While a page of hosts is shown. @returns ends it */
export function offerSignIn(request: RequestSignIn): () => void {
  requestSignIn = request;
  rescueCalls(async ({ code }, isReading) => {
    const isReason = code === 'not_signed_in' || code === 'fresh_sign_in_needed';
    return isReason && signInAgain(code, isReading);
  });
  return () => {
    if (requestSignIn !== request) return;
    requestSignIn = null;
    rescueCalls(null);
  };
}

/** Opens the dialog where the page offers it. @returns whether the host has signed in */
export async function signInAgain(reason: SignInReason, isReading = false): Promise<boolean> {
  return (await requestSignIn?.(reason, isReading)) ?? false;
}
