/** Debian packages for the tests, only as root and without a question; elsewhere the caller says what is missing. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * @param {...string} packages
 * @returns {Promise<boolean>} whether apt-get installed them
 */
export async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${packages.join(' ')} (apt-get) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { env });
  if ((await install()).code === 0) return true;
  await run('apt-get', ['update'], { env }); // a fresh machine has no package lists
  return (await install()).code === 0;
}
