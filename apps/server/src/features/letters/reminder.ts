/** When a deadline is near (R51): pure. */

const HOUR_MS = 3_600_000;
/** The first that fits: nobody is reminded of what was announced just before. */
const AHEAD_MS = [24 * HOUR_MS, 2 * HOUR_MS];

/** Epoch ms; null when the raffle is open for so short a time that a reminder would only repeat the invitation. */
export function reminderAt(openedAt: number, deadlineAt: number): number | null {
  const ahead = AHEAD_MS.find((span) => deadlineAt - openedAt >= 2 * span);
  return ahead === undefined ? null : deadlineAt - ahead;
}
