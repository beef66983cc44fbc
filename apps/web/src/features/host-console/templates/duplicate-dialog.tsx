/** Duplicates a raffle that has people on its list: whether they are put on the copy's list too (R80). */
import { useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useDuplicate } from './use-duplicate.ts';

export function DuplicateDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const [people, setPeople] = useState(false);
  const duplicate = useDuplicate(raffle.id, onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.copies_duplicate_title({ title: raffle.title })}
      description={m.copies_duplicate_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button
            pending={duplicate.isPending}
            pendingLabel={m.copies_duplicating()}
            onClick={() => duplicate.mutate(people)}
          >
            {m.copies_duplicate()}
          </Button>
        </div>
      }
    >
      <Switch
        label={m.copies_people()}
        hint={m.copies_people_hint()}
        checked={people}
        onCheckedChange={setPeople}
      />
    </Dialog>
  );
}
