/** "Continue on Another Device" (R41); the dialog's code is loaded only when somebody wants that. */
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';

const ContinueElsewhereDialog = lazy(async () => {
  const { ContinueElsewhereDialog: dialog } = await import('./continue-elsewhere-dialog.tsx');
  return { default: dialog };
});

export function ContinueElsewhere({ raffleId }: { raffleId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" onClick={() => setOpen(true)}>
        <Smartphone aria-hidden className="size-4.5" />
        {m.continue_elsewhere()}
      </Button>
      {isOpen && (
        <Suspense>
          <ContinueElsewhereDialog raffleId={raffleId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
