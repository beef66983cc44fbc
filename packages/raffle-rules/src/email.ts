/** What counts as an email address, for schemas, forms and lists alike (R24). Only sending an email shows whether it arrives. */
import { LIMITS } from './limits.ts';

/** Local part without leading, trailing or double dots, and a domain with a dot. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** @param text trimmed */
export function isEmailAddress(text: string): boolean {
  return text.length <= LIMITS.email.max && EMAIL_PATTERN.test(text);
}
