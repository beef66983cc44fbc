/** A number of things in words: the plural follows the number, which is shown with its separators. */
export function counted(text: (inputs: { count: number; shown: string }) => string, count: number): string {
  return text({ count, shown: count.toLocaleString() });
}
