/** A typed number of tickets: anything but a whole number of at least 1 is ignored. */

/** The number to store, or null when there is nothing to do. */
export function typedTickets(text: string, stored: number): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) && value >= 1 && value !== stored ? value : null;
}
