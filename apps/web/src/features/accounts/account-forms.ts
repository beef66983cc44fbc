/** What is wrong with a sign-in or sign-up form, before it is sent. The server checks again. */
import { isEmailAddress, LIMITS } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';

export interface SignInForm {
  email: string;
  password: string;
}

export interface SignUpForm extends SignInForm {
  name: string;
}

/** Field → sentence; a field without an entry is fine. */
export type FieldErrors<Form> = { [Field in keyof Form]?: string | undefined };

export function signInErrors({ email, password }: SignInForm): FieldErrors<SignInForm> {
  return {
    ...errorIf('email', emailError(email)),
    ...errorIf('password', password === '' ? m.accounts_required() : undefined),
  };
}

export function signUpErrors({ email, name, password }: SignUpForm): FieldErrors<SignUpForm> {
  return {
    ...errorIf('name', nameError(name.trim())),
    ...errorIf('email', emailError(email)),
    ...errorIf('password', passwordError(password)),
  };
}

/** For forms that ask for the address alone. */
export function emailErrors(email: string): FieldErrors<{ email: string }> {
  return errorIf('email', emailError(email));
}

/** A new password, wherever one is chosen. */
export function newPasswordErrors(password: string): FieldErrors<{ password: string }> {
  return errorIf('password', passwordError(password));
}

function errorIf(field: string, sentence: string | undefined): Record<string, string> {
  return sentence === undefined ? {} : { [field]: sentence };
}

function emailError(email: string): string | undefined {
  const text = email.trim();
  if (text === '') return m.accounts_required();
  if (text.length > LIMITS.email.max) return m.accounts_email_too_long({ max: LIMITS.email.max });
  return isEmailAddress(text) ? undefined : m.accounts_email_invalid();
}

function nameError(name: string): string | undefined {
  if (name === '') return m.accounts_required();
  const { max } = LIMITS.hostName;
  return name.length > max ? m.accounts_name_too_long({ max }) : undefined;
}

function passwordError(password: string): string | undefined {
  const { min, max } = LIMITS.password;
  if (password.length < min) return m.accounts_too_short({ min });
  return password.length > max ? m.accounts_password_too_long({ max }) : undefined;
}
