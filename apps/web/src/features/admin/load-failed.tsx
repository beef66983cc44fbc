/** What could not be loaded, and the offer to try again. */
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Card className="grid justify-items-start gap-4">
      <p role="alert">{m.admin_load_failed()}</p>
      <Button variant="quiet" onClick={onRetry}>
        {m.admin_try_again()}
      </Button>
    </Card>
  );
}
