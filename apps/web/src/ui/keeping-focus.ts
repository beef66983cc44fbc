/** A press that takes its row elsewhere in the page: the button has the focus there too. */
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';

export function keepingFocus(act: () => void) {
  return ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    flushSync(act);
    currentTarget.focus();
  };
}
