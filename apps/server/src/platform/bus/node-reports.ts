/** What the other nodes last reported about themselves on the bus. */
import type { Clock } from '../clock/clock.ts';

/** A node repeats its reports this often, so that the others know that it runs. */
export const REPORT_EVERY_MS = 30_000;
const EXPIRES_AFTER_MS = 2 * REPORT_EVERY_MS;

export interface NodeReports<Report> {
  /** @param report null when there is nothing to report any more */
  store(node: string, report: Report | null): void;
  /** By node; reports of silent nodes have expired. */
  current(): ReadonlyMap<string, Report>;
}

export function createNodeReports<Report>(clock: Clock): NodeReports<Report> {
  const reports = new Map<string, Report>();
  const storedAt = new Map<string, number>();
  return {
    store(node, report) {
      storedAt.set(node, clock.now());
      if (report === null) reports.delete(node);
      else reports.set(node, report);
    },
    current() {
      for (const [node, at] of storedAt) {
        if (clock.now() - at <= EXPIRES_AFTER_MS) continue;
        storedAt.delete(node);
        reports.delete(node);
      }
      return reports;
    },
  };
}
