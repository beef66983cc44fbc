/** Between two ways to sign in. */
import { m } from '../../messages/generated/messages.js';

export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {m.accounts_or()}
    </p>
  );
}
