/** `glassdrum mail-limit EMAIL [COUNT]`: how many emails a host may send a day, seen and set, also while the server runs. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { composeMailAllowance } from '../compose-commands.ts';
import { readConfig } from '../config.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum mail-limit EMAIL [COUNT | default]

Shows how many emails the host of that account may send a day and has sent today, and how many recipients have
reported it in the last week. With COUNT it is set, from 0 to ${LIMITS.mailPerDay.max}; default lets the product decide: ${LIMITS.mailPerDay.newHost}
for a new or reported host, else ${LIMITS.mailPerDay.default}.`;

/** @param args what follows the command's name; the exit code is set */
export async function mailLimit(args: readonly string[]): Promise<void> {
  const read = readArguments(args, {});
  const [email, wanted, ...more] = read?.positionals ?? [];
  const limit = wanted === undefined ? undefined : parseLimit(wanted);
  if (email === undefined || more.length > 0 || Number.isNaN(limit)) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const folded = email.trim().toLowerCase();
    const allowance = await composeMailAllowance(readConfig(process.env), folded, limit);
    if (allowance === null) {
      console.error(`There is no host account with the address ${email}.`);
      process.exitCode = 1;
      return;
    }
    const { limit: most, sent, reports } = allowance;
    console.log(
      `${folded} may send ${most} emails a day. Today: ${sent}. Reports in the last week: ${reports}.`,
    );
  });
}

/** Null for the product's own limit, NaN for what is no limit. */
function parseLimit(text: string): number | null {
  if (text === 'default') return null;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= LIMITS.mailPerDay.max ? limit : Number.NaN;
}
