/** The names a visitor types into the little drum of the landing page: one to twenty, split by commas or lines. */
import { LIMITS } from '@glassdrum/raffle-rules';

export const MOST_NAMES = 20;
/** Characters on a slip in the drum before the rest is cut. */
const SLIP_CHARACTERS = 9;

export interface TrialNames {
  /** Fit to be drawn among, in the order of their entry numbers; at most MOST_NAMES. */
  names: readonly string[];
  problem: 'empty' | 'too_many' | 'too_long' | null;
}

/** Reads what was typed. Controls and lone surrogates count as spaces; blank names are left out. */
export function readTrialNames(text: string): TrialNames {
  const typed = text
    .split(/[,;\n\r]/u)
    .map((part) =>
      part
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .normalize('NFC')
        .trim(),
    )
    .filter((name) => name !== '');
  const names = typed.slice(0, MOST_NAMES);
  if (typed.length === 0) return { names, problem: 'empty' };
  if (typed.length > MOST_NAMES) return { names, problem: 'too_many' };
  return {
    names,
    problem: names.some((name) => Array.from(name).length > LIMITS.displayName.max) ? 'too_long' : null,
  };
}

/** What fits on a slip of paper. */
export function slipText(name: string): string {
  const characters = Array.from(name);
  return characters.length <= SLIP_CHARACTERS
    ? name
    : `${characters
        .slice(0, SLIP_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`;
}
