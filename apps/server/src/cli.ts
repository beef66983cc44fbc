/** The `glassdrum` command: one word says what to do, the rest is for it. */
import { ConfigError, readConfig } from './config.ts';

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
};

async function checkConfig(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const database = config.databaseUrl === undefined ? 'SQLite in the data folder' : 'PostgreSQL';
    console.log('The configuration is fine.');
    console.log(`  address      ${config.publicUrl} (listening on ${config.host}, port ${config.port})`);
    console.log(`  data folder  ${config.dataDir}`);
    console.log(`  database     ${database}`);
    console.log(`  mail         ${config.mail === null ? 'none' : `as ${config.mail.from}`}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exitCode = 1;
  }
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}`);
  return ['Usage: glassdrum COMMAND', '', ...lines].join('\n');
}

const command = COMMANDS[process.argv[2] ?? ''];
if (command === undefined) {
  console.error(usage());
  process.exitCode = 2;
} else {
  await command.run(process.argv.slice(3));
}
