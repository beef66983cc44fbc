/** Numbers as the operator's page shows them, in the viewer's language. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "3.4 GB" */
export function bytesText(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return value.toLocaleString(undefined, {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

/** A number of things in words: the plural follows the number, which is shown with its separators. */
export function countedText(
  text: (inputs: { count: number; shown: string }) => string,
  count: number,
): string {
  return text({ count, shown: count.toLocaleString() });
}
