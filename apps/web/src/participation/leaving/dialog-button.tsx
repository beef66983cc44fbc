/** A quiet button that asks before it does anything. The dialog's code is loaded when it is first wanted, and stays. */
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface DialogButtonProps {
  label: string;
  renderDialog: (controls: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode;
}

export function DialogButton({ label, renderDialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className="text-ink-soft"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {isWanted && <Suspense>{renderDialog({ open: isOpen, onOpenChange: setOpen })}</Suspense>}
    </>
  );
}
