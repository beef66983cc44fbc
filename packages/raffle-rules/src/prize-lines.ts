/**
 * R61: prizes from a pasted list, one a line, with how many there are in front or behind. Nothing of it is left out or cut: what
 * a raffle cannot have is named, and stays for its host to correct.
 *
 * 1. A bullet at the beginning means nothing, nor do numbers that count the lines: "1. ", "2. ", "3. ".
 * 2. A quantity stands in front ("3 × Wine", "3x Wine", "x3 Wine", a column of its own) or behind ("Wine × 3", "Wine x3",
 *    "Wine (3)", a column of its own). "4 xylophones", "Lego 4 x 4" and "Novel (1984)" are names.
 */
import { LIMITS } from './limits.ts';

export interface PrizeLine {
  name: string;
  quantity: number;
}

export type PrizeLineProblem = 'name_too_long' | 'quantity_out_of_bounds';

const BULLET = /^(?:[-–—*+]\s+|[•·▪◦‣●○■□☐☑✓✔➢►]\s*)/u;
const ORDINAL = /^(\d{1,3})[.)]\s+(?=\S)/u;
const IN_FRONT = [
  /^(?<quantity>\d{1,6})\s*(?:[xX]\s+|[×✕*]\s*|[\t;|]\s*|,\s*(?=\D))(?<name>\S.*)$/u,
  /^[x×✕]\s*(?<quantity>\d{1,6})\s+(?<name>\S.*)$/u,
];
const BEHIND = [
  /^(?<name>.*[^\s\d])\s*[×✕]\s*(?<quantity>\d{1,6})$/u,
  /^(?<name>.*[^\s\d])\s[x*]\s*(?<quantity>\d{1,6})$/u,
  /^(?<name>.*[^\s\d])\s(?<quantity>\d{1,6})\s*[x×✕]$/u,
  /^(?<name>.*\S)\s*[\t;|]\s*(?<quantity>\d{1,6})$/u,
  /^(?<name>.*\S)\s*,\s*(?<quantity>\d{1,3})$/u,
  /^(?<name>.*\S)\s*\([x×✕]?\s*(?<quantity>\d{1,3})\s*[x×✕]?\)$/u,
];
/** A longer line is a name that is too long, whatever is in it. */
const LONGEST_READ = 1000;

export function readPrizeLines(text: string): PrizeLine[] {
  const lines = text
    .split(/\r\n|[\n\r]/u)
    .map((line) => withPlainBlanks(line).replace(BULLET, ''))
    .filter((line) => line !== '');
  return withoutOrdinals(lines).map(readLine);
}

/** What keeps a prize from being saved; null for nothing. */
export function prizeLineProblem({ name, quantity }: PrizeLine): PrizeLineProblem | null {
  if (Array.from(name).length > LIMITS.prizeName.max) return 'name_too_long';
  const { min, max } = LIMITS.prizeWins;
  return quantity < min || quantity > max ? 'quantity_out_of_bounds' : null;
}

/** Lines of the same name as one prize, in the place of the first, with all their quantities. */
export function combinedPrizeLines(lines: readonly PrizeLine[]): PrizeLine[] {
  const byName = new Map<string, PrizeLine>();
  for (const line of lines) {
    const key = foldPrizeName(line.name);
    const first = byName.get(key);
    byName.set(key, first === undefined ? line : { ...first, quantity: first.quantity + line.quantity });
  }
  return [...byName.values()];
}

/** A prize's name in the form in which two of them are the same. */
export function foldPrizeName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}

/** One blank or one tab between words. */
function withPlainBlanks(line: string): string {
  return line
    .replaceAll(/[^\S\t]+/gu, ' ')
    .replaceAll(/ ?\t[ \t]*/gu, '\t')
    .trim();
}

/** Only numbers that count all lines from 1 are no part of a name: "1. Prize". */
function withoutOrdinals(lines: readonly string[]): readonly string[] {
  const isCounted =
    lines.length > 1 && lines.every((line, index) => Number(ORDINAL.exec(line)?.[1]) === index + 1);
  return isCounted ? lines.map((line) => line.replace(ORDINAL, '')) : lines;
}

function readLine(line: string): PrizeLine {
  for (const pattern of line.length > LONGEST_READ ? [] : [...IN_FRONT, ...BEHIND]) {
    const { name, quantity } = pattern.exec(line)?.groups ?? {};
    if (name !== undefined) return { name: inOneLine(name), quantity: Number(quantity) };
  }
  return { name: inOneLine(line), quantity: 1 };
}

const inOneLine = (name: string): string => name.replaceAll('\t', ' ').trim();
