/** Replaces a link that was given out, after saying what stops working (M8). */
import { useState } from 'react';
import { RefreshCw } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

interface NewLinkProps<Answer> {
  /** Makes the link. */
  act: () => Promise<Answer>;
  /** What the old link's end means. */
  text: string;
  onDone?: (answer: Answer) => void;
}

export function NewLink<Answer>({ act, text, onDone }: NewLinkProps<Answer>) {
  const [isAsked, setAsked] = useState(false);
  const renew = useChange({
    act,
    failedTitle: m.console_link_failed(),
    onDone: (answer: Answer) => {
      onDone?.(answer);
      setAsked(false);
      toast({
        title: m.console_new_link_done(),
        description: m.console_new_link_done_text(),
        tone: 'good',
      });
    },
  });
  return (
    <>
      <Button variant="plain" onClick={() => setAsked(true)}>
        <RefreshCw aria-hidden className="size-4.5 shrink-0" />
        {m.console_new_link()}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={m.console_new_link_title()}
        description={<p>{text}</p>}
        confirmLabel={m.console_new_link_confirm()}
        pending={renew.isPending}
        onConfirm={() => renew.mutate()}
      />
    </>
  );
}
