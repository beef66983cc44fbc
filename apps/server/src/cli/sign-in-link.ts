/**
 * `glassdrum sign-in-link EMAIL`: prints a link with which that host signs in once (R83), whatever became of the password or the
 * provider. Works while the server runs; anyone who can run it has the data anyway.
 */
import { composeSignInLink } from '../compose-commands.ts';
import { readConfig } from '../config.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum sign-in-link EMAIL [--without-two-factor]

Prints a link with which the host of that account signs in. It is valid for 30 minutes and for one use, also
where passwords are off or the sign-in provider is down. With --without-two-factor the account's two-factor
codes are switched off as well.`;

/** @param args what follows the command's name; the exit code is set */
export async function signInLink(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { 'without-two-factor': { type: 'boolean' } });
  const [email, ...more] = read?.positionals ?? [];
  if (read === null || email === undefined || more.length > 0) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const withoutTwoFactor = read.values['without-two-factor'] === true;
    const command = 'glassdrum sign-in-link';
    const link = await composeSignInLink(readConfig(process.env), { email, withoutTwoFactor, command });
    if (link === null) {
      console.error(`There is no host account with the address ${email}.`);
      process.exitCode = 1;
      return;
    }
    sayLink(link);
  });
}

/** The link alone goes to standard output, so that it can be passed on. */
export function sayLink(link: string): void {
  console.log(link);
  console.error('Valid for 30 minutes and one use. Anyone who has it can enter the account.');
}
