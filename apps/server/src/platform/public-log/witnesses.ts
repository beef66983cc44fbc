/** What a draw needs of the witnesses that this installation asks (R86). */
export interface Witnesses {
  /** How many are configured. */
  known: number;
  /**
   * Asks all of them to cosign the stored checkpoint of this size, and stores each cosignature before it calls `onCosigned`.
   * Resolves when all have answered or failed. A witness that cannot be reached is no error. Once `signal` is aborted nobody
   * waits for the answer any more.
   */
  askWitnesses(size: number, options: { onCosigned: () => void; signal: AbortSignal }): Promise<unknown>;
}
