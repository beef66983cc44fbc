/** I2: the passwords that everybody tries first are refused: the 50,000 most common ones that are long enough. */
import { test } from 'fxa-common-password-list';

/** The list is in lower case; a capital letter makes none of its words harder to guess. */
export function isCommonPassword(password: string): boolean {
  return test(password.normalize('NFKC').toLowerCase());
}
