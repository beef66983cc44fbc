/** The `glassdrum` command: one word says what to do, the rest is for it. */
import { type Config, ConfigError, readConfig } from './config.ts';

const COMMANDS: Record<string, { summary: string; run: (args: readonly string[]) => Promise<void> }> = {
  start: {
    summary: 'serve the installation',
    run: async () => {
      await import('./main.ts');
    },
  },
  'check-config': { summary: 'check the environment variables and exit', run: checkConfig },
  'reset-password': {
    summary: 'print a one-time link for a host who forgot the password',
    run: async (args) => {
      const { resetPassword } = await import('./cli/reset-password.ts');
      await resetPassword(args);
    },
  },
  'sign-in-link': {
    summary: 'print a one-time link that lets a host in',
    run: async (args) => {
      const { signInLink } = await import('./cli/sign-in-link.ts');
      await signInLink(args);
    },
  },
  backup: {
    summary: 'save database, keys and images, also while the server runs',
    run: async (args) => {
      const { backup } = await import('./cli/backup-command.ts');
      await backup(args);
    },
  },
  restore: {
    summary: 'make a data folder from a backup',
    run: async (args) => {
      const { restore } = await import('./cli/restore.ts');
      await restore(args);
    },
  },
  'move-to-postgres': {
    summary: 'move the data folder’s database to PostgreSQL',
    run: async (args) => {
      const { moveToPostgresCommand } = await import('./cli/move-to-postgres.ts');
      await moveToPostgresCommand(args);
    },
  },
  'mail-limit': {
    summary: 'show or set how many emails a host may send a day',
    run: async (args) => {
      const { mailLimit } = await import('./cli/mail-limit.ts');
      await mailLimit(args);
    },
  },
  operator: {
    summary: 'make a host an operator of the installation',
    run: async (args) => {
      const { operator } = await import('./cli/operator.ts');
      await operator(args);
    },
  },
  'accept-log': {
    summary: 'go on after signed records of the public log were lost',
    run: async (args) => {
      const { acceptLogCommand } = await import('./cli/accept-log.ts');
      await acceptLogCommand(args);
    },
  },
  witness: {
    summary: 'let installations witness each other’s logs',
    run: async (args) => {
      const { witness } = await import('./cli/witness.ts');
      await witness(args);
    },
  },
  'verify-log': {
    summary: 'check a whole public log, here or by its address',
    run: async (args) => {
      const { verifyLog } = await import('./cli/verify-log.ts');
      await verifyLog(args, Date.now());
    },
  },
};

async function checkConfig(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const database = config.databaseUrl === undefined ? 'SQLite in the data folder' : 'PostgreSQL';
    console.log('The configuration is fine.');
    console.log(`  address      ${config.publicUrl} (listening on ${config.host}, port ${config.port})`);
    console.log(`  data folder  ${config.dataDir}`);
    console.log(`  database     ${database}`);
    console.log(`  witnesses    ${config.witnesses.map(({ key }) => key.name).join(', ') || 'none'}`);
    console.log(`  mail         ${config.mail === null ? 'none' : `as ${config.mail.from}`}`);
    console.log(`  sign-in      ${signInWords(config)}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exitCode = 1;
  }
}

function signInWords({ signIn: { provider, passwords } }: Config): string {
  const ways = passwords ? ['passwords and passkeys'] : [];
  if (provider !== null) ways.push(`${provider.name} (${provider.issuer})`);
  return ways.join(', ');
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(18)}${summary}`);
  return ['Usage: glassdrum COMMAND', '', ...lines].join('\n');
}

const command = COMMANDS[process.argv[2] ?? ''];
if (command === undefined) {
  console.error(usage());
  process.exitCode = 2;
} else {
  await command.run(process.argv.slice(3));
}
