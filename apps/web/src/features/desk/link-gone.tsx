/** The host replaced the desk's link (R67). */
import { Unlink } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';

/** @param waiting how much is kept on this phone until it has the new link */
export function LinkGone({ waiting }: { waiting: number }) {
  return (
    <div role="alert" className="flex gap-3 rounded-xl bg-warn-soft p-4 text-warn">
      <Unlink aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{m.desk_gone_title()}</p>
        <p>{m.desk_gone_text()}</p>
        {waiting > 0 && <p className="mt-1 font-semibold">{m.desk_gone_waiting({ count: waiting })}</p>}
      </div>
    </div>
  );
}
