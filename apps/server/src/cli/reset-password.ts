/**
 * `glassdrum reset-password EMAIL`: prints a link with which that host chooses a new password. Works while the server runs;
 * anyone who can run it has the data anyway.
 */
import { composeResetLink } from '../compose-commands.ts';
import { readConfig } from '../config.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';
import { sayLink } from './sign-in-link.ts';

const USAGE = `Usage: glassdrum reset-password EMAIL [--without-two-factor]

Prints a link with which the host of that account chooses a new password. It is valid for 30 minutes and
for one use. With --without-two-factor the account's two-factor codes are switched off as well.`;

/** @param args what follows the command's name; the exit code is set */
export async function resetPassword(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { 'without-two-factor': { type: 'boolean' } });
  const [email, ...more] = read?.positionals ?? [];
  if (read === null || email === undefined || more.length > 0) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const config = readConfig(process.env);
    if (!config.signIn.passwords) {
      console.error('Passwords are off here (PASSWORDS=off). Use glassdrum sign-in-link instead.');
      process.exitCode = 1;
      return;
    }
    const withoutTwoFactor = read.values['without-two-factor'] === true;
    const link = await composeResetLink(config, { email, withoutTwoFactor });
    if (link === null) {
      console.error(`There is no host account with the address ${email}.`);
      process.exitCode = 1;
      return;
    }
    sayLink(link);
  });
}
