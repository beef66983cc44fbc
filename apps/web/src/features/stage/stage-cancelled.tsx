/** R79, in letters for the last row. */
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { plate } from './stage-frame.tsx';

interface StageCancelledProps {
  title: string;
  /** As the host gave it. */
  reason: string;
  isOverlay: boolean;
}

export function StageCancelled({ title, reason, isOverlay }: StageCancelledProps) {
  return (
    <div className="flex min-h-0 flex-1 px-[4vw] py-[4vh]">
      <div
        role="status"
        className={classNames('m-auto grid gap-[3vh] text-center', isOverlay ? plate(true) : '')}
      >
        <p className="line-clamp-2 text-[4vh] leading-tight wrap-anywhere text-ink-soft">{title}</p>
        <h1 className="text-[8vh] leading-tight">{m.stage_cancelled()}</h1>
        <p dir="auto" className="mx-auto line-clamp-4 max-w-[80vw] text-[4.4vh] wrap-anywhere">
          {reason}
        </p>
      </div>
    </div>
  );
}
