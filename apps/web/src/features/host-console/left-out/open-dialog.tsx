/** Before a raffle opens that leaves out recent winners: who they are (R80). */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOpenRaffle } from '../cards/use-open-raffle.ts';
import { LeftOutPeople } from './left-out-people.tsx';

export function OpenDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const open = useOpenRaffle(raffle.id, onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.nowin_open_title({ title: raffle.title })}
      description={m.nowin_open_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button pending={open.isPending} pendingLabel={m.console_opening()} onClick={() => open.mutate()}>
            {m.console_open()}
          </Button>
        </div>
      }
    >
      <LeftOutPeople raffle={raffle} />
    </Dialog>
  );
}
