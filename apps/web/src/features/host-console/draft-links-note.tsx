/** Links of a draft can be copied and printed, but open nothing yet. */
import { m } from '../../messages/generated/messages.js';

export function DraftLinksNote() {
  return (
    <p role="note" className="rounded-xl bg-info-soft px-4 py-3 text-info">
      {m.console_draft_links()}
    </p>
  );
}
