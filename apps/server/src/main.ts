/** Starts the server from the environment, prints its address, and ends it in good order on SIGTERM or SIGINT. */
import { join } from 'node:path';
import { type App, composeApp } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderInUse } from './database/sqlite.ts';
import { createLog } from './http/log.ts';

/** A call under way has this long to finish after SIGTERM. */
const DRAIN_MS = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await composeApp({
    config,
    log,
    webFolder: join(import.meta.dirname, '..', '..', 'web', 'dist'),
  });
  const address = await app.listen();
  console.log(`Glassdrum is ready at ${config.publicUrlIsSet ? config.publicUrl : address}`);
  endOnSignal(app);
}

function endOnSignal(app: App): void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

try {
  await start();
} catch (error) {
  const code = (error as { code?: unknown }).code;
  if (error instanceof ConfigError || error instanceof DataFolderInUse) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('This port is in use. Choose another one with PORT.');
  else console.error(error);
  process.exit(1);
}
