/** What is said after signing in, however it was done. */
import { m } from '../../messages/generated/messages.js';

export const signInTexts = () => ({
  welcomeTitle: m.accounts_welcome_back(),
  welcomeText: m.accounts_welcome_back_text(),
  failedTitle: m.accounts_login_failed(),
  failedText: m.accounts_login_failed_text(),
});
