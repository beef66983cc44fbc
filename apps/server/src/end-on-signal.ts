/** Ends the server in good order on SIGTERM or SIGINT (docs/several-nodes.md says how), and in any case within ten seconds. */

/** Supervisors must wait for longer before they kill the process. */
const END_WITHIN_MS = 10_000;

export function endOnSignal(app: { leave(): Promise<void>; close(): Promise<void> }): void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    app
      .leave()
      .then(() => app.close())
      .then(
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
