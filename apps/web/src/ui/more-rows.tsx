/** The rest of a long list, some rows at a press, so that a slow phone is never held up by all of them. */
import { useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { Button } from './button.tsx';

/** At a press. */
const STEP = 100;

interface MoreRows<Row> {
  shown: readonly Row[];
  /** Null where all are shown. */
  more: React.ReactNode;
}

/**
 * @param first how many are shown before a press
 * @param isAlways rows that are shown in any case
 * @param isUnfolded shows all, for paper
 */
export function useMoreRows<Row>(
  rows: readonly Row[],
  first: number,
  isAlways: (row: Row) => boolean,
  isUnfolded = false,
): MoreRows<Row> {
  const [limit, setLimit] = useState(first);
  if (isUnfolded || rows.length <= limit) return { shown: rows, more: null };
  const shown = rows.filter((row, index) => index < limit || isAlways(row));
  if (shown.length === rows.length) return { shown, more: null };
  const isLast = rows.length - limit <= STEP;
  return {
    shown,
    more: (
      <Button
        variant="plain"
        className="mt-1 print:hidden"
        onClick={() => setLimit(isLast ? rows.length : limit + STEP)}
      >
        {isLast
          ? m.draw_show_all_winners({ count: rows.length })
          : m.draw_show_more_winners({ count: STEP, total: rows.length })}
      </Button>
    ),
  };
}
