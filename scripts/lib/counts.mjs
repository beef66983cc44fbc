/** Numbers of passed, failed and skipped checks, read from the tools' own reports. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** A stage that is one check. @returns {Counts} */
export const oneCheck = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/** A tool that failed without one failed test (a crash, no test found) still counts as a failure. */
const withExitCode = (counts, code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** Vitest's JSON reporter; a file that could not be loaded has no tests and counts as one failure. @returns {Counts} */
export function vitestCounts(file, code) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return withExitCode(counts.passed + counts.failed === 0 ? { ...counts, failed: 1 } : counts, code);
}

/** Playwright's JSON reporter; a test that passed only when it was run again counts as failed. @returns {Counts} */
export function playwrightCounts(file, code) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, flaky, unexpected, skipped } = report.stats;
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

/** The last lines of Python's unittest: "Ran 12 tests in 0.1s", "FAILED (failures=1, errors=2, skipped=1)". @returns {Counts} */
export function unittestCounts(output, code) {
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const failed = number(/failures=(\d+)/) + number(/errors=(\d+)/);
  const skipped = number(/skipped=(\d+)/);
  const passed = number(/^Ran (\d+) tests?/m) - failed - skipped;
  return withExitCode({ passed, failed: passed + failed === 0 ? 1 : failed, skipped }, code);
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/** The line that ends `npm test`. @param {Counts} counts */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
