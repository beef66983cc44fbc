/** When the server could not be asked: says so and offers to ask again. */
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-2xl bg-sunken px-6 py-10 text-center"
    >
      <p className="font-display text-xl font-bold">{m.console_load_failed()}</p>
      <p className="max-w-md text-ink-soft">{m.console_load_failed_text()}</p>
      <Button variant="quiet" onClick={onRetry}>
        {m.console_try_again()}
      </Button>
    </div>
  );
}
