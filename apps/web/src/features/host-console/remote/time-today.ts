/** A time of the clock as typed into a time field. */

/**
 * The next moment at which this device's clock shows the time, epoch ms; null for an empty field.
 * @param time "21:30"
 * @param now epoch ms
 */
export function timeToday(time: string, now: number): number | null {
  const match = /^(\d{2}):(\d{2})$/u.exec(time);
  if (match === null) return null;
  const at = new Date(now);
  at.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  return at.getTime();
}
