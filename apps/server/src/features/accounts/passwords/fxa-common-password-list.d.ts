/** The package brings no types of its own. */
declare module 'fxa-common-password-list' {
  /** Whether the password, in lower case, is one of the 50,000 most common ones of at least 8 characters. */
  export function test(password: string): boolean;
}
