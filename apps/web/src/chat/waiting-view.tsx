/** An own line that is on its way, or was not sent and can be tried again. */
import type { WaitingLine } from '../live/talk-state.ts';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { Picture } from './picture.tsx';

interface WaitingViewProps {
  line: WaitingLine;
  onAgain: () => void;
  onForget: () => void;
}

export function WaitingView({ line, onAgain, onForget }: WaitingViewProps) {
  const { say, failure } = line;
  return (
    <div className="ml-auto w-fit max-w-[85%] rounded-2xl border border-dashed border-line-strong px-3.5 py-2">
      {say.imageUrl !== undefined && say.imageUrl !== null && (
        <Picture path={say.imageUrl} name={m.chat_you()} />
      )}
      <p className="wrap-anywhere whitespace-pre-line">{say.text}</p>
      {failure === null ? (
        <p className="text-sm text-ink-soft">{m.chat_sending()}</p>
      ) : (
        <>
          <p role="alert" className="text-sm font-semibold text-danger">
            {m.chat_not_sent({ reason: failure })}
          </p>
          <p className="flex gap-1">
            <Button variant="plain" onClick={onAgain}>
              {m.chat_try_again()}
            </Button>
            <Button variant="plain" onClick={onForget}>
              {m.chat_give_up()}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
