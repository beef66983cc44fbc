/** Starts the server from the environment, prints its address, and ends it in good order on SIGTERM or SIGINT. */
import { join } from 'node:path';
import { composeApp } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { endOnSignal } from './end-on-signal.ts';
import { DatabaseNotTrusted } from './platform/database/database.ts';
import { DataFolderInUse } from './platform/database/sqlite.ts';
import { StartRefused, UpgradeRefused } from './platform/database/start-refused.ts';
import { createLog } from './platform/http/log.ts';
import { FolderNotPrivate } from './platform/keys/private-folder.ts';
import { releaseStartMemory } from './release-start-memory.ts';

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await composeApp({
    config,
    log,
    webFolder: join(import.meta.dirname, '..', '..', 'web', 'dist'),
    examplesFolder: join(import.meta.dirname, '..', '..', '..', 'docs', 'api', 'examples'),
  });
  const address = await app.listen();
  const home = config.publicUrlIsSet ? config.publicUrl : address;
  console.log(`Glassdrum is ready at ${home}`);
  const operatorLink = await app.operatorLink(home);
  if (operatorLink !== null) {
    console.log(
      `No account exists yet. Sign up here to become the operator (this link works once, within 7 days):`,
    );
    console.log(operatorLink);
  }
  endOnSignal(app);
  releaseStartMemory();
}

function isNotWritable(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  const syscall = (error as { syscall?: unknown }).syscall;
  return (
    (/^(?:EACCES|EPERM|EROFS)$/.test(code) && syscall !== 'listen') ||
    /^SQLITE_(?:READONLY|CANTOPEN)/.test(code)
  );
}

try {
  await start();
} catch (error) {
  const code = (error as { code?: unknown }).code;
  const plain = [
    ConfigError,
    DatabaseNotTrusted,
    DataFolderInUse,
    FolderNotPrivate,
    StartRefused,
    UpgradeRefused,
  ].some((kind) => error instanceof kind);
  if (plain) console.error((error as Error).message);
  else if (isNotWritable(error)) {
    console.error(
      `The data folder (DATA_DIR) can't be written by this user, or lies on a disk that is mounted read-only: ${(error as Error).message}`,
    );
  } else if (code === 'EADDRINUSE') console.error('This port is in use. Choose another one with PORT.');
  else console.error(error);
  process.exit(1);
}
