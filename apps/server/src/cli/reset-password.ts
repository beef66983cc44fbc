/**
 * `glassdrum reset-password EMAIL`: prints a link with which that host chooses a new password. Works while the server runs;
 * whoever can run it has the data anyway.
 */
import { composeResetLink } from '../compose.ts';
import { ConfigError, readConfig } from '../config.ts';
import { NoInstallation } from '../database/database.ts';

const WITHOUT_TWO_FACTOR = '--without-two-factor';

const USAGE = `Usage: glassdrum reset-password EMAIL [${WITHOUT_TWO_FACTOR}]

Prints a link with which the host of that account chooses a new password. It is good for 30 minutes and
for one use. With ${WITHOUT_TWO_FACTOR} the account's two-factor codes are switched off as well.`;

/** @param args what follows the command's name; the exit code is set */
export async function resetPassword(args: readonly string[]): Promise<void> {
  const options = args.filter((arg) => arg.startsWith('--'));
  const [email, ...more] = args.filter((arg) => !arg.startsWith('--'));
  if (email === undefined || more.length > 0 || options.some((option) => option !== WITHOUT_TWO_FACTOR)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  try {
    const link = await composeResetLink(readConfig(process.env), {
      email,
      withoutTwoFactor: options.includes(WITHOUT_TWO_FACTOR),
    });
    if (link === null) {
      console.error(`There is no host account with the address ${email}.`);
      process.exitCode = 1;
      return;
    }
    console.log(link);
    console.error('Good for 30 minutes and one use. Whoever has it can enter the account.');
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof NoInstallation)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
