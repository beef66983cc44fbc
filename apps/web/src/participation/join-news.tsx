/** Says honestly how a join is going on a poor network: waiting, trying again, or not certain (R24, R40). */
import { WifiOff } from 'lucide-react';

/** @param text null when there is nothing to say */
export function JoinNews({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <p className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-left font-semibold text-warn">
          <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
