/** The numbers thrown in the room, from what people type to the one text that the draw is made of (R91; draw protocol §4). */

const LONGEST = 6;

/** As typed: separated by anything that is no digit, leading zeros dropped. @returns at most `count` numbers */
export function readNumbers(typed: string, count: number): string[] {
  return (typed.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, '')).slice(0, count);
}

/** Whether these are all of them, each in the form that the protocol takes. */
export function isWhole(numbers: readonly string[], count: number): boolean {
  return numbers.length === count && numbers.every((number) => number.length <= LONGEST);
}

/** In the order of throwing, with single spaces. */
export function roomText(numbers: readonly string[]): string {
  return numbers.join(' ');
}
