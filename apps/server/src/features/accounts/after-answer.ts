/** Work that a call asks for and that its answer does not wait for, such as sending an email. */
export interface AfterAnswer {
  /** Runs it after the present turn of the event loop; what it throws is reported. */
  run(work: () => Promise<void>): void;
  /** Resolves when everything asked for so far is done or has failed. */
  settled(): Promise<void>;
}

export function afterAnswer(report: (error: unknown) => void): AfterAnswer {
  const underWay = new Set<Promise<void>>();
  return {
    run(work) {
      const promise: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch(report)
        .finally(() => underWay.delete(promise));
      underWay.add(promise);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
