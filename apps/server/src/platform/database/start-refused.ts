/** The server must not start on these data as they are. Its message is a plain sentence for the terminal. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** This database cannot be brought up to date yet, and nothing was changed. Its message is a plain sentence for the terminal. */
export class UpgradeRefused extends Error {
  override name = 'UpgradeRefused';
}
