/**
 * `glassdrum operator EMAIL [--remove]`: who runs the installation (R82), also while the server runs. Where passwords are off the
 * new operator gets a link to sign in with, so that a provider that is down or wrongly configured locks nobody out (R83).
 */
import { composeOperator, composeSignInLink } from '../compose-commands.ts';
import { readConfig } from '../config.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';
import { sayLink } from './sign-in-link.ts';

const USAGE = `Usage: glassdrum operator EMAIL [--remove]

Makes the host of that account an operator, who sees the page /admin. An account that is suspended may sign in again.
Where passwords are off (PASSWORDS=off) it also prints a link with which that host signs in once.
With --remove the host is an operator no longer.`;

/** @param args what follows the command's name; the exit code is set */
export async function operator(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { remove: { type: 'boolean' } });
  const [email, ...more] = read?.positionals ?? [];
  if (read === null || email === undefined || more.length > 0) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const folded = email.trim().toLowerCase();
    const isOperator = read.values.remove !== true;
    const config = readConfig(process.env);
    if (!(await composeOperator(config, folded, isOperator))) {
      console.error(`There is no host account with the address ${email}.`);
      process.exitCode = 1;
      return;
    }
    console.log(
      isOperator ? `${folded} is an operator now: see /admin.` : `${folded} is no operator any more.`,
    );
    if (!isOperator || config.signIn.passwords) return;
    const command = 'glassdrum operator';
    const link = await composeSignInLink(config, { email: folded, withoutTwoFactor: false, command });
    if (link !== null) sayLink(link);
  });
}
