/** Opens the host's templates, from which new raffles are made (R80). */
import { lazy, Suspense, useState } from 'react';
import { LayoutTemplate } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';

const TemplatesDialog = lazy(async () => {
  const { TemplatesDialog: dialog } = await import('./templates-dialog.tsx');
  return { default: dialog };
});

export function TemplatesButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className="min-h-13 px-5 text-lg" onClick={() => setOpen(true)}>
        <LayoutTemplate aria-hidden className="size-5" />
        {m.copies_templates()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TemplatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
