/** What a single check says. A skipped check always gives its reason, and is never shown as a pass (draw protocol §7). */
export type StepResult =
  { status: 'PASS' } | { status: 'FAIL'; reason: string } | { status: 'SKIP'; reason: string };

export const PASS: StepResult = { status: 'PASS' };

export function fail(reason: string): StepResult {
  return { status: 'FAIL', reason };
}

export function skip(reason: string): StepResult {
  return { status: 'SKIP', reason };
}

/** PASS, or FAIL with the reason. */
export function passIf(holds: boolean, reason: string): StepResult {
  return holds ? PASS : fail(reason);
}
