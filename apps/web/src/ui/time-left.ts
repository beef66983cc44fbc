/** How long until an instant, in the viewer's language. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string | undefined, Intl.RelativeTimeFormat>();

function formatOf(locale: string | undefined): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  formats.set(locale, format);
  return format;
}

/** "in 3 days": in the largest unit of which there are two, so that it never says less than half. */
export function timeLeft(ms: number, locale?: string): string {
  const relative = formatOf(locale);
  if (ms >= 2 * DAY) return relative.format(Math.floor(ms / DAY), 'day');
  if (ms >= 2 * HOUR) return relative.format(Math.floor(ms / HOUR), 'hour');
  if (ms >= 2 * MINUTE) return relative.format(Math.floor(ms / MINUTE), 'minute');
  return relative.format(Math.max(0, Math.ceil(ms / SECOND)), 'second');
}
